//! What holds of every example file.

#![allow(clippy::unwrap_used, reason = "a test may fail")]

use std::collections::BTreeMap;
use std::fs;
use std::process::Command;

use crate::common::{examples, outcome, reader, sum, value};
use grundy::games::ReadError;
use grundy::search::{Grundy, Labels};
use grundy::{Limits, Meter, Options};
use grundy_rules::{Bounds, Position, RuleGame};

fn sources() -> BTreeMap<String, String> {
    let files = fs::read_dir(examples()).unwrap().map(|entry| entry.unwrap().path());
    let rules = files.filter(|path| path.extension().is_some_and(|extension| extension == "star"));
    rules
        .map(|path| {
            let name = path.file_name().unwrap().to_str().unwrap().to_owned();
            (name, fs::read_to_string(path).unwrap())
        })
        .collect()
}

/// The positions that the header of a file shows.
fn shown(source: &str) -> Vec<String> {
    let header = source.lines().take_while(|line| line.starts_with('#'));
    let quoted = header.filter(|line| line.contains("grundy ")).filter_map(|line| line.split('\'').nth(1));
    quoted.filter(|text| text.ends_with(')')).map(str::to_owned).collect()
}

#[test]
fn a_header_says_the_game_its_source_and_how_to_call_it() {
    let sources = sources();
    assert!(sources.len() >= 20);
    for (name, source) in sources {
        let header: Vec<&str> = source.lines().take_while(|line| line.starts_with('#')).collect();
        assert!(header.len() >= 4, "{name}");
        assert!(header.iter().any(|line| line.contains("grundy ") && line.contains(&name)), "{name}");
        assert!(source.lines().all(|line| line.chars().count() <= 130), "{name}");
    }
}

#[test]
fn the_positions_of_the_headers_are_solved_and_read_back() {
    for (name, source) in sources() {
        for text in shown(&source) {
            let read = sum(&text);
            let again = sum(&read.to_string());
            assert_eq!(again.to_string(), read.to_string(), "{name}");
            // The boards of pins take longest in misere play, and are tried with the contests.
            match read.value(&Limits::default()) {
                Ok(_) if name != "cat-and-mouse.star" => {}
                Err(grundy::Error::Partizan { .. }) if name == "cat-and-mouse.star" => {}
                other => panic!("{text}: {other:?}"),
            }
        }
    }
}

#[test]
fn every_file_is_valid_python() {
    let check = "import ast, sys\nfor name in sys.argv[1:]: ast.parse(open(name, encoding='utf-8').read(), name)";
    let files = sources().into_keys().map(|name| examples().join(name));
    match Command::new("python3").arg("-c").arg(check).args(files).output() {
        Ok(output) => assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr)),
        Err(_) => {
            // Without Python at hand: only words that both languages have begin a line.
            for (name, source) in sources() {
                let words = ["def ", "return", "for ", "if ", "elif ", "else:", "break", "continue", "pass", "fail("];
                for line in source.lines().map(str::trim).filter(|line| line.ends_with(':')) {
                    assert!(line.starts_with('#') || words.iter().any(|word| line.starts_with(word)), "{name}: {line}");
                }
            }
        }
    }
}

#[test]
fn two_lines_make_kayles_run_under_python() {
    let script = "
import builtins; builtins.plus = lambda *parts: (plus,) + parts
exec(open('kayles.star').read())

def mex(s): return next(n for n in range(len(s) + 1) if n not in s)
g = []
for n in range(13): g.append(mex({g[p[1]] ^ g[p[2]] for p in options(n)}))
print(g)
";
    if let Ok(output) = Command::new("python3").arg("-c").arg(script).current_dir(examples()).output() {
        let printed = String::from_utf8(output.stdout).unwrap();
        assert_eq!(printed.trim(), "[0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6, 4]");
    }
}

#[test]
fn two_readings_of_a_file_list_the_same_options_in_the_same_order() {
    for (name, source) in sources().into_iter().filter(|(name, _)| name != "cat-and-mouse.star") {
        for text in shown(&source) {
            let list = || {
                let sum = sum(&text);
                let mut options = Options::new();
                grundy::Game::options(&sum.rules, &sum.components[0], &mut options);
                options.iter().map(|parts| grundy::Game::show_sum(&sum.rules, parts)).collect::<Vec<_>>()
            };
            assert_eq!(list(), list(), "{name}");
        }
    }
}

#[test]
fn closed_forms_agree_with_the_search() {
    let limits = Limits::default();
    for name in ["heaps.star", "powers-of-two.star"] {
        let game = || RuleGame::read(name, &sources()[name], Bounds::default()).unwrap();
        let mut search = Labels::new(game(), Grundy::plain());
        let mut known = Labels::new(game(), Grundy::default());
        for n in 0..60 {
            let mut meter = Meter::new(&limits);
            let n = Position::Integer(n);
            assert_eq!(known.value(&n, &mut meter).unwrap(), search.value(&n, &mut meter).unwrap(), "{name} {n}");
        }
    }
}

#[test]
fn a_file_plays_as_the_game_of_the_library() {
    for n in 0..80 {
        assert_eq!(value(&format!("\"kayles.star\"({n})")), value(&format!("0.77({n})")), "{n}");
        assert_eq!(value(&format!("\"take.star\"({n})")), n % 4);
    }
    assert_eq!(value("\"take.star\"(10) + nim(3)"), 1);
    for (row, pins) in [("7", "5"), ("9", "4"), ("3", "3")] {
        let limits = Limits::default();
        let ours = sum(&format!("\"kayles.star\"({row}) + \"kayles.star\"({pins})"));
        let theirs = sum(&format!("0.77({row}, {pins})"));
        assert_eq!(ours.misere_outcome(&limits).unwrap(), theirs.misere_outcome(&limits).unwrap(), "{row} {pins}");
    }
}

#[test]
fn a_file_of_single_integers_is_a_sequence() {
    let limits = Limits::default();
    let reader = reader();
    let rule = reader.rule("\"kayles.star\"").unwrap();
    let mut values = Vec::new();
    let mut collect = |_, value: grundy::Nimber| {
        values.push(value.0);
        true
    };
    rule.heaps().unwrap().for_each_value(0, 12, &mut Meter::new(&limits), &mut collect).unwrap();
    assert_eq!(values, [0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6, 4]);
}

#[test]
fn errors_of_reading_point_at_the_place() {
    for (text, span, message) in [
        ("nim(1) + \"take.star\"(x)", 21..22, "expected an integer, a string, `True`, `False` or a tuple, found `x`"),
        ("\"none.star\"(1)", 0..11, "cannot read none.star: No such file or directory (os error 2)"),
        ("\"pins.star\"(X./..)", 12..17, "pins.star:30: a board has 4 rows of 4 cells: XXX./XXX./.XXX/.XXX"),
    ] {
        let error = reader().sum(text).unwrap_err();
        let found = match &error {
            ReadError::Notation(error) => error.span,
            ReadError::File { span, .. } | ReadError::Rules { span, .. } => *span,
            other => panic!("{other}"),
        };
        assert_eq!((found.range(), error.to_string().as_str()), (span, message), "{text}");
    }
    assert_eq!(outcome("\"take.star\"(4)"), grundy::Outcome::P);
}
