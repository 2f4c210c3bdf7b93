//! Searches that are broken off anywhere and taken up again, and checkpoints that are not what was written.

use std::collections::VecDeque;

use proptest::prelude::*;
use serde_json::Value;
use sha2::{Digest, Sha256};

use super::*;
use crate::heap::sequence::engine::splits::planes::Plan;
use crate::heap::sequence::engine::splits::planes::tests::EARLY;
use crate::heap::{CheckpointSink, Code, Finding, PeriodSearch, Status, SubtractionSet};

fn code(text: &str) -> HeapRule {
    HeapRule::Code(text.parse().unwrap())
}

fn subtract(numbers: &[u64]) -> HeapRule {
    HeapRule::Subtraction(SubtractionSet::ranges(numbers.iter().map(|&n| n..=n)).unwrap())
}

fn all_but(numbers: &[u64]) -> HeapRule {
    HeapRule::Subtraction(SubtractionSet::all_but(numbers.iter().map(|&n| n..=n)).unwrap())
}

/// Holds the last few checkpoints; one is due every `every` times that it is asked.
#[derive(Default)]
struct Last {
    every: usize,
    asked: usize,
    kept: VecDeque<Vec<u8>>,
}

impl CheckpointSink for Last {
    fn is_due(&mut self) -> bool {
        self.asked += 1;
        self.every > 0 && self.asked.is_multiple_of(self.every)
    }

    fn save(&mut self, checkpoint: &Checkpoint<'_>) {
        self.kept.truncate(3);
        self.kept.push_front(bytes(checkpoint));
    }
}

fn bytes(checkpoint: &Checkpoint<'_>) -> Vec<u8> {
    let mut bytes = Vec::new();
    checkpoint.write_to(&mut bytes).unwrap();
    bytes
}

fn header(bytes: &[u8]) -> Value {
    let end = bytes.iter().position(|&byte| byte == b'\n').unwrap();
    serde_json::from_slice(&bytes[..end]).unwrap()
}

fn certificate(sequence: &Sequence) -> Option<String> {
    sequence.period()?.certificate(sequence.rule()).map(|certificate| certificate.to_json())
}

/// What a search ends with: all that it says, the values, and the state without the values that follow from others.
#[derive(Debug, PartialEq)]
struct End {
    status: Status,
    checked_to: Option<u64>,
    certificate: Option<String>,
    header: Value,
    table: Vec<u32>,
}

impl End {
    fn of(finding: Finding, sequence: &Sequence, kept: &[u8]) -> Self {
        let mut header = header(kept);
        if let Some(stream) = header["state"]["open"]["stream"].as_object_mut() {
            stream.remove("recent");
        }
        // After a proof the values are not stored.
        let table = if sequence.period.is_some() { Vec::new() } else { sequence.values().collect() };
        let Finding { status, checked_to, .. } = finding;
        Self { status, checked_to, certificate: certificate(sequence), header, table }
    }
}

fn uninterrupted(rule: &HeapRule, search: PeriodSearch, plan: Plan) -> End {
    let (mut sequence, mut last) = (planned(Sequence::new(rule.clone()), plan), Last::default());
    let limits = Limits::default();
    let finding = sequence.find_period_with_checkpoints(&search, &mut last, &mut Meter::new(&limits)).unwrap();
    // Checkpoints change no decision.
    let alone = planned(Sequence::new(rule.clone()), plan).find_period(&search, &mut Meter::new(&limits)).unwrap();
    assert_eq!((&alone.status, alone.checked_to), (&finding.status, finding.checked_to), "{rule:?}");
    End::of(finding, &sequence, &last.kept[0])
}

/// How often a search was broken off, and how often a stream was left.
#[derive(Clone, Copy, Debug, Default)]
struct Breaks {
    runs: usize,
    left: usize,
}

/// The same search in runs that are broken off: `random` says after how many heaps, and which of the last states they leave.
fn in_runs(
    rule: &HeapRule,
    search: PeriodSearch,
    plan: Plan,
    breaks: &mut Breaks,
    mut random: impl FnMut() -> u64,
) -> End {
    let mut sequence = planned(Sequence::new(rule.clone()), plan);
    let mut in_stream = false;
    loop {
        breaks.runs += 1;
        let mut last = Last { every: usize::try_from(random() % 5).unwrap(), ..Last::default() };
        let limits = Limits { positions: Some(random()), ..Limits::default() };
        let finding = sequence.find_period_with_checkpoints(&search, &mut last, &mut Meter::new(&limits)).unwrap();
        if finding.stopped.is_none() {
            return End::of(finding, &sequence, &last.kept[0]);
        }
        // A run that was killed had not the time for its last state.
        let kept = last.kept.remove(usize::try_from(random()).unwrap() % last.kept.len()).unwrap();
        let stream = header(&kept)["state"]["open"]["stream"].is_object();
        breaks.left += usize::from(in_stream && !stream);
        in_stream = stream;
        sequence = planned(Sequence::resume(rule.clone(), search.theorem, &mut kept.as_slice()).unwrap(), plan);
        let again = bytes(&sequence.checkpoint(search.theorem));
        assert!(again == kept, "{rule:?}");
    }
}

/// Numbers that look random, from 1 to `most`.
fn random(most: u64, seed: u64) -> impl FnMut() -> u64 {
    let mut state = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1;
    move || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        1 + state % most
    }
}

/// The same sequence with this plan for bit planes.
fn planned(mut sequence: Sequence, plan: Plan) -> Sequence {
    if let Engine::Splits(splits) = &mut sequence.engine {
        splits.plan = plan;
    }
    sequence
}

#[track_caller]
fn same(rule: &HeapRule, search: PeriodSearch, most: u64, breaks: &mut Breaks) {
    same_by(rule, search, Plan::default(), most, breaks);
}

#[track_caller]
fn same_by(rule: &HeapRule, search: PeriodSearch, plan: Plan, most: u64, breaks: &mut Breaks) {
    let want = uninterrupted(rule, search, plan);
    for seed in 1..3 {
        assert_eq!(in_runs(rule, search, plan, breaks, random(most, seed)), want, "{rule:?} {search:?} {seed}");
    }
}

#[test]
fn bit_planes_go_on_where_they_were_broken_off() {
    let mut breaks = Breaks::default();
    let search = PeriodSearch { heaps: 90_000, theorem: PeriodTheorem::Window };
    same_by(&code("0.6"), search, EARLY, 45_000, &mut breaks);
    assert!(breaks.runs > 5, "{breaks:?}");
}

#[test]
fn every_engine_goes_on_where_it_was_broken_off() {
    let mut breaks = Breaks::default();
    for (rule, heaps) in [
        (code("0.77"), 1000),
        (code("0.137"), 1000),
        (code("0.156"), 9000),
        (code("0.007"), 3000),
        (code("0.354"), 3000),
        (code("4.0000000007"), 3000),
        (HeapRule::GrundysGame, 3000),
        (subtract(&[2, 5, 6]), 1000),
        (subtract(&[1, 20, 300, 301]), 3000),
        (subtract(&(1..=17).map(|n| n * n).collect::<Vec<_>>()), 3000),
        (HeapRule::Subtraction(SubtractionSet::ranges([1..=299, 301..=301]).unwrap()), 3000),
        (HeapRule::Subtraction(SubtractionSet::squares()), 2000),
        (HeapRule::Subtraction(SubtractionSet::primes()), 2000),
        (all_but(&[1, 5]), 1000),
        (all_but(&[6, 7, 13, 20]), 3000),
        (HeapRule::Subtraction(SubtractionSet::all_but([64..=u64::MAX]).unwrap()), 1000),
        (code("0.8"), 1000),
        (code("0.BF"), 500),
        (code("0.3F"), 300),
        (code("0.[5]"), 500),
        (code("4.3[1]"), 500),
        (code("0.2[5]"), 500),
    ] {
        for theorem in [PeriodTheorem::Any, PeriodTheorem::FullRange] {
            same(&rule, PeriodSearch { heaps, theorem }, heaps / 10, &mut breaks);
        }
    }
    assert!(breaks.runs > 500, "{breaks:?}");
}

#[test]
fn streams_go_on_where_they_were_broken_off_and_are_left_where_they_would_be() {
    let mut breaks = Breaks::default();
    let mut proved = 0;
    for text in
        ["0.104", "0.106", "0.156", "0.354", "0.444", "0.464", "0.467", "0.560", "0.563", "0.644", "0.654", "4.010"]
    {
        let rule = code(text);
        let search = PeriodSearch { heaps: 60_000, theorem: PeriodTheorem::Window };
        same(&rule, search, 8000, &mut breaks);
        proved += usize::from(matches!(uninterrupted(&rule, search, Plan::default()).status, Status::Proved(_)));
    }
    assert!(proved >= 3 && breaks.left >= 5, "{proved} {breaks:?}");
}

#[test]
fn a_search_goes_from_its_table_into_a_stream() {
    let mut breaks = Breaks::default();
    let search = PeriodSearch { heaps: 6_000_000, theorem: PeriodTheorem::Any };
    same(&code("0.106"), search, 1_500_000, &mut breaks);
    assert!(breaks.runs > 4, "{breaks:?}");
}

#[test]
fn a_later_run_may_go_further() {
    let rule = code("0.156");
    let far = PeriodSearch { heaps: 20_000, theorem: PeriodTheorem::Window };
    let want = uninterrupted(&rule, far, Plan::default());
    assert!(matches!(want.status, Status::Proved(_)));
    let mut sequence = Sequence::new(rule.clone());
    let limits = Limits::default();
    for heaps in [0, 1, 100, 100, 4097, 4098, 9000, 16_385, 16_386, 16_000, 16_500, 20_000] {
        let mut last = Last::default();
        let search = PeriodSearch { heaps, ..far };
        let finding = sequence.find_period_with_checkpoints(&search, &mut last, &mut Meter::new(&limits)).unwrap();
        if heaps == far.heaps {
            assert_eq!(End::of(finding, &sequence, &last.kept[0]), want);
        }
        sequence = Sequence::resume(rule.clone(), far.theorem, &mut last.kept[0].as_slice()).unwrap();
    }
    // What is proved is answered at once, as often as it is asked.
    let kept = bytes(&sequence.checkpoint(far.theorem));
    for _ in 0..2 {
        let mut last = Last::default();
        let limits = Limits { positions: Some(0), ..Limits::default() };
        let finding = sequence.find_period_with_checkpoints(&far, &mut last, &mut Meter::new(&limits)).unwrap();
        assert!(last.kept.is_empty());
        assert_eq!(End::of(finding, &sequence, &kept), want);
    }
    // A value needs the table that was not kept.
    let mut plain = Sequence::new(rule);
    for heap in [0, 7, 300, 10_000] {
        let [value, known] = [&mut sequence, &mut plain].map(|one| one.value(heap, &mut Meter::new(&limits)).unwrap());
        assert_eq!(value, known, "{heap}");
    }
}

#[test]
fn a_cancelled_search_ends_with_a_state_too() {
    for (text, theorem) in [("0.16", PeriodTheorem::Window), ("0.161", PeriodTheorem::Any)] {
        let limits = Limits::default();
        limits.cancel.cancel();
        let mut last = Last::default();
        let search = PeriodSearch { heaps: 300_000_000, theorem };
        let mut sequence = Sequence::new(code(text));
        let finding = sequence.find_period_with_checkpoints(&search, &mut last, &mut Meter::new(&limits)).unwrap();
        assert!(matches!(finding.stopped, Some(crate::Error::Budget { bound: crate::Bound::Cancel, .. })));
        assert_eq!(last.kept.len(), 1);
        Sequence::resume(code(text), theorem, &mut last.kept[0].as_slice()).unwrap();
    }
}

/// Checkpoints of a table, of one with wide values, of a stream, and of a proof.
fn examples() -> Vec<(HeapRule, PeriodTheorem, Vec<u8>)> {
    let wide = HeapRule::Subtraction(SubtractionSet::ranges([1..=299, 301..=301]).unwrap());
    let examples = [
        (code("0.77"), PeriodTheorem::Any, 100),
        (code("0.007"), PeriodTheorem::FullRange, 700),
        (wide, PeriodTheorem::Any, 500),
        (all_but(&[6, 7]), PeriodTheorem::Any, 30),
        (subtract(&[2, 5, 6]), PeriodTheorem::Any, 30),
        (code("0.3F"), PeriodTheorem::Any, 60),
        (code("0.[5]"), PeriodTheorem::Any, 60),
        (code("0.106"), PeriodTheorem::Window, 17_000),
        (code("0.77"), PeriodTheorem::Any, 1000),
        (code("0.6"), PeriodTheorem::Any, 0),
    ];
    let kept = examples.map(|(rule, theorem, heaps)| {
        let mut last = Last::default();
        let search = PeriodSearch { heaps, theorem };
        let mut sequence = Sequence::new(rule.clone());
        sequence.find_period_with_checkpoints(&search, &mut last, &mut Meter::new(&Limits::default())).unwrap();
        (rule, theorem, last.kept.remove(0).unwrap())
    });
    assert!(header(&kept[7].2)["state"]["open"]["stream"].is_object());
    assert!(header(&kept[8].2)["state"]["proved"].is_object());
    kept.into()
}

#[test]
fn what_was_cut_or_changed_anywhere_is_refused() {
    for (rule, theorem, kept) in examples() {
        let refused = |bytes: &[u8]| Sequence::resume(rule.clone(), theorem, &mut &*bytes).unwrap_err();
        // Every place of the first line and of the end, and some between.
        let middle = 400..kept.len().saturating_sub(100);
        let places = (0..kept.len()).filter(|place| !middle.contains(place) || place.is_multiple_of(1009));
        for place in places {
            let cut = refused(&kept[..place]);
            let is_cut = matches!(cut, CheckpointError::Damaged(_)) || place == 0;
            assert!(is_cut, "{place}: {cut:?}");
            for bit in 0..8 {
                let mut bytes = kept.clone();
                bytes[place] ^= 1 << bit;
                refused(&bytes);
            }
        }
        refused(&[&kept[..], b"\n"].concat());
        refused(&[&kept[..], &kept[..]].concat());
    }
}

#[test]
fn other_files_rules_theorems_and_versions_are_told_apart() {
    let (rule, theorem, kept) = examples().swap_remove(0);
    let refused =
        |rule: &HeapRule, theorem, bytes: &[u8]| Sequence::resume(rule.clone(), theorem, &mut &*bytes).unwrap_err();
    let message = refused(&code("0.137"), theorem, &kept).to_string();
    assert_eq!(message, "it is of the rule 0.77");
    assert_eq!(refused(&rule, PeriodTheorem::Window, &kept).to_string(), "its search is by any");
    assert!(matches!(refused(&rule, theorem, b"0,0\n1,1\n"), CheckpointError::NotACheckpoint));
    assert!(matches!(refused(&rule, theorem, b"{\"grundy_certificate\":1}"), CheckpointError::NotACheckpoint));
    let end = kept.iter().position(|&byte| byte == b'\n').unwrap();
    let line = str::from_utf8(&kept[..end]).unwrap().replacen(":1,", ":2,", 1);
    let newer = signed(&line, &kept[end + 1..kept.len() - 32]);
    assert!(matches!(refused(&rule, theorem, &newer), CheckpointError::Version { found: 2 }));
    // Names of one rule are one.
    let same = HeapRule::Code(Code::new([0, 7, 7, 0], 0).unwrap());
    Sequence::resume(same, theorem, &mut kept.as_slice()).unwrap();
}

/// A checkpoint with a digest that fits.
fn signed(line: &str, values: &[u8]) -> Vec<u8> {
    let mut bytes = [line.as_bytes(), b"\n", values].concat();
    let digest = Sha256::digest(&bytes);
    bytes.extend_from_slice(&digest);
    bytes
}

/// Takes up what was forged, and goes on for a while if it is not refused.
fn try_out(rule: &HeapRule, theorem: PeriodTheorem, forged: &[u8]) {
    let Ok(mut sequence) = Sequence::resume(rule.clone(), theorem, &mut &*forged) else { return };
    let limits = Limits { positions: Some(300), bytes: Some(1 << 28), ..Limits::default() };
    let mut last = Last { every: 3, ..Last::default() };
    let search = PeriodSearch { heaps: u64::MAX, theorem };
    sequence.find_period_with_checkpoints(&search, &mut last, &mut Meter::new(&limits)).unwrap();
}

#[test]
fn false_claims_that_are_verified_in_a_moment_are_refused() {
    for (period, preperiod, is_true) in
        [(12, 71, true), (24, 71, false), (12, 72, false), (12, 70, false), (0, 71, false), (12, u64::MAX, false)]
    {
        let state = format!(
            "{{\"period\":{period},\"preperiod\":{preperiod},\"saltus\":0,\"proof\":{{\"full-range\":{{\"class\":null}}}}}}"
        );
        let state = format!("{{\"proved\":{{\"period\":{state},\"heaps\":168}}}}");
        let line = format!("{{\"grundy_checkpoint\":1,\"rule\":\"0.77\",\"by\":\"any\",\"state\":{state}}}");
        let read = Sequence::resume(code("0.77"), PeriodTheorem::Any, &mut signed(&line, &[]).as_slice());
        assert_eq!(read.is_ok(), is_true, "{period} {preperiod} {:?}", read.err());
        assert!(is_true || matches!(read, Err(CheckpointError::Inconsistent(_))));
    }
}

/// The numbers of a header, each of which may be another one.
fn numbers(value: &mut Value, each: &mut impl FnMut(&mut Value)) {
    match value {
        Value::Number(_) | Value::Null => each(value),
        Value::Array(list) => list.iter_mut().for_each(|value| numbers(value, each)),
        Value::Object(fields) => fields.values_mut().for_each(|value| numbers(value, each)),
        Value::Bool(_) | Value::String(_) => {}
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(120) })]

    #[test]
    fn forged_numbers_do_no_harm(
        example in 0..10usize,
        place in 0..20usize,
        number in prop_oneof![any::<u64>(), 0..10u64, (0..64u32).prop_map(|bit| 1 << bit), 1000..100_000u64],
    ) {
        let (rule, theorem, kept) = EXAMPLES.with(|examples| examples[example].clone());
        let end = kept.iter().position(|&byte| byte == b'\n').unwrap();
        let mut line = header(&kept);
        let mut count = 0;
        numbers(&mut line, &mut |_| count += 1);
        let (mut at, place) = (0, place % count);
        numbers(&mut line, &mut |value| {
            if at == place {
                *value = number.into();
            }
            at += 1;
        });
        // The fields in the order in which they are written.
        let body = line.as_object().unwrap();
        let line = format!(
            "{{\"grundy_checkpoint\":{},\"rule\":{},\"by\":{},\"state\":{}}}",
            body["grundy_checkpoint"], body["rule"], body["by"], body["state"]
        );
        let values = &kept[end + 1..kept.len() - 32];
        try_out(&rule, theorem, &signed(&line, values));
        // As many values as the first line says.
        let mut more = values.to_vec();
        more.resize(values.len() + usize::try_from(number % 100_000).unwrap(), 1);
        try_out(&rule, theorem, &signed(&line, &more));
    }

    #[test]
    fn forged_values_do_no_harm(
        example in 0..10usize,
        changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..20),
    ) {
        let (rule, theorem, kept) = EXAMPLES.with(|examples| examples[example].clone());
        let end = kept.iter().position(|&byte| byte == b'\n').unwrap();
        let mut values = kept[end + 1..kept.len() - 32].to_vec();
        if !values.is_empty() {
            for (place, value) in changes {
                let place = place.index(values.len());
                values[place] = value;
            }
        }
        try_out(&rule, theorem, &signed(str::from_utf8(&kept[..end]).unwrap(), &values));
    }

    #[test]
    fn any_bytes_do_no_harm(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        try_out(&code("0.77"), PeriodTheorem::Any, &bytes);
    }
}

std::thread_local! {
    static EXAMPLES: Vec<(HeapRule, PeriodTheorem, Vec<u8>)> = examples();
}

#[test]
fn a_window_may_hold_larger_values_than_the_table() {
    let mut sequence = Sequence::new(code("0.106"));
    sequence.extend(17_000, &mut Meter::new(&Limits::default())).unwrap();
    let (Engine::Splits(splits), CompactTable::U8(table)) = (&sequence.engine, &sequence.table) else { panic!() };
    let (class, window) = stream::choose_window(splits, table.len(), 0).unwrap();
    let begin = stream::Stream::continuing(splits, class, table, window);
    for larger in [16, 31, 33, 64, 200] {
        let mut values = table[table.len() - window..].to_vec();
        let place = window - 100;
        values[place] = larger;
        // No such value comes, but if it did, the sets would have to hold it.
        begin.at(table.len(), &values).advance(10, window).unwrap();
    }
}
