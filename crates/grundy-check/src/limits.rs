//! Limits of the work, the cost of a certificate, and the account of what was spent.

use crate::{Refusal, Verdict};

/// The work that a certificate may cost. A certificate that is known to cost more is refused before anything is
/// computed.
///
/// # Examples
/// ```
/// use grundy_check::{Limits, Refusal, check};
/// let hostile = r#"{"grundy_certificate": 1, "rule": "0.77",
///                   "claim": {"kind": "periodic", "period": 9223372036854775808, "preperiod": 0},
///                   "proof": {"method": "full-range"}}"#;
/// assert!(matches!(check(hostile, &Limits::default()), Err(Refusal::TooMuchMemory { .. })));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The largest number of options that may be examined, with one more for each digit at each heap; 10^9 steps take a
    /// second or two.
    pub steps: u64,
    /// The largest number of bytes that may be held, mostly for values.
    pub memory: u64,
}

impl Default for Limits {
    /// 10^11 steps and 2^28 bytes: about two or three minutes and 256 MiB.
    fn default() -> Self {
        Self { steps: 100_000_000_000, memory: 1 << 28 }
    }
}

/// The cost of verifying a certificate, known in advance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cost {
    /// A lower bound on the number of heaps that are computed; below 2^73. Exact except for the method `three-parts`.
    pub heaps: u128,
    /// A lower bound on the bytes held; up to five times as many if there are values above 255.
    pub memory: u128,
    /// An upper bound on the number of steps, if one is known in advance; it is not with a class, and for
    /// `three-parts`.
    pub steps: Option<u128>,
}

/// Counts the work and enforces the limits.
pub(crate) struct Meter<'a> {
    limits: Limits,
    /// Called every few milliseconds with the number of heaps done and the total; `false` stops the verification.
    watch: &'a mut dyn FnMut(u64, u64) -> bool,
    steps: u64,
    watch_at: u64,
    memory: u128,
    done: u64,
    of: u64,
    /// The cost of the whole verification, once it is known.
    pub(crate) cost: Option<Cost>,
}

impl<'a> Meter<'a> {
    pub(crate) fn new(limits: &Limits, watch: &'a mut dyn FnMut(u64, u64) -> bool) -> Self {
        Self { limits: *limits, watch, steps: 0, watch_at: 0, memory: 0, done: 0, of: 0, cost: None }
    }

    /// Announces that `heaps` more heaps will be computed, with at least one step each.
    pub(crate) fn expect(&mut self, heaps: u128) -> Verdict<usize> {
        self.allow(heaps)?;
        // If `usize` has less than 64 bits, `size` returns its largest number when the argument does not fit, which
        // would be another claim.
        let Some(heaps) = usize::try_from(heaps).ok().filter(|&heaps| heaps < usize::MAX) else {
            return Err(Refusal::TooManySteps { needed: heaps, limit: self.limits.steps });
        };
        self.of = self.of.saturating_add(heaps as u64);
        Ok(heaps)
    }

    /// Checks that this many more steps are allowed.
    pub(crate) fn allow(&self, steps: u128) -> Verdict {
        let (needed, limit) = (steps.saturating_add(u128::from(self.steps)), self.limits.steps);
        if needed > u128::from(limit) { Err(Refusal::TooManySteps { needed, limit }) } else { Ok(()) }
    }

    /// Counts `heaps` more computed heaps and `steps` more steps.
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

    /// Counts `bytes` more bytes as held.
    pub(crate) fn keep(&mut self, bytes: u128) -> Verdict {
        self.memory = self.memory.saturating_add(bytes);
        let (needed, limit) = (self.memory, self.limits.memory);
        if needed > u128::from(limit) { Err(Refusal::TooMuchMemory { needed, limit }) } else { Ok(()) }
    }

    /// An empty vector with room for this many items, whose memory counts as held.
    pub(crate) fn room<T>(&mut self, items: u128) -> Verdict<Vec<T>> {
        self.keep(items.saturating_mul(size_of::<T>() as u128))?;
        let mut vec = Vec::new();
        match vec.try_reserve_exact(size(items)) {
            Ok(()) => Ok(vec),
            Err(_) => Err(Refusal::TooMuchMemory { needed: self.memory, limit: self.limits.memory }),
        }
    }
}

/// A number as a number of heaps. A number that does not fit becomes the largest one, which the limits never allow.
pub(crate) fn size(number: impl TryInto<usize>) -> usize {
    number.try_into().unwrap_or(usize::MAX)
}
