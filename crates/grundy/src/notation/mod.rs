//! The reader of the notation: names become games, and arguments become components.

mod reader;

pub use reader::{NamedRule, OpenRules, Reader};
