//! A claim on the values, verified heap by heap as they come.
//!
//! The claim is g(n+p) = g(n) + s for all n >= n0, with a saltus s that is 0 for periodic values. A method computes
//! values up to some heap and proves that what holds so far holds for ever; that it holds so far, and that p and n0 are
//! least, is verified here, for every method in the same way.
//!
//! *p is least.* Let g(n+p) = g(n) + s and g(n+q) = g(n) + t from some heap on, p > q. Then g(n+(p-q)) = g(n) + (s-t)
//! from some heap on. So, as in Euclid's algorithm, the least p divides all, and if a p is not least then some p/q with q
//! prime is one too, with the saltus s/q. And if g(n+d) = g(n) + t from some heap on, with d a divisor of p, then from n0
//! on, since n can be raised by multiples of p. So p is least if for each prime q that divides it either q does not
//! divide s, or g(n+d) = g(n) + s/q fails for some n >= n0, d = p/q.
//!
//! *n0 is least* if the equation fails for n0 - 1.

use crate::Refusal;
use crate::cells::Cells;
use crate::meter::Meter;
use crate::prime::prime_divisors;

/// Values of heaps, in order.
pub(crate) trait Source {
    /// The value of the next heap, beginning with heap 0.
    fn next(&mut self, meter: &mut Meter<'_>) -> Result<u64, Refusal>;
}

/// A claim: g(n + period) = g(n) + saltus for all n >= preperiod, both least.
#[derive(Clone, Copy)]
pub(crate) struct Progression {
    pub(crate) period: u64,
    pub(crate) preperiod: u64,
    pub(crate) saltus: u64,
}

impl Progression {
    /// Verifies the claim for the heaps below `heaps`, which is at least preperiod + period, and that the period and the
    /// preperiod are least.
    ///
    /// Values are kept from the preperiod to the heap `kept`, but at most for one period. That decides whether the
    /// period is least if it is a whole one, or if divisors p/q with g(n + p/q) = g(n) + s/q for
    /// preperiod <= n < `kept` are known to be periods.
    pub(crate) fn verify(
        self,
        source: &mut impl Source,
        heaps: u64,
        kept: u64,
        meter: &mut Meter<'_>,
    ) -> Result<(), Refusal> {
        let first = self.preperiod.saturating_sub(1);
        let kept = kept.min(self.preperiod.saturating_add(self.period)).max(first);
        let mut seen = Seen {
            claim: self,
            kept: first..kept,
            values: Cells::with_room(u128::from(kept - first), meter)?,
            divisors: prime_divisors(self.period)
                .into_iter()
                .filter(|prime| self.saltus.is_multiple_of(*prime))
                .map(|prime| (self.period / prime, self.saltus / prime))
                .collect(),
            repeats_before: false,
        };
        for heap in 0..heaps {
            let value = source.next(meter)?;
            if heap >= first {
                seen.see(heap, value, meter)?;
            }
        }
        seen.finish()
    }

    /// How many bytes that keeps, if the values are below 256.
    pub(crate) fn memory(self, kept: u64) -> u128 {
        u128::from(kept.min(self.preperiod.saturating_add(self.period)).saturating_sub(self.preperiod)) + 1
    }
}

/// What has been seen of the values.
struct Seen {
    claim: Progression,
    /// The heaps whose values are kept.
    kept: std::ops::Range<u64>,
    values: Cells,
    /// The period divided by each of its primes, and the saltus by the same, for which the equation has not failed.
    divisors: Vec<(u64, u64)>,
    /// Whether the equation holds for the heap before the preperiod.
    repeats_before: bool,
}

impl Seen {
    fn see(&mut self, heap: u64, value: u64, meter: &mut Meter<'_>) -> Result<(), Refusal> {
        let Progression { period, preperiod, saltus } = self.claim;
        if self.kept.contains(&heap) {
            let value = u32::try_from(value).map_err(|_| Refusal::ValueTooLarge { heap })?;
            self.values.push(value, meter)?;
        }
        if !self.divisors.is_empty() {
            let (kept, values) = (preperiod..self.kept.end, &self.values);
            let at = |heap: u64| u64::from(values.get(Self::place(&self.kept, heap)));
            self.divisors.retain(|&(divisor, jump)| {
                let earlier = heap.checked_sub(divisor).filter(|earlier| kept.contains(earlier));
                earlier.is_none_or(|earlier| value.checked_sub(jump) == Some(at(earlier)))
            });
        }
        let Some(earlier) = heap.checked_sub(period) else { return Ok(()) };
        if earlier < preperiod {
            if earlier + 1 == preperiod {
                self.repeats_before = value.checked_sub(saltus) == Some(self.value(earlier));
            }
            return Ok(());
        }
        let (turns, offset) = ((heap - preperiod) / period, (heap - preperiod) % period);
        if preperiod + offset < self.kept.end {
            let first = u128::from(self.value(preperiod + offset));
            let before = first + u128::from(saltus) * u128::from(turns - 1);
            if u128::from(value) != before + u128::from(saltus) {
                // What was verified before is below 2^64.
                let before = u64::try_from(before).unwrap_or(u64::MAX);
                return Err(Refusal::Differs { heap: earlier, value: before, period, saltus, later: value });
            }
        }
        Ok(())
    }

    /// The value of a heap that is kept.
    fn value(&self, heap: u64) -> u64 {
        u64::from(self.values.get(Self::place(&self.kept, heap)))
    }

    fn place(kept: &std::ops::Range<u64>, heap: u64) -> usize {
        // Fewer than there is memory for.
        usize::try_from(heap - kept.start).unwrap_or(usize::MAX)
    }

    fn finish(self) -> Result<(), Refusal> {
        let Progression { period, preperiod, .. } = self.claim;
        if let Some(&(smaller, _)) = self.divisors.first() {
            return Err(Refusal::PeriodNotLeast { claimed: period, smaller });
        }
        if self.repeats_before {
            return Err(Refusal::PreperiodNotLeast { claimed: preperiod });
        }
        Ok(())
    }
}
