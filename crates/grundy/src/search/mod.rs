//! The search engines, for experts: [`value()`](crate::value()) and [`Values`] choose among them.
//!
//! One traversal, [`Labels`], serves every recurrence: the label of a position follows from the labels of its options,
//! all of which are expanded. [`Grundy`] is the recurrence of normal play. [`Nimbers`] is nimber search, which skips
//! what does not affect the answer. Implement [`Recurrence`] for a recurrence of your own.

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
