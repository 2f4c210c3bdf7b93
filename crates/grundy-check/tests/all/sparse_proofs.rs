//! Proofs with a class: by full range and by window. What is true is accepted; whatever the hints, nothing false is.
#![allow(clippy::cast_possible_truncation, reason = "small numbers")]

use crate::reference::{code, octal_cases};
use crate::solver::{self, best_class, brute_force, code_moves, observed, parity_of};
use grundy_check::{Certificate, Claim, Class, Limits, Proof, Refusal, Rule, values};
use proptest::prelude::*;

const LIMITS: Limits = Limits { steps: 400_000_000, memory: 1 << 20 };

/// The class of Kayles with the fewest rare heaps; 70 is the last one.
const KAYLES: Class = Class { mask: 0b1111, parity: None };

fn verify(rule: &str, (period, preperiod): (u64, u64), proof: &Proof) -> Result<(), Refusal> {
    Certificate::new(rule, Claim::Periodic { period, preperiod }, proof.clone()).verify(&LIMITS)
}

fn full_range(class: Class) -> Proof {
    Proof::FullRange { class: Some(class) }
}

/// Claims that differ from a true one a little.
fn corruptions((p, n0): (u64, u64)) -> Vec<(u64, u64)> {
    let mut all = vec![(p + 1, n0), (p - 1, n0), (2 * p, n0), (3 * p, n0), (p / 2, n0), (p / 3, n0), (p, n0 + 1)];
    all.extend([(p, n0.saturating_sub(1)), (p, n0 / 2), (p, 2 * n0 + 1), (p, n0 + p), (n0, p), (2 * p, n0 + p)]);
    all.extend([(u64::MAX, n0), (p, u64::MAX), (1 << 63, 1 << 63), (u64::MAX, u64::MAX)]);
    all.retain(|&claim| claim != (p, n0));
    all
}

#[test]
fn the_known_periods_are_proved_by_both_methods() {
    let (mut by_range, mut by_window) = (0, 0);
    for case in octal_cases("octal_") {
        let (rule, answer) = (code(&case), &case["answer"]);
        let Some(period) = answer["period"].as_u64() else { continue };
        let last_exception = || answer["last_exception"].as_u64().map(|heap| heap + 1);
        let preperiod = answer["preperiod"].as_u64().or_else(last_exception).unwrap_or(0);
        if rule.contains(|digit: char| "89ABCDEF".contains(digit)) || preperiod > 20_000 {
            continue;
        }
        let first = values(&rule.parse().unwrap(), 2_000, &Limits::default()).unwrap();
        let class = best_class(&first, parity_of(rule));
        let claim = (period, preperiod);
        assert_eq!(verify(rule, claim, &full_range(class)), Ok(()), "{rule}");
        by_range += 1;
        let accepted = (5..14).map(|log| 1 << log).find(|&window| {
            let from = (preperiod + window).max(2 * window);
            match verify(rule, claim, &Proof::Window { class, window, from }) {
                Ok(()) => true,
                Err(Refusal::RareHeap { .. } | Refusal::NoWitness { .. } | Refusal::Window { .. }) => false,
                Err(refusal) => panic!("{rule}, {class:?}, {window}: {refusal}"),
            }
        });
        by_window += u64::from(accepted.is_some());
        // With the others heaps stay rare for ever, or too long.
        let Some(window) = accepted else { continue };
        let from = (preperiod + window).max(2 * window);
        for claim in corruptions(claim) {
            for from in [from, from + 1, from + 5] {
                let verdict = verify(rule, claim, &Proof::Window { class, window, from });
                assert!(verdict.is_err(), "{rule}: {claim:?} by {class:?}, {window}, {from}");
            }
        }
    }
    assert!(by_range >= 58 && by_window >= 32, "{by_range} {by_window}");
}

#[test]
fn each_condition_of_the_window_is_asked_for() {
    let kayles = |window, from| verify("0.77", (12, 71), &Proof::Window { class: KAYLES, window, from });
    assert_eq!(kayles(80, 160), Ok(()));
    assert_eq!(kayles(80, 1001), Ok(()));
    // The window is to be larger than 3, the last digit's index and 1.
    assert!(matches!(kayles(3, 160), Err(Refusal::Window { .. })));
    assert!(matches!(kayles(0, 160), Err(Refusal::Window { .. })));
    // `from` is to be at least twice as large, and at least so much larger than the preperiod.
    assert!(matches!(kayles(80, 159), Err(Refusal::Window { .. })));
    assert!(matches!(kayles(60, 130), Err(Refusal::Window { .. })));
    // Heap 70 is rare: the window is to be larger than 72.
    assert_eq!(kayles(72, 160), Err(Refusal::RareHeap { heap: 70, bound: 70 }));
    // The windows are to be equal.
    assert!(matches!(
        verify("0.77", (13, 71), &Proof::Window { class: KAYLES, window: 80, from: 160 }),
        Err(Refusal::Differs { .. })
    ));
    // Largest numbers.
    for (window, from) in [(u64::MAX, u64::MAX), (1, u64::MAX), (80, u64::MAX), (1 << 62, 1 << 63)] {
        assert!(kayles(window, from).is_err(), "{window} {from}");
    }
    // Options of rare values are to be seen from `from` on. Before, this window of `0.16` is too small for some as well.
    let class = Class { mask: 0b11110, parity: None };
    let refusal = verify("0.16", (149_459, 105_351), &Proof::Window { class, window: 20_000, from: 125_351 });
    assert!(matches!(refusal, Err(Refusal::NoWitness { heap: 198_379, value: 7 })), "{refusal:?}");
}

#[test]
fn a_parity_is_to_fit_the_digits_and_the_period() {
    // In `0.104` only the third digit splits.
    let class = |parity| Class { mask: 0b10111, parity: Some(parity) };
    let first = values(&"0.104".parse().unwrap(), 4_000, &Limits::default()).unwrap();
    let rare = solver::rare(&first, class(1));
    assert_eq!((rare.len(), rare.last()), (20, Some(&284)));
    for parity in [0, 2, 255] {
        for proof in [full_range(class(parity)), Proof::Window { class: class(parity), window: 300, from: 600 }] {
            let refusal = verify("0.104", (2, 0), &proof);
            assert!(matches!(refusal, Err(Refusal::Class { .. })), "{refusal:?}");
        }
    }
    // A class with the right parity can have even periods only.
    let odd = verify("0.104", (3, 0), &Proof::Window { class: class(1), window: 300, from: 600 });
    assert!(matches!(odd, Err(Refusal::Window { .. })), "{odd:?}");
    // The first digit splits an odd, the second an even number of tokens away; other rules have no such classes.
    for rule in ["0.77", "4.1", "C.8", "subtract{1,2}"] {
        let refusal = verify(rule, (3, 0), &full_range(class(1)));
        assert!(matches!(refusal, Err(Refusal::Class { .. })), "{rule}: {refusal:?}");
    }
    assert!(matches!(verify("0.8", (3, 0), &full_range(KAYLES)), Err(Refusal::Class { .. })));
}

#[test]
fn medium_periods_are_proved_in_a_moment() {
    let window = |mask, window, from| Proof::Window { class: Class { mask, parity: None }, window, from };
    for (rule, claim, proof) in [
        ("0.356", (142, 7_315), full_range(Class { mask: 0x1B, parity: None })),
        ("0.644", (442, 3_256), full_range(Class { mask: 0x7E, parity: None })),
        ("0.156", (349, 3_479), full_range(Class { mask: 0x1B, parity: None })),
        ("0.16", (149_459, 105_351), window(0b11110, 40_000, 145_351)),
        ("0.56", (144, 326_640), window(0x5B, 10_000, 336_640)),
    ] {
        assert_eq!(verify(rule, claim, &proof), Ok(()), "{rule}");
        assert!(matches!(verify(rule, (claim.0, claim.1 - 1), &proof), Err(Refusal::Differs { .. })), "{rule}");
    }
}

#[test]
fn a_hostile_class_costs_what_the_limits_allow() {
    // All heaps are rare: all pairs are looked at, and rare heaps are kept.
    let claim = Claim::Periodic { period: 144, preperiod: 326_640 };
    let all = Proof::FullRange { class: Some(Class { mask: 0, parity: None }) };
    let certificate = Certificate::new("0.56", claim, all);
    assert_eq!(certificate.cost().unwrap().heaps, 2 * 326_640 + 2 * 144 + 2);
    let refusal = certificate.verify(&LIMITS);
    assert!(matches!(refusal, Err(Refusal::OutOfSteps { limit: 400_000_000, .. })), "{refusal:?}");
    let refusal = certificate.verify(&Limits { memory: 700_000, ..LIMITS });
    assert!(matches!(refusal, Err(Refusal::TooMuchMemory { .. })), "{refusal:?}");
    // What is known before is refused before.
    let mut calls = 0;
    for limits in [Limits { steps: 600_000, ..LIMITS }, Limits { memory: 600_000, ..LIMITS }] {
        let refusal = certificate.verify_with(&limits, &mut |_, _| {
            calls += 1;
            true
        });
        assert!(matches!(refusal, Err(Refusal::TooManySteps { .. } | Refusal::TooMuchMemory { .. })), "{refusal:?}");
    }
    assert_eq!(calls, 0);
}

#[test]
fn a_verification_is_watched_and_stopped() {
    let claim = Claim::Periodic { period: 149_459, preperiod: 105_351 };
    let class = Class { mask: 0b11110, parity: None };
    let certificate = Certificate::new("0.16", claim, Proof::Window { class, window: 40_000, from: 145_351 });
    let heaps = certificate.cost().unwrap().heaps;
    assert_eq!(heaps, 145_351 + 149_459);
    let mut last = 0;
    let verdict = certificate.verify_with(&LIMITS, &mut |done, of| {
        assert!(last <= done && done <= of && u128::from(of) == heaps);
        last = done;
        true
    });
    assert_eq!(verdict, Ok(()));
    assert!(last > 100_000, "{last}");
    let verdict = certificate.verify_with(&LIMITS, &mut |done, _| done < 100_000);
    assert!(matches!(verdict, Err(Refusal::Stopped { done: 100_000..200_000, of: 294_810 })), "{verdict:?}");
}

fn any_rule() -> impl Strategy<Value = String> {
    prop_oneof![6 => "[04]\\.[0-7]{1,3}", 3 => "0\\.[0-3]{1,4}", 1 => Just("grundys-game".to_owned())]
}

/// The first values by brute force.
fn first_values(rule: &str, heaps: usize) -> Vec<u64> {
    brute_force(heaps, |heap| match rule {
        "grundys-game" => (1..heap.div_ceil(2)).map(|part| vec![part, heap - part]).collect(),
        code => code_moves(code, heap),
    })
}

fn any_class() -> impl Strategy<Value = Class> {
    (prop_oneof![0_u64..32, any::<u64>()], prop::option::of(0_u8..3)).prop_map(|(mask, parity)| Class { mask, parity })
}

#[test]
fn forgetting_what_is_before_the_window_changes_nothing() {
    // The last rare heap of Kayles under this class is 70. From heap 2000 on only the window is kept.
    let window = Proof::Window { class: KAYLES, window: 1000, from: 2000 };
    let refusal = verify("0.77", (300_000, 71), &window);
    assert_eq!(refusal, Err(Refusal::PeriodNotLeast { claimed: 300_000, smaller: 150_000 }));
    let refusal = verify("0.77", (300_001, 71), &window);
    assert!(matches!(refusal, Err(Refusal::Differs { heap: 71, .. })), "{refusal:?}");
    assert_eq!(verify("0.77", (12, 71), &window), Ok(()));
}

#[test]
fn values_above_255_are_kept() {
    let rule = format!("4.{}", "3".repeat(300));
    let want = values(&rule.parse().unwrap(), 300, &Limits::default()).unwrap();
    assert!(want.iter().any(|&value| value > 255), "{:?}", want.iter().max());
    let class = full_range(Class { mask: 2, parity: None });
    for (preperiod, period) in (0..20).map(|i| (260 + i, 1 + i)) {
        let plain = verify(&rule, (period, preperiod), &Proof::FullRange { class: None });
        assert_eq!(verify(&rule, (period, preperiod), &class), plain);
        assert!(matches!(plain, Err(Refusal::Differs { later: 256.., .. })), "{plain:?}");
    }
}

/// Longer rules than the others.
fn any_long_rule() -> impl Strategy<Value = String> {
    prop_oneof![8 => "[04]\\.[0-7]{1,5}", 1 => Just("grundys-game".to_owned())]
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(300) })]

    #[test]
    fn values_do_not_depend_on_the_class(
        rule in any_long_rule(), mask in prop_oneof![0_u64..64, any::<u64>()], parity in prop::option::of(0_u8..3),
        claims in prop::collection::vec((1_u64..120, 0_u64..150), 20),
    ) {
        // What a claim is refused with shows the first two values that it is wrong about.
        for claim in claims {
            let plain = verify(&rule, claim, &Proof::FullRange { class: None });
            match verify(&rule, claim, &full_range(Class { mask, parity })) {
                Err(Refusal::Class { .. }) => prop_assert!(parity.is_some()),
                verdict => prop_assert_eq!(verdict, plain),
            }
        }
    }

    #[test]
    fn what_is_seen_in_a_window_is_right(
        rule in any_long_rule(), mask in prop_oneof![0_u64..64, any::<u64>()], parity in prop::option::of(0_u8..3),
        window in 8_u64..70, claims in prop::collection::vec((1_u64..150, 0_u64..100), 20),
    ) {
        let class = Class { mask, parity };
        let shown = values(&rule.parse::<Rule>().unwrap(), 400, &Limits::default()).unwrap();
        for (period, preperiod) in claims {
            let from = (2 * window).max(preperiod + window);
            match verify(&rule, (period, preperiod), &Proof::Window { class, window, from }) {
                Err(Refusal::Differs { heap, value, later, .. }) => {
                    prop_assert_eq!([shown[heap as usize], shown[(heap + period) as usize]], [value, later]);
                }
                Err(Refusal::RareHeap { heap, .. }) => {
                    prop_assert!(solver::rare(&shown, class).contains(&(heap as usize)));
                }
                // The value that was not seen is that of an option, or it is the heap's.
                Err(Refusal::NoWitness { heap, value }) => prop_assert!(value <= shown[heap as usize]),
                Err(Refusal::PeriodNotLeast { smaller, .. }) => {
                    let repeats = |n: u64| shown[n as usize] == shown[(n + smaller) as usize];
                    prop_assert!((preperiod..400 - smaller).all(repeats));
                }
                Err(Refusal::PreperiodNotLeast { claimed }) => {
                    prop_assert_eq!(shown[claimed as usize - 1], shown[(claimed - 1 + period) as usize]);
                }
                Ok(()) => prop_assert_eq!(observed(&shown), Some((period as usize, preperiod as usize, 0))),
                Err(_) => {}
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(200) })]

    #[test]
    fn with_any_class_true_claims_are_accepted_and_corrupted_ones_refused(
        rule in any_rule(), hint in any_class(), window in 0_u64..60, late in 0_u64..60, digit in 0_usize..8,
    ) {
        let shown = first_values(&rule, 400);
        let Some((p, n0, 0)) = observed(&shown) else { return Ok(()) };
        let claim = (p as u64, n0 as u64);
        let splits = rule == "grundys-game" || rule.contains(['4', '5', '6', '7']);
        let best = best_class(&shown, if splits && rule != "grundys-game" { parity_of(&rule) } else { None });
        prop_assert_eq!(verify(&rule, claim, &full_range(best)), Ok(()));
        let by_hint = verify(&rule, claim, &full_range(hint));
        prop_assert!(matches!(by_hint, Ok(()) | Err(Refusal::Class { .. })), "{:?}", by_hint);
        for class in [best, hint] {
            let from = (2 * window).max(claim.1 + window) + late;
            let proofs = [full_range(class), Proof::Window { class, window, from }];
            let unproved = verify(&rule, claim, &proofs[1]);
            let only_hints = matches!(
                unproved,
                Ok(()) | Err(Refusal::Class { .. } | Refusal::Window { .. } | Refusal::RareHeap { .. } | Refusal::NoWitness { .. })
            );
            prop_assert!(only_hints, "{:?}", unproved);
            for proof in &proofs {
                for corrupted in corruptions(claim) {
                    prop_assert!(verify(&rule, corrupted, proof).is_err(), "{:?} by {:?}", corrupted, proof);
                }
                if let Some(at) = rule.rfind(|char: char| char.is_ascii_digit()) {
                    let mut changed = rule.clone();
                    changed.replace_range(at..=at, &digit.to_string());
                    if verify(&changed, claim, proof).is_ok() {
                        prop_assert_eq!(observed(&first_values(&changed, 400)), Some((p, n0, 0)));
                    }
                }
            }
        }
    }

    #[test]
    fn a_claim_by_any_window_is_refused_or_true(
        rule in any_rule(), class in any_class(), period in 1_u64..40, preperiod in 0_u64..40,
        window in 0_u64..50, late in 0_u64..50,
    ) {
        let from = (2 * window).max(preperiod + window) + late;
        for class in [class, Class { mask: u64::MAX, parity: None }, Class { mask: 7, parity: None }] {
            if verify(&rule, (period, preperiod), &Proof::Window { class, window, from }).is_ok() {
                let found = observed(&first_values(&rule, 400));
                prop_assert_eq!(found, Some((period as usize, preperiod as usize, 0)));
            }
        }
    }

    #[test]
    fn numbers_of_any_size_do_no_harm(
        rule in any_rule(), class in any_class(), numbers: [u64; 4], small: [u8; 4],
    ) {
        let at = |i: usize| numbers[i] >> (small[i] % 64);
        let claim = Claim::Periodic { period: at(0), preperiod: at(1) };
        let proof = Proof::Window { class, window: at(2), from: at(3) };
        let certificate = Certificate::new(rule.clone(), claim, proof);
        let _cost = certificate.cost();
        let limits = Limits { steps: 100_000, memory: 100_000 };
        if certificate.verify(&limits).is_ok() {
            let found = observed(&first_values(&rule, 400));
            prop_assert!(found.is_none() || found == Some((at(0) as usize, at(1) as usize, 0)));
        }
        let rises = Claim::Arithmetic { period: at(0), preperiod: at(1), saltus: at(2) };
        for (rule, proof) in [("allbut{2,3}", Proof::States { from: at(3) }), ("0.8", Proof::ThreeParts {})] {
            let certificate = Certificate::new(rule, rises.clone(), proof);
            let (_cost, _verdict) = (certificate.cost(), certificate.verify(&limits));
        }
        let set = format!("allbut{{{}..{}}}", at(0).min(at(1)).max(1), at(0).max(at(1)).max(1));
        prop_assert!(set.parse::<Rule>().is_ok());
        let _verdict = Certificate::new(set, rises, Proof::States { from: at(3) }).verify(&limits);
    }
}
