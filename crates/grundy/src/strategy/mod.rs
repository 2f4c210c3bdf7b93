//! From values to decisions: who wins a sum, by which moves, and why.
//!
//! A [`Solver`] answers questions about sums of components of the same [`Rules`](crate::Rules), and reuses what it
//! found for earlier questions.

mod decide;
mod equal;
mod explain;
mod inspect;
mod misere;
mod moves;
mod normal;
mod options;
mod reachable;
mod simplify;
mod solver;

pub use equal::{Equality, Verdict};
pub use explain::{Explanation, Reason, Reply, Theorem};
pub use inspect::{Inspection, inspect};
pub use moves::{Detail, Move, Moves, ValuedMove};
pub use options::ValuedOptions;
pub use reachable::{ReachedMove, ReachedPosition};
pub use simplify::{Simplification, SimplifiedOption};
pub use solver::{Solution, Solver, solve};
