//! Every fast method against the definition, and the table as a whole.

use proptest::prelude::*;

use super::engine::splits::Splits;
use super::engine::splits::shape::Shape;
use super::period_search::stream::{Stream, choose_window};
use super::*;
use crate::Limits;
use crate::heap::{Class, Code, PeriodSearch, PeriodTheorem, Proof, Status, SubtractionSet};

fn code(text: &str) -> HeapRule {
    HeapRule::Code(text.parse().unwrap())
}

fn values_of(mut sequence: Sequence, to: u64) -> Vec<u32> {
    sequence.extend(to, &mut Meter::new(&Limits::default())).unwrap();
    sequence.values().collect()
}

fn values(text: &str, to: u64) -> Vec<u32> {
    values_of(Sequence::without_period(code(text)), to)
}

/// The fast method gives the values of the definition.
#[track_caller]
fn agrees(rule: &HeapRule, to: u64) {
    let fast = values_of(Sequence::without_period(rule.clone()), to);
    let plain = values_of(Sequence::plain(rule.clone()), to);
    let difference = fast.iter().zip(&plain).position(|(fast, plain)| fast != plain);
    assert_eq!(difference, None, "{rule:?}: {:?}", difference.map(|heap| (fast[heap], plain[heap])));
    assert_eq!(fast.len(), plain.len());
}

#[test]
fn kayles_begins_as_in_winning_ways() {
    let row = [0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6, 4, 1, 2, 7, 1, 4, 3, 2, 1, 4, 6, 7];
    assert_eq!(values("0.77", 23), row);
}

#[test]
fn take_and_split_is_nim() {
    assert_eq!(values("0.[7]", 8), [0, 1, 2, 3, 4, 5, 6, 7, 8]);
}

#[test]
fn all_codes_of_three_digits_agree_with_the_definition() {
    for first in [0, 4] {
        for digits in 0..512u16 {
            agrees(&code(&format!("{first}.{digits:03o}")), 900);
        }
    }
}

#[test]
fn long_runs_agree_with_the_definition() {
    for text in ["0.6", "0.106", "0.104", "0.16", "0.354", "0.56", "0.007", "0.376", "0.165", "4.003", "0.644", "0.14"]
    {
        agrees(&code(text), 6000);
    }
    agrees(&HeapRule::GrundysGame, 6000);
}

#[test]
fn codes_with_distant_digits_agree_with_the_definition() {
    for text in [
        "0.00000000000000000000000000000000000000000000000000000000000000000000000006",
        "4.0000000007",
        "0.70000000000000000000000000000000000070004",
    ] {
        agrees(&code(text), 2500);
    }
}

#[test]
fn hexadecimal_codes_agree_with_the_definition() {
    for text in
        ["0.8", "0.3F", "0.F", "8.2", "4.9", "C.8F", "0.08", "0.008", "4.00F", "0.1248", "8.0", "C.0", "0.A", "0.2F"]
    {
        agrees(&code(text), 400);
    }
}

#[test]
fn sets_of_takes_agree_with_the_definition() {
    let takes = [
        SubtractionSet::squares(),
        SubtractionSet::primes(),
        SubtractionSet::fibonacci(),
        SubtractionSet::powers(2).unwrap(),
        SubtractionSet::powers(3).unwrap(),
    ];
    for takes in takes {
        agrees(&HeapRule::Subtraction(takes), 6000);
    }
    for ranges in
        [vec![1..=1, 3..=4], vec![40..=90, 200..=200], vec![1..=300], vec![7..=7, 5000..=5001], vec![64..=u64::MAX]]
    {
        agrees(&HeapRule::Subtraction(SubtractionSet::ranges(ranges.clone()).unwrap()), 6000);
        agrees(&HeapRule::Subtraction(SubtractionSet::all_but(ranges).unwrap()), 3000);
    }
}

/// What the period says holds for the plain values, and nothing smaller does.
#[track_caller]
fn period_holds(period: &Period, plain: &[u32]) {
    let (p, n0) = (usize::try_from(period.period).unwrap(), usize::try_from(period.preperiod).unwrap());
    let grows = |n: usize, q: usize| i64::from(plain[n + q]) - i64::from(plain[n]);
    let saltus = i64::try_from(period.saltus).unwrap();
    assert!(n0 + 2 * p < plain.len(), "{period:?} is too long for the test");
    assert_eq!((n0..plain.len() - p).find(|&n| grows(n, p) != saltus), None, "{period:?}");
    assert!(n0 == 0 || grows(n0 - 1, p) != saltus, "{period:?}");
    for smaller in 1..p {
        assert!((n0..n0 + p).any(|n| grows(n, smaller) != grows(n0, smaller)), "{period:?} has the part {smaller}");
    }
}

#[test]
fn periods_of_all_but_sets_are_proved_and_hold() {
    let sets: &[&[u64]] =
        &[&[1], &[2], &[2, 3, 7], &[1, 2], &[1, 3, 5], &[4, 5, 9], &[3, 8], &[1, 2, 3, 4, 9], &[6, 7, 13, 20]];
    for forbidden in sets {
        let rule = HeapRule::Subtraction(SubtractionSet::all_but(forbidden.iter().map(|&n| n..=n)).unwrap());
        let mut sequence = Sequence::new(rule.clone());
        sequence.extend(10_000, &mut Meter::new(&Limits::default())).unwrap();
        let period = sequence.period().cloned().unwrap_or_else(|| panic!("{forbidden:?}"));
        period_holds(&period, &values_of(Sequence::plain(rule), 3000));
    }
}

fn any_code() -> impl Strategy<Value = HeapRule> {
    let digits = prop::collection::vec(0..8u8, 1..12);
    (prop::sample::select(vec![0u8, 4]), digits).prop_map(|(first, mut digits)| {
        digits.insert(0, first);
        HeapRule::Code(Code::new(digits, 0).unwrap())
    })
}

fn any_hexadecimal_code() -> impl Strategy<Value = HeapRule> {
    let digits = prop::collection::vec(0..16u8, 1..6);
    (prop::sample::select(vec![0u8, 4, 8, 12]), digits).prop_map(|(first, mut digits)| {
        digits.insert(0, first);
        HeapRule::Code(Code::new(digits, 0).unwrap())
    })
}

fn any_takes() -> impl Strategy<Value = HeapRule> {
    let takes = prop::collection::vec((1..2000u64, 0..4u64), 1..12);
    takes.prop_map(|takes| {
        let ranges = takes.into_iter().map(|(from, more)| from..=from + more);
        HeapRule::Subtraction(SubtractionSet::ranges(ranges).unwrap())
    })
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(100) })]

    #[test]
    fn longer_codes_agree_with_the_definition(rule in any_code()) {
        agrees(&rule, 1500);
    }

    #[test]
    fn codes_that_leave_three_heaps_agree_with_the_definition(rule in any_hexadecimal_code()) {
        agrees(&rule, 150);
    }

    #[test]
    fn finite_sets_agree_with_the_definition(rule in any_takes()) {
        agrees(&rule, 6000);
    }

    #[test]
    fn a_table_goes_on_where_it_stopped(rule in any_code(), stops in prop::collection::vec(0..900u64, 1..9)) {
        let mut sequence = Sequence::without_period(rule.clone());
        for stop in stops {
            sequence.extend(stop, &mut Meter::new(&Limits::default())).unwrap();
        }
        let found: Vec<u32> = sequence.values().collect();
        prop_assert_eq!(&found, &values_of(Sequence::plain(rule), found.len() as u64 - 1));
    }

    #[test]
    fn proved_periods_hold(rule in any_code()) {
        let mut sequence = Sequence::new(rule.clone());
        sequence.extend(2000, &mut Meter::new(&Limits::default())).unwrap();
        if let Some(period) = sequence.period().cloned() {
            let plain = values_of(Sequence::plain(rule), 2500);
            period_holds(&period, &plain);
            for (heap, value) in (0..).zip(plain) {
                let folded = sequence.value(heap, &mut Meter::new(&Limits::default())).unwrap();
                prop_assert_eq!(folded, Nimber(value.into()));
            }
        }
    }

    #[test]
    fn all_but_sets_are_always_proved(forbidden in prop::collection::vec(1..30u64, 1..6)) {
        let rule = HeapRule::Subtraction(SubtractionSet::all_but(forbidden.iter().map(|&n| n..=n)).unwrap());
        agrees(&rule, 600);
        let mut sequence = Sequence::new(rule.clone());
        sequence.extend(1_000_000, &mut Meter::new(&Limits::default())).unwrap();
        let period = sequence.period().cloned();
        prop_assert!(period.is_some(), "{:?}", forbidden);
        let period = period.unwrap();
        period_holds(&period, &values_of(Sequence::without_period(rule), 3 * (period.preperiod + period.period) + 100));
    }
}

#[test]
fn values_that_outgrow_a_byte_widen_the_table() {
    let takes = SubtractionSet::ranges([1..=299, 301..=301]).unwrap();
    agrees(&HeapRule::Subtraction(takes), 3000);
    let takes = SubtractionSet::ranges([1..=69_999, 70_001..=70_001]).unwrap();
    let mut sequence = Sequence::without_period(HeapRule::Subtraction(takes));
    sequence.extend(70_000, &mut Meter::new(&Limits::default())).unwrap();
    assert!((0..70_000).zip(sequence.values()).all(|(heap, value)| heap == value));
}

#[test]
fn a_table_too_large_is_refused_before_it_is_begun() {
    let limits = Limits { bytes: Some(1 << 30), ..Limits::default() };
    let mut grundy = Sequence::new(HeapRule::GrundysGame);
    let error = grundy.value(1_000_000_000_000, &mut Meter::new(&limits)).unwrap_err();
    assert!(error.to_string().contains("0 of 1000000000001 heaps"), "{error}");
}

#[test]
fn any_heap_follows_from_a_period() {
    let limits = Limits { bytes: Some(1 << 20), ..Limits::default() };
    let mut kayles = Sequence::new(code("0.77"));
    assert_eq!(kayles.value(u64::MAX, &mut Meter::new(&limits)).unwrap(), Nimber(8));
    assert_eq!(kayles.len(), 168);
}

#[test]
fn an_interrupted_sequence_goes_on_where_it_stopped() {
    let limits = Limits { positions: Some(10), ..Limits::default() };
    let mut kayles = Sequence::new(code("0.77"));
    assert!(kayles.extend(20, &mut Meter::new(&limits)).is_err());
    assert_eq!(kayles.values().len(), 10);
    // The account of the second attempt counts what the first one left.
    let error = kayles.extend(20, &mut Meter::new(&Limits { positions: Some(0), ..limits })).unwrap_err();
    assert!(error.to_string().contains("11 of 21 heaps"), "{error}");
    kayles.extend(20, &mut Meter::new(&Limits::default())).unwrap();
    assert_eq!(kayles.values().collect::<Vec<_>>(), values("0.77", 20));
}

#[test]
fn a_bound_on_positions_is_exact_in_blocks_too() {
    for most in [400, 1000, 1001, 1031] {
        let limits = Limits { positions: Some(most), ..Limits::default() };
        let mut officers = Sequence::new(code("0.6"));
        assert!(officers.extend(5000, &mut Meter::new(&limits)).is_err());
        assert_eq!(officers.len() as u64, most);
    }
}

/// The status of a search among so many heaps.
fn found(rule: &HeapRule, heaps: u64, theorem: PeriodTheorem) -> Status {
    let search = PeriodSearch { heaps, theorem };
    Sequence::new(rule.clone()).find_period(&search, &mut Meter::new(&Limits::default())).unwrap().status
}

#[test]
fn the_window_theorem_and_the_full_range_agree() {
    let mut proved = [0, 0];
    for digits in (0..1024u16).step_by(9) {
        let first = if digits >= 512 { 4 } else { 0 };
        let rule = code(&format!("{first}.{:03o}", digits % 512));
        let Status::Proved(full) = found(&rule, 4000, PeriodTheorem::FullRange) else { continue };
        let Status::Proved(window) = found(&rule, 20_000, PeriodTheorem::Window) else { continue };
        assert_eq!((full.period, full.preperiod), (window.period, window.preperiod), "{rule:?} {window:?}");
        let Proof::Window { class: Class { parity, .. }, .. } = window.proof else { panic!("{window:?}") };
        let certificate = window.certificate(&rule).unwrap();
        assert_eq!(certificate.verify(&grundy_check::Limits::default()), Ok(()), "{certificate:?}");
        proved[0] += 1;
        proved[1] += usize::from(parity.is_some());
    }
    assert!(proved[0] > 50 && proved[1] > 15, "few games reach the theorem: {proved:?}");
}

#[test]
fn arithmetic_periods_of_moves_that_leave_three_heaps_are_proved() {
    for text in ["0.8", "0.BF", "8.4", "C.8", "8.0"] {
        let rule = code(text);
        let mut sequence = Sequence::new(rule.clone());
        sequence.extend(1000, &mut Meter::new(&Limits::default())).unwrap();
        let period = sequence.period().unwrap_or_else(|| panic!("{text}"));
        assert_eq!((period.saltus, &period.proof), (1, &Proof::ThreeParts), "{text}");
        // Far past the table that proved it.
        assert!(sequence.len() < 100);
        let far = period.preperiod + 1_000_000 * period.period;
        period_holds(period, &values_of(Sequence::plain(rule), 400));
        let far = sequence.value(far, &mut Meter::new(&Limits::default()));
        assert!(far.unwrap().0 >= 1_000_000, "{text}");
    }
    // The saltus is 3: observed, not proved.
    for text in ["0.3F", "8.2"] {
        assert!(matches!(found(&code(text), 700, PeriodTheorem::Any), Status::Observed { saltus: 3, .. }), "{text}");
    }
}

#[test]
fn a_run_in_bit_planes_can_stop_and_go_on_anywhere() {
    let rule = code("0.6");
    let want = values_of(Sequence::without_period(rule.clone()), 90_000);
    for threads in [1, 2] {
        let mut sequence = Sequence::without_period(rule.clone());
        let Engine::Splits(splits) = &mut sequence.engine else { panic!("{rule:?}") };
        splits.plan = super::engine::splits::planes::tests::EARLY;
        let mut stop = 60_000;
        // Blocks that are cut at every place, and heaps between them.
        for step in (0..).map(|n: u64| 1 + n * 37 % 1500) {
            stop += step;
            if stop > 90_000 {
                break;
            }
            let positions = stop - sequence.len() as u64;
            let limits = Limits { positions: Some(positions), threads, ..Limits::default() };
            assert!(sequence.extend(1_000_000, &mut Meter::new(&limits)).is_err());
            assert_eq!(sequence.len() as u64, stop);
        }
        let Engine::Splits(splits) = &sequence.engine else { panic!("{rule:?}") };
        assert!(splits.in_planes(), "the run is over");
        let found: Vec<u32> = sequence.values().collect();
        assert_eq!(found, want[..found.len()]);
    }
}

#[test]
fn a_stream_goes_on_in_bit_planes() {
    let rule = code("0.6");
    let want = values_of(Sequence::without_planes(rule.clone()), 100_000);
    let mut sequence = Sequence::without_period(rule.clone());
    let Engine::Splits(splits) = &mut sequence.engine else { panic!("{rule:?}") };
    splits.plan = super::engine::splits::planes::tests::EARLY;
    sequence.extend(70_000, &mut Meter::new(&Limits::default())).unwrap();
    let (Engine::Splits(splits), CompactTable::U16(table)) = (&sequence.engine, &sequence.table) else {
        panic!("{rule:?}")
    };
    assert!(splits.in_planes());
    let (class, window) = choose_window(splits, table.len(), 0).unwrap();
    let mut stream = Stream::continuing(splits, class, table, window);
    while stream.next() < 90_000 {
        let next = stream.next();
        // Now a whole block or more, now less.
        let values = stream.advance(1 + next * 7 % 3000, window).unwrap();
        let difference = (next..).zip(values).find(|(heap, value)| want[*heap] != u32::from(**value));
        assert_eq!(difference, None);
    }
}

#[test]
fn values_follow_from_a_period_that_the_table_has_not_reached() {
    let rule = code("0.156");
    let mut sequence = Sequence::new(rule.clone());
    let limits = Limits::default();
    let search = PeriodSearch { heaps: 20_000, theorem: PeriodTheorem::Window };
    sequence.find_period(&search, &mut Meter::new(&limits)).unwrap();
    // As if the period were longer than the table: what was computed is forgotten.
    (sequence.table, sequence.engine) = (CompactTable::default(), Engine::of(&rule));
    let plain = values_of(Sequence::plain(rule), 5000);
    for heap in [4000, 0, 17, 5000] {
        let value = sequence.value(heap as u64, &mut Meter::new(&limits)).unwrap();
        assert_eq!(value, Nimber(plain[heap].into()), "{heap}");
    }
}

#[test]
fn a_value_with_a_new_highest_bit_is_common_from_then_on() {
    let mut decided = 0;
    for rule in [code("0.6"), code("0.56"), code("0.354"), code("0.644"), code("0.127"), HeapRule::GrundysGame] {
        let mut sequence = Sequence::without_planes(rule.clone());
        sequence.extend(60_000, &mut Meter::new(&Limits::default())).unwrap();
        let values: Vec<u32> = sequence.values().collect();
        for bit in 3..9 {
            let Some(heap) = values.iter().position(|value| value >> bit != 0).filter(|heap| *heap > 1000) else {
                continue;
            };
            let mut splits = Splits::new(Shape::of(&rule).unwrap(), rule.clone()).after(&values[..heap]);
            let before = splits.sparse().map(|sparse| (sparse.class, sparse.rare.len()));
            splits.note(heap, values[heap]);
            if let (Some((class, rare)), Some(sparse)) = (before, splits.sparse()) {
                assert!(!sparse.class.is_rare(values[heap], heap) && sparse.rare.len() == rare, "{rule:?} {heap}");
                let as_before =
                    |heap: usize| sparse.class.is_rare(values[heap], heap) == class.is_rare(values[heap], heap);
                assert!((0..heap).all(as_before), "{rule:?} {heap}");
                decided += usize::from(class != sparse.class);
            }
        }
    }
    assert!(decided > 0, "no such value was rare");
}
