//! Positions as an explicit graph: a position is a vertex, and its options are where its edges lead.
//!
//! ```
//! use std::sync::Arc;
//! use grundy::graph::{TokenGame, read};
//! use grundy::{Game, Limits, Meter, Nimber};
//!
//! let graph = Arc::new(read(b"a b\na c\nb d\nc d\n")?);
//! let game = TokenGame::new(graph, "moves.txt");
//! let b = game.vertex("b").expect("the file names it");
//! let limits = Limits::default();
//! assert_eq!(game.value(&b, &mut Meter::new(&limits))?, Some(Nimber(1)));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod acyclic;
mod depth_first;

mod csr;
mod given_order;
mod loopy;
mod mex;
mod names;
mod read;
mod remoteness;
mod rows;
#[cfg(test)]
mod tests;
mod token;
mod topological;
mod width;
mod words;

pub use acyclic::{sweep, values};
pub use csr::{Builder, Graph, GraphError};
pub use depth_first::{Values, values_from};
pub(crate) use loopy::of_rows as labels_of_rows;
pub use loopy::{LoopyValues, loopy_values};
pub use read::{Format, Player, ReadError, ReadFailure, read, read_as, read_from};
pub(crate) use remoteness::of_rows as remoteness_of_rows;
pub use remoteness::{Remoteness, remoteness};
pub use rows::Rows;
pub use token::TokenGame;
pub use width::ValueTable;
