//! Sessions from outside, one program for all their tests: each file is an idea, and `common` is what they use.
#![allow(clippy::unwrap_used, reason = "what has no answer fails the test")]

mod common;
mod kept;
mod messages;
mod pictures;
mod questions;
mod registered;
mod threads;
#[cfg(feature = "rules")]
mod trials;
#[cfg(feature = "rules")]
mod worker_limits;
mod workers;
