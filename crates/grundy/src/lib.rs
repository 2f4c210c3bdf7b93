//! # grundy
//!
//! Impartial combinatorial games: who wins, why, by which move.
#![deny(missing_docs)]

mod error;
mod game;
mod limits;
mod nimber;
mod options;
mod outcome;

pub use error::{Cycle, Error};
pub use game::Game;
pub use limits::{Bound, Cancel, Done, Limits, Meter, Progress};
pub use nimber::{Nimber, mex};
pub use options::Options;
pub use outcome::{Convention, Outcome};
