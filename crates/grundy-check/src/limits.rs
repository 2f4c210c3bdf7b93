//! The limits of the work, what a certificate costs, and what was spent on it.

use crate::{Refusal, Verdict};

/// How much work a certificate may cost. What is known to cost more is refused before anything is computed.
///
/// ```
/// use grundy_check::{Limits, Refusal, check};
/// let hostile = r#"{"grundy_certificate": 1, "rule": "0.77",
///                   "claim": {"kind": "periodic", "period": 9223372036854775808, "preperiod": 0},
///                   "proof": {"method": "full-range"}}"#;
/// assert!(matches!(check(hostile, &Limits::default()), Err(Refusal::TooMuchMemory { .. })));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The most options that may be looked at, each digit at each heap counting as one more; 10^9 take a second or two.
    pub steps: u64,
    /// The most bytes that may be kept: values, mostly.
    pub memory: u64,
}

impl Default for Limits {
    /// 10^11 steps and 2^28 bytes: some two or three minutes and 256 MiB.
    fn default() -> Self {
        Self { steps: 100_000_000_000, memory: 1 << 28 }
    }
}

/// What verifying a certificate costs, known before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cost {
    /// How many heaps are computed, at least; below 2^73, and exact but for the method `three-parts`.
    pub heaps: u128,
    /// How many bytes are kept, at least; up to five times as many if there are values above 255.
    pub memory: u128,
    /// How many steps are taken at most, if that is known before: with a class, and for `three-parts`, it is not.
    pub steps: Option<u128>,
}

/// Counts what is spent and refuses what is beyond the limits.
pub(crate) struct Meter<'a> {
    limits: Limits,
    /// Called every few milliseconds with the heaps done and the heaps to do; `false` stops the verification.
    watch: &'a mut dyn FnMut(u64, u64) -> bool,
    steps: u64,
    watch_at: u64,
    memory: u128,
    done: u64,
    of: u64,
    /// What the whole verification costs, as soon as that is known.
    pub(crate) cost: Option<Cost>,
}

impl<'a> Meter<'a> {
    pub(crate) fn new(limits: &Limits, watch: &'a mut dyn FnMut(u64, u64) -> bool) -> Self {
        Self { limits: *limits, watch, steps: 0, watch_at: 0, memory: 0, done: 0, of: 0, cost: None }
    }

    /// So many more heaps will be computed, each of one step at least.
    pub(crate) fn expect(&mut self, heaps: u128) -> Verdict<usize> {
        self.allow(heaps)?;
        // Where a `usize` has less than 64 bits, `size` gives its largest for others: that would be another claim.
        let Some(heaps) = usize::try_from(heaps).ok().filter(|&heaps| heaps < usize::MAX) else {
            return Err(Refusal::TooManySteps { needed: heaps, limit: self.limits.steps });
        };
        self.of = self.of.saturating_add(heaps as u64);
        Ok(heaps)
    }

    /// Whether so many more steps would be allowed.
    pub(crate) fn allow(&self, steps: u128) -> Verdict {
        let (needed, limit) = (steps.saturating_add(u128::from(self.steps)), self.limits.steps);
        if needed > u128::from(limit) { Err(Refusal::TooManySteps { needed, limit }) } else { Ok(()) }
    }

    /// So many more heaps have their values, after so many steps more.
    pub(crate) fn spend(&mut self, heaps: u64, steps: usize) -> Verdict {
        self.done = self.done.saturating_add(heaps);
        self.steps = self.steps.saturating_add(steps as u64);
        let (done, of, limit) = (self.done, self.of, self.limits.steps);
        if self.steps > limit {
            return Err(Refusal::OutOfSteps { limit, done, of });
        }
        if self.steps >= self.watch_at {
            self.watch_at = self.steps.saturating_add(1 << 22);
            return if (self.watch)(done, of) { Ok(()) } else { Err(Refusal::Stopped { done, of }) };
        }
        Ok(())
    }

    /// So many bytes more are kept.
    pub(crate) fn keep(&mut self, bytes: u128) -> Verdict {
        self.memory = self.memory.saturating_add(bytes);
        let (needed, limit) = (self.memory, self.limits.memory);
        if needed > u128::from(limit) { Err(Refusal::TooMuchMemory { needed, limit }) } else { Ok(()) }
    }

    /// An empty vector with room for so many items, which are kept from now on.
    pub(crate) fn room<T>(&mut self, items: u128) -> Verdict<Vec<T>> {
        self.keep(items.saturating_mul(size_of::<T>() as u128))?;
        let mut vec = Vec::new();
        match vec.try_reserve_exact(size(items)) {
            Ok(()) => Ok(vec),
            Err(_) => Err(Refusal::TooMuchMemory { needed: self.memory, limit: self.limits.memory }),
        }
    }
}

/// A number as a number of heaps; the largest one if it does not fit, and so many are never allowed.
pub(crate) fn size(number: impl TryInto<usize>) -> usize {
    number.try_into().unwrap_or(usize::MAX)
}
