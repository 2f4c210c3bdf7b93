//! Where a search ended that came to no proof.

use std::io::{self, Write};

use grundy::{Bound, Error};

use super::style::FAINT;

/// The limit that a search ran up against.
#[derive(Clone, Copy)]
pub(super) enum Ending {
    Heaps,
    Positions,
    Memory,
    Time,
    Cancel,
}

impl Ending {
    /// The limit that an error tells of; without one all heaps that were allowed were computed.
    pub(super) const fn of(stopped: Option<&Error>) -> Self {
        match stopped {
            Some(Error::Budget { bound: Bound::Positions, .. }) => Self::Positions,
            Some(Error::Budget { bound: Bound::Bytes, .. }) => Self::Memory,
            Some(Error::Budget { bound: Bound::Time, .. }) => Self::Time,
            Some(Error::Budget { bound: Bound::Cancel, .. }) => Self::Cancel,
            _ => Self::Heaps,
        }
    }

    /// The name in JSON.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Heaps => "heaps",
            Self::Positions => "positions",
            Self::Memory => "memory",
            Self::Time => "time",
            Self::Cancel => "cancel",
        }
    }

    /// The sentence for people.
    pub(super) fn text(self, out: &mut dyn Write) -> io::Result<()> {
        let (limit, flag) = match self {
            Self::Heaps => ("its last heap", "--max"),
            Self::Positions => ("the limit on positions", "--max-positions"),
            Self::Memory => ("the limit on memory", "--max-memory"),
            Self::Time => ("the time limit", "--timeout"),
            Self::Cancel => return writeln!(out, "{FAINT}The search was stopped.{FAINT:#}"),
        };
        writeln!(out, "{FAINT}The search ended at {limit}; `{flag}` lets it go on.{FAINT:#}")
    }
}
