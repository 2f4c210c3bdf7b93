//! Rules whose values are known for heaps of every size: Nim in several guises, Lasker's Nim, take 1 to k.

use super::HeapRule;
use super::period::{Period, closed_form};
use crate::{Error, Meter, Nimber, Options};

/// A closed form of the values of a rule, which also finds the options of a given value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ClosedForm {
    /// g(n) = n: any number may be taken; with `splits`, the rest may be left as two heaps. A split is worth no more than
    /// its tokens, fewer than n, so it changes nothing (Berlekamp, Conway & Guy, *Winning Ways*, ch. 4).
    Nim {
        /// Whether the rest may be split.
        splits: bool,
    },
    /// Take any number, or split in two without taking: g(4k+3) = 4k+4, g(4k+4) = 4k+3, otherwise g(n) = n (Lasker 1931;
    /// *Winning Ways*, ch. 4).
    Lasker,
    /// Take 1 to k: g(n) = n mod (k+1). k is below 2^64 - 1.
    UpTo(u64),
}

impl ClosedForm {
    /// The closed form of a rule, where one is known.
    pub(crate) fn of(rule: &HeapRule) -> Option<Self> {
        match rule {
            HeapRule::Code(code) => match code.digits() {
                ([0], 3) => Some(Self::Nim { splits: false }),
                ([0], 7) => Some(Self::Nim { splits: true }),
                ([4], 3) => Some(Self::Lasker),
                ([0, digits @ ..], 0) if !digits.is_empty() && digits.iter().all(|&digit| digit == 3) => {
                    Some(Self::UpTo(digits.len() as u64))
                }
                _ => None,
            },
            HeapRule::Subtraction(set) => set.up_to().map(|k| match k {
                u64::MAX => Self::Nim { splits: false },
                k => Self::UpTo(k),
            }),
            HeapRule::GrundysGame => None,
        }
    }

    /// The value of a heap. O(1).
    pub(crate) fn value(self, heap: u64) -> Result<Nimber, Error> {
        match self {
            Self::Nim { .. } => Ok(Nimber(heap)),
            Self::Lasker => lasker(heap).map(Nimber).ok_or_else(|| {
                Error::Overflow(format!(
                    "the value of the heap {heap} of Lasker's Nim is 2^64, above the largest nimber here"
                ))
            }),
            Self::UpTo(k) => Ok(Nimber(heap % (k + 1))),
        }
    }

    /// The theorem, as a clause.
    pub(crate) fn statement(self) -> String {
        match self {
            Self::Nim { .. } => "a heap of n is worth n".to_owned(),
            Self::Lasker => {
                "a heap of 4k is worth 4k - 1 if k > 0, one of 4k + 3 is worth 4k + 4, any other heap its size"
                    .to_owned()
            }
            Self::UpTo(k) => format!("a heap of n is worth n mod {}", u128::from(k) + 1),
        }
    }

    /// The period of the values, with its saltus.
    pub(crate) const fn period(self) -> Period {
        match self {
            Self::Nim { .. } => closed_form(1, 0, 1),
            // 0, 1, 2, 4, 3, 5, 6, 8, 7: heap 4 is 3 above heap 0.
            Self::Lasker => closed_form(4, 1, 4),
            Self::UpTo(k) => closed_form(k + 1, 0, 0),
        }
    }

    /// The size of the nim-heap that a heap is isomorphic to, if it is one.
    pub(crate) fn nim_heap(self, heap: u64) -> Option<u64> {
        match self {
            Self::Nim { splits } => (!splits || heap < 3).then_some(heap),
            Self::Lasker => (heap < 2).then_some(heap),
            Self::UpTo(k) => (heap <= k).then_some(heap),
        }
    }

    /// Appends the options of a heap that are worth `value`. O(1) an option, whatever the size of the heap.
    pub(crate) fn options_worth(
        self,
        heap: u64,
        value: u64,
        meter: &mut Meter<'_>,
        out: &mut Options<u64>,
    ) -> Result<(), Error> {
        match self {
            Self::Nim { splits } => {
                push_heap(value, heap, out);
                if splits && heap > 0 {
                    // Two heaps a, b with a xor b = value and a + b = value + 2c < heap, where c = a and b.
                    let mut common = Some(0u64);
                    while let Some(c) = common
                        && let Some(sum) = c.checked_mul(2).and_then(|twice| twice.checked_add(value))
                        && sum < heap
                    {
                        for_each_pair(value, c, meter, |a, b| {
                            if a > 0 && b > 0 {
                                push_pair(a, b, out);
                            }
                            !out.more()
                        })?;
                        if out.more() {
                            break;
                        }
                        meter.work(1)?;
                        common = next_disjoint(c, value);
                    }
                }
            }
            Self::Lasker => {
                if let Some(size) = lasker_inverse(value) {
                    push_heap(size, heap, out);
                }
                lasker_splits(heap, value, meter, out)?;
            }
            Self::UpTo(k) => {
                let (residue, modulus) = (heap % (k + 1), k + 1);
                // The one take from 1 to k that leaves the residue `value`.
                if value < modulus && value != residue {
                    let take = if residue > value { residue - value } else { residue + (modulus - value) };
                    if take <= heap {
                        push_heap(heap - take, heap, out);
                    }
                }
            }
        }
        Ok(())
    }
}

/// Appends the option that leaves one heap of `size` out of `heap`.
fn push_heap(size: u64, heap: u64, out: &mut Options<u64>) {
    if size < heap {
        if size == 0 { out.push_sum([]) } else { out.push(size) }
    }
}

fn push_pair(a: u64, b: u64, out: &mut Options<u64>) {
    out.push_sum([a.min(b), a.max(b)]);
}

/// The value of a heap of Lasker's Nim; `None` for 2^64.
const fn lasker(heap: u64) -> Option<u64> {
    match heap % 4 {
        0 if heap > 0 => Some(heap - 1),
        3 => heap.checked_add(1),
        _ => Some(heap),
    }
}

/// The heap of Lasker's Nim that has this value; `None` if no heap below 2^64 has.
const fn lasker_inverse(value: u64) -> Option<u64> {
    // The rule exchanges 4k+3 and 4k+4, so it is its own inverse.
    lasker(value)
}

/// Appends the splits a + b of a heap of Lasker's Nim with g(a) xor g(b) = value.
fn lasker_splits(heap: u64, value: u64, meter: &mut Meter<'_>, out: &mut Options<u64>) -> Result<(), Error> {
    // g(a) - a and the two low bits of g(a) are fixed by a mod 4. So for each pair of residues x = g(a) and y = g(b) have
    // a known sum and a known xor, hence a known `and`, and known low bits; the other bits of the xor are free.
    let shift = |residue| match residue {
        0 => -1i128,
        3 => 1,
        _ => 0,
    };
    let low_bits = |residue| match residue {
        0 => 3u64,
        3 => 0,
        residue => residue,
    };
    for residue_a in 0..4u64 {
        let residue_b = (heap % 4 + 4 - residue_a) % 4;
        let sum = i128::from(heap) + shift(residue_a) + shift(residue_b);
        let twice_common = sum - i128::from(value);
        if twice_common < 0 || twice_common % 2 != 0 {
            continue;
        }
        let Ok(common) = u64::try_from(twice_common / 2) else { continue };
        let (low_x, low_y) = (low_bits(residue_a), low_bits(residue_b));
        let fits = common & value == 0 && low_x ^ low_y == value & 3 && low_x & low_y == common & 3;
        // Where no higher bit tells x from y, a pair is met from both sides: keep one.
        if !fits || (value >> 2 == 0 && low_x < low_y) {
            continue;
        }
        for_each_pair(value >> 2, common >> 2, meter, |x, y| {
            if let (Some(a), Some(b)) = (lasker_inverse(x << 2 | low_x), lasker_inverse(y << 2 | low_y))
                && a > 0
                && b > 0
            {
                push_pair(a, b, out);
            }
            !out.more()
        })?;
    }
    Ok(())
}

/// Calls `each` with every pair x > y (or x = y if `xor` is 0) with this xor and this and, until it answers `false`.
fn for_each_pair(
    xor: u64,
    and: u64,
    meter: &mut Meter<'_>,
    mut each: impl FnMut(u64, u64) -> bool,
) -> Result<(), Error> {
    if xor == 0 {
        each(and, and);
        return Ok(());
    }
    // x has the top bit of the xor and any subset of the other bits.
    let top = 1 << xor.ilog2();
    let free = xor ^ top;
    let mut subset = free;
    loop {
        let x = top | subset;
        meter.work(1)?;
        if !each(and | x, and | (xor ^ x)) || subset == 0 {
            return Ok(());
        }
        subset = (subset - 1) & free;
    }
}

/// The next larger number after `number` that has no bit in common with `mask`.
const fn next_disjoint(number: u64, mask: u64) -> Option<u64> {
    match (number | mask).checked_add(1) {
        Some(next) => Some(next & !mask),
        None => None,
    }
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;

    use super::*;
    use crate::Limits;
    use crate::heap::{Sequence, SubtractionSet};

    fn rules() -> Vec<HeapRule> {
        let code = |text: &str| HeapRule::Code(text.parse().unwrap());
        let mut rules: Vec<_> = ["0.[3]", "0.[7]", "4.[3]", "0.3", "0.33", "0.3333"].map(code).into();
        rules.push(HeapRule::Subtraction(SubtractionSet::all_but([]).unwrap()));
        for k in [1, 2, 3, 7, 100, u64::MAX - 1, u64::MAX] {
            rules.push(HeapRule::Subtraction(SubtractionSet::ranges([1..=k]).unwrap()));
        }
        rules
    }

    #[test]
    fn closed_forms_agree_with_the_definition() {
        for rule in rules() {
            let form = ClosedForm::of(&rule).unwrap();
            let mut sequence = Sequence::plain(rule.clone());
            sequence.extend(200, &mut Meter::new(&Limits::default())).unwrap();
            for (heap, value) in sequence.values().enumerate() {
                assert_eq!(form.value(heap as u64).unwrap(), Nimber(value.into()), "{rule:?} {heap}");
            }
        }
    }

    #[test]
    fn options_of_a_value_are_exactly_those_of_the_definition() {
        for rule in rules() {
            let form = ClosedForm::of(&rule).unwrap();
            for heap in 0..=40 {
                for value in 0..=70 {
                    let mut want = Vec::new();
                    rule.for_each_option(heap, |parts| {
                        if parts.iter().map(|&part| form.value(part).unwrap()).sum::<Nimber>() == Nimber(value) {
                            want.push(parts.to_vec());
                        }
                        ControlFlow::Continue(())
                    });
                    let mut out = Options::new();
                    form.options_worth(heap, value, &mut Meter::new(&Limits::default()), &mut out).unwrap();
                    let mut found: Vec<Vec<u64>> = out.iter().map(<[u64]>::to_vec).collect();
                    want.sort();
                    found.sort();
                    assert_eq!(found, want, "{rule:?} heap {heap} value {value}");
                }
            }
        }
    }

    #[test]
    fn the_largest_heaps_are_answered_at_once() {
        for rule in rules() {
            let form = ClosedForm::of(&rule).unwrap();
            for heap in (u64::MAX - 9)..=u64::MAX {
                let Ok(value) = form.value(heap) else { continue };
                // A P-position of two heaps: every smaller value is reached by some option.
                for target in [0, 1, value.0 / 3, value.0.saturating_sub(1)] {
                    if target >= value.0 {
                        continue;
                    }
                    let mut out = Options::at_most(5);
                    form.options_worth(heap, target, &mut Meter::new(&Limits::default()), &mut out).unwrap();
                    assert!(!out.is_empty(), "{rule:?} {heap} {target}");
                    for parts in out.iter() {
                        let sum: Nimber = parts.iter().map(|&part| form.value(part).unwrap()).sum();
                        assert_eq!(sum, Nimber(target), "{rule:?} {heap} {parts:?}");
                    }
                }
            }
        }
    }

    #[test]
    fn the_one_value_that_does_not_fit_is_an_error() {
        assert!(ClosedForm::Lasker.value(u64::MAX).is_err());
        assert_eq!(ClosedForm::Lasker.value(u64::MAX - 1).unwrap(), Nimber(u64::MAX - 1));
    }
}
