//! Proofs of ultimate periodicity by two equal windows.
//!
//! **Theorem** (ours). Let the moves of a rule leave at most two heaps, let k be the index of its last digit (0 for
//! Grundy's game), and let a class fit the rule (see `class`). Let W > k + 1, n1 >= 2W and p >= 1, and let p be even if
//! the class has a parity. Let an option be *in sight* if it is one heap, or a pair with one heap below W - k. If
//!
//! 1. every rare heap below n1 + p is below W - k;
//! 2. for n1 <= n < n1 + p, every value x < g(n) that is rare at n is the value of an option of n in sight;
//! 3. g(n) = g(n+p) for n1 - W <= n < n1;
//!
//! then g(n+p) = g(n) for all n >= n1 - W.
//!
//! *Proof*. For n >= n1 let D(n) be the set of the values of the options in sight. A move takes i <= k tokens, and no
//! n > k is taken completely. A single heap is therefore n-i >= n-k with i >= 1, and in a pair a < W - k and b =
//! n-i-a > n-W. These n-i and b are among the last W heaps before n, and are at least n1 - W >= W; thus b > a, as
//! Grundy's game requires. The heaps a are the same for every n. So D(n) is a function of the last W values before n.
//!
//! (i) *Let n >= n1 and let every rare heap below n be below W - k. Then the values of options that are common at n are
//! in D(n)*: by the lemma one heap of such a pair is rare, so it is below W - k.
//!
//! (ii) *For n1 <= n < n1 + p we have g(n) = mex D(n)*: g(n) is not the value of an option; every x < g(n) is, and is
//! in D(n) by (i) if it is common at n and by condition 2 if it is rare.
//!
//! (iii) *For all n >= n1: g(n) = mex D(n), and n is common; for all n >= n1 + p, g(n) = g(n-p).* By induction. For n <
//! n1 + p this is (ii) and condition 1, as n >= W - k. Let n >= n1 + p and n' = n-p. The last W values before n and
//! before n' are equal: by condition 3 where the heap before n' is below n1, and by induction elsewhere. Therefore
//! D(n) = D(n'), whose mex is y = g(n'). Every x < y is the value of an option of n. The value y is not in D(n). It is
//! common at n' and therefore also at n, since p is even if the class has a parity. By (i), as all heaps from n1 to n-1
//! are common, y would be in D(n) if it were the value of any option. So g(n) = y = g(n-p), and n is common. ∎
//!
//! Before n1 no witnesses are required, but no wrong values must be computed. For the first heaps (2W, or the smaller
//! of n1 and 2^24 if that is more) the pass stores all values and examines all pairs. From then on it stores only the
//! window, and it refuses to continue if condition 2 does not hold.
//!
//! The claim follows if g(n+p) = g(n) for n0 <= n < n1, where n0 <= n1 - W; this implies condition 3. The first window
//! decides whether the period is least: if g(n+d) = g(n) for its heaps n, where d divides p, then d also satisfies the
//! conditions and is a period (it is even if the class has a parity, since two common heaps of equal value then have
//! the same parity).

use crate::{Class, Code, Cost, Meter, Progression, Refusal, Sight, Sparse, Verdict, size};

/// This many heaps are stored completely if there are as many before the windows; a window does not have to suit them.
const WHOLE: usize = 1 << 24;

pub(crate) fn verify(code: &Code, claim: Progression, class: Class, sizes: [u64; 2], meter: &mut Meter<'_>) -> Verdict {
    class.fits(code)?;
    let ([window, from], k) = (sizes.map(size), code.last_digit());
    let parity_stays = class.parity.is_none() || claim.period.is_multiple_of(2);
    for (holds, reason) in [
        (window > k + 1, "it must be larger than the index of the last digit plus 1"),
        (from / 2 >= window, "`from` must be at least twice the window"),
        (from.checked_sub(window) >= Some(claim.preperiod), "it must not begin before the preperiod"),
        (parity_stays, "the period must be even for a class with a parity"),
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
