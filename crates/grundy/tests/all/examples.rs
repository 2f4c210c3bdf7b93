//! The worked examples of the texts that the library starts from, each exactly as it stands there.

use std::collections::HashMap;
use std::fs;

use crate::oracle::{Oracle, Piece, Rule};
use grundy::games::Files;
use grundy::graph;
use grundy::notation::Reader;
use grundy::search::{Grundy, Labels};
use grundy::strategy::{Detail, Solution, Solver};
use grundy::{
    Component, Convention, Error, Game, Limits, Meter, Nimber, Options, Outcome, Sum, mex, misere_nim_outcome, value,
};

fn read(text: &str) -> Sum {
    Reader::default().sum(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn solve(sum: &Sum, convention: Convention) -> Solution {
    let limits = Limits::default();
    let mut solver = Solver::new(sum.rules.clone());
    solver.solve(&sum.components, convention, Detail::Moves(usize::MAX), &mut Meter::new(&limits)).unwrap()
}

/// The value, the outcome, and the winning moves as `3 -> 1`.
fn answer(text: &str) -> (u64, Outcome, Vec<String>) {
    let sum = read(text);
    let solution = solve(&sum, Convention::Normal);
    let shown = solution.winning.list.iter().map(|to| {
        let from = sum.rules.show(&sum.components[to.component]);
        format!("{from} -> {}", sum.rules.show_sum(&to.parts))
    });
    (solution.value.unwrap().nimber().unwrap().0, solution.outcome, shown.collect())
}

fn value_of(text: &str) -> u64 {
    answer(text).0
}

/// The values of the heaps 0 to `last` of a rule.
fn values(rule: &str, last: u64) -> Vec<u64> {
    (0..=last).map(|heap| value_of(&format!("{rule}({heap})"))).collect()
}

fn misere(text: &str) -> Outcome {
    let sum = read(text);
    let outcome = solve(&sum, Convention::Misere).outcome;
    assert_eq!(sum.misere_outcome(&Limits::default()).unwrap(), outcome, "{text}");
    outcome
}

mod nim_and_sums {
    use super::*;

    #[test]
    fn sums_of_nim_heaps() {
        assert_eq!(answer("nim(3, 4, 5)"), (2, Outcome::N, vec!["nim(3) -> nim(1)".to_owned()]));
        assert_eq!(answer("nim(1, 2, 3)"), (0, Outcome::P, vec![]));
        assert_eq!(answer("nim(3, 3)"), (0, Outcome::P, vec![]));
    }

    #[test]
    fn a_sum_of_nim_heaps_and_a_subtraction_game() {
        let text = "nim(3, 4) + subtract{1,2,3}(10)";
        assert_eq!(answer(text), (5, Outcome::N, vec!["nim(4) -> nim(1)".to_owned()]));
        assert_eq!(solve(&read(text), Convention::Normal).values, [3, 4, 2].map(|value| Nimber(value).into()));
        assert_eq!(values("subtract{1,2,3}", 20), (0..=20).map(|n| n % 4).collect::<Vec<_>>());
    }

    /// Compares every sum of three heaps up to `most`, in both conventions, with the search of the rule.
    fn compare(name: &str, rule: Rule, most: u64) {
        let mut oracle = Oracle::new(Piece::options);
        let reader = Reader::default();
        for a in 0..=most {
            for b in 0..=a {
                for c in 0..=b {
                    let sum = reader.sum(&format!("{name}({a}, {b}, {c})")).unwrap();
                    let pieces = [a, b, c].map(|heap| Piece::heap(name, rule.clone(), heap));
                    for convention in [Convention::Normal, Convention::Misere] {
                        let found = solve(&sum, convention).outcome;
                        assert_eq!(found, oracle.outcome(&pieces, convention), "{convention:?} play of {sum}");
                    }
                }
            }
        }
    }

    #[test]
    fn three_nim_heaps_up_to_four_are_won_as_plain_search_says() {
        compare("nim", Rule::TakeAllBut(Vec::new()), 4);
    }

    #[test]
    fn three_heaps_up_to_eleven_of_take_1_3_or_4_are_won_as_plain_search_says() {
        compare("subtract{1,3,4}", Rule::Take(vec![1, 3, 4]), 11);
    }

    #[test]
    fn misere_nim_is_as_normal_play_with_a_large_heap_and_else_depends_on_the_number_of_ones() {
        for heaps in (0..5_u64.pow(4)).map(|n| [n % 5, n / 5 % 5, n / 25 % 5, n / 125]) {
            let xor = heaps.iter().fold(0, |xor, heap| xor ^ heap);
            let ones = heaps.iter().filter(|&&heap| heap == 1).count();
            let wins = if heaps.iter().any(|&heap| heap >= 2) { xor != 0 } else { ones % 2 == 0 };
            assert_eq!(misere_nim_outcome(heaps) == Outcome::N, wins, "{heaps:?}");
        }
        assert_eq!(misere("nim(1, 1)"), Outcome::N);
        assert_eq!(misere("nim(1)"), Outcome::P);
        assert_eq!(misere("nim()"), Outcome::N);
    }
}

mod one_heap {
    use super::*;

    #[test]
    fn subtraction_games() {
        assert_eq!(values("subtract{1,2,3}", 10), [0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2]);
        assert_eq!(values("subtract{1,3,4}", 10), [0, 1, 0, 1, 2, 3, 2, 0, 1, 0, 1]);
        assert_eq!(answer("subtract{1,3,4}(5)").1, Outcome::N);
        assert_eq!(answer("subtract{1,3,4}(2)").1, Outcome::P);
    }

    #[test]
    fn to_take_and_perhaps_split_the_rest_is_nim() {
        assert_eq!(values("0.[7]", 8), [0, 1, 2, 3, 4, 5, 6, 7, 8]);
    }

    /// A polygon cut by chords that neither cross nor share a corner; a side counts as a chord. The chords drawn so far.
    fn more_chords(corners: u64, chords: &[(u64, u64)]) -> Vec<Vec<(u64, u64)>> {
        let inside = |corner: u64, (a, b): (u64, u64)| a < corner && corner < b;
        let fits = |&(a, b): &(u64, u64)| {
            chords.iter().all(|&chord| {
                let apart = [a, b].iter().all(|&corner| corner != chord.0 && corner != chord.1);
                apart && inside(a, chord) == inside(b, chord)
            })
        };
        let all = (0..corners).flat_map(|a| (a + 1..corners).map(move |b| (a, b)));
        all.filter(fits).map(|chord| [chords, &[chord]].concat()).collect()
    }

    #[test]
    fn a_polygon_cut_by_chords_that_share_no_corner_is_0_07() {
        for corners in 0..=9 {
            let mut oracle = Oracle::new(|chords: &Vec<(u64, u64)>| {
                let sorted = |mut chords: Vec<(u64, u64)>| {
                    chords.sort_unstable();
                    vec![chords]
                };
                more_chords(corners, chords).into_iter().map(sorted).collect()
            });
            let want = oracle.mex(&[Vec::new()], Convention::Normal);
            assert_eq!(value_of(&format!("0.07({corners})")), want, "{corners} corners");
        }
    }
}

mod graphs {
    use super::*;

    #[test]
    fn the_diamond() {
        let graph = graph::read(b"0 1\n0 2\n1 3\n2 3\n").unwrap();
        assert_eq!(graph::values(&graph, &mut Meter::new(&Limits::default())).unwrap(), [0, 1, 1, 0]);
    }

    #[test]
    fn several_tokens_add_by_xor() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("moves.txt"), "0 1\n0 2\n1 3\n2 3\n3 4\n2 4\n").unwrap();
        let reader = Reader::with_files(Files::In(folder.path().to_owned()));
        // From the end of play back: 4 is worth 0, 3 leads there and is worth 1, 2 leads to both, 1 to 3, 0 to 1 and 2.
        let values = [1, 0, 2, 1, 0];
        for a in 0..5 {
            for b in 0..5 {
                let sum = reader.sum(&format!("graph(\"moves.txt\", {a}, {b})")).unwrap();
                assert_eq!(sum.value(&Limits::default()).unwrap(), Nimber(values[a] ^ values[b]), "{sum}");
            }
        }
    }

    struct Countdown;

    impl Game for Countdown {
        type Position = u32;
        fn options(&self, position: &u32, out: &mut Options<u32>) {
            if let Some(left) = position.checked_sub(1) {
                out.push(left);
            }
        }
    }

    #[test]
    fn a_chain_of_ten_million_vertices_does_not_overflow_the_stack() {
        let mut sum = Sum::default();
        let chain = sum.rules.add(Countdown);
        sum.components = vec![chain.at(10_000_000).unwrap(), chain.at(9_999_999).unwrap()];
        let limits = Limits::default();
        let solution = Solver::new(sum.rules.clone())
            .solve(&sum.components, Convention::Normal, Detail::Moves(2), &mut Meter::new(&limits))
            .unwrap();
        assert_eq!((solution.value, solution.winning.list.len()), (Some(Nimber(1).into()), 2));
    }

    /// A piece that goes round the places 1, 2, 3 and may leave from 3.
    struct RoundAbout;

    impl Game for RoundAbout {
        type Position = u8;
        fn options(&self, &place: &u8, out: &mut Options<u8>) {
            match place {
                0 => out.push(1),
                1 | 2 => out.push(place + 1),
                3 => {
                    out.push(1);
                    out.push(4);
                }
                _ => {}
            }
        }
        fn show(&self, &place: &u8) -> String {
            ["start", "a", "b", "c", "end"][usize::from(place)].to_owned()
        }
    }

    #[test]
    fn an_accidental_cycle_is_an_error_that_shows_it() {
        let shows_it = |error: Error| {
            let Error::Cycle(cycle) = error else { panic!("{error}") };
            let text = cycle.positions.join(" ");
            assert_eq!(cycle.positions.len(), 3, "{text}");
            assert!(
                ["a", "b", "c"].iter().all(|place| cycle.positions.iter().any(|shown| shown.contains(place))),
                "{text}"
            );
        };
        let limits = Limits::default();
        let mut sum = Sum::default();
        let game = sum.rules.add(RoundAbout);
        sum.components = vec![Component::Nim(3), game.at(0).unwrap()];
        let mut solver = Solver::new(sum.rules.clone());
        for convention in [Convention::Normal, Convention::Misere] {
            let answer = solver.solve(&sum.components, convention, Detail::Outcome, &mut Meter::new(&limits));
            shows_it(answer.unwrap_err());
        }
        assert_eq!(
            solver
                .solve(&[game.at(4).unwrap()], Convention::Normal, Detail::Outcome, &mut Meter::new(&limits))
                .unwrap()
                .outcome,
            Outcome::P
        );

        let folder = tempfile::tempdir().unwrap();
        let file = "start a\na b\nb c\nc a\nc end\n";
        fs::write(folder.path().join("loop.txt"), file).unwrap();
        shows_it(graph::values(&graph::read(file.as_bytes()).unwrap(), &mut Meter::new(&limits)).unwrap_err());
        // A token on a graph is not there by accident: play of it is solved by the theory of play that need not end.
        let reader = Reader::with_files(Files::In(folder.path().to_owned()));
        let sum = reader.sum("nim(3) + graph(\"loop.txt\", start)").unwrap();
        let mut solver = Solver::new(sum.rules.clone());
        let solution =
            solver.solve(&sum.components, Convention::Normal, Detail::Outcome, &mut Meter::new(&limits)).unwrap();
        assert_eq!(solution.outcome, Outcome::N);
        let end = reader.sum("graph(\"loop.txt\", end)").unwrap();
        assert_eq!(end.value(&limits).unwrap(), Nimber(0));
    }

    /// A piece that moves any number of squares left, or up.
    struct LeftOrUp;

    impl Game for LeftOrUp {
        type Position = (u64, u64);
        fn options(&self, &(x, y): &(u64, u64), out: &mut Options<(u64, u64)>) {
            (0..x).for_each(|x| out.push((x, y)));
            (0..y).for_each(|y| out.push((x, y)));
        }
    }

    #[test]
    fn a_piece_that_moves_left_or_up_is_two_nim_heaps() {
        let limits = Limits::default();
        let mut grid = Labels::new(LeftOrUp, Grundy::default());
        for (x, y) in (0..16).flat_map(|x| (0..16).map(move |y| (x, y))) {
            assert_eq!(grid.value(&(x, y), &mut Meter::new(&limits)).unwrap(), Nimber(x ^ y), "{x}, {y}");
            assert_eq!(value_of(&format!("nim({x}, {y})")), x ^ y);
        }
    }

    /// The same piece that also moves diagonally: Wythoff's queen.
    struct Queen;

    impl Game for Queen {
        type Position = (u64, u64);
        fn options(&self, &(x, y): &(u64, u64), out: &mut Options<(u64, u64)>) {
            LeftOrUp.options(&(x, y), out);
            (1..=x.min(y)).for_each(|steps| out.push((x - steps, y - steps)));
        }
    }

    #[test]
    fn with_diagonal_moves_it_is_wythoffs_game_and_no_sum() {
        let limits = Limits::default();
        let mut queen = Labels::new(Queen, Grundy::default());
        let mut is_cold = |x, y| queen.value(&(x, y), &mut Meter::new(&limits)).unwrap().is_zero();
        let cold: Vec<_> =
            (0..=10).flat_map(|y| (0..=y).map(move |x| (x, y))).filter(|&(x, y)| is_cold(x, y)).collect();
        assert_eq!(cold, [(0, 0), (1, 2), (3, 5), (4, 7), (6, 10)]);
    }
}

mod sets {
    use super::*;

    #[test]
    fn small_sets() {
        for (set, nim_heap) in [("{}", "*0"), ("{*0}", "*1"), ("{*0, *1}", "*2")] {
            assert_eq!(value_of(&format!("{set} + {nim_heap}")), 0);
            // They are these nim-heaps, so that misère play agrees too.
            for beside in ["*0", "*1", "*2", "*3"] {
                assert_eq!(misere(&format!("{set} + {beside}")), misere(&format!("{nim_heap} + {beside}")), "{set}");
            }
        }
        for (set, value) in [("{*1}", 0), ("{{*1}}", 1), ("{*0, *2}", 1), ("{*1, *2}", 0)] {
            assert_eq!(value_of(set), value, "{set}");
        }
    }

    #[test]
    fn the_opening_of_nim_1_2_2() {
        let opening = "{{*1, {*1}, *2}, {*2, {*1, {*1}, *2}}, {{*1}, {{*1}}, {*1, {*1}, *2}}}";
        let other = "{{*1}}";
        let (value, outcome, winning) = answer(opening);
        assert_eq!((value, outcome), (1, Outcome::N));
        assert_eq!(answer("nim(1, 2, 2)").0, 1);
        assert!(!winning.is_empty());
        assert_eq!(answer("nim(1, 1, 1)").1, Outcome::N);
        assert_eq!(answer(other).1, Outcome::N);
        assert_eq!(answer(&format!("{opening} + {other}")).1, Outcome::P);
        assert_eq!(answer("nim(1, 2, 2) + nim(1, 1, 1)").1, Outcome::P);
        assert_eq!(misere(opening), misere("nim(1, 2, 2)"));
        assert_eq!(misere(other), misere("nim(1, 1, 1)"));
    }

    #[test]
    fn the_minimal_excludant() {
        for (set, want) in [(&[][..], 0), (&[0, 1, 2], 3), (&[1, 2], 0), (&[0, 2, 3], 1), (&[1, 1, 0], 2)] {
            assert_eq!(mex(set.iter().copied().map(Nimber)), Nimber(want), "{set:?}");
        }
    }
}

mod others {
    use super::*;

    /// Staircase Nim: a move takes coins from one step to the next lower; those that leave step 1 are gone.
    struct Staircase;

    impl Game for Staircase {
        type Position = Vec<u64>;
        fn options(&self, steps: &Vec<u64>, out: &mut Options<Vec<u64>>) {
            for step in 0..steps.len() {
                for coins in 1..=steps[step] {
                    let mut left = steps.clone();
                    left[step] -= coins;
                    if step > 0 {
                        left[step - 1] += coins;
                    }
                    out.push(left);
                }
            }
        }
    }

    #[test]
    fn in_staircase_nim_only_odd_steps_count() {
        for steps in (0..4_u64.pow(4)).map(|n| vec![n % 4, n / 4 % 4, n / 16 % 4, n / 64]) {
            let want = Nimber(steps[0] ^ steps[2]);
            assert_eq!(value(Staircase, &steps, &Limits::default()).unwrap(), want, "{steps:?}");
        }
    }

    /// Green Hackenbush on a tree that hangs from the ground by its root, as brackets: each pair is an edge with what
    /// stands on it.
    struct Tree;

    impl Game for Tree {
        type Position = String;
        fn options(&self, tree: &String, out: &mut Options<String>) {
            let mut depth = 0;
            for (start, bracket) in tree.char_indices() {
                if bracket == ')' {
                    continue;
                }
                let end = tree[start..].char_indices().find_map(|(place, bracket)| {
                    depth += if bracket == '(' { 1 } else { -1 };
                    (depth == 0).then_some(start + place)
                });
                let end = end.expect("brackets match");
                out.push(format!("{}{}", &tree[..start], &tree[end + 1..]));
            }
        }
    }

    /// The colon principle: what stands on a vertex is worth the xor of its branches, a branch one more than what it bears.
    fn by_the_colon_principle(tree: &str) -> u64 {
        let mut stack = vec![0];
        for bracket in tree.chars() {
            match bracket {
                '(' => stack.push(0),
                _ => {
                    let borne: u64 = stack.pop().expect("brackets match");
                    *stack.last_mut().expect("brackets match") ^= borne + 1;
                }
            }
        }
        stack[0]
    }

    #[test]
    fn a_stalk_is_its_length_and_trees_follow_the_colon_principle() {
        let limits = Limits::default();
        let mut known = HashMap::new();
        for edges in 0..8 {
            let stalk = "(".repeat(edges) + &")".repeat(edges);
            known.insert(stalk, edges as u64);
        }
        for tree in ["(()())", "(()(()))", "((()())(()))", "(())(()())", "((()))((())())()"] {
            known.insert(tree.to_owned(), by_the_colon_principle(tree));
        }
        for (tree, want) in known {
            assert_eq!(value(Tree, &tree, &limits).unwrap(), Nimber(want), "{tree}");
        }
    }
}

#[test]
fn moves_are_named_in_the_words_of_their_games() {
    for (position, to, name) in [
        ("nim(4)", "nim(1)", "take 3"),
        ("*4", "*1", "take 3"),
        ("kayles(9)", "kayles(3, 4)", "take 2, split 3 + 4"),
        ("grundys-game(7)", "grundys-game(3, 4)", "split 3 + 4"),
        ("nim-with-pass(3)", "nim(3)", "pass"),
        ("cram(2x3)", "cram(\".#./.#.\")", "domino b1-b2"),
        ("cram(2x3)", "cram(\".../##.\")", "domino a2-b2"),
        ("chomp(3x4)", "chomp(4, 2, 2)", "bite row 2, column 3"),
        ("chomp(3x4)", "chomp(4)", "bite row 2, column 1"),
        ("notakto(3x3)", "notakto(\".../..x/...\")", "cross c2"),
        ("node-kayles(grid:3x3)", "node-kayles(edges:0,2,6,8)", "vertex 4"),
        ("node-kayles(path:9)", "node-kayles(path:2) + node-kayles(path:4)", "vertex 3"),
        ("node-kayles(path:9)", "node-kayles(path:7)", "vertex 0"),
        ("node-kayles(path:9)", "node-kayles(path:6)", "vertex 1"),
        ("node-kayles(cycle:9)", "node-kayles(path:6)", "vertex 1"),
        ("arc-kayles(path:9)", "arc-kayles(path:2) + arc-kayles(path:5)", "edge 2-3"),
        ("arc-kayles(edges:a-b,b-c,c-d,b-b)", "arc-kayles(edges:c-d)", "edge a-b"),
        ("arc-kayles(edges:a-b,b-c,c-d,b-b)", "arc-kayles(edges:a,c-d)", "loop b"),
        ("geography{from:1}(path:4)", "geography{from:2}(edges:0,2-3)", "move to 2"),
        ("poset(edges:0-2,1-2,1-3)", "poset(edges:0)", "choose 1"),
        ("poset(path:4)", "poset(path:3)", "choose 3"),
    ] {
        let sum = Reader::default().sum(position).unwrap();
        let [component] = sum.components[..] else { panic!("{position}") };
        let mut options = Options::new();
        sum.rules.options(&component, &mut options);
        let found = options.iter().find(|parts| sum.rules.show_option(&component, parts) == to);
        let found = found.unwrap_or_else(|| panic!("{position} has no option {to}"));
        assert_eq!(sum.rules.name_move(&component, found).as_deref(), Some(name), "{position} -> {to}");
    }
}
