//! The engines of the search, for experts: [`value()`](crate::value()) and [`Values`](crate::Values) choose among them.
//!
//! One traversal, [`Labels`], serves every recurrence of the theory: the label of a position follows from the labels of its
//! options, all of which are expanded. [`Grundy`] is the recurrence of normal play. [`Nimbers`] is nimber search, which leaves
//! out what does not matter to the question. A recurrence of your own is a [`Recurrence`].

mod chunks;
mod effort;
mod grundy;
mod interner;
mod labels;
mod marks;
mod nimbers;
mod values;

pub use self::grundy::Grundy;
pub(crate) use interner::Interner;
pub use labels::{Labels, OptionLabels, Recurrence};
pub use marks::Label;
pub use nimbers::Nimbers;
pub use values::{Method, Values, outcome, value};
