//! Labels of the positions of any game, by searching its options.
//!
//! One traversal, [`Labels`], serves every recurrence of the theory: the label of a position follows from the labels of
//! its options. [`Grundy`] is the recurrence of normal play.

mod chunks;
mod effort;
mod grundy;
mod interner;
mod labels;
mod marks;
mod nimbers;
mod values;

pub use grundy::{Grundy, outcome, value};
pub(crate) use interner::Interner;
pub use labels::{Labels, OptionLabels, Recurrence};
pub use marks::Label;
pub use nimbers::Nimbers;
pub use values::Method;
pub(crate) use values::Values;
