//! The library from outside, one program for all its tests: each file is an idea, each folder what several of them use.
#![allow(clippy::unwrap_used, reason = "what cannot be read or solved fails the test")]

mod agreement;
mod big_numbers;
mod cases;
mod examples;
mod loopy;
mod misere;
mod nimbers;
mod oracle;
mod pictures;
mod properties;
mod random;
mod random_graphs;
mod suite;
