//! Arithmetic periodicity of the rules `allbut{…}`, proved by two equal states.
//!
//! A move takes any positive number of tokens that is not in the finite set F, and m = max F. Let M(n) be the mex of
//! g(0), …, g(n-m-1), with M(n) = 0 if n <= m. All these heaps are options of n.
//!
//! **Lemma.** {g(0), …, g(n)} is {0, …, v} for some v, for each n. *Proof*. g(n) is the mex of some of the values before
//! it, so it is one of them or the next number. ∎ So the values below heap n-m are exactly 0, …, M(n) - 1, and
//! g(n-m) <= M(n) for n >= m.
//!
//! The *state* of n is the tuple of max(g(n-j) - M(n), -1) for j = m, …, 1, with -1 where j > n.
//!
//! **Theorem** (folklore; the states ours). If the states of n1 and n1 + p are equal, and s = M(n1+p) - M(n1), then
//! g(n+p) = g(n) + s for all n >= n1.
//!
//! *Proof*. The other options of n are n-j with 1 <= j <= m, j not in F, j <= n. Those of a value below M(n) add
//! nothing to 0, …, M(n) - 1, so that g(n) - M(n) is the least number >= 0 that does not stand in the state at such a j:
//! a function of the state. So is the next state. M(n+1) is the mex of g(0), …, g(n-m), so by the lemma it is M(n) + 1 if
//! g(n-m) = M(n), that is if the entry of j = m is 0, and otherwise M(n). With d = M(n+1) - M(n) the entry of j + 1
//! in the next state is the entry e of j less d, or -1 if that is less, as e = -1 stands for numbers below 0 and
//! d >= 0; and the entry of 1 is g(n) - M(n) - d. So from n1 and n1 + p on, the states, g(n) - M(n) and M(n+1) - M(n) are the
//! same, and M(n+p) - M(n) stays s. ∎
//!
//! A state takes the least number and no nim-sum, so that s can be any number. It is at least 1: M grows for ever, as
//! the values do, since a heap that large has more options than one value below any bound.

use crate::check::Method;
use crate::meter::Meter;
use crate::mex::Mex;
use crate::number_set::NumberSet;
use crate::progression::{Progression, Source};
use crate::{Cost, Refusal};

/// A claim that is to be proved by two equal states.
pub(crate) struct States<'a> {
    pub(crate) forbidden: &'a NumberSet,
    pub(crate) claim: Progression,
    pub(crate) from: u64,
}

impl Method for States<'_> {
    fn cost(&self) -> Result<Cost, Refusal> {
        let (heaps, back) = (self.heaps(), self.back());
        let memory = 8 * (heaps + back) + self.claim.memory(u64::MAX);
        Ok(Cost { heaps, memory, steps: Some(heaps.saturating_mul(back + 2)) })
    }

    fn verify(&self, meter: &mut Meter<'_>) -> Result<(), Refusal> {
        let heaps = self.heaps();
        meter.allow(heaps.saturating_mul(self.back() + 2))?;
        meter.expect(heaps)?;
        let mut source = AllBut::new(self.forbidden, heaps, meter)?;
        let most = u64::try_from(heaps).unwrap_or(u64::MAX);
        self.claim.verify(&mut source, most, most, meter)?;

        // Both are below the number of heaps, whose values there is memory for.
        let at = |heap: u64| usize::try_from(heap).unwrap_or(usize::MAX);
        let (n1, n2) = (at(self.from), at(self.from + self.claim.period));
        let (first, second) = (source.rises_to(n1), source.rises_to(n2));
        for back in 1..=source.largest.min(n2) {
            if source.entry(n1, first, back) != source.entry(n2, second, back) {
                return Err(Refusal::StatesDiffer { from: self.from, back: back as u64 });
            }
        }
        let found = (second - first) as u64;
        if found != self.claim.saltus {
            return Err(Refusal::Saltus { claimed: self.claim.saltus, found });
        }
        Ok(())
    }
}

impl States<'_> {
    /// To the second state, and a period beyond the preperiod.
    fn heaps(&self) -> u128 {
        u128::from(self.from.max(self.claim.preperiod)) + u128::from(self.claim.period)
    }

    /// How many entries of a state can be above -1.
    fn back(&self) -> u128 {
        u128::from(self.forbidden.largest()).min(self.heaps())
    }
}

/// The values, heap by heap.
struct AllBut {
    /// The numbers up to the largest forbidden one and the number of heaps that may be taken.
    takes: Vec<usize>,
    /// The largest forbidden number.
    largest: usize,
    values: Vec<usize>,
    /// M of the next heap.
    rise: usize,
    offsets: Mex,
}

impl AllBut {
    fn new(forbidden: &NumberSet, heaps: u128, meter: &mut Meter<'_>) -> Result<Self, Refusal> {
        let values: Vec<usize> = meter.room(heaps)?;
        let largest = usize::try_from(forbidden.largest()).unwrap_or(usize::MAX);
        let back = largest.min(values.capacity());
        let mut takes = meter.room(back as u128)?;
        for take in 1..=back {
            meter.spend(forbidden.ranges.len())?;
            if !forbidden.contains(take as u64) {
                takes.push(take);
            }
        }
        Ok(Self { takes, largest, values, rise: 0, offsets: Mex::default() })
    }

    /// M(n), by its definition.
    fn rises_to(&self, n: usize) -> usize {
        let mut before = Mex::default();
        self.values[..n.saturating_sub(self.largest)].iter().for_each(|&value| before.add(value));
        before.mex()
    }

    /// An entry of the state of n, M(n) being `rise`; None is -1.
    fn entry(&self, n: usize, rise: usize, back: usize) -> Option<usize> {
        self.values[n.checked_sub(back)?].checked_sub(rise)
    }
}

impl Source for AllBut {
    fn next(&mut self, meter: &mut Meter<'_>) -> Result<u64, Refusal> {
        let n = self.values.len();
        // One more heap than for n - 1 lies before n - m.
        if n.checked_sub(self.largest).is_some_and(|end| end > 0 && self.values[end - 1] == self.rise) {
            self.rise += 1;
        }
        self.offsets.clear();
        for &take in self.takes.iter().take_while(|&&take| take <= n) {
            if let Some(offset) = self.values[n - take].checked_sub(self.rise) {
                self.offsets.add(offset);
            }
        }
        let value = self.rise + self.offsets.mex();
        self.values.push(value);
        meter.heap(self.takes.len() + 1)?;
        Ok(value as u64)
    }
}
