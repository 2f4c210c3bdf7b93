//! Values against the literal tables of the reference cases.

use crate::reference::{code, octal_cases};
use grundy_check::{Limits, Rule, values};

#[test]
fn values_agree_with_every_table_of_the_octal_cases() {
    let mut tables = 0;
    for case in octal_cases("octal_") {
        let Some(table) = case["answer"]["values"].as_array() else { continue };
        let want: Vec<u64> = table.iter().map(|value| value.as_u64().unwrap()).collect();
        let from = case["answer"]["values_from_heap"].as_u64().unwrap_or(0);
        let rule: Rule = code(&case).parse().unwrap();
        let found = values(&rule, from + want.len() as u64, &Limits::default()).unwrap();
        assert_eq!(found[usize::try_from(from).unwrap()..], want, "{}", code(&case));
        tables += 1;
    }
    assert!(tables >= 50, "only {tables} tables were found");
}

#[test]
fn shifted_codes_have_shifted_values() {
    for case in octal_cases("octal_equivalence") {
        let shift = usize::try_from(case["answer"]["shift"].as_u64().unwrap()).unwrap();
        let of = |code: &str| values(&code.parse().unwrap(), 400, &Limits::default()).unwrap();
        let (a, b) = (of(code(&case)), of(case["game"]["other"].as_str().unwrap()));
        assert_eq!(a[shift..], b[..b.len() - shift], "{}", case["id"]);
    }
}

/// CGSuite's table for `subtract{2,3,7}`, heaps 1 to 20.
#[test]
fn values_of_a_subtraction_set() {
    let found = values(&"subtract{2,3,7}".parse().unwrap(), 21, &Limits::default()).unwrap();
    assert_eq!(found[1..], [0, 1, 1, 2, 0, 0, 1, 1, 2, 0, 0, 1, 1, 2, 0, 0, 1, 1, 2, 0]);
}

#[test]
fn values_are_limited() {
    let rule: Rule = "0.77".parse().unwrap();
    assert_eq!(values(&rule, 0, &Limits::default()), Ok(vec![]));
    assert!(values(&rule, u64::MAX, &Limits::default()).is_err());
    assert!(values(&rule, 100, &Limits { steps: 100, memory: 800 }).is_err());
}

#[test]
fn a_subtraction_set_is_its_code() {
    let of = |rule: &str| values(&rule.parse().unwrap(), 50, &Limits::default()).unwrap();
    for (set, code) in [("subtract{1,3,4}", "0.3033"), ("subtract{1..3}", "0.333"), ("subtract{2, 1..2}", "0.33")] {
        assert_eq!(of(set), of(code), "{set}");
    }
    // All but 1..6, for heaps of at most 11, and so all of these; and all but 12.
    let more = "subtract{7..11}";
    assert_eq!(of("allbut{1..6}")[..12], of(more)[..12]);
    assert_eq!(of("allbut{12}")[..12], (0..12).collect::<Vec<u64>>());
    // Numbers above every heap change nothing.
    assert_eq!(of("subtract{1, 18446744073709551614..18446744073709551615}"), of("0.3"));
}

/// OEIS A002188, heaps 0 to 30.
#[test]
fn values_of_grundys_game() {
    let found = values(&"grundys-game".parse().unwrap(), 31, &Limits::default()).unwrap();
    let want = [0, 0, 0, 1, 0, 2, 1, 0, 2, 1, 0, 2, 1, 3, 2, 1, 3, 2, 4, 3, 0, 4, 3, 0, 4, 3, 0, 4, 1, 2, 3];
    assert_eq!(found, want);
}
