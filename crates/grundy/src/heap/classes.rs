//! The options of a given value of a heap far beyond the preperiod, class by class.

use std::ops::ControlFlow;

use super::{Code, Period, Sequence, SubtractionSet};
use crate::{Error, Meter, Nimber};

/// Whether [`for_each_option_worth`] is worth it, and is for this rule: a period without a saltus, moves that leave at most
/// two heaps, and a heap with many more splits than classes.
pub(super) fn applies(code: &Code, period: &Period, heap: u64) -> bool {
    let (digits, repeated) = code.digits();
    let classes = period.preperiod.saturating_add(period.period);
    let splits = digits.iter().any(|digit| digit & 4 != 0);
    splits && repeated == 0 && digits.iter().all(|digit| digit & 8 == 0) && period.saltus == 0 && heap / 8 > classes
}

/// Calls `each` with the options of `heap` that are worth `value`, in the order of `HeapRule::for_each_option`, until it
/// breaks. The values of a split into a and b >= a >= preperiod repeat with the period in a, so one period tells all: time
/// O(preperiod + period) for each splitting digit, and O(1) an option.
///
/// # Errors
/// [`Error::Budget`] at a limit.
pub(super) fn for_each_option_worth(
    code: &Code,
    period: &Period,
    heap: u64,
    value: Nimber,
    table: &mut Sequence,
    meter: &mut Meter<'_>,
    mut each: impl FnMut(&[u64]) -> ControlFlow<()>,
) -> Result<(), Error> {
    let (digits, _) = code.digits();
    // The empty heap is not a part.
    let first = period.preperiod.max(1);
    for (taken, digit) in (0..).zip(digits) {
        // A heap is taken whole only if it is small.
        let Some(rest) = heap.checked_sub(taken).filter(|&rest| rest > 0) else { return Ok(()) };
        if digit & 2 != 0 && table.value(rest, meter)? == value && each(&[rest]).is_break() {
            return Ok(());
        }
        if digit & 4 == 0 {
            continue;
        }
        let half = rest / 2;
        let mut worth = |smaller: u64| -> Result<bool, Error> {
            meter.work(8)?;
            Ok(table.value(smaller, meter)? + table.value(rest - smaller, meter)? == value)
        };
        let mut classes = Vec::new();
        for smaller in 1..half.min(first.saturating_add(period.period)) {
            if !worth(smaller)? {
                continue;
            }
            if smaller >= first {
                classes.push(smaller);
            } else if each(&[smaller, rest - smaller]).is_break() {
                return Ok(());
            }
        }
        for round in (0..).map_while(|round: u64| round.checked_mul(period.period)) {
            if classes.first().is_none_or(|&first| first + round > half) {
                break;
            }
            for smaller in classes.iter().map(|class| class + round).take_while(|&smaller| smaller <= half) {
                meter.work(1)?;
                if each(&[smaller, rest - smaller]).is_break() {
                    return Ok(());
                }
            }
        }
    }
    Ok(())
}

/// Calls `each` with what is left of `heap` by the takes that leave a heap worth `value`, smallest take first, until it
/// breaks. For values that grow with their period: time O((preperiod + period) log), however many numbers may be taken.
///
/// # Errors
/// [`Error::Budget`] at a limit.
pub(super) fn for_each_take_worth(
    set: &SubtractionSet,
    period: &Period,
    heap: u64,
    value: Nimber,
    table: &mut Sequence,
    meter: &mut Meter<'_>,
    mut each: impl FnMut(u64) -> ControlFlow<()>,
) -> Result<(), Error> {
    let mut left = Vec::new();
    for first in 0..period.preperiod.saturating_add(period.period) {
        meter.work(4)?;
        let found = heap_worth(first, period, value, table.value(first, meter)?);
        if let Some(found) = found.filter(|&found| found < heap)
            && set.contains(heap - found) == Some(true)
        {
            left.push(found);
        }
    }
    left.sort_unstable_by(|a, b| b.cmp(a));
    for found in left {
        if each(found).is_break() {
            break;
        }
    }
    Ok(())
}

/// The options (x, y, y) of `heap` that are worth `value`, for a code whose moves may leave three heaps and whose values
/// grow with their period: x is worth `value`, and the other two are worth nothing together. Most values of most heaps have
/// such an option, and finding them takes O((preperiod + period)·digits), however many options there are.
///
/// # Errors
/// [`Error::Budget`] at a limit.
pub(super) fn equal_pair_options_worth(
    code: &Code,
    period: &Period,
    heap: u64,
    value: Nimber,
    table: &mut Sequence,
    meter: &mut Meter<'_>,
) -> Result<Vec<[u64; 3]>, Error> {
    let mut found = Vec::new();
    let (digits, _) = code.digits();
    let takes: Vec<u64> = (0..).zip(digits).filter(|(_, digit)| **digit & 8 != 0).map(|(taken, _)| taken).collect();
    for first in 1..period.preperiod.saturating_add(period.period) {
        meter.work(4)?;
        let Some(x) = heap_worth(first, period, value, table.value(first, meter)?) else { continue };
        for taken in &takes {
            let pair = heap.checked_sub(*taken).and_then(|rest| rest.checked_sub(x)).filter(|&pair| pair >= 2);
            if let Some(pair) = pair.filter(|pair| pair.is_multiple_of(2)) {
                let mut parts = [x, pair / 2, pair / 2];
                parts.sort_unstable();
                found.push(parts);
            }
        }
    }
    // Three equal heaps come from one x only; different digits leave different sums.
    found.sort_unstable();
    found.dedup();
    Ok(found)
}

/// The heap worth `value` among `first`, `first` + period, …, if `first` is in the period, else `first` itself.
fn heap_worth(first: u64, period: &Period, value: Nimber, least: Nimber) -> Option<u64> {
    let above = value.0.checked_sub(least.0)?;
    let times = if first < period.preperiod { 0 } else { above / period.saltus };
    let heap = times.checked_mul(period.period)?.checked_add(first)?;
    (above == times * period.saltus).then_some(heap)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Limits;
    use crate::heap::HeapRule;

    #[test]
    fn classes_give_the_options_of_the_definition_in_its_order() {
        for text in ["0.77", "0.137", "0.07", "0.4", "4.41", "4.63", "0.15"] {
            let code: Code = text.parse().unwrap();
            let rule = HeapRule::Code(code.clone());
            let limits = Limits::default();
            let mut meter = Meter::new(&limits);
            let mut table = Sequence::new(rule.clone());
            table.extend(10_000, &mut meter).unwrap();
            let period = table.period().unwrap_or_else(|| panic!("{text}")).clone();
            for heap in [1500, 1501, 1502, 1777] {
                assert!(applies(&code, &period, heap), "{text} {period:?}");
                for value in (0..10).map(Nimber) {
                    let (mut found, mut want) = (Vec::new(), Vec::new());
                    for_each_option_worth(&code, &period, heap, value, &mut table, &mut meter, |parts| {
                        found.push(parts.to_vec());
                        ControlFlow::Continue(())
                    })
                    .unwrap();
                    rule.for_each_option(heap, |parts| {
                        let worth: Nimber = parts.iter().map(|&part| table.value(part, &mut meter).unwrap()).sum();
                        if worth == value {
                            want.push(parts.to_vec());
                        }
                        ControlFlow::Continue(())
                    });
                    assert_eq!(found, want, "{text}({heap}) to {value}");
                }
            }
        }
    }

    #[test]
    fn takes_are_found_by_what_they_leave() {
        let limits = Limits::default();
        for forbidden in [&[2, 3, 7][..], &[1], &[4, 5], &[1, 2, 6]] {
            let takes = SubtractionSet::all_but(forbidden.iter().map(|&take| take..=take)).unwrap();
            let rule = HeapRule::Subtraction(takes.clone());
            let mut table = Sequence::new(rule.clone());
            let mut meter = Meter::new(&limits);
            table.extend(10_000, &mut meter).unwrap();
            let period = table.period().unwrap().clone();
            for heap in [0, 1, 9, 300, 301] {
                for value in (0..160).map(Nimber) {
                    let (mut found, mut want) = (Vec::new(), Vec::new());
                    for_each_take_worth(&takes, &period, heap, value, &mut table, &mut meter, |left| {
                        found.push(left);
                        ControlFlow::Continue(())
                    })
                    .unwrap();
                    rule.for_each_option(heap, |parts| {
                        let left = parts.first().copied().unwrap_or(0);
                        if table.value(left, &mut meter).unwrap() == value {
                            want.push(left);
                        }
                        ControlFlow::Continue(())
                    });
                    assert_eq!(found, want, "{forbidden:?}({heap}) to {value}");
                }
            }
        }
    }

    #[test]
    fn twins_are_options_of_their_value() {
        let limits = Limits::default();
        for text in ["0.8", "0.BF", "8.4", "C.8"] {
            let code: Code = text.parse().unwrap();
            let rule = HeapRule::Code(code.clone());
            let mut meter = Meter::new(&limits);
            let mut table = Sequence::new(rule.clone());
            table.extend(1000, &mut meter).unwrap();
            let period = table.period().unwrap().clone();
            for heap in [50, 51, 60] {
                for value in (0..30).map(Nimber) {
                    let mut want = Vec::new();
                    rule.for_each_option(heap, |parts| {
                        let worth: Nimber = parts.iter().map(|&part| table.value(part, &mut meter).unwrap()).sum();
                        if let [a, b, c] = *parts
                            && worth == value
                            && (a == b && table.value(c, &mut meter).unwrap() == value
                                || b == c && table.value(a, &mut meter).unwrap() == value)
                        {
                            want.push([a, b, c]);
                        }
                        ControlFlow::Continue(())
                    });
                    want.sort_unstable();
                    let found = equal_pair_options_worth(&code, &period, heap, value, &mut table, &mut meter).unwrap();
                    assert_eq!(found, want, "{text}({heap}) to {value}");
                }
            }
        }
    }
}
