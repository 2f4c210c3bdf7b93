//! The named games, one file for each kind: their names, their arguments and their rules.
//!
//! To add a game, write its file and add a line to [`list`].

mod absent;
mod by_argument;
mod chomp;
#[cfg(test)]
mod claims;
mod compare;
mod corner;
mod cram;
mod entry;
mod error;
mod euclid;
mod fibonacci_nim;
mod files;
mod graphs;
mod heaps;
mod moore;
mod nim_with_pass;
mod nimble;
mod notakto;
mod numbers;
mod silver_dollar;
mod staircase;
mod subtraction;
mod take_and_break;
mod token;
mod welter;
mod wythoff;

pub(crate) use absent::absent;
pub use chomp::{Border, Chomp, ChompBoard};
pub use compare::{Comparison, ComparisonVerdict, EqualityProof, compare};
pub use corner::Corner;
pub use cram::{Cram, CramBoard};
pub use entry::{ArgumentReader, Build, Call, Context, Entry, Grid, Heaps};
pub use error::ReadError;
pub use euclid::Euclid;
pub use fibonacci_nim::{FibonacciHeap, FibonacciNim};
pub use files::{Files, Input};
pub use graphs::{
    ArcKayles, Geography, KaylesPosition, NamedGraph, NodeKayles, Poset, PosetPosition, RemovalGame, RemovalRule,
    Shape, VertexSet, Walk,
};
pub use heaps::integer_arguments;
pub use moore::Moore;
pub use nim_with_pass::{NimWithPass, PassHeap};
pub use nimble::Nimble;
pub use notakto::{Notakto, NotaktoBoard};
pub use silver_dollar::SilverDollar;
pub use staircase::Staircase;
pub(crate) use take_and_break::from_code;
pub use welter::Welter;
pub use wythoff::Wythoff;

/// All named games, in the order in which they should be listed.
#[must_use]
pub fn list() -> Vec<Entry> {
    let mut list = vec![subtraction::NIM, subtraction::SUBTRACT, subtraction::ALL_BUT];
    list.extend(take_and_break::NAMED);
    list.push(nim_with_pass::ENTRY);
    list.extend([moore::ENTRY, staircase::ENTRY, nimble::ENTRY, silver_dollar::ENTRY, welter::ENTRY]);
    list.extend([fibonacci_nim::ENTRY, euclid::ENTRY, wythoff::ENTRY, wythoff::QUEEN]);
    list.extend(corner::ENTRIES);
    list.extend([cram::ENTRY, chomp::ENTRY, notakto::ENTRY]);
    list.extend([graphs::POSET, graphs::NODE_KAYLES, graphs::ARC_KAYLES, graphs::GEOGRAPHY]);
    list.push(token::ENTRY);
    list
}
