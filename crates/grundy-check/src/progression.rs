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
        let Self { period, preperiod, saltus } = self;
        let (first, kept) = (preperiod.saturating_sub(1), self.kept_to(kept));
        let mut values = Cells::with_room(u128::from(kept - first), meter)?;
        // Fewer are kept than there is memory for.
        let at = |values: &Cells, heap| u64::from(values.get(usize::try_from(heap - first).unwrap_or(usize::MAX)));
        let primes = prime_divisors(period).into_iter().filter(|prime| saltus.is_multiple_of(*prime));
        let mut divisors: Vec<_> = primes.map(|prime| (period / prime, saltus / prime)).collect();
        let mut repeats_before = false;
        for heap in 0..heaps {
            let value = source.next(meter)?;
            if (first..kept).contains(&heap) {
                values.push(value, meter)?;
            }
            divisors.retain(|&(divisor, saltus)| {
                let earlier = heap.checked_sub(divisor).filter(|heap| (preperiod..kept).contains(heap));
                earlier.is_none_or(|earlier| value.checked_sub(saltus) == Some(at(&values, earlier)))
            });
            let Some(earlier) = heap.checked_sub(period).filter(|&earlier| earlier >= first) else { continue };
            if earlier < preperiod {
                repeats_before = value.checked_sub(saltus) == Some(at(&values, earlier));
                continue;
            }
            let (turns, offset) = ((earlier - preperiod) / period, (earlier - preperiod) % period);
            if preperiod + offset < kept {
                let before = u128::from(at(&values, preperiod + offset)) + u128::from(saltus) * u128::from(turns);
                if u128::from(value) != before + u128::from(saltus) {
                    // It has been verified to be the value of the earlier heap.
                    let before = u64::try_from(before).unwrap_or(u64::MAX);
                    return Err(Refusal::Differs { heap: earlier, value: before, period, saltus, later: value });
                }
            }
        }
        if let Some(&(smaller, _)) = divisors.first() {
            return Err(Refusal::PeriodNotLeast { claimed: period, smaller });
        }
        if repeats_before { Err(Refusal::PreperiodNotLeast { claimed: preperiod }) } else { Ok(()) }
    }

    /// How many bytes that keeps, if the values are below 256.
    pub(crate) fn memory(self, kept: u64) -> u128 {
        u128::from(self.kept_to(kept) - self.preperiod.saturating_sub(1))
    }

    fn kept_to(self, kept: u64) -> u64 {
        kept.min(self.preperiod.saturating_add(self.period)).max(self.preperiod)
    }
}
