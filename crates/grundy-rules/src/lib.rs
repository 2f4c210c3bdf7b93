//! Rule files.
#![deny(missing_docs)]

mod bounds;
pub mod contain;
mod convert;
mod desk;
mod dialect;
mod fault;
mod game;
mod literal;
mod load_error;
mod nesting;
mod playable;
mod position;
mod program;
mod quiet;
mod session;
mod shift;
mod stack;
mod watch;

pub use bounds::{Bounds, Deadline};
pub use game::RuleGame;
pub use load_error::LoadError;
pub use playable::open;
pub use position::{DEEPEST, Position};
