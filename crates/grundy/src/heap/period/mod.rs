//! Periods of sequences of values: found by looking, proved by theorems.

mod certificate;
mod search;
mod theorem;

pub use grundy_check::Class;
pub(super) use search::closed_form;
pub use search::{Finding, PeriodSearch, PeriodTheorem, Status};
use serde::{Deserialize, Serialize};
pub(super) use theorem::{Repetition, Theorem};

/// A proved period: g(n + period) = g(n) + saltus for all heaps n from the preperiod on, and neither is smaller than here.
/// Heaps have at most 2^64 - 1 tokens, here as everywhere.
///
/// The *last exception* of the tables is `preperiod` - 1.
///
/// ```
/// use grundy::{Limits, Meter, heap::{HeapRule, Sequence}};
/// let mut kayles = Sequence::new(HeapRule::Code("0.77".parse()?));
/// kayles.extend(1_000_000_000_000, &mut Meter::new(&Limits::default()))?;
/// let period = kayles.period().expect("Kayles is periodic");
/// assert_eq!((period.period, period.preperiod, period.last_exception()), (12, 71, Some(70)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Period {
    /// The least period, at least 1.
    pub period: u64,
    /// The least heap from which the values repeat.
    pub preperiod: u64,
    /// What the values grow by in a period; 0 if they repeat.
    pub saltus: u64,
    /// Why this is so.
    pub proof: Proof,
}

/// Why a period is proved.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Proof {
    /// The values repeat over the whole range that the theorem of Guy and Smith asks for.
    FullRange {
        /// The class in which they were computed, if they were in one.
        class: Option<Class>,
    },
    /// Two states of an all-but game are equal, the first one at this heap: what follows a state depends on it alone.
    States {
        /// The first of the two heaps.
        from: u64,
    },
    /// The window theorem (`heap/sequence/window.rs`): all rare heaps have died out, and the window before a heap is there
    /// again a period later.
    Window {
        /// The class.
        class: Class,
        /// The size of the window.
        window: u64,
        /// The heap before which the window is seen first.
        from: u64,
    },
    /// The theorem on moves that leave three heaps: the values grow by a power of two, and finitely many conditions on
    /// classes of heaps hold, which `grundy_check` has verified.
    ThreeParts,
    /// The values are known in closed form.
    ClosedForm,
}

impl Period {
    /// The last heap whose value does not fit the period; `None` if all fit.
    #[must_use]
    pub const fn last_exception(&self) -> Option<u64> {
        self.preperiod.checked_sub(1)
    }

    /// The heap below preperiod + period that this one takes after, and how many periods lie between.
    #[must_use]
    pub const fn fold(&self, heap: u64) -> (u64, u64) {
        match heap.checked_sub(self.preperiod) {
            None => (heap, 0),
            Some(past) => (self.preperiod + past % self.period, past / self.period),
        }
    }
}
