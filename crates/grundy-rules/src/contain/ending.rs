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
    /// It was interrupted, and killed since it did not heed that.
    Interrupted,
    /// By a signal from outside.
    Signal(i32),
}

impl Ending {
    /// What the parent has to say, if anything: a person's sentence about a budget that was spent.
    #[must_use]
    pub fn message(&self) -> Option<String> {
        match self {
            Self::Exit(_) | Self::Signal(_) => None,
            Self::Memory(_) | Self::Time(_) | Self::Interrupted => Some(self.to_string()),
        }
    }

    /// The status with which the parent ends: that of the child, 1 for a spent budget, 128 and its number for a signal.
    #[must_use]
    pub const fn status(&self) -> i32 {
        match self {
            Self::Exit(status) => *status,
            Self::Memory(_) | Self::Time(_) | Self::Interrupted => 1,
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
                write!(f, "the command needed more memory than {bytes}")
            }
            Self::Time(time) => {
                write!(f, "the time limit was reached, and after {} s nothing else would end it", time.as_secs_f64())
            }
            Self::Interrupted => f.write_str("stopped; it had to be killed"),
            Self::Signal(signal) => write!(f, "ended by signal {signal}"),
        }
    }
}
