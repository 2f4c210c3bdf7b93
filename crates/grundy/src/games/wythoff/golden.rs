//! The P-positions of Wythoff's game in integers.
//!
//! For t ≥ 1 they are the pairs (A, A + tn) with A = ⌊nα⌋, n = 0, 1, 2, …, where α is the positive root of α² + (t-2)α = t; for
//! t = 1 it is the golden ratio (Wythoff 1907; Fraenkel 1982). So x ≤ nα holds iff x² + (t-2)xn ≤ tn², which is xy ≤ nx + ny
//! with y = x + tn. Below 2^64 each product fits in 128 bits, so no root is taken and nothing is rounded.

/// Whether x ≤ nα, for y = x + tn ≤ 2^64 and n ≤ x.
const fn is_at_most(x: u128, y: u128, n: u128) -> bool {
    match (n * x).checked_add(n * y) {
        Some(right) => x * y <= right,
        // The right side is 2^128 or more, and x·y < 2^128.
        None => true,
    }
}

/// The smaller number A of P-position n; the larger one is A + tn. `None` if that one is 2^64 or more.
pub(super) fn smaller(n: u64, t: u64) -> Option<u64> {
    if n == 0 {
        return Some(0);
    }
    let apart = n.checked_mul(t)?;
    let largest = u64::MAX - apart;
    // 1 < α < 2, so n ≤ A < 2n.
    let holds = |x: u128| is_at_most(x, x + u128::from(apart), u128::from(n));
    let (mut low, mut high) = (n, largest.min(n.saturating_mul(2)));
    if low > largest || holds(u128::from(high) + 1) {
        return None;
    }
    while low < high {
        let middle = high - (high - low) / 2;
        if holds(u128::from(middle)) { low = middle } else { high = middle - 1 }
    }
    Some(low)
}

/// Whether (a, b) is a P-position.
pub(super) fn is_p([a, b]: [u64; 2], t: u64) -> bool {
    let apart = a.abs_diff(b);
    apart.is_multiple_of(t) && smaller(apart / t, t) == Some(a.min(b))
}

/// The number that makes a P-position with this one: there is exactly one. `None` if it is 2^64 or more.
pub(super) fn partner(number: u64, t: u64) -> Option<u64> {
    // The number is the smaller one of a pair, or the larger one.
    let n = first_from(number.min((u64::MAX - number) / t), |n| smaller(n, t).is_none_or(|a| a >= number));
    if smaller(n, t) == Some(number) {
        return number.checked_add(n.checked_mul(t)?);
    }
    let larger = |n: u64| smaller(n, t).and_then(|a| a.checked_add(n.checked_mul(t)?));
    let n = first_from(number / t, |n| larger(n).is_none_or(|b| b >= number));
    if larger(n) == Some(number) { smaller(n, t) } else { None }
}

/// The first of 0, …, `last` for which a property holds that the later ones have too; `last` if there is none.
fn first_from(last: u64, holds: impl Fn(u64) -> bool) -> u64 {
    let (mut low, mut high) = (0, last);
    while low < high {
        let middle = low + (high - low) / 2;
        if holds(middle) { high = middle } else { low = middle + 1 }
    }
    low
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The P-positions by the mex: the smaller number is the least one that has not come before.
    fn by_mex(t: u64, count: u64) -> Vec<[u64; 2]> {
        let mut seen = std::collections::BTreeSet::new();
        let mut pairs = Vec::new();
        for n in 0..count {
            let a = (0..).find(|a| !seen.contains(a)).unwrap();
            seen.extend([a, a + t * n]);
            pairs.push([a, a + t * n]);
        }
        pairs
    }

    #[test]
    fn the_pairs_are_those_of_the_mex() {
        for t in [1, 2, 3, 4, 7, 100] {
            let pairs = by_mex(t, 300);
            for (n, &[a, b]) in (0..).zip(&pairs) {
                assert_eq!(smaller(n, t), Some(a), "{n} {t}");
                assert_eq!((partner(a, t), partner(b, t)), (Some(b), Some(a)), "{n} {t}");
            }
            for a in 0..60 {
                for b in 0..60 {
                    assert_eq!(is_p([a, b], t), pairs.contains(&[a.min(b), a.max(b)]), "{a} {b} {t}");
                }
            }
        }
    }

    #[test]
    fn large_numbers_are_exact() {
        // ⌊n(1 + √5)/2⌋ for n = 10^9 + 7 and 10^18, by the digits of the golden ratio 1.618033988749894848204586834…
        assert_eq!(smaller(1_000_000_000_000_000_000, 1), Some(1_618_033_988_749_894_848));
        assert_eq!(smaller(1_000_000_007, 1), Some(1_618_034_000));
        // The larger number is nφ², below 2^64 for n up to 7046029254386353130.
        let last = first_from(u64::MAX, |n| smaller(n, 1).is_none()) - 1;
        assert_eq!(last, 7_046_029_254_386_353_130);
        for number in [u64::MAX, u64::MAX - 1, u64::MAX / 2, 1 << 62] {
            for t in [1, 2, 1 << 40, u64::MAX] {
                if let Some(other) = partner(number, t) {
                    assert!(is_p([number, other], t) && partner(other, t) == Some(number), "{number} {t}");
                }
            }
        }
        assert_eq!((smaller(1, u64::MAX), partner(1, u64::MAX)), (None, None));
    }
}
