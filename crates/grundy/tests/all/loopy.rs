//! Sums where play need not end, against play of the whole sum position by position, by the definition of who wins.

use std::collections::hash_map::Entry;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;

use grundy::graph::{TokenGame, read};
use grundy::strategy::{Detail, Move, Solver, Verdict};
use grundy::{
    Bound, Component, Convention, Error, Game, Limits, LoopyValue, Meter, Nimber, Options, Outcome, Rules, Sum,
};
use proptest::prelude::*;

/// A game as a list of options for each position, each option the parts that it leaves.
#[derive(Clone, Debug)]
struct Listed(Vec<Vec<Vec<u8>>>);

impl Game for Listed {
    type Position = u8;
    fn options(&self, position: &u8, out: &mut Options<u8>) {
        for parts in &self.0[*position as usize] {
            out.push_sum(parts.iter().copied());
        }
    }
}

/// A whole sum as the oracle sees it: nim-heaps, and positions of the game, each sorted.
type Whole = (Vec<u64>, Vec<u8>);

fn sorted((mut heaps, mut positions): Whole) -> Whole {
    heaps.sort_unstable();
    positions.sort_unstable();
    (heaps, positions)
}

/// All sums that a move leaves, and for each component, nim-heaps first, what its options leave of it.
fn moves(game: &Listed, (heaps, positions): &Whole) -> Vec<(usize, Vec<u8>, Whole)> {
    let mut moves = Vec::new();
    for (place, &heap) in heaps.iter().enumerate() {
        for less in 0..heap {
            let mut left = heaps.clone();
            left[place] = less;
            moves.push((place, vec![u8::try_from(less).unwrap()], (left, positions.clone())));
        }
    }
    for (place, &position) in positions.iter().enumerate() {
        for parts in &game.0[position as usize] {
            let mut left = positions.clone();
            left.remove(place);
            left.extend(parts);
            moves.push((heaps.len() + place, parts.clone(), (heaps.clone(), left)));
        }
    }
    moves
}

/// Who wins each sum that can be reached, and in how many moves: nothing is assumed to end, a sum is called won or lost only
/// when that is certain, and this is repeated until nothing changes.
struct Oracle<'a> {
    game: &'a Listed,
    known: HashMap<Whole, (Outcome, u32)>,
}

impl<'a> Oracle<'a> {
    fn new(game: &'a Listed, start: &Whole, convention: Convention) -> Self {
        let mut options: HashMap<Whole, Vec<Whole>> = HashMap::new();
        let mut open = vec![sorted(start.clone())];
        while let Some(sum) = open.pop() {
            if let Entry::Vacant(place) = options.entry(sum) {
                let left: Vec<Whole> = moves(game, place.key()).into_iter().map(|(_, _, left)| sorted(left)).collect();
                open.extend(left.clone());
                place.insert(left);
            }
        }
        let mut known: HashMap<Whole, (Outcome, u32)> = HashMap::new();
        for step in 0.. {
            let mut new = Vec::new();
            for (sum, left) in options.iter().filter(|(sum, _)| !known.contains_key(*sum)) {
                let mut outcomes = left.iter().map(|left| known.get(left).map(|&(outcome, _)| outcome));
                if (left.is_empty() && convention == Convention::Misere)
                    || outcomes.clone().any(|outcome| outcome == Some(Outcome::P))
                {
                    new.push((sum.clone(), (Outcome::N, step)));
                } else if outcomes.all(|outcome| outcome == Some(Outcome::N)) {
                    new.push((sum.clone(), (Outcome::P, step)));
                }
            }
            if new.is_empty() {
                break;
            }
            known.extend(new);
        }
        Self { game, known }
    }

    fn outcome(&self, sum: &Whole) -> Outcome {
        self.known.get(&sorted(sum.clone())).map_or(Outcome::D, |&(outcome, _)| outcome)
    }

    fn remoteness(&self, sum: &Whole) -> Option<u32> {
        self.known.get(&sorted(sum.clone())).map(|&(_, moves)| moves)
    }
}

/// The sum on the table of a solver, the places of its components those of [`moves`].
fn on_the_table(game: &Listed, (heaps, positions): &Whole) -> Sum {
    let mut sum = Sum::default();
    let rule = sum.rules.add(game.clone());
    sum.components.extend(heaps.iter().copied().map(Component::Nim));
    sum.components.extend(positions.iter().map(|&position| rule.at(position).unwrap()));
    sum
}

/// A move as text, which is the same for both sides.
fn key(rules: &Rules, to: &Move) -> (usize, Vec<String>) {
    let mut parts: Vec<String> = to.parts.iter().map(|part| rules.show(part)).filter(|part| part != "*0").collect();
    parts.sort_unstable();
    (to.component, parts)
}

/// The moves of the oracle in the same form, with what they leave.
fn keyed(game: &Listed, sum: &Whole) -> BTreeMap<(usize, Vec<String>), Whole> {
    let heaps = sum.0.len();
    moves(game, sum)
        .into_iter()
        .map(|(place, parts, left)| {
            let shown = |part: &u8| if place < heaps { format!("*{part}") } else { part.to_string() };
            let mut parts: Vec<String> = parts.iter().map(shown).filter(|part| part != "*0").collect();
            parts.sort_unstable();
            ((place, parts), left)
        })
        .collect()
}

fn all_is_right(game: &Listed, whole: &Whole) {
    let limits = Limits::default();
    let mut meter = Meter::new(&limits);
    let sum = on_the_table(game, whole);
    let moves = keyed(game, whole);
    for convention in [Convention::Normal, Convention::Misere] {
        let oracle = Oracle::new(game, whole, convention);
        let mut solver = Solver::new(sum.rules.clone()).loopy(true);
        let about = format!("{convention:?} play of {whole:?} in {game:?}");
        let want = oracle.outcome(whole);
        let leading_to = |outcome| {
            let leads = moves.iter().filter(|(_, left)| oracle.outcome(left) == outcome);
            leads.map(|(to, _)| to.clone()).collect::<BTreeSet<_>>()
        };
        let keys = |moves: &[Move]| moves.iter().map(|to| key(&sum.rules, to)).collect::<BTreeSet<_>>();
        for detail in [Detail::Outcome, Detail::OneMove, Detail::Moves(usize::MAX)] {
            let (solution, stopped) = solver.solve_within(&sum.components, convention, detail, &mut meter).unwrap();
            assert!(stopped.is_none());
            assert_eq!(solution.outcome, want, "{about}");
            let (wins, draws) = (leading_to(Outcome::P), leading_to(Outcome::D));
            let drawing = solution.drawing.clone().unwrap_or_default();
            match detail {
                Detail::Moves(_) => {
                    assert_eq!((keys(&solution.winning.list), solution.winning.more), (wins, false), "{about}");
                    assert_eq!((keys(&drawing.list), drawing.more), (draws, false), "{about}");
                }
                Detail::OneMove => {
                    assert!(keys(&solution.winning.list).is_subset(&wins), "{about}");
                    assert!(keys(&drawing.list).is_subset(&draws), "{about}");
                    assert_eq!(solution.winning.list.is_empty(), wins.is_empty(), "{about}");
                    assert!(want != Outcome::D || drawing.list.len() == 1, "{about}");
                }
                Detail::Outcome => assert!(solution.winning.list.is_empty() && drawing.list.is_empty()),
            }
        }
        let options = solver.options(&sum.components, convention, usize::MAX, &mut meter).unwrap();
        assert_eq!(options.list.len(), moves.len());
        for option in &options.list {
            let left = &moves[&key(&sum.rules, &option.to)];
            assert_eq!(option.outcome, oracle.outcome(left), "{about}");
            assert!(option.value.as_ref().is_none_or(|value| value.outcome() == option.outcome));
            let remoteness = solver.remoteness(&option.to.apply(&sum.components), convention, &mut meter).unwrap();
            assert_eq!(remoteness, oracle.remoteness(left), "{about}");
        }
        assert_eq!(
            solver.remoteness(&sum.components, convention, &mut meter).unwrap(),
            oracle.remoteness(whole),
            "{about}"
        );
        replies_win(&oracle, &sum, whole, convention);
    }
}

/// Each losing move is answered, and by the hasty replies play comes to its end.
fn replies_win(oracle: &Oracle<'_>, sum: &Sum, whole: &Whole, convention: Convention) {
    let limits = Limits::default();
    let mut meter = Meter::new(&limits);
    for hasty in [false, true] {
        let mut solver = Solver::new(sum.rules.clone()).loopy(true).fastest_replies(hasty);
        let explanation = solver.explain(&sum.components, convention, usize::MAX, &mut meter).unwrap();
        let moves = keyed(oracle.game, whole);
        for reason in &explanation.reasons {
            let left = &moves[&key(&sum.rules, &reason.to)];
            assert_eq!(reason.outcome, oracle.outcome(left));
            let Some(reply) = &reason.reply else {
                assert!(reason.outcome != Outcome::N || oracle.remoteness(left) == Some(0), "{reason:?}");
                continue;
            };
            let after = reason.to.apply(&sum.components);
            let component = after.iter().position(|component| *component == reply.from).unwrap();
            let after = Move { component, parts: reply.parts.clone() }.apply(&after);
            assert_eq!(
                solver.solve(&after, convention, Detail::Outcome, &mut meter).unwrap().outcome,
                Outcome::P,
                "{reason:?}"
            );
            if hasty {
                let moves = solver.remoteness(&after, convention, &mut meter).unwrap();
                assert_eq!(moves.map(|moves| moves + 1), oracle.remoteness(left), "{reason:?}");
            }
        }
    }
}

/// Games in which positions recur, and some options leave two parts of a lower rank, so that sums stay finite.
fn games() -> impl Strategy<Value = Listed> {
    let options = (0..6_u8).map(|position| {
        let one = (0..=(position | 1)).prop_map(|to| vec![to]);
        let lower = position & !1;
        let option = if lower == 0 {
            prop_oneof![8 => one, 1 => Just(vec![])].boxed()
        } else {
            prop_oneof![6 => one, 1 => Just(vec![]), 2 => (0..lower, 0..lower).prop_map(|(a, b)| vec![a, b])].boxed()
        };
        prop::collection::vec(option, 0..4)
    });
    options.collect::<Vec<_>>().prop_map(Listed)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn sums_in_which_positions_recur_are_answered_rightly(
        game in games(),
        heaps in prop::collection::vec(0..4_u64, 0..2),
        positions in prop::collection::vec(0..6_u8, 0..3),
    ) {
        all_is_right(&game, &(heaps, positions));
    }

    #[test]
    fn equal_positions_are_those_that_no_game_tells_apart(game in games(), [a, b] in [0..6_u8, 0..6_u8]) {
        let limits = Limits::default();
        let mut meter = Meter::new(&limits);
        let sum = on_the_table(&game, &(vec![], vec![a, b]));
        let [x, y] = [0, 1].map(|place: usize| &sum.components[place..=place]);
        let mut solver = Solver::new(sum.rules.clone()).loopy(true);
        let equality = solver.equal(x, y, &mut meter).unwrap();
        // Beside all positions of the game, and nim-heaps.
        let beside = (0..6_u8).map(|other| (vec![], vec![other])).chain((0..5).map(|heap| (vec![heap], vec![])));
        let outcome = |one: u8, (heaps, others): &Whole| {
            let whole = (heaps.clone(), [&[one], &others[..]].concat());
            Oracle::new(&game, &whole, Convention::Normal).outcome(&whole)
        };
        let told_apart = beside.clone().any(|other| outcome(a, &other) != outcome(b, &other));
        match &equality.verdict {
            Verdict::Equal => prop_assert!(!told_apart),
            Verdict::Different { beside, outcomes } => {
                let heap = (vec![beside.0], vec![]);
                prop_assert_eq!([outcome(a, &heap), outcome(b, &heap)], *outcomes);
                prop_assert_ne!(outcomes[0], outcomes[1]);
            }
        }
        if equality.values.iter().all(|value| value.nimber().is_some()) {
            let both = (vec![], vec![a, b]);
            let lost = Oracle::new(&game, &both, Convention::Normal).outcome(&both) == Outcome::P;
            prop_assert_eq!(equality.verdict == Verdict::Equal, lost);
        }
    }
}

/// The graph `a <-> b`, `b -> end`, `pass -> pass`, `pass -> end`, as a file has it.
fn tokens(names: &[&str]) -> Sum {
    let graph = read(b"a b\nb a\nb end\npass pass\npass end\npass two\ntwo one\ntwo end\none end\n").unwrap();
    let mut sum = Sum::default();
    let game = sum.rules.add(TokenGame::new(Arc::new(graph), "loops"));
    sum.components.extend(names.iter().map(|name| game.at(game.game().vertex(name).unwrap()).unwrap()));
    sum
}

#[test]
fn a_graph_is_played_on_without_being_told() {
    let limits = Limits::default();
    let mut sum = tokens(&["pass"]);
    sum.components.push(Component::Nim(3));
    let mut solver = Solver::new(sum.rules.clone());
    let mut solve = |sum: &[Component], convention| {
        solver.solve(sum, convention, Detail::Moves(10), &mut Meter::new(&limits)).unwrap()
    };
    let solution = solve(&sum.components, Convention::Normal);
    assert_eq!(solution.values, [LoopyValue::infinity([0, 2]), Nimber(3).into()]);
    assert_eq!((solution.value, solution.outcome), (Some(LoopyValue::infinity([1, 3])), Outcome::D));
    assert!(solution.winning.list.is_empty());
    // Not to *2 and *0, from where the other wins, nor to the end or to two, which leaves a nim-heap for the other.
    let drawing = solution.drawing.unwrap();
    let shown: Vec<String> = drawing.list.iter().map(|to| sum.rules.show_sum(&to.parts)).collect();
    assert_eq!(shown, ["graph(\"loops\", pass)", "*1"]);
    assert_eq!(solve(&sum.components, Convention::Misere).outcome, Outcome::D);
    // Beside the largest heap no list of its options is made.
    let huge = [sum.components[0], Component::Nim(u64::MAX)];
    let solution = solve(&huge, Convention::Normal);
    assert_eq!(solution.outcome, Outcome::D);
    let drawing = solution.drawing.unwrap();
    assert_eq!((drawing.list.len(), drawing.more), (10, true));
    assert_eq!(sum.rules.show_sum(&drawing.list[1].parts), "*1");
}

#[test]
fn other_games_are_played_on_only_if_told_to() {
    let limits = Limits::default();
    let game = Listed(vec![vec![vec![1]], vec![vec![0], vec![]]]);
    let sum = on_the_table(&game, &(vec![2], vec![0]));
    for convention in [Convention::Normal, Convention::Misere] {
        let solved = |loopy| {
            let mut solver = Solver::new(sum.rules.clone()).loopy(loopy);
            solver.solve(&sum.components, convention, Detail::Outcome, &mut Meter::new(&limits))
        };
        assert!(matches!(solved(false), Err(Error::Cycle(_))), "{convention:?}");
        assert!(solved(true).is_ok(), "{convention:?}");
    }
}

#[test]
fn positions_without_end_meet_the_limit() {
    // From 0 to 0 and 0: play recurs, and more lies on the table each time.
    let game = Listed(vec![vec![vec![0, 0]]]);
    let sum = on_the_table(&game, &(vec![], vec![0]));
    let limits = Limits { positions: Some(200), ..Limits::default() };
    let solve = |convention| {
        let mut solver = Solver::new(sum.rules.clone()).loopy(true);
        solver.solve(&sum.components, convention, Detail::Outcome, &mut Meter::new(&limits))
    };
    for convention in [Convention::Normal, Convention::Misere] {
        let solved = solve(convention);
        assert!(matches!(solved, Err(Error::Budget { bound: Bound::Positions, .. })), "{solved:?}");
    }
}
