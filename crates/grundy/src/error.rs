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
    #[error("the rules fail at {position}: {reason}")]
    Rules {
        /// The position.
        position: String,
        /// What the rules report.
        reason: String,
    },
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
