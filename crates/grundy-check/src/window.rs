//! Ultimate periodicity, proved by two equal windows.
//!
//! **Theorem** (ours). Let the moves of a rule leave at most two heaps, let k be the index of its last digit (0 for
//! Grundy's game), and let a class fit the rule (see `class`). Let W > k + 1, n1 >= 2W and p >= 1, and p even if the
//! class has a parity. Let an option be *in sight* if it is one heap, or a pair of which one is below W - k. If
//!
//! 1. every rare heap below n1 + p is below W - k;
//! 2. for n1 <= n < n1 + p, every value x < g(n) that is rare at n is that of an option of n in sight;
//! 3. g(n) = g(n+p) for n1 - W <= n < n1;
//!
//! then g(n+p) = g(n) for all n >= n1 - W.
//!
//! *Proof*. For n >= n1 let D(n) be the set of the values of the options in sight. A move takes i <= k tokens, and no
//! n > k is taken whole. So one heap is n-i >= n-k with i >= 1, and in a pair a < W - k and b = n-i-a > n-W. These
//! n-i and b are among the last W heaps before n, and at least n1 - W >= W; thus b > a, as Grundy's game asks. The
//! heaps a are the same for every n. So D(n) is a function of the last W values before n.
//!
//! (i) *Let every rare heap below n be below W - k, n >= n1. Then the values of options that are common at n are in
//! D(n)*: by the lemma one heap of such a pair is rare, so it is below W - k.
//!
//! (ii) *For n1 <= n < n1 + p we have g(n) = mex D(n)*: g(n) is no option's value; every x < g(n) is one, and is in
//! D(n) by (i) if it is common at n and by condition 2 if it is rare.
//!
//! (iii) *For all n >= n1: g(n) = mex D(n), and n is common; for all n >= n1 + p, g(n) = g(n-p).* By induction. Where
//! n < n1 + p it is (ii) and condition 1, as n >= W - k. Let n >= n1 + p and n' = n-p. The last W values before n and
//! before n' are equal, by condition 3 where the heap before n' is below n1, by induction where it is not. Therefore
//! D(n) = D(n'), whose mex is y = g(n'). Every x < y is the value of an option of n. y is not in D(n), and is common at
//! n', so also at n, since p is even if the class has a parity. By (i), as all heaps from n1 to n-1 are common, y would
//! be in D(n) if it were the value of any option. So g(n) = y = g(n-p), and n is common. ∎
//!
//! Before n1 nothing is asked of witnesses, but wrong values must not be computed: of the first heaps, 2W or the lesser
//! of n1 and 2^24 if that is more, the pass keeps all and looks at all pairs; from then on it keeps only the window,
//! and refuses to go on where condition 2 does not hold.
//!
//! The claim follows if g(n+p) = g(n) for n0 <= n < n1, n0 <= n1 - W, which implies condition 3. That the period is
//! least: if g(n+d) = g(n) for the heaps n of the first window, d a divisor of p, then d meets the conditions too, and
//! is a period (it is even if the class has a parity, since two common heaps of equal value have the same parity then).

use crate::{Class, Code, Cost, Meter, Progression, Refusal, Sight, Sparse, Verdict, size};

/// So many heaps are kept whole if there are so many before the windows: a window need not be good for them.
const WHOLE: usize = 1 << 24;

pub(crate) fn verify(code: &Code, claim: Progression, class: Class, sizes: [u64; 2], meter: &mut Meter<'_>) -> Verdict {
    class.fits(code)?;
    let ([window, from], k) = (sizes.map(size), code.last_digit());
    let parity_stays = class.parity.is_none() || claim.period.is_multiple_of(2);
    for (holds, reason) in [
        (window > k + 1, "it should be larger than the index of the last digit and 1"),
        (from / 2 >= window, "`from` should be at least twice as large"),
        (from.checked_sub(window) >= Some(claim.preperiod), "it should not begin before the preperiod"),
        (parity_stays, "for a class with a parity the period should be even"),
    ] {
        if !holds {
            return Err(Refusal::Window { reason });
        }
    }
    let sight = Sight { whole: from.min(WHOLE).max(2 * window), small: window - k, window };
    let heaps = from as u128 + claim.period as u128;
    let memory = sight.whole as u128 + 2 * window as u128 + claim.kept(from).len() as u128;
    meter.cost = Some(Cost { heaps, memory, steps: None });
    let heaps = meter.expect(heaps)?;
    let mut sparse = Sparse::new(code, class, sight, meter)?;
    claim.verify(heaps, from, meter, |meter| sparse.next(meter))
}
