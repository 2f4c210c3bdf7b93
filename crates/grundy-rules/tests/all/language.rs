//! What rule files may say, and what it means.
#![allow(clippy::unwrap_used, reason = "a test may fail")]

use std::fs;
use std::sync::Arc;

use crate::common::reader_in;
use grundy::{Error, Game, Limits, Meter, Nimber, Options, Values, value};
use grundy_rules::{Bounds, Position, RuleGame};

fn game(source: &str) -> RuleGame {
    RuleGame::read("game.star", source, Bounds::default()).unwrap_or_else(|error| panic!("{error}"))
}

/// The options of a position, each as its parts are written.
fn options(game: &RuleGame, position: &Position) -> Vec<String> {
    let mut options = Options::new();
    game.options(position, &mut options);
    assert!(options.failure().is_none(), "{:?}", options.failure());
    options.iter().map(|parts| parts.iter().map(Position::to_string).collect::<Vec<_>>().join(" + ")).collect()
}

/// What an expression of `n` = 3 is, as an option.
fn result(expression: &str) -> String {
    let game = game(&format!("def options(n):\n    return [{expression}]\n"));
    options(&game, &Position::Integer(3)).join(" ")
}

#[test]
fn expressions_mean_what_they_mean_in_python() {
    for (expression, want) in [
        ("n // 2", "1"),
        ("-7 // 2", "-4"),
        ("-7 % 3", "2"),
        ("sum([1, 2, n])", "6"),
        ("sum([], 5)", "5"),
        ("sum([i * i for i in range(4)])", "14"),
        ("len('abc') + abs(-2)", "5"),
        ("tuple(sorted([3, 1, 2], reverse = True))", "(3, 2, 1)"),
        ("max(2, n), min((4, 5))", "3 4"),
        ("tuple(enumerate(['a']))", "((0, \"a\"),)"),
        ("tuple(zip([1], [2]))", "((1, 2),)"),
        ("any([False, True]) and all([])", "True"),
        ("'%d-%s' % (n, 'x')", "\"3-x\""),
        ("f'{n}!'", "\"3!\""),
        ("'{}{}'.format(1, 2)", "\"12\""),
        ("tuple(map(lambda x: x + 1, [1, 2]))", "(2, 3)"),
        ("tuple([x for x in range(5) if x % 2])", "(1, 3)"),
        ("(1, 2)[::-1]", "(2, 1)"),
        ("n if n else 0", "3"),
        ("len(set([1, 1, 2]))", "2"),
        ("len({1: 2})", "1"),
        ("1 == True", "False"),
        ("9223372036854775807", "9223372036854775807"),
        ("-9223372036854775808", "-9223372036854775808"),
    ] {
        assert_eq!(result(expression), want, "{expression}");
    }
}

#[test]
fn shifts_are_exact_beyond_32_bits() {
    for (expression, want) in [
        ("1 << 31", i64::from(2) << 30),
        ("n << 31", 3 << 31),
        ("1 << 62", 1 << 62),
        ("-1 << 63", i64::MIN),
        ("(1 << 64) >> 60", 16),
        ("(3 << 100) >> 98", 12),
        ("(-5 << 90) >> 88", -20),
        ("(1 << 100000) >> 99999", 2),
        ("0 << 1000", 0),
        ("((1 << 40) << 30) >> 69", 2),
        ("1 << n << n", 64),
        ("2 + 1 << n - 1", 12),
        ("(lambda k: 1 << k)(33)", 1 << 33),
        ("[1 << k for k in range(40)][35]", 1 << 35),
        ("0 << 5", 0),
    ] {
        assert_eq!(result(expression), want.to_string(), "{expression}");
    }
}

#[test]
fn functions_loops_annotations_and_docstrings_are_there() {
    let game = game(
        r#"
"""A doc string."""

LIMIT: int = 3
SQUARES = [i * i for i in range(1, 10)]
for square in SQUARES:
    if square > 50:
        LAST = square

def depth(n: int) -> int:
    """Recursion is there."""
    return 0 if n == 0 else 1 + depth(n - 1)

def options(n: int) -> list[int]:
    after = []
    for square in SQUARES:
        if square > n:
            break
        elif square == 1:
            continue
        after.append(n - square)
    after += [depth(n - 1)] if n > 0 else []
    return after
"#,
    );
    assert_eq!(options(&game, &Position::Integer(9)), ["5", "0", "8"]);
}

#[test]
fn components_come_from_plus_and_from_parts() {
    let game = game(
        "def options(s): return [plus('a', s), plus(*['b'] * 3), plus()]\n\
         def parts(s): return s.split('-')\n\
         def canonical(s): return ''.join(sorted(list(s.elems())))\n",
    );
    assert_eq!(options(&game, &Position::Text("x".into())), ["\"a\" + \"x\"", "\"b\" + \"b\" + \"b\"", ""]);
    let mut parts = Vec::new();
    game.reduce(Position::Text("cb-a".into()), &mut parts).unwrap();
    assert_eq!(parts, [Position::Text("bc".into()), Position::Text("a".into())]);
}

#[test]
fn a_value_spares_the_search() {
    let limits = Limits::default();
    let known = game("def options(n): fail('searched')\ndef value(n): return n % 5 if n > 2 else None\n");
    assert_eq!(known.value(&Position::Integer(9), &mut Meter::new(&limits)).unwrap(), Some(Nimber(4)));
    let error = value(known, &Position::Integer(2), &limits).unwrap_err();
    assert!(error.to_string().contains("game.star:1: searched"), "{error}");
}

#[test]
fn players_with_the_same_options_are_welcome() {
    let limits = Limits::default();
    let same = game("def options(n, player):\n    return [n - 1, n - 2][::1 - 2 * player] if n > 1 else []\n");
    assert_eq!(options(&same, &Position::Integer(5)), ["4", "3"]);
    assert!(value(same, &Position::Integer(5), &limits).is_ok());
    let sums =
        game("def options(n, player):\n    return [plus(n - 1, 0) if player else plus(0, n - 1)] if n else []\n");
    assert!(value(sums, &Position::Integer(5), &limits).is_ok());
    for (source, reason) in [
        (
            "def options(n, player):\n    return [n - 1] if player == 0 or n > 2 else []\n",
            "player 0 can move to 1 and player 1 cannot",
        ),
        (
            "def options(n, player):\n    return [plus(n - 1, 7)] if player == 1 and n == 2 else [0] if n > 2 else []\n",
            "player 1 can move to plus(1, 7) and player 0 cannot",
        ),
    ] {
        let error = value(game(source), &Position::Integer(2), &limits).unwrap_err();
        let Error::Partizan { position, reason: found } = error else { panic!("{error}") };
        assert_eq!(position, "\"game.star\"(2)");
        assert!(found.contains(reason), "{found}");
    }
}

#[test]
fn players_are_compared_before_a_list_is_cut() {
    // The same options, in the reverse order for the second player.
    let source = "def options(n, player):
    o = [n - k for k in (1, 2, 3) if k <= n]
    return o if player == 0 else o[::-1]
";
    let game = game(source);
    for most in 0..5 {
        let mut few = Options::at_most(most);
        game.options(&Position::Integer(6), &mut few);
        assert!(few.failure().is_none(), "{:?}", few.failure());
        assert_eq!((few.len(), few.more()), (most.min(3), most < 3));
    }
}

fn tuple(items: &[i64]) -> Position {
    Position::Tuple(items.iter().map(|&item| Position::Integer(item)).collect())
}

#[test]
fn several_parameters_take_the_items_of_a_tuple() {
    let limits = Limits::default();
    // Wythoff's game, written for the pair and for its items: the same values.
    let pair = "def options(p):
    a, b = p
    return [(a - k, b) for k in range(1, a + 1)] + [(a, b - k) for k in range(1, b + 1)] + \
        [(a - k, b - k) for k in range(1, min(a, b) + 1)]
def canonical(p):
    return tuple(sorted(p))
def value(p):
    return p[1] if p[0] == 0 else None
def parts(p):
    return [p]
";
    let header = |name: &str| (format!("def {name}(p):"), format!("def {name}(a, b):"));
    let mut items = pair.replace("    a, b = p\n", "").replace("sorted(p)", "sorted((a, b))");
    items = items.replace("p[1] if p[0] == 0", "b if a == 0").replace("[p]", "[(a, b)]");
    for (old, new) in ["options", "canonical", "value", "parts"].map(header) {
        assert!(items.contains(&old));
        items = items.replace(&old, &new);
    }
    let (pair, items) = (game(pair), game(&items));
    let (mut pair, mut items) = (Values::new(pair), Values::new(items));
    for (a, b) in (0..8).flat_map(|a| (0..8).map(move |b| (a, b))) {
        let position = tuple(&[a, b]);
        let meter = &mut Meter::new(&limits);
        assert_eq!(pair.value(&position, meter).unwrap(), items.value(&position, meter).unwrap(), "{position}");
    }
    // The last parameter of `options` asks for the player if it is called so; a default is not a parameter of the position.
    for (source, position) in [
        ("def options(a, b, player):\n    return [(a - 1, b - player + player)] if a else []\n", tuple(&[1, 5])),
        (
            "def options(a, b, k = 1, player = 7):\n    return [(a - k, b if player < 2 else 0)] if a else []\n",
            tuple(&[1, 5]),
        ),
        ("def options(p, k = 3):\n    return [(0, k + 2)] if p[0] else []\n", tuple(&[1, 5])),
        ("def options(*p):\n    return [(0, 5)] if p[0] == (1, 5) else []\n", tuple(&[1, 5])),
        ("options = lambda a, b: [(0, b)] if a else []\n", tuple(&[1, 5])),
    ] {
        assert_eq!(options(&game(source), &position), ["(0, 5)"], "{source}");
    }
    let shown = game("def options(a, b): return []\ndef show(a, b): return '%d, %d' % (a, b)\n");
    assert_eq!(shown.show(&tuple(&[3, 4])), "\"game.star\"(3, 4)");
}

#[test]
fn a_position_that_does_not_fill_the_parameters_is_an_error() {
    let limits = Limits::default();
    let game = Arc::new(game("\ndef options(a, b): return [(a, b, 0)]\n"));
    for (position, what) in [
        (Position::Integer(5), "5"),
        (Position::from("ab"), "a string"),
        (tuple(&[1]), "a tuple of 1"),
        (tuple(&[1, 2]), "a tuple of 3"),
    ] {
        let error = Values::sharing(Arc::clone(&game)).value(&position, &mut Meter::new(&limits)).unwrap_err();
        let message =
            format!("game.star:2: options has 2 parameters and takes tuples of 2, but this position is {what}");
        assert!(error.to_string().ends_with(&message), "{error}");
    }
}

#[test]
fn a_range_goes_to_64_bits() {
    for (expression, want) in [
        ("tuple(range(2147483647, 2147483650))", "(2147483647, 2147483648, 2147483649)"),
        ("range(1 << 40, (1 << 40) + 5, 2)", "(1099511627776, 1099511627778, 1099511627780)"),
        ("tuple([i for i in range(3000000000, 0, -2000000000)])", "(3000000000, 1000000000)"),
        ("tuple(range(9223372036854775805, 9223372036854775807))", "(9223372036854775805, 9223372036854775806)"),
        (
            "tuple(range(-9223372036854775808, 9223372036854775807, 9223372036854775807))",
            "(-9223372036854775808, -1, 9223372036854775806)",
        ),
        ("len(range(618033988749894849, 1000000000000000001, 618033988749894849))", "1"),
        ("tuple(range(3)), tuple(range(5, 1, -2)), tuple(range(1, 3))", "(0, 1, 2) (5, 3) (1, 2)"),
        ("len(range(3000000000, 5))", "0"),
        ("len(range(2147483647))", "2147483647"),
    ] {
        assert_eq!(result(expression), want, "{expression}");
    }
    for (expression, message) in [
        (
            "range(10000000000)",
            "range(0, 10000000000, 1) holds 10000000000 integers; beyond 32 bits it may hold 1048576",
        ),
        ("range(1, 5, 0)", "game.star:2: the step of range is zero"),
        ("range(1, 1 << 40, 0)", "game.star:2: the step of range is zero"),
        ("range(1 << 70)", "range takes integers of 64 bits, not an integer beyond 64 bits"),
        ("range('a')", "range takes integers of 64 bits, not a string"),
    ] {
        let game = game(&format!("def options(n):\n    return [{expression}]\n"));
        let error = value(game, &Position::Integer(1), &Limits::default()).unwrap_err();
        assert!(error.to_string().contains(message), "{expression}: {error}");
    }
}

#[test]
fn what_is_printed_is_read_back() {
    let folder = tempfile::tempdir().unwrap();
    let plain = "def options(p): return []\n";
    let files = [
        (
            "plain.star",
            plain.to_owned(),
            vec![("3", "3"), ("-3", "-3"), ("(1, 2)", "1, 2"), ("1,", "(1,)"), ("(())", "()"), ("\"a)\"", "\"a)\"")],
        ),
        (
            "both.star",
            format!(
                "{plain}def parse(t): return tuple([int(x) for x in t.split('x')])\ndef show(p): return 'x'.join([str(x) for x in p])\n"
            ),
            vec![("3x4", "3x4"), ("7", "7")],
        ),
        (
            "parse.star",
            format!("{plain}def parse(t): return tuple([int(x.strip()) for x in t.split(',')])\n"),
            vec![("3,4", "3, 4")],
        ),
        ("text.star", format!("{plain}def parse(t): return t\n"), vec![("XX./...", "XX./..."), ("\"x\"", "\"x\"")]),
        ("show.star", format!("{plain}def show(p): return 'board %d' % p\n"), vec![("3", "3")]),
    ];
    for (name, source, positions) in files {
        fs::write(folder.path().join(name), source).unwrap();
        for (text, want) in positions {
            let reader = reader_in(folder.path().to_owned(), Bounds::default());
            let sum =
                reader.sum(&format!("\"{name}\"({text})")).unwrap_or_else(|error| panic!("{name} {text}: {error}"));
            assert_eq!(sum.to_string(), format!("\"{name}\"({want})"));
            let again = reader.sum(&sum.to_string()).unwrap();
            assert_eq!(again.components, sum.components, "{name} {text}");
        }
    }
    let lies = format!("{plain}def parse(t): return int(t)\ndef show(p): return str(p + 1)\n");
    fs::write(folder.path().join("lies.star"), lies).unwrap();
    let error = reader_in(folder.path().to_owned(), Bounds::default()).sum("\"lies.star\"(3)").unwrap_err();
    assert_eq!(error.to_string(), "lies.star:3: show writes 3 as `4`, which parse reads as 4");
}

#[test]
fn threads_share_a_file() {
    let game = Arc::new(game("def options(n): return [n - k for k in (1, 2, 3) if k <= n]\n"));
    let threads: Vec<_> = (0..4)
        .map(|_| {
            let game = Arc::clone(&game);
            std::thread::spawn(move || {
                let limits = Limits::default();
                Values::sharing(game).value(&Position::Integer(1003), &mut Meter::new(&limits)).unwrap()
            })
        })
        .collect();
    for thread in threads {
        assert_eq!(thread.join().unwrap(), Nimber(3));
    }
}

#[test]
fn many_files_are_open_at_once_and_are_given_up() {
    for round in 0..20 {
        let games: Vec<RuleGame> = (0..5).map(|k| game(&format!("def options(n): return [n + {k}]\n"))).collect();
        for n in 0..100 {
            for (k, game) in games.iter().enumerate() {
                assert_eq!(options(game, &Position::Integer(n)), [(n + k as i64).to_string()], "{round}");
            }
        }
    }
}

#[test]
fn the_heap_of_the_interpreter_is_renewed() {
    // A gigabyte in all, if what calls leave behind were kept.
    let game = game("def options(n):\n    x = [n] * 10000\n    return [len(x)]\n");
    for n in 0..10_000 {
        assert_eq!(options(&game, &Position::Integer(n)), ["10000"]);
    }
}

/// The words of a move, or the error.
fn words(source: &str, position: i64, parts: &[i64]) -> Result<Option<String>, String> {
    let game = game(source);
    let parts: Vec<Position> = parts.iter().map(|&part| part.into()).collect();
    let position = Position::Integer(position);
    let words = game.name_move(&position, &parts);
    match game.check_named(&position, &parts) {
        Ok(()) => Ok(words),
        Err(error) => {
            assert_eq!(words, None);
            Err(error.to_string())
        }
    }
}

#[test]
fn a_file_names_its_moves() {
    let options = "def options(n):\n    return [n - 1, plus(n - 2, 1), plus()]\n";
    let one = format!("{options}def move(p, q):\n    return \"from %d to %d\" % (p, q) if q else None\n");
    assert_eq!(words(&one, 5, &[4]), Ok(Some("from 5 to 4".to_owned())));
    // What the file has no words for is named as a heap.
    assert_eq!(words(&one, 5, &[0]), Ok(Some("take 5".to_owned())));
    let several =
        format!("{options}def move(p, *parts):\n    return \"leave \" + \" and \".join([str(q) for q in parts])\n");
    assert_eq!(words(&several, 5, &[4]), Ok(Some("leave 4".to_owned())));
    assert_eq!(words(&several, 5, &[3, 1]), Ok(Some("leave 3 and 1".to_owned())));
    assert_eq!(words(options, 5, &[3, 1]), Ok(Some("take 1, split 3 + 1".to_owned())));
}

#[test]
fn a_move_that_cannot_be_named_is_an_error_with_its_line() {
    let options = "def options(n):\n    return [n - 1]\n";
    for (body, parts, message) in [
        ("move(p, q):\n    return 3", &[4][..], "game.star:3: move has to return a string or None, not the integer 3"),
        ("move(p, q):\n    return \"x\" * 201", &[4], "game.star:3: move has to return 1 to 200 characters, or None"),
        ("move(p, q):\n    return \"\"", &[4], "game.star:3: move has to return 1 to 200 characters, or None"),
        ("move(p, q):\n    return 1 // (q - 4)", &[4], "game.star:4: "),
        (
            "move(p, q):\n    return \"\"",
            &[2, 2],
            "game.star:3: move does not take a position and 2 parts: write def move(p, *parts)",
        ),
    ] {
        let error = words(&format!("{options}def {body}\n"), 5, parts).unwrap_err();
        assert!(error.contains(message), "{body}: {error}");
    }
    let one = RuleGame::read("a.star", &format!("{options}def move(p):\n    return \"x\"\n"), Bounds::default());
    let error = one.err().unwrap().to_string();
    assert_eq!(
        error,
        "a.star:3: move has to be a function of a position and what is left of it: def move(p, q): … or def move(p, *parts): …"
    );
}

#[test]
fn positions_that_are_tuples_come_to_move_as_a_whole() {
    let game = game(
        "def options(a, b):\n    return [(a - 1, b)]\ndef move(p, q):\n    return \"%d of the first\" % (p[0] - q[0])\n",
    );
    let pair = |a: i64, b: i64| Position::Tuple([a.into(), b.into()].into());
    assert_eq!(game.name_move(&pair(3, 1), &[pair(2, 1)]).as_deref(), Some("1 of the first"));
}

#[test]
fn a_mark_of_the_encoding_is_no_part_of_the_file() {
    let source = "\u{feff}def options(n):\n    return [n - 1] if n else []\n";
    assert_eq!(value(game(source), &3.into(), &Limits::default()), Ok(Nimber(1)));
}
