//! # grundy
//!
//! Impartial combinatorial games: who wins, why, by which move.
#![deny(missing_docs)]

mod error;
mod game;
pub mod games;
pub mod graph;
pub mod heap;
mod limits;
pub mod misere;
mod nimber;
pub mod notation;
mod options;
mod outcome;
mod search;
pub mod strategy;
mod sum;
pub mod syntax;

pub use error::{Cycle, Error};
pub use game::Game;
pub use limits::{Bound, Cancel, Done, Limits, Meter, Progress};
pub use misere::{Misere, misere_nim_outcome, misere_nim_value};
pub use nimber::{Nimber, mex};
pub use options::Options;
pub use outcome::{Convention, Outcome};
pub use search::{Grundy, Labels, OptionLabels, Recurrence, outcome, value};
pub use sum::{Added, Component, RuleId, Rules, SetId, Sum};
