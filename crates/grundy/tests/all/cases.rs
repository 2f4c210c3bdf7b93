//! The reference data of `cases/`: every fact is asked of every method that can answer it today.
//!
//! What no method can answer yet stands in the lists [`KINDS_LATER`], [`CASES_LATER`] and [`PERIODS_LATER`]. A kind of case
//! that is neither answered nor listed fails, and so does an entry of a list whose game can be played.

use std::collections::BTreeSet;
use std::fs;

use crate::suite::contest;
use crate::suite::{Suite, apply, by_definition, heap_rule, integers, outcome, rule, text};
use grundy::games::ReadError;
use grundy::notation::Reader;
use grundy::{Convention, Nimber, Outcome};
use serde_json::Value;

/// Kinds of cases whose game, or whose command, does not exist yet, with a position of the game.
const KINDS_LATER: &[(&str, Option<&str>)] = &[
    ("coin_turning", Some("turtles(1)")),
    ("coin_turning_row", Some("mock-turtles(1)")),
    ("hackenbush", Some("hackenbush(edges:0-1)")),
    ("lexicode_P_positions", Some("mock-turtles(1)")),
    ("misere_quotient_partial", None),
    ("misere_quotient_source_only", None),
    ("nim_inverse_row", None),
    ("nim_product", None),
    ("nim_product_64", None),
    ("nim_product_antidiagonals", None),
    ("nim_product_row", None),
    ("ordinal_nim_power", None),
    ("ordinal_nim_product", None),
    ("ordinal_nim_sum", None),
    ("sprouts_normal", Some("sprouts(2)")),
    ("take_away_row", Some("take-away{3}(10, 4)")),
];

/// A file of rules: contest games that are not in the list would be written in one.
const RULE_FILE: &str = "\"rules.star\"(1)";

/// Cases of kinds that are answered otherwise, by their ids, whose game does not exist yet, with a position of the game.
const CASES_LATER: &[(&str, &str)] = &[
    ("cp-agc010F", RULE_FILE),
    ("cp-agc017D", "hackenbush(edges:0-1)"),
    ("cp-cf812E", RULE_FILE),
    ("cp-cf87C", RULE_FILE),
    ("cp-hdu3404", "product{turtles,turtles}(1:2)"),
    ("cp-lc3360", RULE_FILE),
    ("cp-lc913", RULE_FILE),
    ("cp-poj1143", RULE_FILE),
    ("cp-poj2311", RULE_FILE),
    ("cp-poj3710", "hackenbush(edges:0-1)"),
    ("cp-uva10536", RULE_FILE),
    ("pe933", RULE_FILE),
];

/// Cases whose period takes 2·10^11 steps by the definition: it is proved, and not seen by the definition too.
const LONG_PERIODS: &[&str] = &["octbig-0.56", "oeis-A071436"];

/// Fewer facts than this, all methods together, and a part of the suite is no longer run.
const FACTS: usize = 2450;

#[test]
fn every_fact_of_the_cases_is_what_every_method_says() {
    let mut suite = Suite::default();
    let mut answered = 0;
    let mut unknown = Vec::new();
    for case in cases() {
        text(&case["id"]).clone_into(&mut suite.case);
        let (before, kind) = (suite.facts(), text(&case["kind"]));
        let later =
            KINDS_LATER.iter().any(|(later, _)| *later == kind) || CASES_LATER.iter().any(|(id, _)| *id == suite.case);
        if later {
            continue;
        }
        if !ask(&mut suite, kind, &case["game"], &case["answer"], text(&case["question"])) {
            unknown.push(format!("{} of kind {kind}", suite.case));
        }
        let asked = suite.facts() > before;
        assert!(asked, "{} was asked of no method", suite.case);
        answered += usize::from(asked);
    }
    println!("{answered} cases answered; facts compared by method: {:#?}", suite.compared);
    assert_eq!(unknown, [""; 0], "neither answered nor listed as later");
    assert_eq!(suite.wrong, [""; 0]);
    assert!(suite.facts() >= FACTS, "only {} facts were compared", suite.facts());
}

#[test]
fn what_is_listed_as_later_is_among_the_cases_and_cannot_be_answered() {
    let cases = cases();
    let have = |key: &str| cases.iter().map(|case| text(&case[key]).to_owned()).collect::<BTreeSet<_>>();
    let (kinds, ids) = (have("kind"), have("id"));
    let mut positions = Vec::new();
    for (kind, position) in KINDS_LATER {
        assert!(kinds.contains(*kind), "no case is of kind {kind}");
        positions.extend(*position);
    }
    for (id, position) in CASES_LATER {
        assert!(ids.contains(*id), "no case is {id}");
        positions.push(position);
    }
    assert!(LONG_PERIODS.iter().all(|id| ids.contains(*id)));
    for position in positions {
        let read = Reader::default().sum(position);
        assert!(matches!(read, Err(ReadError::Unsupported { .. })), "{position} can be played: ask its cases");
    }
}

/// All cases of all files.
fn cases() -> Vec<Value> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../cases");
    let mut files: Vec<_> = fs::read_dir(folder).unwrap().map(|file| file.unwrap().path()).collect();
    files.retain(|file| file.extension().is_some_and(|extension| extension == "jsonl"));
    files.sort();
    let texts = files.iter().map(|file| fs::read_to_string(file).unwrap());
    texts
        .flat_map(|text| text.lines().map(|line| serde_json::from_str(line).unwrap()).collect::<Vec<Value>>())
        .collect()
}

/// Asks a case of every method; whether its kind is known.
fn ask(suite: &mut Suite, kind: &str, game: &Value, answer: &Value, question: &str) -> bool {
    match kind {
        "octal_period" | "octal_period_large" | "octal_oeis" | "subtraction_sequence" => {
            let first = if question.contains("values 1..") { 1 } else { 0 };
            let by_definition = !LONG_PERIODS.contains(&&*suite.case);
            suite.sequence(game, answer, answer["values_from_heap"].as_u64().unwrap_or(first), by_definition);
        }
        "octal_values" | "subtraction_values" => suite.values(game, 0, &integers(answer)),
        "allbut_subtraction" | "grundys_game" => suite.values(game, 1, &integers(answer)),
        "grundys_game_values" => {
            for (heap, value) in answer.as_object().unwrap() {
                suite.values(game, heap.parse().unwrap(), &[value.as_u64().unwrap()]);
            }
        }
        "cram_value" => suite.value(&cram(game), answer.as_u64().unwrap()),
        "octal_equivalence" => equivalence(suite, game, answer),
        "heap_options" => {
            let sorted = |mut options: Vec<Vec<u64>>| {
                options.iter_mut().for_each(|parts| parts.sort_unstable());
                options.sort();
                options
            };
            let found = suite.options(&apply(&rule(game), &[game["heap"].as_u64().unwrap()]));
            let want = answer.as_array().unwrap().iter().map(integers).collect();
            suite.compare("the list of options", &sorted(found), &sorted(want));
        }
        "misere_genus" => {
            let position = apply(&rule(game), &[game["heap"].as_u64().unwrap()]);
            suite.value(&position, answer["normal"].as_u64().unwrap());
            suite.superscripts(&position, &integers(&answer["superscripts"]));
        }
        "misere_nim_values" => {
            for (heap, value) in (0..).zip(integers(answer)) {
                suite.superscripts(&apply(&rule(game), &[heap]), &[value]);
            }
        }
        "set_position" => set_position(suite, &game["position"], answer),
        "misere_nim_outcome" => {
            suite.outcome(&apply("nim", &integers(&game["heaps"])), Convention::Misere, outcome(answer));
        }
        "misere_nim_moves" => {
            let want: Vec<_> = answer.as_array().unwrap().iter().map(integers).collect();
            let want: Vec<_> = want.iter().map(|to| (usize::try_from(to[0]).unwrap(), to[1])).collect();
            suite.takes(&apply("nim", &integers(&game["heaps"])), Convention::Misere, &want);
        }
        "nim_sum_row" => {
            let a = game["a"].as_u64().unwrap();
            for (&b, &want) in integers(&game["b"]).iter().zip(&integers(answer)) {
                suite.value(&format!("*{a} + *{b}"), want);
                suite.compare("nimbers", &(Nimber(a) + Nimber(b)), &Nimber(want));
            }
        }
        "chomp_outcome" => {
            suite.outcome(&apply("chomp", &integers(&game["rows"])), Convention::Normal, outcome(answer));
        }
        "chomp_winning_first" => {
            let (rows, columns) = (game["rows"].as_u64().unwrap(), game["cols"].as_u64().unwrap());
            let left = |bite: &Value| {
                let bite = integers(bite);
                let rows = (0..rows).map(|row| if row < bite[0] { columns } else { bite[1] });
                apply("chomp", &rows.filter(|&row| row > 0).collect::<Vec<_>>())
            };
            let want: Vec<String> = answer.as_array().unwrap().iter().map(left).collect();
            suite.wins(&format!("chomp({rows}x{columns})"), &want);
        }
        "arc_kayles_path" => graphs(suite, answer, 1, |n| format!("arc-kayles(path:{n})")),
        "node_kayles_grid" => {
            let (rows, _) = text(&game["graph"]).split_once(" x ").unwrap();
            graphs(suite, answer, 1, |n| format!("node-kayles(grid:{rows}x{n})"));
        }
        "node_kayles_scalloped" => graphs(suite, answer, 4, |n| {
            let joined = [1, 3].into_iter().flat_map(|by| (0..n - by).map(move |v| format!("{v}-{}", v + by)));
            format!("node-kayles(edges:{})", joined.collect::<Vec<_>>().join(","))
        }),
        "wythoff_row" => {
            for (column, want) in (0..).zip(integers(answer)) {
                suite.value(&apply("wythoff", &[game["row"].as_u64().unwrap(), column]), want);
            }
        }
        "wythoff_triangle" => {
            let pairs = (0..).flat_map(|row| (0..=row).map(move |column| [row, column]));
            pairs.zip(integers(answer)).for_each(|(pair, want)| suite.value(&apply("wythoff", &pair), want));
        }
        "fibonacci_nim_row" => {
            for (taken, want) in (0..).zip(integers(answer)) {
                suite.value(&apply("fibonacci-nim", &[10, taken]), want);
            }
        }
        "moore_nim_P" => moore(suite, game, answer),
        "euclid_outcomes_agree" => {
            let pairs: Vec<[u64; 2]> = (2..=8).flat_map(|b| (1..b).map(move |a| [a, b])).collect();
            let [zero, positive] = ["euclid", "euclid{positive}"]
                .map(|rule| pairs.iter().map(|pair| known(&apply(rule, pair))).collect::<Vec<_>>());
            let lost = |values: &[u64]| values.iter().map(|&value| value == 0).collect::<Vec<_>>();
            suite.compare(
                "equal P-positions",
                &(lost(&zero) == lost(&positive)),
                &answer["P_equal"].as_bool().unwrap(),
            );
            suite.compare("equal values", &(zero == positive), &answer["values_equal"].as_bool().unwrap());
        }
        "bug_report" => return bug_report(suite, game, answer, question),
        "contest_sample" | "contest_value" => return contest::ask(suite, game, answer),
        _ => return false,
    }
    true
}

/// The value of a position.
fn known(position: &str) -> u64 {
    let sum = Reader::default().sum(position).unwrap();
    sum.value(&grundy::Limits::default()).unwrap().0
}

/// The P-positions of Moore's Nim among all heaps in order up to a size.
fn moore(suite: &mut Suite, game: &Value, answer: &Value) {
    let number = |key: &str| game[key].as_u64().unwrap();
    let (count, most) = (number("heaps"), number("max"));
    let lost: Vec<Vec<u64>> = answer.as_array().unwrap().iter().map(integers).collect();
    for code in 0..(most + 1).pow(u32::try_from(count).unwrap()) {
        let heaps: Vec<u64> = (0..count)
            .scan(code, |rest, _| {
                let heap = *rest % (most + 1);
                *rest /= most + 1;
                Some(heap)
            })
            .collect();
        if heaps.is_sorted() {
            let want = if lost.contains(&heaps) { Outcome::P } else { Outcome::N };
            suite.outcome(&apply(&format!("moore{{{}}}", number("k")), &heaps), Convention::Normal, want);
        }
    }
}

/// The values of a game on the graphs of a family, from the graph of this number on.
fn graphs(suite: &mut Suite, answer: &Value, first: u64, position: impl Fn(u64) -> String) {
    for (n, want) in (first..).zip(integers(answer)) {
        suite.value(&position(n), want);
    }
}

/// Two codes with the same values, up to a shift.
/// A board of Cram, by its sides or row by row.
fn cram(game: &Value) -> String {
    match game["grid"].as_array() {
        Some(rows) => format!("cram(\"{}\")", rows.iter().map(text).collect::<Vec<_>>().join("/")),
        None => format!("cram({}x{})", game["rows"], game["cols"]),
    }
}

fn equivalence(suite: &mut Suite, game: &Value, answer: &Value) {
    let (shift, top) = (answer["shift"].as_u64().unwrap(), answer["tested_to"].as_u64().unwrap());
    let other = serde_json::json!({"type": "take_and_break", "digits": game["other"]});
    let values = by_definition(heap_rule(&other).unwrap(), top - shift);
    suite.values(game, shift + 1, &values[1..]);
}

fn set_position(suite: &mut Suite, position: &Value, answer: &Value) {
    let position = nested(position);
    suite.value(&position, answer["normal"].as_u64().unwrap());
    suite.outcome(&position, Convention::Misere, outcome(&answer["misere_outcome"]));
    suite.superscripts(&position, &[answer["misere"].as_u64().unwrap()]);
    // `2` is a nim-heap, `0^02` ends with its alternation: what follows is the last one xor 2.
    let (base, digits) = text(&answer["genus"]).split_once('^').unwrap_or((text(&answer["genus"]), ""));
    let mut superscripts: Vec<u64> = match (base, digits) {
        ("0", "") => vec![1, 2],
        ("1", "") => vec![0, 3],
        (size, "") => vec![size.parse().unwrap()],
        (_, digits) => digits.chars().map(|digit| digit.to_digit(10).unwrap().into()).collect(),
    };
    while superscripts.len() < 6 {
        superscripts.push(superscripts[superscripts.len() - 1] ^ 2);
    }
    suite.superscripts(&position, &superscripts);
}

/// A set position as text; a number is a nim-heap.
fn nested(position: &Value) -> String {
    match position {
        Value::Array(options) => format!("{{{}}}", options.iter().map(nested).collect::<Vec<_>>().join(", ")),
        size => format!("*{size}"),
    }
}

/// Faults of other programs, each with one small fact.
fn bug_report(suite: &mut Suite, game: &Value, answer: &Value, question: &str) -> bool {
    let convention = if game["misere"] == true { Convention::Misere } else { Convention::Normal };
    let heaps = |key: &str| if game[key].is_array() { integers(&game[key]) } else { Vec::new() };
    let code = |digits: &Value| heap_rule(&serde_json::json!({"type": "take_and_break", "digits": digits})).unwrap();
    match text(&game["type"]) {
        _ if question == "last exception" => suite.proved(game, None, answer.as_u64().map(|heap| heap + 1)),
        _ if answer["period"].is_u64() => suite.sequence(game, answer, 0, true),
        "nim" if game["positions"].is_array() => {
            for (heaps, want) in game["positions"].as_array().unwrap().iter().zip(answer.as_array().unwrap()) {
                suite.outcome(&apply("nim", &integers(heaps)), convention, outcome(want));
            }
        }
        "nim" if answer.is_object() => {
            let position = apply("nim", &heaps("heaps"));
            suite.outcome(&position, Convention::Normal, outcome(&answer["normal"]));
            suite.outcome(&position, Convention::Misere, outcome(&answer["misere"]));
        }
        "nim" => suite.outcome(&apply("nim", &heaps("heaps")), convention, outcome(answer)),
        "take_and_break" if game["other"].is_string() => {
            let first = answer.as_u64().unwrap();
            let [mine, other] = ["digits", "other"].map(|key| by_definition(code(&game[key]), first));
            let differ = mine.iter().zip(&other).position(|(a, b)| a != b).map(|heap| heap as u64);
            suite.compare("the first difference", &differ, &Some(first));
        }
        "take_and_break" => {
            let mine = by_definition(code(&game["digits"]), 300);
            for other in game["others"].as_array().unwrap() {
                let equal = by_definition(code(other), 300) == mine;
                suite.compare("equal sequences", &equal, &(other == answer));
            }
        }
        "split_unequal" => {
            let position = apply(&rule(game), &[game["heap"].as_u64().unwrap()]);
            let options = suite.options(&position).len() as u64;
            suite.compare("the number of options", &options, &answer.as_u64().unwrap());
        }
        "subtraction" if answer.is_u64() => suite.value(&apply(&rule(game), &heaps("heaps")), answer.as_u64().unwrap()),
        "subtraction" | "nim_with_one_pass_per_heap" => suite.values(game, 0, &integers(answer)),
        "pieces_on_strip" => suite.outcome(&apply("silver-dollar", &heaps("positions")), convention, outcome(answer)),
        "pair" => {
            suite.value("nim(4)", answer["a"].as_u64().unwrap());
            suite.value("subtract{1,3}(4)", answer["b"].as_u64().unwrap());
        }
        _ => return false,
    }
    true
}
