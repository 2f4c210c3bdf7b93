//! The periods of the literature: each is accepted, and each small lie about it is refused.

use crate::reference::{code, octal_cases};
use crate::written::periodic;
use grundy_check::{Claim, Limits, Refusal, check};

/// Rule, least period, least preperiod of every octal case that is cheap to verify plainly.
fn known() -> Vec<(String, u64, u64)> {
    // 0.56 needs 2·10^11 steps; all others need far fewer than this.
    let limits = Limits { steps: 1_000_000_000, ..Limits::default() };
    let mut known = Vec::new();
    for case in octal_cases("octal_") {
        let answer = &case["answer"];
        let Some(period) = answer["period"].as_u64() else { continue };
        let last_exception = || answer["last_exception"].as_u64().map(|heap| heap + 1);
        let preperiod = answer["preperiod"].as_u64().or_else(last_exception).unwrap_or(0);
        let rule = code(&case);
        match check(&periodic(rule, period, preperiod), &limits) {
            Err(Refusal::TooManySteps { .. }) => assert!(["0.56", "0.560"].contains(&rule), "{rule} became dear"),
            verdict => {
                assert_eq!(verdict, Ok(Claim::Periodic { period, preperiod }), "{rule}");
                known.push((rule.to_owned(), period, preperiod));
            }
        }
    }
    assert!(known.len() >= 55, "only {} cases were checked", known.len());
    known
}

#[test]
fn every_known_period_is_accepted_and_every_small_lie_about_it_is_refused() {
    let limits = Limits::default();
    // Beyond this the lies would take long, and they are the same.
    let small = known().into_iter().filter(|(_, period, preperiod)| period + preperiod < 600);
    for (rule, period, preperiod) in small {
        let verdict = |period, preperiod| check(&periodic(&rule, period, preperiod), &limits);
        for claimed in (1..period).chain(period + 1..period + 3).chain([2 * period, 3 * period, 6 * period]) {
            let refusal = verdict(claimed, preperiod);
            if claimed.is_multiple_of(period) {
                let Err(Refusal::PeriodNotLeast { smaller, .. }) = refusal else {
                    panic!("{rule}, {claimed}: {refusal:?}")
                };
                assert!(smaller < claimed && smaller.is_multiple_of(period), "{rule}: {claimed} or {smaller}");
            } else {
                assert!(matches!(refusal, Err(Refusal::Differs { .. })), "{rule}, {claimed}: {refusal:?}");
            }
        }
        let claimed = preperiod + 1;
        assert_eq!(verdict(period, claimed), Err(Refusal::PreperiodNotLeast { claimed }), "{rule}");
        if preperiod > 0 {
            let refusal = verdict(period, preperiod - 1);
            assert!(
                matches!(refusal, Err(Refusal::Differs { heap, .. }) if heap == preperiod - 1),
                "{rule}, preperiod {}: {refusal:?}",
                preperiod - 1
            );
        }
    }
}

#[test]
fn finite_subtraction_sets() {
    for (rule, period, preperiod) in [
        ("subtract{1}", 2, 0),
        ("subtract{1..3}", 4, 0),
        ("subtract{1..1000}", 1001, 0),
        ("subtract{1,3}", 2, 0),
        ("subtract{1,2}", 3, 0),
        ("subtract{1,2,5}", 3, 0),
        ("subtract{1,3,4}", 7, 0),
        ("subtract{2,3,7}", 5, 0),
        ("subtract{2,4,7}", 3, 8),
        ("subtract{2,3,5,7,11,13}", 9, 0),
    ] {
        let limits = Limits::default();
        let claim = |period, preperiod| check(&periodic(rule, period, preperiod), &limits);
        assert_eq!(claim(period, preperiod), Ok(Claim::Periodic { period, preperiod }), "{rule}");
        assert!(matches!(claim(2 * period, preperiod), Err(Refusal::PeriodNotLeast { .. })), "{rule}");
        assert!(matches!(claim(period + 1, preperiod), Err(Refusal::Differs { .. })), "{rule}");
        assert!(matches!(claim(period, preperiod + 1), Err(Refusal::PreperiodNotLeast { .. })), "{rule}");
    }
}

#[test]
fn codes_at_the_edges_of_the_theorem() {
    // No move at all; k = 0 with s = 2; and counterexamples for m = 0.
    for (rule, period, preperiod) in [("0.0", 1, 0), ("0.000", 1, 0), ("4.00", 2, 1), ("0.2", 2, 1)] {
        let verdict = check(&periodic(rule, period, preperiod), &Limits::default());
        assert_eq!(verdict, Ok(Claim::Periodic { period, preperiod }), "{rule}");
    }
}

#[test]
fn the_claim_of_another_rule_is_refused() {
    let limits = Limits::default();
    for rule in ["0.7", "0.07", "0.76", "0.78", "0.77F", "4.77", "subtract{1,2}"] {
        let refusal = check(&periodic(rule, 12, 71), &limits);
        // 12 is a multiple of some of their periods.
        assert!(
            matches!(refusal, Err(Refusal::Differs { .. } | Refusal::PeriodNotLeast { .. })),
            "{rule}: {refusal:?}"
        );
    }
    for rule in ["0.[3]", "4.[3]", "1.77", "kayles", "0.77(9)", ""] {
        assert!(matches!(check(&periodic(rule, 12, 71), &limits), Err(Refusal::Rule { .. })), "{rule}");
    }
    let same = Claim::Periodic { period: 12, preperiod: 71 };
    assert_eq!(check(&periodic("0.7700", 12, 71), &limits), Ok(same));
}

#[test]
fn a_proof_that_costs_too_much_is_refused_at_once() {
    let limits = Limits::default();
    let verdict = check(&periodic("0.56", 144, 326_640), &limits);
    assert!(matches!(verdict, Err(Refusal::TooManySteps { limit: 100_000_000_000, .. })), "{verdict:?}");
    for (period, preperiod) in [(1 << 63, 0), (1, u64::MAX), (u64::MAX, u64::MAX), (1 << 32, 1 << 32)] {
        for rule in ["0.77", "C.FFFF", "0.0", "grundys-game", "subtract{1..18446744073709551615}"] {
            let verdict = check(&periodic(rule, period, preperiod), &limits);
            assert!(matches!(verdict, Err(Refusal::TooMuchMemory { .. })), "{rule}: {verdict:?}");
        }
    }
    let unlimited = Limits { steps: u64::MAX, memory: u64::MAX };
    let verdict = check(&periodic("0.8", u64::MAX, u64::MAX), &unlimited);
    assert!(matches!(verdict, Err(Refusal::TooMuchMemory { .. })), "{verdict:?}");
    assert_eq!(check(&periodic("0.77", 0, 71), &limits), Err(Refusal::ZeroPeriod));
}

#[test]
fn a_refusal_says_what_is_wrong() {
    let text = |rule, period, preperiod| {
        check(&periodic(rule, period, preperiod), &Limits::default()).unwrap_err().to_string()
    };
    assert_eq!(text("0.77", 12, 70), "heap 70 has the value 6, but heap 82 one period later has 2");
    assert_eq!(text("0.77", 24, 71), "24 is not the least period: 12 is a period too");
    assert_eq!(text("0.77", 12, 75), "75 is not the least preperiod: the values repeat from heap 74 on");
    assert_eq!(text("0.7g", 12, 71), "the rule `0.7g` is refused: expected a digit 0-9 or A-F, found `g`");
    assert_eq!(
        text("kayles", 12, 71),
        "the rule `kayles` is refused: neither a code such as 0.77 nor subtract{1,3,4}, allbut{2} or grundys-game"
    );
}
