//! Impartial combinatorial games: who wins, why, by which move, and how far that is proved.
//!
//! By the Sprague–Grundy theorem, every impartial position in normal play equals a nim-heap, and the value of a sum is
//! the nim-sum (XOR) of the values of its components. This crate computes these Grundy values for any game whose
//! options can be listed. Where the theorem does not apply, it uses other methods.
//!
//! # Your own game
//!
//! A game is defined by its options; everything else follows from them.
//!
//! ```
//! use grundy::{Game, Limits, Nimber, Options, value};
//!
//! struct Kayles; // a row of pins: knock down one, or two side by side
//!
//! impl Game for Kayles {
//!     type Position = u64;
//!     fn options(&self, row: &u64, out: &mut Options<u64>) {
//!         for hit in 1..=2.min(*row) {
//!             (0..=row - hit).for_each(|left| out.push_sum([left, row - hit - left]));
//!         }
//!     }
//! }
//! assert_eq!(value(Kayles, &100, &Limits::default()).unwrap(), Nimber(1));
//! ```
//!
//! # Named games
//!
//! ```
//! use grundy::strategy::{Detail, Solver};
//! use grundy::{Convention, Game, Limits, Meter, Nimber, notation::Reader};
//!
//! let sum = Reader::default().sum("nim(3, 4) + subtract{1,2,3}(10)")?;
//! let mut solver = Solver::new(sum.rules.clone());
//! let limits = Limits::default();
//! let solution = solver.solve(&sum.components, Convention::Normal, Detail::Moves(10), &mut Meter::new(&limits))?;
//! assert_eq!(solution.value, Some(Nimber(5).into()));
//! let [winning] = &solution.winning.list[..] else { panic!("there is one winning move") };
//! assert_eq!(sum.rules.show(&sum.components[winning.component]), "nim(4)");
//! assert_eq!(sum.rules.show_sum(&winning.parts), "nim(1)");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Layers
//!
//! Each module uses only those above it in this list.
//!
//! - [`Nimber`], [`mex`], [`LoopyValue`], [`Outcome`]: values.
//! - [`Game`], [`Options`], [`Limits`], [`Error`]: the vocabulary of games and computations.
//! - [`picture`]: what a position looks like, as data.
//! - [`Values`]: the search that works for any game, with its engines in [`search`]; [`misere`]: sums in misère play.
//! - [`heap`]: one-heap games; [`graph`]: explicit graphs.
//! - [`Sum`], [`Rules`], [`Component`]: sums of components from different games.
//! - [`syntax`], [`games`], [`notation`]: from text to positions.
//! - [`strategy`]: winning moves and explanations.
#![deny(missing_docs)]

mod clock;
mod compact;
mod error;
mod game;
pub mod games;
pub mod graph;
pub mod heap;
mod knowledge;
mod limits;
mod listing;
mod loopy;
mod meter;
pub mod misere;
mod move_name;
mod nimber;
pub mod notation;
mod options;
mod outcome;
pub mod picture;
mod pool;
pub mod search;
pub mod strategy;
mod sum;
pub mod syntax;

pub use clock::set_clock;
pub use error::{Cycle, Error};
pub use game::Game;
pub use knowledge::Knowledge;
pub use limits::{Bound, Cancel, Done, Limits, Progress};
pub use loopy::LoopyValue;
pub use meter::{Meter, Watch};
pub use misere::{Misere, misere_nim_outcome, misere_nim_value};
pub use move_name::heap_move;
pub use nimber::{Nimber, mex};
pub use options::Options;
pub use outcome::{Convention, Outcome};
pub use search::{Method, Values, outcome, value};
pub use sum::{Component, RuleHandle, RuleId, Rules, SetId, Sum};
