//! How a contained program ended.

use std::fmt;
use std::time::Duration;

use crate::fault::Bytes;

/// How a contained program ended.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Ending {
    /// By itself, with this status; it has said all there is to say.
    Exit(i32),
    /// For want of memory: more than so many bytes.
    Memory(u64),
    /// It took more time than this, and did not heed its own limit.
    Time(Duration),
    /// By a signal from outside.
    Signal(i32),
}

impl Ending {
    /// What the parent has to say, if anything: a person's sentence about a budget that was spent.
    #[must_use]
    pub fn message(&self) -> Option<String> {
        match self {
            Self::Exit(_) | Self::Signal(_) => None,
            Self::Memory(_) | Self::Time(_) => Some(self.to_string()),
        }
    }

    /// The status with which the parent ends: that of the child, 1 for a spent budget, 128 and its number for a signal.
    #[must_use]
    pub const fn status(&self) -> i32 {
        match self {
            Self::Exit(status) => *status,
            Self::Memory(_) | Self::Time(_) => 1,
            Self::Signal(signal) => 128 + *signal,
        }
    }

    /// Gives the message, if there is one, to `say`, and returns the status.
    pub fn report(&self, say: impl FnOnce(&str)) -> i32 {
        if let Some(message) = self.message() {
            say(&message);
        }
        self.status()
    }
}

impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Exit(status) => write!(f, "ended with status {status}"),
            Self::Memory(bytes) => {
                let bytes = Bytes(usize::try_from(*bytes).unwrap_or(usize::MAX));
                write!(f, "the rule file used more memory than {bytes}")
            }
            Self::Time(time) => write!(f, "the rule file used more time than {} s", time.as_secs_f64()),
            Self::Signal(signal) => write!(f, "ended by signal {signal}"),
        }
    }
}
