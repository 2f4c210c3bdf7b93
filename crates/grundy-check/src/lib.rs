//! Certificates for statements about impartial games, and the checker that verifies them.
//!
//! A *certificate* is a short JSON text: a rule, a claim about it, and a proof of the claim (see [`Certificate`]).
//! [`check`] recomputes everything the proof needs from the rules alone. This crate shares no code with the engine that
//! finds the claims, and its comments prove each theorem that it uses. It is one small program to read in case of
//! doubt.
//!
//! # Examples
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
//! # Reading the code
//!
//! [`certificate`](Certificate) is the format, and `rule` is the meaning of rules. Values come from the definition in
//! `mex` and `plain`; `sparse` (with `class`) computes the same values faster. Each method of proof is a file with its
//! theorem, the proof of the theorem, and the conditions: `full_range`, `window`, `states`, `three_parts`. What all of
//! them verify, and that period and preperiod are least, is in `progression`. `check` combines them, within
//! [`limits`](Limits); [`error`](Refusal) lists the reasons for refusing a certificate.
#![deny(missing_docs)]

mod cells;
mod certificate;
mod check;
mod class;
mod error;
mod full_range;
mod limits;
mod mex;
mod plain;
mod progression;
mod rule;
mod sparse;
mod states;
mod three_parts;
mod window;

pub use certificate::{Certificate, Claim, Proof};
pub use check::check;
pub use class::Class;
pub use error::{Refusal, RuleError};
pub use limits::{Cost, Limits};
pub use plain::values;
pub use rule::Rule;

use cells::Cells;
use error::Verdict;
use limits::{Meter, size};
use mex::Mex;
use plain::Plain;
use progression::Progression;
use rule::{Code, Moves};
use sparse::{Sight, Sparse};
