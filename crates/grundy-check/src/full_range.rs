//! Proofs of ultimate periodicity over the full range that the theorem on periods requires.
//!
//! **Theorem** (Guy & Smith 1956; Siegel, *Combinatorial Game Theory*, IV.2). Let d_k be the last nonzero digit of a
//! take-and-break code (d_0 counts; let k = 0 if all are 0), and let s be the largest number of heaps that a move can
//! leave, at least 1. Let p >= 1, n0 >= 0 and m = max(n0, 1).
//! If g(n+p) = g(n) for n0 <= n < s·m + (s-1)·p + k, then g(n+p) = g(n) for all n >= n0.
//!
//! *Proof*, by induction. Let n >= s·m + (s-1)·p + k, and let the equation hold for all heaps from n0 to n-1.
//! - A move from n+p takes i <= k and leaves at most s heaps, with a total of n+p-i >= s·(m+p) > 0. So the largest, a,
//!   is at least m+p, and a-p >= m is neither empty nor below n0. It is below n, since a < n+p: either i > 0, or the
//!   heap was split. So g(a-p) = g(a), and replacing a by a-p gives a move from n to equally many heaps of the same
//!   value.
//! - A move from n leaves at most s heaps, with a total of n-i >= s·m > 0. The largest, b, is at least m and below n.
//!   So g(b+p) = g(b), and replacing b by b+p gives a move from n+p to equally many heaps of the same value.
//!
//! So n+p and n have options of the same values, and the same mex. ∎
//!
//! With m = n0 = 0 the heap a-p might be empty, and a digit distinguishes empty heaps from others. The theorem is then
//! false: `0.2`, `0.8`, `4.00`, `0.004` are counterexamples.
//!
//! **Subtraction sets.** For a finite set S, if g(n+p) = g(n) for n0 <= n < n0 + max S, then for all n >= n0: beyond
//! that range n-t >= n0 for every t in S, so by induction g(n+p-t) = g(n-t), and these are all options of both heaps.
//!
//! **Grundy's game** (k = 0, s = 2, and the two heaps differ). If g(n+p) = g(n) for n0 <= n < 2m + 2p, then for all
//! n >= n0. For n >= 2m + 2p the proof holds except for a-p = b < a, which would leave equal heaps. Then n = 2b, where
//! b >= m+p, and the option of n+p has the value g(b+p) xor g(b) = 0. That is also the value of the option b+p, b-p of
//! n, where b-p >= m and b+p < n: g(b+p) = g(b) = g(b-p). In the other direction the larger heap grows, so the heaps
//! differ.

use crate::{Class, Cost, Meter, Moves, Plain, Progression, Refusal, Rule, Sight, Sparse, Verdict, plain};

/// Verifies the claim with values by the plain definition if there is no class, otherwise by a sparse pass.
pub(crate) fn verify(rule: &Rule, claim: Progression, class: Option<Class>, meter: &mut Meter<'_>) -> Verdict {
    let heaps = heaps(rule, claim);
    let Some(class) = class else {
        meter.cost = Some(plain::cost(rule, claim, heaps));
        return Plain::new(rule, heaps, meter)?.verify(claim, meter).map(drop);
    };
    let Moves::TakeAndBreak(code) = &rule.0 else {
        return Err(Refusal::Class { reason: "no move of the rule leaves two heaps" });
    };
    class.fits(code)?;
    meter.cost = Some(Cost { heaps, memory: heaps + claim.kept(usize::MAX).len() as u128, steps: None });
    let heaps = meter.expect(heaps)?;
    let mut sparse = Sparse::new(code, class, Sight { whole: heaps, small: heaps, window: 0 }, meter)?;
    claim.verify(heaps, heaps, meter, |meter| sparse.next(meter))
}

/// The number of heaps needed: one period more than the range of the theorem. Below 2^73.
fn heaps(rule: &Rule, claim: Progression) -> u128 {
    let [n0, p] = [claim.preperiod, claim.period].map(|number| number as u128);
    p + match &rule.0 {
        Moves::TakeAndBreak(code) if code.unequal => 2 * n0.max(1) + 2 * p,
        Moves::TakeAndBreak(code) => {
            let s = code.most_heaps_left() as u128;
            s * n0.max(1) + (s - 1) * p + code.last_digit() as u128
        }
        Moves::Subtraction(takes) | Moves::AllBut(takes) => n0 + takes.largest as u128,
    }
}
