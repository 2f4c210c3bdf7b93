//! The kinds of failure that scripts can tell apart.

/// What went wrong, by the names of the contract.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// A text is no position.
    Notation,
    /// The arguments make no sense.
    Usage,
    /// Play need not end.
    Cycle,
    /// The players have different moves.
    Partizan,
    /// A limit was reached, or somebody stopped the work.
    Budget,
    /// A number is too large.
    Overflow,
    /// Something cannot be read or written.
    Io,
    /// The rules of a game fail.
    Rules,
    /// This version cannot do that.
    Unsupported,
    /// A bug.
    Internal,
}

impl Kind {
    /// The name in JSON.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Notation => "notation",
            Self::Usage => "usage",
            Self::Cycle => "cycle",
            Self::Partizan => "partizan",
            Self::Budget => "budget",
            Self::Overflow => "overflow",
            Self::Io => "io",
            Self::Rules => "rules",
            Self::Unsupported => "unsupported",
            Self::Internal => "internal",
        }
    }

    /// The exit status: 2 if the question was put wrongly, 1 if it has no answer here.
    pub(crate) const fn status(self) -> u8 {
        match self {
            Self::Notation | Self::Usage | Self::Io => 2,
            Self::Cycle
            | Self::Partizan
            | Self::Budget
            | Self::Overflow
            | Self::Rules
            | Self::Unsupported
            | Self::Internal => 1,
        }
    }
}
