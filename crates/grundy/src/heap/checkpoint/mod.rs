//! The state of a search for a period, kept so that another run goes on from it.

mod format;

use std::io;

pub(super) use format::{Header, Kept, Part, SearchState, State, StreamState, read};

/// Keeps the state of a search while it runs, so that a search that was ended at any moment goes on from what was kept
/// last.
///
/// ```
/// use grundy::heap::{By, Checkpoint, HeapRule, Keep, PeriodSearch, Sequence, Status};
/// use grundy::{Limits, Meter};
///
/// /// Keeps the last state, and only that.
/// struct Last(Vec<u8>);
/// impl Keep for Last {
///     fn due(&mut self) -> bool {
///         false
///     }
///     fn keep(&mut self, checkpoint: &Checkpoint<'_>) {
///         self.0.clear();
///         checkpoint.write_to(&mut self.0).expect("memory can be written to");
///     }
/// }
///
/// let kayles = HeapRule::Code("0.77".parse()?);
/// let search = PeriodSearch { heaps: 1000, by: By::Any };
/// let mut last = Last(Vec::new());
/// let limits = Limits { positions: Some(100), ..Limits::default() };
/// let finding = Sequence::new(kayles.clone()).find_period_keeping(&search, &mut last, &mut Meter::new(&limits))?;
/// assert_eq!((finding.status, finding.checked_to), (Status::None, Some(99)));
///
/// let mut resumed = Sequence::resume(kayles, By::Any, &mut last.0.as_slice())?;
/// let finding = resumed.find_period(&search, &mut Meter::new(&Limits::default()))?;
/// assert!(matches!(finding.status, Status::Proved(period) if period.period == 12));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Keep {
    /// Whether the state shall be kept now. Asked some ten to ten thousand times a second, as often as a few heaps are
    /// done; with a few heaps that take long each, after each of them.
    fn due(&mut self) -> bool;

    /// Keeps this state in the place of the one before: when it is due, and once at the end of a search, however it ended.
    fn keep(&mut self, checkpoint: &Checkpoint<'_>);
}

/// The state of a search, to be written.
///
/// It is a line of JSON, values as bytes, and the SHA-256 of all that. The line says what search it is of, how far it has
/// come, and how many values follow: the table, then, of a search that keeps a window of values only, the last of them and
/// those before each of its anchors; a value takes `cell` bytes, the lowest first. A proved period needs no values. What
/// only makes the next values come sooner is not kept, and found again when it is read.
#[derive(Debug)]
pub struct Checkpoint<'a> {
    header: Header,
    parts: Vec<Part<'a>>,
}

impl<'a> Checkpoint<'a> {
    pub(super) const fn new(header: Header, parts: Vec<Part<'a>>) -> Self {
        Self { header, parts }
    }

    /// Writes the state. Time and size O(values), 1 to 4 bytes each.
    ///
    /// # Errors
    /// Those of `out`; what it was given then is no checkpoint.
    pub fn write_to(&self, out: &mut dyn io::Write) -> io::Result<()> {
        format::write(&self.header, &self.parts, out)
    }
}

/// Why a checkpoint cannot be gone on from.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CheckpointError {
    /// It cannot be read.
    #[error("it cannot be read: {0}")]
    Read(#[from] io::Error),
    /// It is something else.
    #[error("it is no checkpoint")]
    Other,
    /// It has a version of the format that is not known here.
    #[error("its format has version {found}, and version {} is known here", format::VERSION)]
    Version {
        /// The version.
        found: u64,
    },
    /// It is not what was written.
    #[error("it is damaged: {0}")]
    Damaged(&'static str),
    /// It is what was written, and no search of this version can have left that.
    #[error("no search can have left it: {0}")]
    Impossible(&'static str),
    /// It is of another rule.
    #[error("it is of the rule {found}")]
    Rule {
        /// The rule.
        found: String,
    },
    /// It is of a search for a proof by another theorem.
    #[error("its search is by {found}")]
    By {
        /// What the theorem is called on the command line.
        found: String,
    },
}
