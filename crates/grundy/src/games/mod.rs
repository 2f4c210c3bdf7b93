//! The named games, one file for each kind: their names, their arguments and their rules.
//!
//! To add a game, write its file and add a line to [`list`].

mod absent;
mod by_argument;
mod chomp;
mod compare;
mod cram;
mod entry;
mod error;
mod files;
mod graphs;
mod heaps;
mod nim_with_pass;
mod notakto;
mod subtraction;
mod take_and_break;
mod token;

pub(crate) use absent::absent;
pub use chomp::{Border, Chomp, ChompBoard};
pub use compare::{Comparison, ComparisonVerdict, EqualityProof, compare};
pub use cram::{Cram, CramBoard};
pub use entry::{ArgumentReader, Build, Call, Context, Entry, Grid, Heaps};
pub use error::ReadError;
pub use files::{Files, Input};
pub use graphs::{
    ArcKayles, Geography, KaylesPosition, NamedGraph, NodeKayles, Poset, PosetPosition, RemovalGame, RemovalRule,
    Shape, VertexSet, Walk,
};
pub use heaps::integer_arguments;
pub use nim_with_pass::{NimWithPass, PassHeap};
pub use notakto::{Notakto, NotaktoBoard};
pub(crate) use take_and_break::from_code;

/// All named games, in the order in which they should be listed.
#[must_use]
pub fn list() -> Vec<Entry> {
    let mut list = vec![subtraction::NIM, subtraction::SUBTRACT, subtraction::ALL_BUT];
    list.extend(take_and_break::NAMED);
    list.push(nim_with_pass::ENTRY);
    list.extend([cram::ENTRY, chomp::ENTRY, notakto::ENTRY]);
    list.extend([graphs::POSET, graphs::NODE_KAYLES, graphs::ARC_KAYLES, graphs::GEOGRAPHY]);
    list.push(token::ENTRY);
    list
}
