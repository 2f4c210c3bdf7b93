//! Misère play against plain search of whole sums.

use crate::oracle::of_components;
use grundy::notation::Reader;
use grundy::{Component, Convention, Limits, Meter, Misere, Nimber, Rules, misere_nim_outcome, misere_nim_value};

/// Every ascending list of at most `heaps` sizes from 1 to `most`.
fn sums(heaps: usize, most: u64) -> Vec<Vec<u64>> {
    if heaps == 0 {
        return vec![Vec::new()];
    }
    let mut all = sums(heaps - 1, most);
    for fewer in all.clone() {
        let least = fewer.last().copied().unwrap_or(1);
        all.extend((least..=most).map(|size| [&fewer[..], &[size]].concat()));
    }
    all.sort();
    all.dedup();
    all
}

#[test]
fn misere_nim_is_what_the_search_of_up_to_four_heaps_up_to_six_says() {
    let mut oracle = of_components(&Rules::default());
    let all = sums(4, 6);
    assert_eq!(all.len(), 210, "four heaps of 0 to 6, in any order");
    for heaps in all {
        let sum: Vec<Component> = heaps.iter().copied().map(Component::Nim).collect();
        let (value, outcome) = (oracle.mex(&sum, Convention::Misere), oracle.outcome(&sum, Convention::Misere));
        assert_eq!(misere_nim_value(heaps.iter().copied()), Nimber(value), "{heaps:?}");
        assert_eq!(misere_nim_outcome(heaps.iter().copied()), outcome, "{heaps:?}");
    }
}

/// The misère values of a sum with 0, 1, 2 and 3 nim-heaps `*2` beside it, by the library and by the oracle.
fn superscripts(text: &str) -> [u64; 4] {
    let sum = Reader::default().sum(text).unwrap();
    let (mut misere, mut oracle) = (Misere::new(sum.rules.clone()), of_components(&sum.rules));
    [0, 1, 2, 3].map(|twos| {
        let sum = [&sum.components[..], &vec![Component::Nim(2); twos]].concat();
        let value = misere.value(&sum, &mut Meter::new(&Limits::default())).unwrap();
        assert_eq!(value, Nimber(oracle.mex(&sum, Convention::Misere)), "{text} with {twos} heaps *2");
        value.0
    })
}

#[test]
fn the_superscripts_of_nim_heaps() {
    assert_eq!(superscripts("*0"), [1, 2, 0, 2]);
    assert_eq!(superscripts("*1"), [0, 3, 1, 3]);
    for size in 2..=6 {
        assert_eq!(superscripts(&format!("*{size}")), [size, size ^ 2, size, size ^ 2]);
    }
}

/// In 0.35 the heaps 3 and 5 are alike to the genus, but not in a sum with the heap 4.
#[test]
fn the_genus_of_a_sum_does_not_follow_from_those_of_its_parts() {
    assert_eq!(superscripts("0.35(3)"), [0, 2, 0, 2]);
    assert_eq!(superscripts("0.35(5)"), [0, 2, 0, 2]);
    assert_eq!(superscripts("0.35(4)"), [2, 0, 2, 0]);
    assert_eq!(superscripts("0.35(3, 4)"), [1, 3, 1, 3]);
    assert_eq!(superscripts("0.35(5, 4)"), [2, 0, 2, 0]);
}
