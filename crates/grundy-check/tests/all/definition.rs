//! Values and their cost, against the definitions; what the theorem on periods asks for; the least period.
#![allow(clippy::unwrap_used, reason = "a test")]
#![allow(clippy::cast_possible_truncation, reason = "small numbers")]

use std::collections::BTreeSet;

use grundy_check::{Certificate, Claim, Cost, Limits, Proof, Refusal, values};
use proptest::prelude::*;

fn of(rule: &str, heaps: u64) -> Vec<u64> {
    values(&rule.parse().unwrap(), heaps, &Limits::default()).unwrap()
}

fn claim(rule: &str, preperiod: u64, period: u64) -> Certificate {
    Certificate::new(rule, Claim::Periodic { period, preperiod }, Proof::FullRange { class: None })
}

fn cost(rule: &str, preperiod: u64, period: u64) -> Cost {
    claim(rule, preperiod, period).cost().unwrap()
}

#[test]
fn the_least_value_that_is_missing() {
    // Sets of options: none, all below a number, without 0, and with gaps, repetitions and larger values.
    let mut seen = [false; 4];
    for takes in [&[1][..], &[2], &[1, 2, 3], &[1, 2], &[2, 3, 7, 12], &[1, 4, 6, 7, 9, 14], &[1, 3, 4, 10, 11, 15, 18]]
    {
        let numbers: Vec<String> = takes.iter().map(usize::to_string).collect();
        let values = of(&format!("subtract{{{}}}", numbers.join(",")), 200);
        for heap in 0..200_usize {
            let options: Vec<u64> =
                takes.iter().filter_map(|&take| heap.checked_sub(take)).map(|n| values[n]).collect();
            let want = (0..).find(|value| !options.contains(value)).unwrap();
            assert_eq!(values[heap], want, "{takes:?}, {heap}: {options:?}");
            let (set, above) =
                (options.iter().collect::<BTreeSet<_>>(), options.iter().any(|&option| option > want + 1));
            seen[0] |= options.is_empty();
            seen[1] |= want == 3 && set.len() == 3;
            seen[2] |= want == 0 && options.len() > 1;
            seen[3] |= want == 1 && above && set.len() < options.len();
        }
    }
    assert_eq!(seen, [true; 4]);
    // Values beyond one word, and beyond a byte.
    assert_eq!(of("subtract{1..1000}", 1001), (0..=1000).collect::<Vec<u64>>());
}

/// The values once more, by sets of sums: each of the `parts` heaps in turn takes any share, in any order.
fn by_sets_of_sums(code: &str, heaps: usize) -> Vec<u64> {
    let digits: Vec<u32> = code.chars().filter_map(|char| char.to_digit(16)).collect();
    let mut values: Vec<usize> = Vec::new();
    for heap in 0..heaps {
        let mut options = BTreeSet::new();
        for (take, digit) in digits.iter().enumerate().filter(|&(take, _)| take <= heap) {
            for parts in (0..4).filter(|j| digit & 1 << j != 0) {
                options.append(&mut sums(&values, heap - take, parts));
            }
        }
        values.push((0..).find(|value| !options.contains(value)).unwrap());
    }
    values.into_iter().map(|value| value as u64).collect()
}

fn sums(values: &[usize], rest: usize, parts: usize) -> BTreeSet<usize> {
    let mut ways = vec![BTreeSet::new(); rest + 1];
    ways[0].insert(0);
    for _ in 0..parts {
        let mut more = vec![BTreeSet::new(); rest + 1];
        for total in 0..=rest {
            for (part, value) in values.iter().enumerate().take(total + 1).skip(1) {
                more[total].extend(ways[total - part].iter().map(|way| way ^ value));
            }
        }
        ways = more;
    }
    ways.swap_remove(rest)
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(64) })]

    #[test]
    fn values_agree_with_sets_of_sums(code in "[048C]\\.[0-9A-F]{1,4}") {
        prop_assert_eq!(of(&code, 24), by_sets_of_sums(&code, 24));
    }
}

/// The options of all heaps below `heaps`, counted, with one more for each heap, and for each digit of each.
fn counted(leave: u8, heaps: usize) -> u128 {
    let parts = |rest: usize| {
        let triples = (1..=rest / 3).map(|first| ((rest - first) / 2 + 1).saturating_sub(first)).sum::<usize>();
        let one = usize::from(leave & 1 != 0 && rest == 0 || leave & 2 != 0 && rest > 0);
        one + if leave & 4 != 0 { rest / 2 } else { 0 } + if leave & 8 != 0 { triples } else { 0 }
    };
    (0..heaps).map(|heap| 1 + parts(heap) as u128).sum()
}

#[test]
fn the_bound_on_steps_is_a_bound_and_close() {
    for (code, leave) in [("4.0", 4), ("8.0", 8), ("C.0", 12)] {
        for period in 1..50 {
            let Cost { heaps, steps, .. } = cost(code, 0, period);
            let (bound, count) = (steps.unwrap(), counted(leave, heaps as usize));
            assert!(bound >= count, "{code}, {heaps}: {bound} < {count}");
            assert!(heaps < 50 || bound <= 2 * count, "{code}, {heaps}: {bound} is far above {count}");
        }
    }
}

#[test]
fn sizes_that_overflow_are_above_every_limit() {
    for rule in ["0.77", "8.8", "subtract{1..18446744073709551615}"] {
        let steps = cost(rule, u64::MAX, u64::MAX).steps;
        assert!(steps.is_some_and(|steps| steps > u128::from(u64::MAX)), "{rule}");
    }
    let rises = Claim::Arithmetic { period: u64::MAX, preperiod: u64::MAX, saltus: u64::MAX };
    let all_but = Certificate::new("allbut{1}", rises, Proof::States { from: u64::MAX });
    assert!(all_but.cost().unwrap().steps.is_some_and(|steps| steps > u128::from(u64::MAX)));
    let long = format!("0.{}", "1".repeat(1000));
    let Cost { heaps, steps, .. } = cost(&long, 0, 999);
    assert!(heaps >= 2000 && steps.unwrap() >= 1000 * heaps, "{heaps} {steps:?}");
}

#[test]
fn a_part_that_could_be_empty_needs_m_at_least_1() {
    // k and s of the codes for which the theorem with m = n0 = 0 is false.
    for (code, s, k) in [("0.2", 1, 1), ("0.8", 3, 1), ("4.00", 2, 0), ("0.004", 2, 3)] {
        // With p = 1, n0 = 0 and m = 0 the range holds ...
        let values = of(code, 20);
        assert!((0..s - 1 + k).all(|n| values[n] == values[n + 1]), "{code}");
        // ... and the conclusion does not: not all values are equal.
        assert!(values.iter().any(|&value| value != 0), "{code}");

        assert_eq!(cost(code, 0, 1).heaps, (s + s - 1 + k + 1) as u128, "{code}");
        assert!(matches!(claim(code, 0, 1).verify(&Limits::default()), Err(Refusal::Differs { .. })), "{code}");
    }
}

#[test]
fn a_period_more_than_the_range_is_needed() {
    for (rule, n0, p, want) in [
        ("0.77", 71, 12, 2 * 71 + 2 * 12 + 2),
        ("0.0F", 10, 3, 3 * 10 + 3 * 3 + 2),
        ("0.3033", 0, 7, 1 + 4 + 7),
        ("subtract{1,3,4}", 0, 7, 4 + 7),
        ("subtract{1..3}", 5, 7, 8 + 7),
        ("grundys-game", 5, 7, 2 * 5 + 3 * 7),
        ("0.000", 0, 1, 2),
    ] {
        assert_eq!(cost(rule, n0, p).heaps, want, "{rule}");
    }
}

/// Taking 1 to d - 1 tokens has the period d. Claimed as n it is refused by the largest n/q, q prime, that d divides.
#[test]
fn every_prime_divisor_of_a_period_is_tried() {
    let small = [(1, &[][..]), (2, &[2]), (4, &[2]), (12, &[2, 3]), (49, &[7]), (97, &[97]), (2310, &[2, 3, 5, 7, 11])];
    for (n, primes) in small.into_iter().chain([(65_537, &[65_537][..]), (1_002_001, &[7, 11, 13])]) {
        let verdict = |period: u64| {
            let rule = if period == 1 { "0.0".to_owned() } else { format!("subtract{{1..{}}}", period - 1) };
            claim(&rule, 0, n).verify(&Limits::default())
        };
        for prime in primes {
            let smaller = n / prime;
            // Beyond this the values of the set take long.
            let least = if smaller <= 2000 { smaller } else { 1 };
            let found = primes.iter().map(|prime| n / prime).find(|divisor| divisor % least == 0).unwrap();
            assert_eq!(verdict(least), Err(Refusal::PeriodNotLeast { claimed: n, smaller: found }), "{n}, {prime}");
        }
        if n <= 2310 {
            assert_eq!(verdict(n), Ok(()), "{n}");
        }
    }
}
