//! Periods of sequences of values, and the theorems that prove them.

mod certificate;
mod finding;
mod guy_smith;
mod repetition;

pub(super) use finding::closed_form;
pub use finding::{Finding, PeriodSearch, PeriodTheorem, Status};
pub use grundy_check::Class;
pub(super) use guy_smith::GuySmithTheorem;
pub(super) use repetition::Repetition;
use serde::{Deserialize, Serialize};

/// A proved period: g(n + period) = g(n) + saltus for all heaps n from the preperiod on, and neither is smaller than here.
/// Heaps have at most 2^64 - 1 tokens.
///
/// The *last exception* of the tables is `preperiod` - 1.
///
/// # Examples
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
    /// How much the values grow in a period; 0 if they repeat.
    pub saltus: u64,
    /// What proves it.
    pub proof: Proof,
}

/// What proves a period.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Proof {
    /// The values repeat over the whole range that the theorem of Guy and Smith asks for.
    FullRange {
        /// The class in which they were computed, if they were in one.
        class: Option<Class>,
    },
    /// Two heaps of an all-but game have the same state, which determines all later values.
    States {
        /// The first of the two heaps.
        from: u64,
    },
    /// The window theorem (`heap/sequence/period_search/window.rs`): no heap is rare any more, and the values
    /// before a heap, a window of them, recur a period later.
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

    /// The heap below preperiod + period whose value this heap has but for the saltus, and the number of periods between.
    #[must_use]
    pub const fn fold(&self, heap: u64) -> (u64, u64) {
        match heap.checked_sub(self.preperiod) {
            None => (heap, 0),
            Some(past) => (self.preperiod + past % self.period, past / self.period),
        }
    }
}
