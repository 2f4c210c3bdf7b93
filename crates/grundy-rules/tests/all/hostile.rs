//! Files that mean harm, or look as if they did: each ends with a clear error, in this very process.
#![allow(clippy::unwrap_used, reason = "a test may fail")]

use grundy::{Bound, Error, Limits, value};
use grundy_rules::{Bounds, Position, RuleGame};

/// What becomes of position 3 of a file: the error's text.
fn error(source: &str, bounds: Bounds) -> String {
    match RuleGame::read("bad.star", source, bounds) {
        Err(error) => error.to_string(),
        Ok(game) => match value(game, &Position::Integer(3), &Limits::default()) {
            Err(error) => error.to_string(),
            Ok(value) => format!("value {value}"),
        },
    }
}

/// A file whose `options` has this body.
fn options(body: &str) -> String {
    format!("def options(n):\n{}\n", body.lines().map(|line| format!("    {line}\n")).collect::<String>())
}

/// A file's errors, with where they are.
fn check(cases: &[(&str, String, &str)]) {
    for (name, source, want) in cases {
        let found = error(source, Bounds::default());
        assert!(found.contains(want), "{name}: {found}");
    }
}

#[test]
fn what_is_no_position_is_named_with_its_place() {
    let is_no = "which is not a position: those are integers, strings, booleans and tuples of them";
    check(&[
        (
            "float",
            options("return [n / 2]"),
            &format!("at \"bad.star\"(3): bad.star:1: options lists the float 1.5, {is_no}"),
        ),
        (
            "function",
            options("return [(1, options)]"),
            &format!("bad.star:1: options lists a tuple with a function, {is_no}"),
        ),
        ("dictionary", options("return [{1: 2}]"), "options lists a dictionary, which"),
        ("list", options("return [[1, 2]]"), "options lists a list, which"),
        ("none", options("return [None]"), "options lists None, which"),
        ("large", options("return [1 << 64]"), "options lists an integer beyond 64 bits, which"),
        ("set", options("return [set([1])]"), "options lists a set, which"),
        ("bytes", options("return [b'x']"), "options lists a bytes, which"),
        (
            "sum in a sum",
            options("return [plus(plus(1), 2)]"),
            "options lists a sum with a tuple with a function, which",
        ),
        ("no list", options("return 5"), "bad.star:1: options has to return a list, not the integer 5"),
        ("no return", options("pass"), "options has to return a list, not None"),
        ("a sum", options("return plus(1)"), "options has to return a list, not a tuple"),
        (
            "canonical",
            options("return [n - 1]") + "def canonical(n): return 0.5\n",
            "bad.star:4: canonical returns the float 0.5",
        ),
        (
            "parts",
            options("return [n - 1]") + "def parts(n): return n\n",
            "bad.star:4: parts has to return a list, not the integer 3",
        ),
        (
            "value",
            options("return [n - 1]") + "def value(n): return -1\n",
            "value has to return an integer from 0 or None, not the integer -1",
        ),
    ]);
}

#[test]
fn errors_of_the_rules_name_the_line_and_the_position() {
    check(&[
        (
            "division",
            options("return [n // (n - 3)]"),
            "at \"bad.star\"(3): bad.star:2: Floor division by zero: 3 // 0",
        ),
        ("later", options("return [n - 1] if n > 1 else [n[0]]"), "at \"bad.star\"(1): bad.star:2: "),
        ("fail", options("fail('no', 'squares')"), "bad.star:2: no squares"),
        ("index", options("return [(1, 2)[n]]"), "bad.star:2: Index `3` is out of bound"),
    ]);
}

#[test]
fn texts_that_are_no_rule_file_are_refused_with_line_and_column() {
    check(&[
        (
            "while",
            options("while n:\n    n = 0"),
            "bad.star:2:5: cannot use reserved keyword `while`; Starlark has no `while`",
        ),
        (
            "import",
            "import math\n".to_owned(),
            "bad.star:1:1: cannot use reserved keyword `import`; rule files are Starlark",
        ),
        ("load", "load('a.star', 'options')\n".to_owned(), "bad.star:1:1: `load` is not allowed"),
        ("syntax", "def options(n):\n    return [n -\n".to_owned(), "bad.star:"),
        ("name", options("return [m]"), "bad.star:2: Variable `m` not found"),
        ("file", options("return [open('/etc/passwd')]"), "Variable `open` not found"),
        ("missing", "def moves(n): return []\n".to_owned(), "the file defines no options(p)"),
        ("no function", "options = 3\n".to_owned(), "bad.star:1: options has to be a function of one position"),
        ("no parameter", "def options(): return []\n".to_owned(), "bad.star:1: options has to be a function of one"),
        (
            "parse of two",
            options("return []") + "def parse(a, b): return 0\n",
            "bad.star:4: parse has to be a function of one position",
        ),
        ("required name", "def options(a, *, b): return []\n".to_owned(), "bad.star:1: options has to be a function"),
        ("shift", options("n <<= 2\nreturn [n]"), "bad.star:2: `<<=` is not there: write `x = x << n`"),
        ("top level", "x = 1 // 0\n".to_owned(), "bad.star:1: Floor division by zero"),
    ]);
}

#[test]
fn endless_work_ends_at_its_bounds() {
    let bounds = || Bounds { steps: 1_000_000, ..Bounds::default() };
    let endless = options("for i in range(1000000000):\n    for j in range(1000000000):\n        pass\nreturn []");
    let listed = "one call took more than 1000000 steps";
    assert!(error(&endless, bounds()).contains("bad.star:1: one call took more than 1000000 steps"));
    assert!(error("for i in range(1000000000):\n    pass\n", bounds()).contains(listed));
    let billion = options("return [i for i in range(1000000000)]");
    assert!(error(&billion, bounds()).contains(listed));
    let memory = error(&billion, Bounds { bytes: 1 << 20, ..Bounds::default() });
    assert!(memory.contains("one call took more than 1 MiB of memory"), "{memory}");
    let doubling = options("l = [1]\nfor i in range(24):\n    l = l + l\n    [0 for _ in range(2000)]\nreturn l");
    assert!(error(&doubling, Bounds::default()).contains("one call took more than 64 MiB of memory"));
    let recursion = error(&options("return options(n + 1)"), Bounds::default());
    assert!(recursion.contains("bad.star:2: functions call each other more than 1000 deep"), "{recursion}");
}

#[test]
fn play_that_leads_back_is_a_cycle() {
    for (source, want) in [
        (options("return [n]"), "\"bad.star\"(3) -> \"bad.star\"(3)"),
        (
            options("return [n - 1 if n else 3]"),
            "(3) -> \"bad.star\"(2) -> \"bad.star\"(1) -> \"bad.star\"(0) -> \"bad.star\"(3)",
        ),
        (options("return [plus(1, n)]"), "play need not end"),
    ] {
        assert!(error(&source, Bounds::default()).contains(want), "{source}");
    }
}

#[test]
fn nothing_can_be_changed_that_another_call_could_see() {
    let immutable = "tuples and what stands outside functions cannot be changed";
    check(&[
        (
            "global",
            "SEEN = []\n".to_owned() + &options("SEEN.append(n)\nreturn []"),
            &format!("bad.star:3: Immutable; {immutable}"),
        ),
        ("dictionary", "SEEN = {}\n".to_owned() + &options("SEEN[n] = 1\nreturn []"), immutable),
        ("position", options("(n, n)[0] = 2\nreturn []"), "bad.star:2: "),
        ("default", "def options(n, seen=[]):\n    seen.append(n)\n    return []\n".to_owned(), immutable),
    ]);
}

#[test]
fn deep_values_and_deep_text_do_not_exhaust_the_stack() {
    let deep = "t = ()\nfor i in range(1000000):\n    t = (t,)\n";
    check(&[
        (
            "option",
            options(&format!("{deep}return [t]")),
            "options lists a tuple with tuples nested more than 100 deep",
        ),
        ("compared", options(&format!("{deep}u = (t,)\nreturn [1 if t == u[0] else 2] if n == 3 else []")), "value *1"),
        (
            "compared",
            options(&format!("{deep}u = ((), t)\nreturn [1 if (u[0], t) == (t, t) else 2] if n == 3 else []")),
            "value *1",
        ),
        ("written", options(&format!("{deep}return [len(str(t))] if n == 3 else []")), "value *1"),
        ("hashed", options(&format!("{deep}return [len({{t: 1}})] if n == 3 else []")), "value *1"),
        ("in an error", options(&format!("{deep}return [t + 1]")), "bad.star:5: Operation `+` not supported"),
        ("failed", options(&format!("{deep}fail(t)")), "bad.star:5: ((((((("),
        (
            "brackets",
            options(&format!("return [{}{}]", "(".repeat(100_000), ")".repeat(100_000))),
            "nests more than 500 deep",
        ),
        (
            "operators",
            options(&format!("return [{}1]", "1 + ".repeat(100_000))),
            "bad.star:2: an expression nests more than 500",
        ),
        ("nots", options(&format!("return [{}n]", "not ".repeat(100_000))), "nests more than 500 deep"),
        ("lambdas", options(&format!("return [{}1]", "lambda: ".repeat(100_000))), "nests more than 500 deep"),
    ]);
    let global = |depth: u32| {
        format!("def f():\n    t = ()\n    for i in range({depth}):\n        t = (t,)\n    return t\nT = f()\n")
            + &options("return []")
    };
    assert_eq!(error(&global(1_000_000), Bounds::default()), "value *0");
    assert!(error(&global(2_000_000), Bounds::default()).contains("one call took more than 32 MiB of memory"));
    let closures = "def f():\n    g = None\n    for i in range(10000):\n        g = (lambda h: lambda: h)(g)\n    return g\nG = f()\n";
    assert_eq!(error(&(closures.to_owned() + &options("return []")), Bounds::default()), "value *0");
}

#[test]
fn the_deepest_recursion_fits_the_stack() {
    // The largest frames that the depth of blocks allows, a thousand times.
    let mut source = "def f(n):\n    if n == 0:\n        return 0\n".to_owned();
    for depth in 1..90 {
        source.push_str(&format!("{}for i{depth} in [0]:\n", " ".repeat(3 + depth)));
    }
    source.push_str(&format!("{}return f(n - 1)\n", " ".repeat(95)));
    let found = error(&(source.clone() + &options("return [f(10)] if n == 3 else []")), Bounds::default());
    assert_eq!(found, "value *1");
    assert_eq!(error(&(source + &options("return [f(990)] if n == 3 else []")), Bounds::default()), "value *1");
    let sorted = "def f(n):\n    return sorted([n], key = lambda m: f(m - 1))[0] if n > 0 else 0\n";
    assert_eq!(
        error(&(sorted.to_owned() + &options("return [f(300) - 300] if n == 3 else []")), Bounds::default()),
        "value *1"
    );
    let largest = format!("({}1{})", "[".repeat(400), "]".repeat(400));
    assert_eq!(error(&options(&format!("x = {largest}\nreturn []")), Bounds::default()), "value *0");
}

#[test]
fn a_list_longer_than_the_memory_left_is_a_spent_budget() {
    let game = RuleGame::read("long.star", &options("return list(range(100000))"), Bounds::default()).unwrap();
    let limits = Limits { bytes: Some(1 << 16), ..Limits::default() };
    let error = value(game, &Position::Integer(-1), &limits).unwrap_err();
    assert!(matches!(error, Error::Budget { bound: Bound::Bytes, .. }), "{error}");
}

#[test]
fn an_error_spoils_no_later_answer() {
    let source = options("return [n // (n - 3)] if n == 3 else list(range(n))");
    let game = RuleGame::read("some.star", &source, Bounds::default()).unwrap();
    let mut labels = grundy::search::Labels::new(game, grundy::search::Grundy::default());
    let limits = Limits::default();
    let mut meter = grundy::Meter::new(&limits);
    for _ in 0..3 {
        assert_eq!(labels.value(&Position::Integer(2), &mut meter).unwrap().0, 2);
        assert!(labels.value(&Position::Integer(3), &mut meter).is_err());
        assert!(labels.value(&Position::Integer(5), &mut meter).is_err());
    }
}
