//! A claim about the values, verified heap by heap.
//!
//! The claim is g(n+p) = g(n) + s for all n >= n0, with a saltus s that is 0 for periodic values. A method computes
//! values up to some heap and proves that what holds so far holds forever. This module verifies, for every method in
//! the same way, that the claim holds so far, and that p and n0 are least.
//!
//! *p is least.* Let g(n+p) = g(n) + s and g(n+q) = g(n) + t from some heap on, p > q. Then g(n+(p-q)) = g(n) + (s-t)
//! from some heap on. So, as in Euclid's algorithm, the least p divides all others. If p is not least, then for some
//! prime q the number d = p/q is a period too, with the saltus s/q; and it is one from n0 on, since n can be raised by
//! multiples of p. So p is least if for each prime q that divides it either q does not divide s, or g(n+d) = g(n) + s/q
//! fails for some n >= n0.
//!
//! *n0 is least* if the equation fails for n0 - 1.

use std::ops::Range;

use crate::{Cells, Meter, Refusal, Verdict};

/// A claim: g(n + period) = g(n) + saltus for all n >= preperiod, both least.
#[derive(Clone, Copy)]
pub(crate) struct Progression {
    pub(crate) period: usize,
    pub(crate) preperiod: usize,
    pub(crate) saltus: usize,
}

impl Progression {
    /// Verifies the claim for the heaps below `heaps`, which is at least preperiod + period, and that the period and
    /// the preperiod are least. `next` returns the values of the heaps in turn.
    ///
    /// Values are stored from the preperiod to the heap `kept`, but at most for one period. This determines whether the
    /// period is least if a whole period is stored, or if it is known that every p/q with g(n + p/q) = g(n) + s/q for
    /// preperiod <= n < `kept` is a period.
    pub(crate) fn verify(
        self,
        heaps: usize,
        kept: usize,
        meter: &mut Meter<'_>,
        mut next: impl FnMut(&mut Meter<'_>) -> Verdict<usize>,
    ) -> Verdict {
        let Self { period, preperiod, saltus } = self;
        let kept = self.kept(kept);
        let mut values = Cells::Narrow(meter.room(kept.len() as u128)?);
        // Equations that must fail: g(n + distance) = g(n) + rise for all n in the range.
        let primes = prime_divisors(period).into_iter().filter(|&prime| saltus.is_multiple_of(prime));
        let mut doubts: Vec<_> = primes.map(|prime| (period / prime, saltus / prime, preperiod..kept.end)).collect();
        doubts.extend((preperiod > 0).then_some((period, saltus, kept.start..preperiod)));
        for heap in 0..heaps {
            let value = next(meter)?;
            if kept.contains(&heap) {
                values.push(value, meter)?;
            }
            let rises = |n: usize, rise| value.checked_sub(rise) == Some(values.get(n - kept.start));
            doubts.retain(|(distance, rise, of)| {
                heap.checked_sub(*distance).is_none_or(|n| !of.contains(&n) || rises(n, *rise))
            });
            let Some(past) = heap.checked_sub(preperiod + period) else { continue };
            // All earlier periods have been verified.
            let (turns, n) = (past / period, preperiod + past % period);
            if n < kept.end && !rises(n, saltus * (turns + 1)) {
                let before = values.get(n - kept.start) + saltus * turns;
                let [heap, value, period, saltus, later] =
                    [heap - period, before, period, saltus, value].map(|number| number as u64);
                return Err(Refusal::Differs { heap, value, period, saltus, later });
            }
        }
        match doubts.first() {
            None => Ok(()),
            Some(&(distance, ..)) if distance < period => {
                Err(Refusal::PeriodNotLeast { claimed: period as u64, smaller: distance as u64 })
            }
            Some(_) => Err(Refusal::PreperiodNotLeast { claimed: preperiod as u64 }),
        }
    }

    /// The heaps whose values are stored: those below `to`, starting with the one before the preperiod, for one period.
    pub(crate) fn kept(self, to: usize) -> Range<usize> {
        let end = to.min(self.preperiod.saturating_add(self.period)).max(self.preperiod);
        self.preperiod.saturating_sub(1)..end
    }
}

/// The prime divisors of `n` in ascending order. Trial division in O(√n) time.
fn prime_divisors(mut n: usize) -> Vec<usize> {
    let (mut primes, mut divisor) = (Vec::new(), 2);
    while divisor <= n / divisor {
        if n.is_multiple_of(divisor) {
            primes.push(divisor);
            n /= divisor;
        } else {
            divisor += 1;
        }
    }
    primes.extend((n > 1).then_some(n));
    primes.dedup();
    primes
}
