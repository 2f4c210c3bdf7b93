//! Proofs of arithmetic periodicity of the rules `allbut{…}` by two equal states.
//!
//! A move takes any positive number of tokens that is not in the finite set F, and m = max F. Let M(n) be the mex of
//! g(0), …, g(n-m-1), with M(n) = 0 if n <= m. All these heaps are options of n.
//!
//! **Lemma.** For each n, {g(0), …, g(n)} is {0, …, v} for some v. *Proof*. g(n) is the mex of some of the values
//! before it, so it is one of them or the next number. ∎ So the values below heap n-m are exactly 0, …, M(n) - 1, and
//! M(n+1) is M(n) + 1 if g(n-m) = M(n), and otherwise M(n).
//!
//! The *state* of n is the tuple of max(g(n-j) - M(n), -1) for j = m, …, 1, with -1 where j > n.
//!
//! **Theorem** (folklore; the states are ours). If the states of n1 and n1 + p are equal, then g(n+p) - g(n) is the
//! same for all n >= n1. (So it is the saltus if it equals the saltus at the larger of n1 and the preperiod.)
//!
//! *Proof*. The other options of n are n-j with 1 <= j <= m, j not in F, j <= n. Those of a value below M(n) add
//! nothing to 0, …, M(n) - 1. So g(n) - M(n) is the least number >= 0 that is not an entry of the state at such a j,
//! which is a function of the state. The same holds for d = M(n+1) - M(n), which is 1 if the entry of j = m is 0, and
//! otherwise 0. It also holds for the next state: its entry of j + 1 is max(e - d, -1), where e is the entry of j, as
//! e = -1 stands for all numbers below 0; its entry of 1 is g(n) - M(n) - d. So all these are the same at n and n + p
//! for n >= n1, and g(n+p) - g(n) = M(n+p) - M(n) is constant. ∎ (No nim-sum occurs, so the saltus can be any number.)

use crate::{Meter, Plain, Progression, Refusal, Rule, Verdict, plain, size};

/// Verifies a claim about `allbut` of numbers up to `largest`; the first state is that of heap `from`.
pub(crate) fn verify(rule: &Rule, largest: usize, claim: Progression, from: u64, meter: &mut Meter<'_>) -> Verdict {
    let from = size(from);
    // Up to the heap of the second state, and to one period beyond the preperiod.
    let heaps = from.max(claim.preperiod) as u128 + claim.period as u128 + 1;
    meter.cost = Some(plain::cost(rule, claim, heaps));
    meter.allow(heaps)?;
    let values = Plain::new(rule, heaps, meter)?.verify(claim, meter)?;
    let state = |n: usize| {
        let (values, before) = (&values, &values[..n.saturating_sub(largest)]);
        let rise = before.iter().max().map_or(0, |most| most + 1);
        // `None` stands for -1.
        move |back| values[n.checked_sub(back)?].checked_sub(rise)
    };
    let (first, second) = (state(from), state(from + claim.period));
    match (1..=largest.min(from + claim.period)).find(|&back| first(back) != second(back)) {
        Some(back) => Err(Refusal::StatesDiffer { from: from as u64, back: back as u64 }),
        None => Ok(()),
    }
}
