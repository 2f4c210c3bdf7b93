//! Games on a graph whose vertices are removed one by one: Node Kayles, Arc Kayles, Geography, posets.
//!
//! A position is a bit set of the remaining vertices, so an option costs a few word operations and no allocation.
//! [`named`] contains the graph with the names of its vertices; [`set`] and [`adjacency`] are used by the search.

mod adjacency;
mod geography;
mod kayles;
mod matching;
mod memo;
mod named;
mod poset;
mod set;
mod shape;
mod symmetry;

pub(super) use geography::GEOGRAPHY;
pub use geography::{Geography, Walk};
pub(super) use kayles::{ARC_KAYLES, NODE_KAYLES};
pub use kayles::{ArcKayles, KaylesPosition, NodeKayles, RemovalGame, RemovalRule};
pub use named::NamedGraph;
pub(super) use poset::POSET;
pub use poset::{Poset, PosetPosition};
pub use set::VertexSet;
pub use shape::Shape;
