//! Proofs of arithmetic periodicity of codes with moves that leave three heaps.
//!
//! Let s be a power of two, p, n0 >= 1, and let f be given below n0 + p and continued by f(n+p) = f(n) + s for n >= n0.
//! When is f = g? Let Q(n) = f(n) div s. A missing heap is heap 0, with f = Q = 0. (A claim with an odd p is replaced
//! by 2p and 2s, which proves more.)
//!
//! **A.** *No option of n has the value f(n).* Let a move from n take i and leave three heaps, at least one of which is
//! at least n0. Subtract periods from n and from the heaps that are at least n0 until they are below n0 + p; let r and
//! a, b, c be the results, a >= n0. Each period subtracted reduces Q by 1, so n - i is the sum of the heaps exactly if
//! their numbers Q have the sum Q(n) + d, with d = Q(a) + Q(b) + Q(c) - Q(r) - (i + a + b + c - r)/p. If the option has
//! the value f(n), then f(a) xor f(b) xor f(c) xor f(r) is divisible by s, and the xor of the three numbers is Q(n).
//! Their sum is their xor plus twice their majority, the number made of the bits that at least two of them have. So d/2
//! is their majority. The condition is that this is impossible for all i and a, b, c, where r follows from r = i + a +
//! b + c (mod p): the xor is not divisible, or d is odd or negative, or b, c < n0 and d/2 lacks a bit that Q(b) and
//! Q(c) share, or has a bit that neither has. Options without a heap from n0 on have n <= k + 3(n0 - 1), where k is the
//! index of the last digit.
//!
//! **B.** *Every smaller value is the value of an option.* Let T = s·(H + 3), where H is the largest of Q(0), …, Q(n0 +
//! p - 1), so that f(x) >= T - 2s only if x >= n0. An option of n of the value v with the heaps x, b, c, some of which
//! may be missing, is *good* if f(x) >= T and Q(b) = Q(c), so that v >= T, or if f(x) < T and b = c >= 1, so that v =
//! f(x). The condition is that for 2p consecutive heaps n, f(n) >= T and each v < f(n) is the value of a good option.
//! Then the same holds for all later n. *Proof*, from n to n + 2p. Let v < f(n+2p) = f(n) + 2s.
//! - If v >= T, the value v - 2s < f(n) is the value of a good option x, b, c of n, with x >= n0 and Q(b) = Q(c). So
//!   f(b) xor f(c) < s, and x+2p, b, c is an option of n + 2p whose value is larger by 2s, which is v, and it is good.
//! - If v < T, then v < f(n), and v is the value of a good option x, b, b of n. So x, b+p, b+p is a good option of n +
//!   2p. ∎
//!
//! **Theorem** (ours). Let A and B hold, and let N be the first of those 2p heaps, above k + 3(n0 - 1). If f(n) = g(n)
//! for all n < N, then f = g. *Proof*, by induction on n >= N: the heaps that a move leaves are below n, so f gives
//! their values, and by A and B the mex of the options is f(n). ∎
//!
//! Austin (1976) and Howse & Nowakowski (2004) have theorems on such codes; this one was found independently.

use crate::{Code, Cost, Meter, Mex, Plain, Progression, Refusal, Rule, Verdict, plain};

/// Verifies a claim about a code with moves that leave three heaps.
pub(crate) fn verify(rule: &Rule, code: &Code, claim: Progression, meter: &mut Meter<'_>) -> Verdict {
    let (times, preperiod) = (1 + claim.period % 2, claim.preperiod.max(1));
    // Two periods, each of which is doubled if the period is odd.
    let heaps = preperiod as u128 + 4 * claim.period as u128;
    meter.cost = Some(Cost { steps: None, ..plain::cost(rule, claim, heaps) });
    let f = Plain::new(rule, heaps, meter)?.verify(claim, meter)?;
    let (period, saltus, known) = (times * claim.period, times * claim.saltus, f.len());
    if !saltus.is_power_of_two() {
        return not_proved(format!("the saltus {saltus} is not a power of 2"));
    }
    let growth = Progression { period, preperiod, saltus };
    verify_a(code, growth, &f, meter)?;
    let bound = bound_by_b(code, growth, f, meter)?;
    if bound > known { Plain::new(rule, bound as u128, meter)?.verify(claim, meter).map(drop) } else { Ok(()) }
}

/// Checks condition A, with Q in `q`. Of b and c, c is not the larger one.
fn verify_a(code: &Code, growth: Progression, f: &[usize], meter: &mut Meter<'_>) -> Verdict {
    let Progression { period: p, preperiod: n0, saltus: s } = growth;
    meter.allow(code.digits.len() as u128 * p as u128 * ((n0 + p) as u128).pow(2) / 2)?;
    let mut q = meter.room((n0 + p) as u128)?;
    q.extend(f[..n0 + p].iter().map(|value| value / s));
    for (a, b) in (n0..n0 + p).flat_map(|a| (0..n0 + p).map(move |b| (a, b))) {
        meter.spend(0, code.digits.len() * (b + 1))?;
        for c in 0..=b {
            for take in code.takes_that_leave(1 + usize::from(b > 0) + usize::from(c > 0)) {
                let (turns, r) = ((take + a + b + c - n0) / p, n0 + (take + a + b + c - n0) % p);
                let d = (q[a] + q[b] + q[c]).checked_sub(q[r] + turns).filter(|d| d % 2 == 0);
                let is_majority = |m: usize| q[b] & q[c] & !m == 0 && m & !(q[b] | q[c]) == 0;
                let possible = d.is_some_and(|d| b >= n0 || is_majority(d / 2));
                if possible && (f[a] ^ f[b] ^ f[c] ^ f[r]).is_multiple_of(s) {
                    return not_proved(format!(
                        "condition A: taking {take} tokens may leave the value of heaps such as {r} unchanged"
                    ));
                }
            }
        }
    }
    Ok(())
}

/// The bound N, from condition B.
fn bound_by_b(code: &Code, growth: Progression, mut f: Vec<usize>, meter: &mut Meter<'_>) -> Verdict<usize> {
    let Progression { period: p, preperiod: n0, saltus: s } = growth;
    let highest = f[..n0 + p].iter().max().map_or(0, |value| value / s);
    let (threshold, mut good) = (s * (highest + 3), Mex::default());
    let mut bound = code.last_digit() + 3 * (n0 - 1) + 1;
    // From there on some option x, b, b is good if there ever is one.
    let hopeless = p.saturating_mul(2 * highest + 8).saturating_add(bound);
    let mut n = bound;
    while n < bound + 2 * p {
        while f.len() <= n {
            meter.keep(size_of::<usize>() as u128)?;
            f.push(f[f.len() - p] + s);
        }
        good.clear();
        for (digit, x) in code.digits.iter().flat_map(|digit| (digit.take..=n).map(move |x| (digit, x - digit.take))) {
            let (rest, large) = (n - digit.take - x, f[x] >= threshold);
            meter.spend(0, rest / 2 + 1)?;
            for b in if large { 0 } else { rest / 2 }..=rest / 2 {
                let (c, pair) = (rest - b, f[b] ^ f[rest - b]);
                let fits = if large { pair < s } else { b == c && b > 0 };
                if fits && digit.leaves([x, b, c].into_iter().filter(|&part| part > 0).count()) {
                    good.add(f[x] ^ pair);
                }
            }
        }
        if f[n] < threshold || good.mex() < f[n] {
            if n > hopeless {
                return not_proved(format!("condition B: heap {n} has no good option of value {}", good.mex()));
            }
            bound = n + 1;
        }
        n += 1;
    }
    Ok(bound)
}

fn not_proved<T>(reason: String) -> Verdict<T> {
    Err(Refusal::NotProved { reason })
}
