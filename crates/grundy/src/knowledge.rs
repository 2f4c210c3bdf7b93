//! How a game knows the value of a position without its options.

/// How a game knows a value without looking at all options.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Knowledge {
    /// A theorem gives it. The statement is a clause without a full stop: `a heap of n is worth n mod 4`.
    Theorem(String),
    /// The values of heaps repeat, which is proved: the heap is worth what the smaller heap `like` is worth, and `times` times
    /// the saltus more.
    Period {
        /// The period.
        period: u64,
        /// The least heap from which the values repeat.
        preperiod: u64,
        /// What the values grow by in a period.
        saltus: u64,
        /// The heap below preperiod + period at the same place of a period.
        like: u64,
        /// The number of periods between.
        times: u64,
    },
}
