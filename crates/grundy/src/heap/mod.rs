//! One-heap games: what a move may do to a heap of n tokens, and the values of all heaps.
//!
//! A [`HeapRule`] is data: a take-and-break [`Code`], a [`SubtractionSet`], or Grundy's game. A [`HeapGame`] is such a rule
//! under a name, with the table of values that it has computed.

pub mod atlas;
mod checkpoint;
mod classes;
mod closed_form;
mod code;
mod compare;
mod game;
mod period;
mod primes;
mod reduced;
mod rule;
mod sequence;
mod subtraction_set;

pub use checkpoint::{Checkpoint, CheckpointError, CheckpointSink};
pub use code::{Code, CodeError};
pub(crate) use compare::first_compared;
pub use compare::{decisive_heap, same_options};
pub use game::HeapGame;
pub use period::{Class, Finding, Period, PeriodSearch, PeriodTheorem, Proof, Status};
pub use reduced::Reduced;
pub use rule::HeapRule;
pub use sequence::{RareHeaps, Sequence};
pub use subtraction_set::{SubtractionSet, SubtractionSetError};
