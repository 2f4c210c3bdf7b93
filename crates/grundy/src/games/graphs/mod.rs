//! Games that are played on a graph whose vertices go one by one: Node Kayles, Arc Kayles, Geography, posets.
//!
//! A position is a set of vertices that are left, in bits, so that an option costs a few word operations and no
//! allocation. [`named`] is the graph as a person names it, [`set`] and [`adjacency`] are what the search works with.

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
