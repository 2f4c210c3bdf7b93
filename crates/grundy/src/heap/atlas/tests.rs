//! What an atlas says beside slow computations of the same.

use super::*;
use crate::heap::Status;
use crate::{Bound, Limits};

fn atlas(families: &[&str], heaps: u64, rare: Option<u64>) -> Atlas {
    let families: Vec<Family> = families.iter().map(|family| family.parse().unwrap()).collect();
    Atlas::new(&families, Bounds { heaps, rare }, &mut Meter::new(&Limits::default())).unwrap()
}

fn entries(atlas: &Atlas) -> Vec<Entry> {
    let limits = Limits::default();
    let mut entries: Vec<(usize, Entry)> = (0..atlas.groups())
        .flat_map(|group| atlas.entries(group, |_| true, &mut Meter::new(&limits)).unwrap())
        .collect();
    entries.sort_by_key(|(place, _)| *place);
    assert!(entries.iter().enumerate().all(|(place, (found, _))| place == *found));
    entries.into_iter().map(|(_, entry)| entry).collect()
}

/// The values of the heaps up to this one, by the definition.
fn plain(code: &Code, last: u64) -> Vec<u64> {
    let mut sequence = Sequence::plain(HeapRule::Code(code.clone()));
    sequence.extend(last, &mut Meter::new(&Limits::default())).unwrap();
    sequence.values().map(u64::from).collect()
}

/// Whether g(n) = h(n - shift) for all n > max(shift, 0) that both tables hold, and g(n) = 0 up to shift.
fn agree(g: &[u64], h: &[u64], shift: i64) -> bool {
    (0..g.len()).all(|n| match usize::try_from(n as i64 - shift) {
        Ok(beside) if beside > 0 && n > 0 => h.get(beside).is_none_or(|value| *value == g[n]),
        _ => g[n] == 0,
    })
}

/// The shifts at which two sequences with a heap that is not 0 could agree: that of these heaps.
fn shift(g: &[u64], h: &[u64]) -> i64 {
    let first = |values: &[u64]| values.iter().position(|&value| value != 0).map_or(0, |heap| heap as i64);
    first(g) - first(h)
}

#[test]
fn twins_are_the_simplest_codes_with_the_same_values() {
    // A period below 100 whose proof needs no more than 300 heaps is proved; others are compared up to there.
    let atlas = atlas(&["0.dd", "4.d", "0.00d", "0.x"], 300, None);
    let values: Vec<Vec<u64>> = atlas.codes().iter().map(|code| plain(code, 640)).collect();
    for (place, entry) in entries(&atlas).iter().enumerate() {
        let g = &values[place];
        let like = |h: &&Vec<u64>| agree(g, h, shift(g, h)) && agree(h, g, shift(h, g));
        let simplest = values[..place].iter().position(|h| like(&h));
        let found = entry.cousin.as_ref().map(|other| other.code.clone());
        assert_eq!(found, simplest.map(|place| atlas.codes()[place].clone()), "{}", entry.code);
        if let (Some(other), Some(simplest)) = (&entry.cousin, simplest) {
            assert_eq!(other.shift, shift(g, &values[simplest]), "{}", entry.code);
        }
        let equal = values[..place].iter().position(|h| h == g);
        let found = entry.equal.as_ref().map(|other| (other.code.clone(), other.shift));
        assert_eq!(found, equal.map(|place| (atlas.codes()[place].clone(), 0)), "{}", entry.code);
    }
}

#[test]
fn facts_are_those_of_the_values() {
    let atlas = atlas(&["0.dd", "4.d", "0.x"], 300, None);
    for entry in entries(&atlas) {
        let code = &entry.code;
        let values = plain(code, 1200);
        let (all, repeats) = match &entry.status {
            Status::Proved(period) => {
                let [p, first] = [period.period, period.preperiod].map(|heaps| usize::try_from(heaps).unwrap());
                assert!((first..=1200 - p).all(|n| values[n + p] == values[n] + period.saltus), "{code}");
                assert!(first == 0 || values[first - 1] + period.saltus != values[first - 1 + p], "{code}");
                assert!(entry.limit.is_none() && entry.certificate.is_some(), "{code}");
                let claim = entry.certificate.as_ref().map(|certificate| certificate.verify(&Default::default()));
                assert_eq!(claim, Some(Ok(())), "{code}");
                if period.saltus > 0 {
                    assert_eq!((entry.largest, entry.rare), (None, None), "{code}");
                    continue;
                }
                (&values[..first + 2 * p], Some(first))
            }
            _ => {
                assert_eq!((entry.limit, entry.checked_to), (Some(Limit::Heaps), 299), "{code}");
                assert!(entry.certificate.is_none());
                (&values[..300], None)
            }
        };
        let value = *all.iter().max().unwrap();
        let heap = all.iter().position(|&other| other == value).unwrap() as u64;
        assert_eq!(entry.largest, Some(Largest { value, heap }), "{code}");

        let (digits, _) = code.digits();
        let splits: Vec<usize> = (0..digits.len()).filter(|&k| digits[k] & 4 != 0).collect();
        if splits.is_empty() || digits.iter().any(|digit| digit & 8 != 0) {
            assert_eq!(entry.rare, None, "{code}");
            continue;
        }
        // Every class, one after the other.
        let rare_under = |mask: u64, parity: Option<usize>| -> Vec<usize> {
            let is_rare = |heap: usize| {
                let place = parity.map_or(0, |parity| heap + parity);
                ((all[heap] & mask).count_ones() as usize + place).is_multiple_of(2)
            };
            (1..all.len()).filter(|&heap| is_rare(heap)).collect()
        };
        let parity = splits.iter().all(|split| split % 2 == splits[0] % 2).then_some(Some(splits[0] % 2));
        let classes = (1..(value + 1).next_power_of_two().max(2))
            .flat_map(|mask| [Some(None), parity].into_iter().flatten().map(move |parity| (mask, parity)));
        let (_, mask, parity, rare) = classes
            .map(|(mask, parity)| {
                let rare = rare_under(mask, parity);
                let again = rare.iter().filter(|&&heap| repeats.is_some_and(|from| heap >= from)).count();
                ((again, rare.len()), mask, parity, rare)
            })
            .reduce(|best, next| if next.0 < best.0 { next } else { best })
            .unwrap();
        let found = entry.rare.unwrap();
        assert_eq!((found.class.mask, found.class.parity.map(usize::from)), (mask, parity), "{code}");
        if repeats.is_some_and(|from| rare.last().is_some_and(|&last| last >= from)) {
            assert_eq!((found.count, found.last), (None, None), "{code}");
        } else {
            let last = rare.last().map(|&heap| heap as u64);
            assert_eq!((found.count, found.last), (Some(rare.len() as u64), last), "{code}");
        }
    }
}

#[test]
fn a_proof_and_an_observation_are_told_apart() {
    // The period of 0.07 needs 175 heaps.
    let evidence = |heaps: u64, code: &str, equal: bool| {
        let atlas = atlas(&["0.07", "0.137", "0.4", "0.56", "0.563", "0.147", "0.544", "0.0", "0.1"], heaps, None);
        let code: Code = code.parse().unwrap();
        let entries = entries(&atlas);
        let entry = entries.iter().find(|entry| entry.code == code).unwrap();
        let other = if equal { &entry.equal } else { &entry.cousin };
        other.as_ref().map(|other| (other.code.to_string(), other.shift, other.evidence))
    };
    assert_eq!(evidence(50, "0.07", false), Some(("0.4".to_owned(), -1, Evidence::Reduction)));
    assert_eq!(evidence(50, "0.137", false), Some(("0.4".to_owned(), -2, Evidence::Reduction)));
    assert_eq!(evidence(50, "0.07", true), None);
    assert_eq!(evidence(50, "0.563", true), Some(("0.56".to_owned(), 0, Evidence::Reduction)));
    // These have the period 8 from heap 3 on, which takes 25 heaps to prove.
    assert_eq!(evidence(20, "0.544", true), Some(("0.147".to_owned(), 0, Evidence::Seen { to: 19 })));
    assert_eq!(evidence(100, "0.544", true), Some(("0.147".to_owned(), 0, Evidence::Periods)));
    assert_eq!(evidence(2000, "0.1", false), None);
}

#[test]
fn many_rare_heaps_end_a_code() {
    let atlas = atlas(&["0.007", "0.106", "0.77", "0.8", "0.3", "0.3F"], 20_000, Some(1000));
    for entry in entries(&atlas) {
        let code = entry.code.to_string();
        let (checked_to, limit) = match code.as_str() {
            "0.007" => (4095, Some(Limit::Rare)),
            "0.106" => (19_999, Some(Limit::Heaps)),
            // All heaps count.
            "0.3F" => (1023, Some(Limit::Rare)),
            _ => (entry.checked_to, None),
        };
        assert_eq!((entry.checked_to, entry.limit), (checked_to, limit), "{code}");
        assert_eq!(limit.is_none(), matches!(entry.status, Status::Proved(_)), "{code}");
    }
}

#[test]
fn each_code_is_there_once_and_in_order() {
    let atlas = atlas(&["0.dd", "0.d0", "0.7", "4.d"], 10, None);
    let codes: Vec<String> = atlas.codes().iter().map(ToString::to_string).collect();
    assert_eq!(codes.len(), 64 + 8);
    assert_eq!(codes[..4], ["0.0", "4.0", "0.1", "0.2"]);
    assert_eq!(codes[8..11], ["0.7", "4.1", "4.2"]);
    assert_eq!(codes[16..18], ["0.01", "0.02"]);
    let groups: std::collections::BTreeSet<usize> = (0..codes.len()).map(|place| atlas.group_of(place)).collect();
    assert_eq!(groups.len(), atlas.groups());
}

#[test]
fn a_limit_gives_no_entries() {
    let atlas = atlas(&["0.007"], 100_000, None);
    let limits = Limits { bytes: Some(1000), ..Limits::default() };
    let result = atlas.entries(0, |_| true, &mut Meter::new(&limits));
    assert!(matches!(result, Err(Error::Budget { bound: Bound::Bytes, .. })));
    let limits = Limits::default();
    limits.cancel.cancel();
    let result = atlas.entries(0, |_| true, &mut Meter::new(&limits));
    assert!(matches!(result, Err(Error::Budget { bound: Bound::Cancel, .. })));
}
