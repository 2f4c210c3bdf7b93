//! Checkpoints: the state of a search for a period, from which another process resumes it.

mod format;

use std::io;

use crate::compact::CompactSlice;

pub(super) use format::{Header, SearchState, State, StoredCheckpoint, StreamState, read};

/// Saves checkpoints of a search while it runs, so that a search that ends at any moment can be resumed from the last one.
///
/// # Examples
/// ```
/// use grundy::heap::{Checkpoint, CheckpointSink, HeapRule, PeriodSearch, PeriodTheorem, Sequence, Status};
/// use grundy::{Limits, Meter};
///
/// /// Holds the final state of a search.
/// struct Memory(Vec<u8>);
/// impl CheckpointSink for Memory {
///     fn is_due(&mut self) -> bool {
///         false
///     }
///     fn save(&mut self, checkpoint: &Checkpoint<'_>) {
///         self.0.clear();
///         checkpoint.write_to(&mut self.0).expect("memory can be written to");
///     }
/// }
///
/// let kayles = HeapRule::Code("0.77".parse()?);
/// let search = PeriodSearch { heaps: 1000, theorem: PeriodTheorem::Any };
/// let mut memory = Memory(Vec::new());
/// let limits = Limits { positions: Some(100), ..Limits::default() };
/// let mut sequence = Sequence::new(kayles.clone());
/// let finding = sequence.find_period_with_checkpoints(&search, &mut memory, &mut Meter::new(&limits))?;
/// assert_eq!((finding.status, finding.checked_to), (Status::None, Some(99)));
///
/// let mut resumed = Sequence::resume(kayles, PeriodTheorem::Any, &mut memory.0.as_slice())?;
/// let finding = resumed.find_period(&search, &mut Meter::new(&Limits::default()))?;
/// assert!(matches!(finding.status, Status::Proved(period) if period.period == 12));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait CheckpointSink {
    /// Whether a checkpoint is due now.
    ///
    /// The search asks after every few heaps, from ten to ten thousand times a second; where a single heap takes longer, it
    /// asks after each heap.
    fn is_due(&mut self) -> bool;

    /// Saves this checkpoint, which replaces the one before. Called whenever one is due, and once at the end of a search,
    /// however it ended.
    fn save(&mut self, checkpoint: &Checkpoint<'_>);
}

/// The state of a search, ready to be written.
///
/// It is written as one line of JSON, the values as bytes, and the SHA-256 of all that. The line names the search, says how
/// far it has come, and how many values follow: the table; then, for a search that keeps a window of values only, the last
/// values and the values before each anchor. A value takes `cell` bytes in little-endian order. A proved period needs no
/// values. What only makes the next values faster to compute is not stored, and rebuilt when the checkpoint is read.
#[derive(Debug)]
pub struct Checkpoint<'a> {
    header: Header,
    values: Vec<CompactSlice<'a>>,
}

impl<'a> Checkpoint<'a> {
    pub(super) const fn new(header: Header, values: Vec<CompactSlice<'a>>) -> Self {
        Self { header, values }
    }

    /// Writes the checkpoint.
    ///
    /// # Errors
    /// Those of `out`; what was written by then is not a checkpoint.
    ///
    /// # Complexity
    /// Time and size O(values), each of 1 to 4 bytes.
    pub fn write_to(&self, out: &mut dyn io::Write) -> io::Result<()> {
        format::write(&self.header, &self.values, out)
    }
}

/// Why a search cannot be resumed from a checkpoint.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CheckpointError {
    /// The checkpoint cannot be read.
    #[error("it cannot be read: {0}")]
    Read(#[from] io::Error),
    /// The bytes are not a checkpoint.
    #[error("it is not a checkpoint")]
    NotACheckpoint,
    /// The format has a version that this library does not know.
    #[error("its format has version {found}, and version {} is known here", format::VERSION)]
    Version {
        /// The version.
        found: u64,
    },
    /// The bytes are not those that were written.
    #[error("it is damaged: {0}")]
    Damaged(&'static str),
    /// The bytes are those that were written, but no search of this version can have left such a state.
    #[error("no search can have left it: {0}")]
    Inconsistent(&'static str),
    /// The checkpoint belongs to another rule.
    #[error("it is of the rule {found}")]
    Rule {
        /// The rule.
        found: String,
    },
    /// The checkpoint belongs to a search for a proof by another theorem.
    #[error("its search is by {found}")]
    Theorem {
        /// The name of the theorem on the command line.
        found: String,
    },
}
