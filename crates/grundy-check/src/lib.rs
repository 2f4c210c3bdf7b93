//! # grundy-check
//!
//! Certificates for statements about impartial games, and the checker that verifies them.
//!
//! A *certificate* is a short JSON text: a rule, a claim about it, and how the claim is proved (see [`Certificate`]).
//! [`check`] recomputes everything the proof needs from the definitions alone. This crate shares no code with the
//! engine that finds the claims: it has its own reader of rules, its own mex, and no method that is fast but subtle,
//! so that whoever doubts a result has one small program to read.
//!
//! ```
//! use grundy_check::{Claim, Limits, Refusal, check};
//!
//! let kayles = r#"{"grundy_certificate": 1, "rule": "0.77",
//!                  "claim": {"kind": "periodic", "period": 12, "preperiod": 71},
//!                  "proof": {"method": "full-range"}}"#;
//! assert_eq!(check(kayles, &Limits::default()), Ok(Claim::Periodic { period: 12, preperiod: 71 }));
//!
//! let twice = kayles.replace("12", "24");
//! assert_eq!(check(&twice, &Limits::default()), Err(Refusal::PeriodNotLeast { claimed: 24, smaller: 12 }));
//! ```
//!
//! # How to read it
//! [`certificate`](Certificate) is the format, `rule` (with `code` and `subtraction`) what a rule means, `mex` and
//! `plain` the values by definition, `periodic` the theorem with its proof and its conditions, `prime` the divisors
//! it tries, [`limits`](Limits) the bound on the work, and [`error`](Refusal) what may be wrong.
#![deny(missing_docs)]

mod certificate;
mod check;
mod code;
mod error;
mod limits;
mod mex;
mod periodic;
mod plain;
mod prime;
mod rule;
mod subtraction;

pub use certificate::{Certificate, Claim, Proof};
pub use check::check;
pub use error::{Refusal, RuleError};
pub use limits::Limits;
pub use plain::values;
pub use rule::Rule;
