//! The primes in order, as many as are asked for.

use std::sync::{Arc, Mutex, PoisonError};

/// A table of primes that grows by sieving twice as far.
#[derive(Debug, Default)]
pub(crate) struct Primes(Mutex<Table>);

#[derive(Clone, Debug, Default)]
struct Table {
    primes: Arc<[u64]>,
    /// Every prime below this is in the table.
    below: usize,
}

/// Where the first sieve ends; any number would do.
const FIRST: usize = 1 << 10;

impl Primes {
    /// Calls `each` with the primes up to `most` in order, until it answers `false`. Time O(most log log most) once, then
    /// O(1) a prime; no more is sieved than `each` asks to see, within a factor of two.
    pub(crate) fn for_each_up_to(&self, most: u64, mut each: impl FnMut(u64) -> bool) {
        let mut next = 0;
        let mut below = 0;
        loop {
            let table = self.beyond(below);
            while let Some(&prime) = table.primes.get(next) {
                if prime > most || !each(prime) {
                    return;
                }
                next += 1;
            }
            below = table.below;
            if below as u64 > most {
                return;
            }
        }
    }

    /// A table that reaches further than `below`. The lock is held while it is made, never while others use it.
    fn beyond(&self, below: usize) -> Table {
        let mut table = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if table.below <= below {
            let below = table.below.saturating_mul(2).max(FIRST);
            *table = Table { primes: sieve(below).into(), below };
        }
        table.clone()
    }
}

/// The primes below a bound, by the sieve of Eratosthenes.
fn sieve(below: usize) -> Vec<u64> {
    let mut composite = vec![false; below];
    let mut primes = Vec::new();
    for n in 2..below {
        if !composite[n] {
            primes.push(n as u64);
            composite.iter_mut().skip(n.saturating_mul(n)).step_by(n).for_each(|c| *c = true);
        }
    }
    primes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn primes_are_those_without_a_smaller_divisor() {
        let mut found = Vec::new();
        Primes::default().for_each_up_to(5000, |p| {
            found.push(p);
            true
        });
        let want: Vec<u64> = (2..=5000).filter(|n| (2..*n).take_while(|d| d * d <= *n).all(|d| n % d != 0)).collect();
        assert_eq!(found, want);
    }

    #[test]
    fn a_visitor_that_has_enough_is_not_made_to_wait() {
        let mut first = None;
        Primes::default().for_each_up_to(u64::MAX, |p| {
            first = Some(p);
            false
        });
        assert_eq!(first, Some(2));
    }
}
