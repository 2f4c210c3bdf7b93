//! Arithmetic periods: of codes whose moves leave three heaps, and of all-but sets.
#![allow(clippy::cast_possible_truncation, reason = "small numbers")]

use crate::solver::{brute_force, code_moves, code_values, observed};
use grundy_check::{Certificate, Claim, Limits, Proof, Refusal, Rule, values};
use proptest::prelude::*;

/// Rule, least period, least preperiod and saltus of the codes 0.X, 0.XY, 4.X, 8.X, C.X that look arithmetic-periodic
/// up to heap 420 with a period of at most 60, and of which an independent program proves it (the two of
/// period 53 given a few more heaps than it was run with).
#[rustfmt::skip]
const PROVED: [(&str, u64, u64, u64); 84] = [
    ("0.08", 4, 1, 1), ("0.0A", 2, 1, 1), ("0.0B", 2, 5, 1), ("0.0C", 3, 1, 1), ("0.0E", 2, 1, 1), ("0.0F", 2, 0, 1),
    ("0.1A", 2, 4, 1), ("0.1B", 2, 5, 1), ("0.28", 53, 1, 16), ("0.29", 53, 1, 16), ("0.48", 2, 1, 1),
    ("0.4A", 2, 1, 1), ("0.4C", 2, 1, 1), ("0.4E", 2, 1, 1), ("0.8", 3, 1, 1), ("0.82", 2, 1, 1), ("0.84", 3, 1, 1),
    ("0.86", 2, 1, 1), ("0.88", 3, 1, 1), ("0.89", 4, 3, 2), ("0.8A", 2, 1, 1), ("0.8B", 7, 7, 4), ("0.8C", 3, 1, 1),
    ("0.8D", 4, 3, 2), ("0.8E", 2, 1, 1), ("0.8F", 7, 7, 4), ("0.9B", 7, 8, 4), ("0.9C", 36, 28, 16),
    ("0.9E", 3, 4, 2), ("0.9F", 3, 4, 2), ("0.A8", 4, 1, 2), ("0.A9", 4, 1, 2), ("0.AA", 1, 1, 1), ("0.AB", 1, 1, 1),
    ("0.AC", 4, 1, 2), ("0.AD", 4, 1, 2), ("0.AE", 1, 1, 1), ("0.AF", 1, 1, 1), ("0.B8", 7, 9, 4), ("0.BA", 1, 3, 1),
    ("0.BB", 1, 4, 1), ("0.BC", 3, 4, 2), ("0.BE", 1, 3, 1), ("0.BF", 1, 4, 1), ("0.C", 2, 1, 1), ("0.C2", 2, 1, 1),
    ("0.C4", 2, 1, 1), ("0.C6", 2, 1, 1), ("0.C8", 2, 1, 1), ("0.C9", 3, 3, 2), ("0.CA", 2, 1, 1), ("0.CB", 3, 3, 2),
    ("0.CC", 2, 1, 1), ("0.CD", 3, 3, 2), ("0.CE", 2, 1, 1), ("0.CF", 3, 3, 2), ("0.E8", 1, 1, 1), ("0.E9", 1, 1, 1),
    ("0.EA", 1, 1, 1), ("0.EB", 1, 1, 1), ("0.EC", 1, 1, 1), ("0.ED", 1, 1, 1), ("0.EE", 1, 1, 1), ("0.EF", 1, 1, 1),
    ("0.F8", 6, 7, 4), ("0.FA", 1, 3, 1), ("0.FB", 1, 5, 1), ("0.FC", 5, 7, 4), ("0.FE", 1, 3, 1), ("0.FF", 1, 0, 1),
    ("8.0", 2, 1, 1), ("8.4", 2, 1, 1), ("8.8", 2, 1, 1), ("8.A", 1, 1, 1), ("8.B", 1, 3, 1), ("8.C", 2, 1, 1),
    ("8.D", 24, 19, 16), ("8.E", 1, 1, 1), ("8.F", 1, 3, 1), ("C.8", 1, 1, 1), ("C.9", 8, 6, 4), ("C.A", 1, 1, 1),
    ("C.C", 1, 1, 1), ("C.E", 1, 1, 1),
];

/// The others of those codes: the saltus 3 is not a power of 2, and `4.9` does not meet condition B.
const NOT_PROVED: [(&str, u64, u64, u64); 4] =
    [("0.3F", 6, 0, 3), ("8.2", 6, 1, 3), ("8.6", 6, 1, 3), ("4.9", 12, 16, 4)];

const LIMITS: Limits = Limits { steps: 2_000_000_000, memory: 1 << 20 };

fn verify(rule: &str, (period, preperiod, saltus): (u64, u64, u64), proof: &Proof) -> Result<(), Refusal> {
    Certificate::new(rule, Claim::Arithmetic { period, preperiod, saltus }, proof.clone()).verify(&LIMITS)
}

/// Claims that differ from a true one a little.
fn corruptions((p, n0, s): (u64, u64, u64)) -> Vec<(u64, u64, u64)> {
    let mut all = vec![(2 * p, n0, 2 * s), (3 * p, n0, 3 * s), (2 * p, n0, s), (p, n0, 2 * s), (p, 2 * n0 + 1, s)];
    all.extend([(p + 1, n0, s), (p, n0 + 1, s), (p, n0, s + 1), (p - 1, n0, s), (p, n0, s - 1)]);
    all.extend([(p / 2, n0, s), (p / 2, n0, s / 2), (p, n0, s / 2), (p, n0 / 2, s), (p, n0.saturating_sub(1), s)]);
    all.extend([(p, n0 + p, s), (u64::MAX, n0, s), (p, u64::MAX, s), (p, n0, u64::MAX), (1 << 63, 1 << 63, 1 << 63)]);
    all.retain(|&claim| claim != (p, n0, s));
    all
}

#[test]
fn codes_are_proved_as_by_an_independent_program() {
    for (code, p, n0, s) in PROVED {
        assert_eq!(verify(code, (p, n0, s), &Proof::ThreeParts {}), Ok(()), "{code}");
    }
    for (code, p, n0, s) in NOT_PROVED {
        let refusal = verify(code, (p, n0, s), &Proof::ThreeParts {});
        assert!(matches!(refusal, Err(Refusal::NotProved { .. })), "{code}: {refusal:?}");
    }
}

#[test]
fn corrupted_claims_about_codes_are_refused() {
    for (code, p, n0, s) in PROVED.into_iter().filter(|&(_, p, ..)| p < 30) {
        for claim in corruptions((p, n0, s)) {
            let refusal = verify(code, claim, &Proof::ThreeParts {});
            assert!(refusal.is_err(), "{code}: {claim:?}");
            let not_proved = matches!(refusal, Err(Refusal::NotProved { .. }));
            assert!(!not_proved, "{code}: {claim:?} is false, and that is to be found");
        }
    }
}

#[test]
fn the_claim_of_another_code_is_refused_unless_it_is_true() {
    let digits: Vec<char> = "0123456789ABCDEF".chars().collect();
    for (code, p, n0, s) in PROVED.into_iter().filter(|&(_, p, ..)| p < 9).step_by(3) {
        for (place, digit) in code.char_indices().filter(|&(_, char)| char != '.') {
            for &other in digits.iter().filter(|&&other| other != digit) {
                let mut changed = code.to_owned();
                changed.replace_range(place..=place, &other.to_string());
                if verify(&changed, (p, n0, s), &Proof::ThreeParts {}).is_ok() {
                    let shown = observed(&code_values(&changed, 100));
                    assert_eq!(shown, Some((p as usize, n0 as usize, s)), "{changed}");
                }
            }
        }
    }
}

fn all_but_moves(forbidden: &[usize], heap: usize) -> Vec<Vec<usize>> {
    (1..=heap).filter(|take| !forbidden.contains(take)).map(|take| vec![heap - take]).collect()
}

fn all_but(forbidden: &[usize]) -> String {
    let numbers: Vec<String> = forbidden.iter().map(usize::to_string).collect();
    format!("allbut{{{}}}", numbers.join(", "))
}

#[test]
fn all_but_sets_by_hand() {
    // All but 1: 0, 0, 1, 1, 2, 2, ... All but 2: 0, 1, 2, 0, ... as takes 1 and 3 and more.
    assert_eq!(verify("allbut{1}", (2, 0, 1), &Proof::States { from: 1 }), Ok(()));
    assert_eq!(verify("allbut{1..3}", (4, 0, 1), &Proof::States { from: 3 }), Ok(()));
    for from in [0, 4, 50] {
        assert!(verify("allbut{1..3}", (4, 0, 2), &Proof::States { from }).is_err());
    }
    // A number above every heap changes nothing, and costs nothing; but then nothing is proved.
    let refusal = verify("allbut{18446744073709551615}", (1, 0, 1), &Proof::States { from: 5 });
    assert!(matches!(refusal, Err(Refusal::StatesDiffer { .. })), "{refusal:?}");
    let hostile = verify("allbut{18446744073709551615}", (1, 0, 1), &Proof::States { from: u64::MAX });
    assert!(matches!(hostile, Err(Refusal::TooManySteps { .. })), "{hostile:?}");
}

#[test]
fn methods_are_for_their_own_rules_and_claims() {
    let arithmetic = Claim::Arithmetic { period: 2, preperiod: 1, saltus: 1 };
    let periodic = Claim::Periodic { period: 2, preperiod: 1 };
    for (rule, claim, proof) in [
        ("0.C", &arithmetic, Proof::FullRange { class: None }),
        ("0.C", &arithmetic, Proof::States { from: 3 }),
        ("0.C", &periodic, Proof::ThreeParts {}),
        ("0.77", &arithmetic, Proof::ThreeParts {}),
        ("subtract{1}", &arithmetic, Proof::States { from: 3 }),
        ("allbut{1}", &periodic, Proof::States { from: 3 }),
        ("allbut{1}", &periodic, Proof::FullRange { class: None }),
        ("grundys-game", &arithmetic, Proof::ThreeParts {}),
    ] {
        let certificate = Certificate::new(rule, claim.clone(), proof);
        let refusal = certificate.verify(&LIMITS);
        assert!(matches!(refusal, Err(Refusal::DoesNotApply { .. })), "{certificate:?}: {refusal:?}");
    }
    let level = Claim::Arithmetic { period: 2, preperiod: 1, saltus: 0 };
    assert_eq!(Certificate::new("0.C", level, Proof::ThreeParts {}).verify(&LIMITS), Err(Refusal::ZeroSaltus));
}

#[test]
fn brute_force_agrees_with_the_checker() {
    for (code, ..) in PROVED.into_iter().step_by(5).chain(NOT_PROVED) {
        let shown = values(&code.parse().unwrap(), 80, &LIMITS);
        assert_eq!(shown, Ok(brute_force(80, |heap| code_moves(code, heap))), "{code}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(150) })]

    #[test]
    fn all_but_sets_are_proved_and_only_exactly(
        forbidden in prop::collection::btree_set(1_usize..9, 1..5), other in 1_usize..9, late in 0_u64..20,
    ) {
        let forbidden: Vec<usize> = forbidden.into_iter().collect();
        let rule = all_but(&forbidden);
        let shown = brute_force(700, |heap| all_but_moves(&forbidden, heap));
        prop_assert_eq!(values(&rule.parse::<Rule>().unwrap(), 700, &LIMITS).unwrap(), &shown[..]);
        let Some((p, n0, s)) = observed(&shown) else { return Ok(()) };
        let claim = (p as u64, n0 as u64, s);
        let from = n0 as u64 + 2 * p as u64 + 16 + late;
        prop_assert_eq!(verify(&rule, claim, &Proof::States { from }), Ok(()));
        for corrupted in corruptions(claim) {
            prop_assert!(verify(&rule, corrupted, &Proof::States { from }).is_err(), "{:?}", corrupted);
        }
        // The theorem says more than the claim: before the preperiod no states can be equal.
        for early in [0, n0 as u64 / 2, from / 4, from / 2] {
            let early_proof = Proof::States { from: early };
            let verdict = verify(&rule, claim, &early_proof);
            if early < claim.1 {
                prop_assert!(matches!(verdict, Err(Refusal::StatesDiffer { .. })), "{:?}", verdict);
            }
            let more = (claim.0, claim.1, s + 1);
            prop_assert!(verify(&rule, more, &early_proof).is_err());
        }
        let mut changed = forbidden.clone();
        if let Some(at) = changed.iter().position(|&take| take == other) { changed.remove(at); } else { changed.push(other); }
        if !changed.is_empty() && verify(&all_but(&changed), claim, &Proof::States { from }).is_ok() {
            let shown = brute_force(700, |heap| all_but_moves(&changed, heap));
            prop_assert_eq!(observed(&shown), Some((p, n0, s)));
        }
    }

    #[test]
    fn a_claim_about_a_code_is_refused_or_true(
        code in "[048C]\\.[0-9A-F]{0,2}[89A-F]", period in 1_u64..9, preperiod in 0_u64..9, saltus in 1_u64..5,
    ) {
        if verify(&code, (period, preperiod, saltus), &Proof::ThreeParts {}).is_ok() {
            let shown = code_values(&code, 130);
            prop_assert_eq!(observed(&shown), Some((period as usize, preperiod as usize, saltus)));
        }
        let shown = code_values(&code, 130);
        if let Some((p, n0, s)) = observed(&shown).filter(|&(.., s)| s > 0) {
            let claim = (p as u64, n0 as u64, s);
            let verdict = verify(&code, claim, &Proof::ThreeParts {});
            prop_assert!(matches!(verdict, Ok(()) | Err(Refusal::NotProved { .. })), "{:?}", verdict);
        }
    }
}
