//! The games that have a name, a file for each kind: what they are called, what their arguments mean, what they play.
//!
//! To add one, write its file and a line in [`list`].

mod compare;
mod cram;
mod entry;
mod error;
mod files;
mod heaps;
mod later;
mod nim_with_pass;
mod subtraction;
mod take_and_break;
mod token;

pub use compare::{Comparison, Equality, Verdict, compare};
pub use cram::{Cram, CramBoard};
pub use entry::{Call, Context, Entry, Heaps, Playable};
pub use error::ReadError;
pub use files::Files;
pub(crate) use later::is_planned;
pub use nim_with_pass::{NimWithPass, PassHeap};
pub(crate) use take_and_break::from_code;

/// Every game that can be named, in the order in which a person would want to read them.
#[must_use]
pub fn list() -> Vec<Entry> {
    let mut list = vec![subtraction::NIM, subtraction::SUBTRACT, subtraction::ALL_BUT];
    list.extend(take_and_break::NAMED);
    list.extend([nim_with_pass::ENTRY, cram::ENTRY, token::ENTRY]);
    list
}
