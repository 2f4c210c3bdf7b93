//! Why a question has no answer here.

use std::fmt;

use crate::{Bound, Done};

/// Why a position could not be valued. Never a wrong value instead.
#[derive(Clone, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// A position leads back to itself, so play need not end and the theorem does not apply.
    #[error("a position can recur, so play need not end: {0}")]
    Cycle(Cycle),
    /// A bound of [`Limits`](crate::Limits) was reached.
    #[error("{}: {done}", reason(*.bound))]
    Budget {
        /// Which bound.
        bound: Bound,
        /// How far the computation had come.
        done: Done,
    },
    /// A number does not fit its type.
    #[error("{0}")]
    Overflow(String),
    /// The rules could not list the options of a position.
    #[error("the rules fail{}: {reason}", place(.position.as_deref()))]
    Rules {
        /// The position, as a person reads it; `None` until the engine that met it says so.
        position: Option<String>,
        /// What the rules report.
        reason: String,
    },
    /// The two players have different options, so the game is not impartial.
    #[error("the game is partizan: at {position} {reason}")]
    Partizan {
        /// A position where they differ, as a person reads it.
        position: String,
        /// How they differ, and for which player.
        reason: String,
    },
}

fn place(position: Option<&str>) -> String {
    position.map(|position| format!(" at {position}")).unwrap_or_default()
}

impl Error {
    /// The same error, saying at which position the rules failed if it does not say so yet.
    #[must_use]
    pub fn at(self, show: impl FnOnce() -> String) -> Self {
        match self {
            Self::Rules { position: None, reason } => Self::Rules { position: Some(show()), reason },
            error => error,
        }
    }
}

/// Rules that fail, for a reason given in a sentence.
impl From<String> for Error {
    fn from(reason: String) -> Self {
        Self::Rules { position: None, reason }
    }
}

/// Rules that fail, for a reason given in a sentence.
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

/// A cycle of play: each position has the next among its options (or among their parts), the last one the first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cycle {
    /// The positions as a person reads them, each once.
    pub positions: Vec<String>,
}

/// How many positions of a cycle are printed from its beginning; of a longer one also the last.
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
