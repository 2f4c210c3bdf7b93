//! Outcomes and play conventions.

use std::fmt;

use crate::Nimber;

/// Who wins with best play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// The next player, the one to move, wins.
    N,
    /// The previous player, the one who has just moved, wins.
    P,
    /// A draw: neither player can force a win. Only possible where play need not end.
    D,
}

impl Outcome {
    /// The outcome of a position of this value in normal play.
    #[must_use]
    pub const fn of(value: Nimber) -> Self {
        if value.is_zero() { Self::P } else { Self::N }
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::N => "N",
            Self::P => "P",
            Self::D => "D",
        })
    }
}

/// Whether the player who cannot move loses or wins.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Convention {
    /// *Normal play*: the player who cannot move loses.
    #[default]
    Normal,
    /// *Misère play*: the player who cannot move wins. Grundy values do not determine the outcome of a sum.
    Misere,
}
