//! The checker from outside, one program for all its tests: each file is an idea, each folder what several of them use.

mod arithmetic;
mod definition;
mod format;
mod known_periods;
mod known_values;
mod large_periods;
mod notation;
mod properties;
mod reference;
mod solver;
mod sparse_proofs;
mod written;
