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
mod csr;
mod depth_first;
mod loopy;
mod mex;
mod named_graph;
mod names;
mod numbering;
mod read;
mod remoteness;
#[cfg(test)]
mod tests;
mod token;
mod value_table;
mod words;

pub use acyclic::{sweep, values};
pub use csr::Csr;
pub use depth_first::{PartialValues, values_from};
pub(crate) use loopy::of_csr as loopy_values_of_csr;
pub use loopy::{LoopyValues, loopy_values};
pub use named_graph::{Builder, Graph};
pub use numbering::GraphError;
pub use read::{Format, GraphReadError, Player, ReadFromError, ReadGraph, read, read_as, read_from};
pub(crate) use remoteness::of_csr as remoteness_of_csr;
pub use remoteness::{Remoteness, remoteness};
pub use token::TokenGame;
pub use value_table::ValueTable;
