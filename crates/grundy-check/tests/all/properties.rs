//! Solve, prove, check: what the values show is accepted, and nothing false ever is.
#![allow(clippy::unwrap_used, reason = "what cannot be read fails the property")]

use crate::written::periodic;
use grundy_check::{Certificate, Claim, Limits, Proof, Refusal, Rule, check, values};
use proptest::prelude::*;
use proptest::sample::Index;

/// Enough heaps for the rules below, small enough for splits in three.
const HEAPS: u64 = 240;

/// What a property may spend on one certificate.
const LIMITS: Limits = Limits { steps: 50_000_000, memory: 50_000 };

fn any_rule() -> impl Strategy<Value = String> {
    prop_oneof![
        3 => "[048C]\\.[0-9A-F]{1,4}",
        // Codes without splits repeat soon.
        2 => "0\\.[0-3]{1,5}",
        2 => prop::collection::btree_set(1_u8..12, 1..5).prop_map(|set| {
            let numbers: Vec<String> = set.iter().map(u8::to_string).collect();
            format!("subtract{{{}}}", numbers.join(","))
        }),
    ]
}

fn first_values(rule: &str) -> Vec<u64> {
    values(&rule.parse::<Rule>().unwrap(), HEAPS, &Limits::default()).unwrap()
}

/// The least period with its least preperiod, if the values show it so often that the theorem surely applies.
fn observed(values: &[u64]) -> Option<(u64, u64)> {
    let least_preperiod =
        |p: usize| (0..values.len() - p).rev().find(|&n| values[n] != values[n + p]).map_or(0, |n| n + 1);
    // No rule here has s above 3 or k above 11.
    let proved = |&(p, n0): &(usize, usize)| 3 * (n0.max(1) + p) + 11 <= values.len();
    (1..values.len() / 3).map(|p| (p, least_preperiod(p))).find(proved).map(|(p, n0)| (p as u64, n0 as u64))
}

/// Whether the claim holds as far as the values go, a period as long as they go included.
fn holds(values: &[u64], claim: &Claim) -> bool {
    let &Claim::Periodic { period, preperiod } = claim else { return false };
    let Ok(p) = usize::try_from(period) else { return false };
    (usize::try_from(preperiod).unwrap()..values.len().saturating_sub(p)).all(|n| values[n] == values[n + p])
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(200) })]

    #[test]
    fn what_repeats_often_enough_is_accepted_and_only_exactly(rule in any_rule(), off in 1_u64..9) {
        if let Some((period, preperiod)) = observed(&first_values(&rule)) {
            let verdict = |period, preperiod| check(&periodic(&rule, period, preperiod), &LIMITS);
            prop_assert_eq!(verdict(period, preperiod), Ok(Claim::Periodic { period, preperiod }));
            prop_assert!(verdict(period * (off + 1), preperiod).is_err());
            prop_assert!(verdict(period + off, preperiod).is_err());
            prop_assert!(verdict(period, preperiod + off).is_err());
            if preperiod >= off {
                prop_assert!(verdict(period, preperiod - off).is_err());
            }
        }
    }

    #[test]
    fn a_claim_made_at_random_is_refused_or_true(rule in any_rule(), period in 0_u64..40, preperiod in 0_u64..40) {
        if let Ok(claim) = check(&periodic(&rule, period, preperiod), &LIMITS) {
            let shown = first_values(&rule);
            prop_assert!(holds(&shown, &claim));
            prop_assert_eq!(observed(&shown).unwrap_or((period, preperiod)), (period, preperiod));
        }
    }

    #[test]
    fn numbers_of_any_size_are_refused_or_true(rule in any_rule(), period: u64, preperiod: u64, small in 0_u32..64) {
        // Shifted, so that all orders of magnitude occur.
        let text = periodic(&rule, period >> small, preperiod >> (63 - small));
        if let Ok(claim) = check(&text, &LIMITS) {
            prop_assert!(holds(&first_values(&rule), &claim));
        }
    }

    #[test]
    fn a_corrupted_field_is_refused_or_the_claim_still_true(
        field in 0..6, word in "[a-z0-9.{}]{0,12}", number in 0_u64..200, rule in any_rule(),
    ) {
        let claim = Claim::Periodic { period: 12, preperiod: 71 };
        let kayles = Certificate::new("0.77", claim, Proof::FullRange { class: None }).to_json();
        let (old, new) = match field {
            0 => (": 1,", format!(": {number},")),
            1 => ("0.77", rule),
            2 => ("periodic", word),
            3 => ("12", number.to_string()),
            4 => ("71", number.to_string()),
            _ => ("full-range", word),
        };
        let text = kayles.replacen(old, &new, 1);
        if let Ok(claim) = check(&text, &LIMITS) {
            let read = Certificate::read(&text).unwrap();
            prop_assert!(holds(&first_values(&read.rule), &claim));
            prop_assert!(field == 1 || text == kayles, "only another rule with this period can be accepted");
        }
    }

    #[test]
    fn corrupted_bytes_are_refused_or_the_claim_still_true(at: Index, byte in prop::char::range(' ', '~')) {
        let mut text: Vec<char> = periodic("0.77", 12, 71).chars().collect();
        let at = at.index(text.len());
        text[at] = byte;
        let text: String = text.into_iter().collect();
        if let Ok(claim) = check(&text, &LIMITS) {
            let read = Certificate::read(&text).unwrap();
            prop_assert!(holds(&first_values(&read.rule), &claim));
        }
    }

    #[test]
    fn no_text_stops_the_reader(text in any::<String>(), rule in "(subtract\\{|[0-9A-F]\\.)?[ -~é∞]{0,20}") {
        prop_assert!(check(&text, &LIMITS).is_err());
        let _read: Result<Rule, _> = rule.parse();
        let escaped = serde_json::Value::from(rule).to_string();
        let verdict = check(&periodic("RULE", 1, 0).replace("\"RULE\"", &escaped), &LIMITS);
        let refused_as_text = matches!(verdict, Err(Refusal::Malformed { .. }));
        prop_assert!(!refused_as_text);
    }

    #[test]
    fn what_is_written_is_read_back(rule: String, period: u64, preperiod: u64) {
        let certificate = Certificate::new(rule, Claim::Periodic { period, preperiod }, Proof::FullRange { class: None });
        prop_assert_eq!(Certificate::read(&certificate.to_json()), Ok(certificate));
    }
}
