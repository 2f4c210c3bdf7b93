//! When two rules have the same values for heaps of every size: what has to be seen before it is proved.

use std::ops::RangeInclusive;

use super::{HeapRule, Period};

/// Whether two rules are known to allow the same moves: equal codes, equal subtraction sets, or a code that is a subtraction
/// game, as `0.3033` is `subtract{1,3,4}`. Without a move that tells them apart in sight the answer may still be `false`.
///
/// # Complexity
/// Time O(digits and ranges).
///
/// # Examples
/// ```
/// use grundy::heap::{HeapRule, SubtractionSet, same_options};
/// let code = HeapRule::Code("0.3033".parse()?);
/// let set = HeapRule::Subtraction(SubtractionSet::ranges([3..=4, 1..=1])?);
/// assert!(same_options(&code, &set));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn same_options(a: &HeapRule, b: &HeapRule) -> bool {
    match (a, b) {
        (HeapRule::GrundysGame, HeapRule::GrundysGame) => true,
        (HeapRule::Code(a), HeapRule::Code(b)) if a == b => true,
        _ => match (takes(a), takes(b)) {
            (Some(a), Some(b)) => a == b,
            _ => false,
        },
    }
}

/// The numbers of tokens that a rule allows to take from any heap that has them, if that is all it allows: as disjoint,
/// not touching, ascending ranges.
pub(super) fn takes(rule: &HeapRule) -> Option<Vec<RangeInclusive<u64>>> {
    match rule {
        HeapRule::Subtraction(set) => set.finite().or_else(|| set.forbidden().map(others)),
        HeapRule::Code(code) => {
            let (digits, repeated) = code.digits();
            let (first, digits) = digits.split_first()?;
            if *first != 0 || !digits.iter().chain([&repeated]).all(|digit| matches!(digit, 0 | 3)) {
                return None;
            }
            let mut ranges: Vec<RangeInclusive<u64>> = Vec::new();
            for (take, _) in (1..).zip(digits).filter(|(_, digit)| **digit == 3) {
                join(&mut ranges, take..=take);
            }
            if repeated == 3 {
                join(&mut ranges, digits.len() as u64 + 1..=u64::MAX);
            }
            Some(ranges)
        }
        HeapRule::GrundysGame => None,
    }
}

/// Appends a range that lies behind all others.
fn join(ranges: &mut Vec<RangeInclusive<u64>>, range: RangeInclusive<u64>) {
    match ranges.last_mut() {
        Some(last) if *last.end() + 1 == *range.start() => *last = *last.start()..=*range.end(),
        _ => ranges.push(range),
    }
}

/// The positive numbers outside of ascending, disjoint, not touching ranges.
fn others(ranges: &[RangeInclusive<u64>]) -> Vec<RangeInclusive<u64>> {
    let mut others = Vec::new();
    let mut next = Some(1);
    for range in ranges {
        if let Some(first) = next.filter(|first| first < range.start()) {
            others.push(first..=range.start() - 1);
        }
        next = range.end().checked_add(1);
    }
    others.extend(next.map(|first| first..=u64::MAX));
    others
}

/// The heap n up to which g(n) = h(n - shift) must have been seen if it shall hold for all n > max(shift, 0), with `shift` 0
/// for all n, where `g` and `h` are the periods of the two sequences. `None` if that heap is above 2^64 - 1.
///
/// Let both be past their preperiods from the heap m on, with the periods p and q. The differences g(n + 1) - g(n) then
/// repeat with p and those of h with q, whatever grows by a saltus. Two sequences with the periods p and q that agree in
/// p + q - gcd(p, q) places in a row agree in all (Fine & Wilf 1965, theorem 1); so agreement of the values from m to
/// m + p + q - gcd(p, q), one more, decides. That both grow at the same rate need not be asked: it follows.
///
/// # Source
/// N. J. Fine and H. S. Wilf, Uniqueness theorems for periodic functions, Proc. AMS 16 (1965), 109-114.
///
/// # Examples
/// ```
/// use grundy::heap::{Period, Proof, decisive_heap};
/// let dawson = Period { period: 34, preperiod: 53, saltus: 0, proof: Proof::ClosedForm };
/// assert_eq!(decisive_heap(&dawson, &Period { preperiod: 52, ..dawson.clone() }, 1), Some(53 + 34));
/// # let nim = Period { period: u64::MAX, ..dawson.clone() };
/// # assert_eq!(decisive_heap(&dawson, &nim, 0), None);
/// ```
#[must_use]
pub fn decisive_heap(g: &Period, h: &Period, shift: i64) -> Option<u64> {
    let h_repeats = i128::from(h.preperiod) + i128::from(shift);
    let first = i128::from(first_compared(shift));
    let both_repeat = i128::from(g.preperiod).max(h_repeats).max(first);
    let (p, q) = (i128::from(g.period), i128::from(h.period));
    u64::try_from(both_repeat + p + q - i128::from(gcd(g.period, h.period))).ok()
}

/// The first heap n for which g(n) = h(n - shift) is asked: what is left of the heap 0 is not a heap.
pub(crate) const fn first_compared(shift: i64) -> u64 {
    match shift {
        0 => 0,
        1.. => shift.unsigned_abs() + 1,
        ..0 => 1,
    }
}

const fn gcd(a: u64, b: u64) -> u64 {
    let (mut a, mut b) = (a, b);
    while b > 0 {
        (a, b) = (b, a % b);
    }
    a
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::heap::{Proof, SubtractionSet};

    fn code(text: &str) -> HeapRule {
        HeapRule::Code(text.parse().unwrap())
    }

    #[test]
    fn the_same_moves_are_seen_however_they_are_written() {
        let takes = |ranges: &[RangeInclusive<u64>]| {
            HeapRule::Subtraction(SubtractionSet::ranges(ranges.iter().cloned()).unwrap())
        };
        let all_but = |ranges: &[RangeInclusive<u64>]| {
            HeapRule::Subtraction(SubtractionSet::all_but(ranges.iter().cloned()).unwrap())
        };
        let alike = [
            vec![code("0.3033"), takes(&[1..=1, 3..=4]), all_but(&[2..=2, 5..=u64::MAX])],
            vec![code("0.[3]"), all_but(&[]), takes(&[1..=u64::MAX])],
            vec![code("0.003[3]"), all_but(&[1..=2]), takes(&[3..=9, 10..=u64::MAX])],
            vec![code("0.303[3]"), all_but(&[2..=2])],
            vec![code("0.0"), takes(&[]), all_but(&[1..=u64::MAX])],
            vec![code("0.77"), code("0.770")],
            vec![HeapRule::GrundysGame, HeapRule::GrundysGame],
            vec![code("0.31")],
            vec![code("4.3")],
            vec![HeapRule::Subtraction(SubtractionSet::squares())],
        ];
        for (i, group) in alike.iter().enumerate() {
            for (j, others) in alike.iter().enumerate() {
                // A set without an end that is not a union of ranges is not compared with itself.
                let first = group.iter().enumerate().flat_map(|(k, a)| others.iter().skip(k).map(move |b| (a, b)));
                for (a, b) in first.filter(|_| i != 9 || j != 9) {
                    assert_eq!(same_options(a, b), i == j, "{a:?} {b:?}");
                }
            }
        }
    }

    /// A sequence that repeats: g(n + period) = g(n) + saltus from the preperiod on.
    #[derive(Clone, Debug)]
    struct Repeating {
        first: Vec<u64>,
        preperiod: usize,
        saltus: u64,
    }

    impl Repeating {
        fn period(&self) -> Period {
            Period {
                period: (self.first.len() - self.preperiod) as u64,
                preperiod: self.preperiod as u64,
                saltus: self.saltus,
                proof: Proof::ClosedForm,
            }
        }

        fn value(&self, heap: u64) -> u64 {
            let (like, times) = self.period().fold(heap);
            self.first[usize::try_from(like).unwrap()] + times * self.saltus
        }
    }

    /// The first heap n at which g(n) and h(n - shift) differ, looked for far beyond all periods.
    fn first_difference(g: &Repeating, h: &Repeating, shift: i64) -> Option<u64> {
        (first_compared(shift)..300).find(|&n| g.value(n) != h.value(n.checked_add_signed(-shift).unwrap()))
    }

    fn decides(g: &Repeating, h: &Repeating, shift: i64) {
        let decisive = decisive_heap(&g.period(), &h.period(), shift).unwrap();
        if let Some(difference) = first_difference(g, h, shift) {
            assert!(difference <= decisive, "{g:?} {h:?} {shift}: {difference} is after {decisive}");
        }
    }

    #[test]
    fn words_of_two_letters_are_told_apart() {
        let word = |length: usize, bits: u32, saltus| Repeating {
            first: (0..length).map(|place| u64::from(bits >> place & 1)).collect(),
            preperiod: 0,
            saltus,
        };
        let words = |length: usize| (0..1u32 << length).map(move |bits| (length, bits));
        for (p, a) in (1..=5).flat_map(words) {
            for (q, b) in (1..=5).flat_map(words) {
                for saltus in [(0, 0), (1, 1), (1, 2), (0, 1)] {
                    (-1..=1).for_each(|shift| decides(&word(p, a, saltus.0), &word(q, b, saltus.1), shift));
                }
            }
        }
    }

    proptest! {
        /// The same sequence written with a longer preperiod and a multiple of its period, one value of it changed.
        #[test]
        fn a_change_of_one_value_is_found_in_time(
            first in prop::collection::vec(0u64..4, 1..12),
            preperiod in 0usize..11,
            saltus in 0u64..4,
            more in 0usize..5,
            times in 1usize..4,
            changed in 0usize..60,
            shift in -5i64..6,
        ) {
            let g = Repeating { preperiod: preperiod.min(first.len() - 1), first, saltus };
            let (longer, length) = (g.preperiod + more, g.first.len() - g.preperiod);
            let value = |n: usize| g.value((n as u64).saturating_add_signed(shift));
            let mut h = Repeating {
                first: (0..longer + 5 + times * length).map(value).collect(),
                preperiod: longer + 5,
                saltus: saltus * times as u64,
            };
            prop_assert!(first_difference(&g, &h, shift).is_none());
            if let Some(value) = h.first.get_mut(changed) {
                *value += 1;
            }
            decides(&g, &h, shift);
        }
    }
}
