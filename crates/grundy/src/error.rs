//! The errors of a computation: why a question has no answer here.

use std::fmt;

use crate::{Bound, Done};

/// Why a position could not be valued. The library returns an error rather than a wrong value.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// A position can lead back to itself, so play need not end and the Sprague–Grundy theorem does not apply.
    #[error("a position can repeat, so play need not end: {0}")]
    Cycle(Cycle),
    /// A bound of [`Limits`](crate::Limits) was reached.
    #[error("{}: {done}", reason(*.bound))]
    Budget {
        /// The bound that was reached.
        bound: Bound,
        /// How far the computation got.
        done: Done,
    },
    /// A number does not fit its type.
    #[error("{0}")]
    Overflow(String),
    /// The rules could not list the options of a position.
    #[error("the rules fail{}: {reason}", place(.position.as_deref()))]
    Rules {
        /// The position in readable form; `None` until the engine that met it fills it in.
        position: Option<String>,
        /// The reason that the rules gave.
        reason: String,
    },
    /// The two players have different options, so the game is not impartial.
    #[error("the game is partizan: at {position} {reason}")]
    Partizan {
        /// A position where they differ, in readable form.
        position: String,
        /// How they differ, and for which player.
        reason: String,
    },
}

fn place(position: Option<&str>) -> String {
    position.map(|position| format!(" at {position}")).unwrap_or_default()
}

impl Error {
    /// Adds the position at which the rules failed, unless the error already names one.
    #[must_use]
    pub fn at(self, show: impl FnOnce() -> String) -> Self {
        match self {
            Self::Rules { position: None, reason } => Self::Rules { position: Some(show()), reason },
            error => error,
        }
    }
}

/// The error of rules that fail, with the reason as a sentence.
impl From<String> for Error {
    fn from(reason: String) -> Self {
        Self::Rules { position: None, reason }
    }
}

/// The error of rules that fail, with the reason as a sentence.
impl From<&str> for Error {
    fn from(reason: &str) -> Self {
        reason.to_owned().into()
    }
}

const fn reason(bound: Bound) -> &'static str {
    match bound {
        Bound::Positions => "the limit on positions was reached",
        Bound::Bytes => "the limit on memory was reached",
        Bound::Time => "the time limit was reached",
        Bound::Cancel => "stopped",
    }
}

/// A cycle of play. Each position has the next one among its options, or among the components of its options; the last
/// position leads back to the first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cycle {
    /// The positions in readable form, each once.
    pub positions: Vec<String>,
}

/// How many positions of a cycle are printed from its start. A longer cycle also shows its last position.
const SHOWN: usize = 12;

impl fmt::Display for Cycle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(first) = self.positions.first() else { return Ok(()) };
        for position in self.positions.iter().take(SHOWN) {
            write!(f, "{position} -> ")?;
        }
        if let [_, .., last] = self.positions.as_slice()
            && self.positions.len() > SHOWN
        {
            if self.positions.len() > SHOWN + 1 {
                write!(f, "... ({} positions) ... -> ", self.positions.len() - SHOWN - 1)?;
            }
            write!(f, "{last} -> ")?;
        }
        write!(f, "{first}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_short_cycle_is_printed_whole_and_a_long_one_is_not() {
        let cycle = |n: usize| Cycle { positions: (0..n).map(|i| i.to_string()).collect() };
        assert_eq!(cycle(1).to_string(), "0 -> 0");
        assert_eq!(cycle(3).to_string(), "0 -> 1 -> 2 -> 0");
        assert!(cycle(13).to_string().ends_with("11 -> 12 -> 0"));
        assert!(cycle(1_000_000).to_string().ends_with("11 -> ... (999987 positions) ... -> 999999 -> 0"));
    }
}
