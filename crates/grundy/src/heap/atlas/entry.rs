//! The facts about one code of an atlas.

use grundy_check::Certificate;

use crate::heap::{Code, RareHeaps, Reduced, Status};

/// The facts about one code of an atlas.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The code.
    pub code: Code,
    /// Its reduced code.
    pub reduced: Reduced,
    /// The simplest code of the atlas with the same values, heap by heap; `None` if that is this one.
    pub equal: Option<EquivalentCode>,
    /// The simplest code of the atlas with the same values up to a shift, a *cousin* in the sense of Guy and Smith; `None` if
    /// that is this one.
    pub cousin: Option<EquivalentCode>,
    /// The period.
    pub status: Status,
    /// The certificate of the period, if it is proved.
    pub certificate: Option<Certificate>,
    /// The largest value of all heaps if a period is proved, else of those that are known; `None` if values grow without
    /// bound.
    pub largest: Option<Largest>,
    /// The rare heaps, of all heaps if a period is proved, else of those that are known; `None` where there is no class.
    pub rare: Option<RareHeaps>,
    /// The last heap whose value is known without a period.
    pub checked_to: u64,
    /// The bound that ended the search; `None` if a proof ended it.
    pub limit: Option<Limit>,
}

/// A value and the least heap that has it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Largest {
    /// The value.
    pub value: u64,
    /// The heap.
    pub heap: u64,
}

/// Another code with the same values, up to a shift.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EquivalentCode {
    /// The other code.
    pub code: Code,
    /// How much smaller the heaps of the other code are: g(n) = h(n - shift) for all n > max(shift, 0), where h are its values, and g(n) = 0
    /// for the heaps n up to shift.
    pub shift: i64,
    /// Why the values are the same, or how far that was observed.
    pub evidence: Evidence,
}

/// Why two codes have the same values, or how far that was observed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Evidence {
    /// Both have the same [reduced code](crate::heap::Reduced): proved.
    Reduction,
    /// The periods of both are proved, and the values agree as far as [`decisive_heap`](crate::heap::decisive_heap) asks
    /// for: proved.
    Periods,
    /// The values agree at all heaps up to this one; this is not proved for larger heaps.
    Seen {
        /// The last heap that was compared.
        to: u64,
    },
}

/// The bound that ended the search for the period of a code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limit {
    /// [`Bounds::heaps`](super::Bounds::heaps)
    Heaps,
    /// [`Bounds::rare`](super::Bounds::rare)
    Rare,
}
