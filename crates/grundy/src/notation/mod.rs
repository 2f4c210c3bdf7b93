//! From text to positions: names become games, arguments become components.

mod reader;

pub use reader::{NamedRule, OpenRules, Reader};
