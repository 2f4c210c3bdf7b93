//! Ultimate periodicity, proved by two equal windows.
//!
//! **Theorem** (ours). Let the moves of a rule leave at most two heaps, let k be the index of its last digit (0 for
//! Grundy's game), and let a class fit the rule (see `class`). Let W > k + 1, n1 >= 2W and p >= 1, and p even if the
//! class has a parity. Suppose that
//!
//! 1. every rare heap below n1 + p is below W - k;
//! 2. for n1 <= n < n1 + p, every value x < g(n) that is rare at n is the value of an option of n that is one heap, or
//!    that is a pair of heaps of which one is below W - k;
//! 3. g(n) = g(n+p) for n1 - W <= n < n1.
//!
//! Then g(n+p) = g(n) for all n >= n1 - W.
//!
//! *Proof*. For n >= n1 let D(n) be the set of the values of those options of n that are one heap, or a pair a, b with
//! 1 <= a < W - k. A move takes i <= k tokens, so that an option that is one heap is n-i >= n-k, where i >= 1, and
//! for a pair b = n-i-a > n-W. So these heaps lie among the last W before n, and are at least n1 - W >= W, hence not
//! empty, and b > a, so that the rule of Grundy's game allows all these pairs. The heaps a are the same for every n. So
//! D(n) is a function of the last W values before n and of nothing else. (No move from n >= n1 leaves no heap: it would
//! take n > k tokens.)
//!
//! (i) *Let every rare heap below n be below W - k, n >= n1. Then all options of n that are common at n have their values
//! in D(n)*: by the lemma one of the two heaps of such a pair is rare, and that is a heap a < W - k.
//!
//! (ii) *For n1 <= n < n1 + p we have g(n) = mex D(n)*: g(n) is not in D(n), being no option's value; every x < g(n) is
//! the value of an option, and is in D(n) by (i) if it is common at n and by condition 2 if it is rare.
//!
//! (iii) *For all n >= n1: g(n) = mex D(n), and n is common; for all n >= n1 + p, g(n) = g(n-p).* By induction. For
//! n < n1 + p it is (ii) and condition 1, as n >= W - k. Let n >= n1 + p and n' = n-p >= n1. The last W values before
//! n and before n' are equal, by condition 3 where the heap before n' is below n1, by induction where it is not. So
//! D(n) = D(n'), whose mex is y = g(n'). Every x < y is in D(n), so it is the value of an option of n. y itself is not in
//! D(n). It is common at n', so also at n, since p is even if the class goes by the parity of n. By (i), which may be used
//! as all heaps from n1 to n-1 are common by induction, y would be in D(n) if it were the value of any option of n. So
//! g(n) = y = g(n-p), and n is common. ∎
//!
//! Before n1 nothing is asked of witnesses, but without those values there would be none later. Of the first heaps, 2W or
//! the lesser of n1 and 2^24 if that is more, the pass keeps all and looks at all pairs. From then on it keeps only the
//! window, so its values are right only as long as condition 2 holds, and it refuses to go on where not.
//!
//! The claim follows if g(n+p) = g(n) for n0 <= n < n1, n0 <= n1 - W, which is compared as the values come, and which
//! implies condition 3. That the period is least: if g(n+d) = g(n) for the heaps n of the first window, d a divisor
//! of p, then d meets the conditions too (it is even if the class has a parity, since two common heaps of equal
//! value have the same parity then), so that d is a period.

use crate::check::Method;
use crate::code::Code;
use crate::meter::Meter;
use crate::progression::Progression;
use crate::sparse::{Sight, Sparse};
use crate::{Class, Cost, Refusal};

/// So many heaps are kept whole if there are so many before the windows: a window need not be good for them.
const WHOLE: u128 = 1 << 24;

/// A claim that is to be proved by two equal windows.
pub(crate) struct Window<'a> {
    pub(crate) code: &'a Code,
    pub(crate) claim: Progression,
    pub(crate) class: Class,
    pub(crate) window: u64,
    pub(crate) from: u64,
}

impl Method for Window<'_> {
    fn cost(&self) -> Result<Cost, Refusal> {
        self.class.fits(self.code)?;
        let memory = self.sight()?.room() + self.claim.memory(self.from);
        Ok(Cost { heaps: self.heaps(), memory, steps: None })
    }

    fn verify(&self, meter: &mut Meter<'_>) -> Result<(), Refusal> {
        let mut sparse = Sparse::new(self.code, self.class, self.sight()?, self.heaps(), meter)?;
        // Below the limit of the steps, which is of 64 bits.
        let heaps = u64::try_from(self.heaps()).unwrap_or(u64::MAX);
        self.claim.verify(&mut sparse, heaps, self.from, meter)
    }
}

impl Window<'_> {
    fn heaps(&self) -> u128 {
        u128::from(self.from) + u128::from(self.claim.period)
    }

    /// What the pass has to see, if the conditions on the numbers hold.
    fn sight(&self) -> Result<Sight, Refusal> {
        let refuse = |reason| Err(Refusal::Window { reason });
        let (from, window, k) = (u128::from(self.from), u128::from(self.window), self.code.last_digit() as u128);
        if window <= k + 1 {
            return refuse("it should be larger than the index of the last digit and 1");
        }
        if from < 2 * window {
            return refuse("`from` should be at least twice as large");
        }
        if from < window + u128::from(self.claim.preperiod) {
            return refuse("it should not begin before the preperiod");
        }
        if self.class.parity.is_some() && !self.claim.period.is_multiple_of(2) {
            return refuse("for a class with a parity the period should be even");
        }
        // What does not fit is more than there is memory for.
        let fit = |heaps: u128| usize::try_from(heaps).unwrap_or(usize::MAX);
        let whole = from.min(WHOLE).max(2 * window);
        Ok(Sight { whole: fit(whole), small: fit(window - k), window: fit(window) })
    }
}
