//! Nimber search against full expansion, on random games.

use crate::{oracle, random};
use grundy::games::{Cram, CramBoard};
use grundy::notation::Reader;
use grundy::search::{Grundy, Labels, Nimbers};
use grundy::{Component, Error, Game, Limits, Meter, Nimber, Options};
use proptest::collection::vec;
use proptest::prelude::*;

fn config(cases: u32) -> ProptestConfig {
    ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(cases) }
}

/// A game given by the options of each position, each the positions that it leaves.
#[derive(Clone, Debug)]
struct Table(Vec<Vec<Vec<usize>>>);

impl Game for Table {
    type Position = usize;

    fn options(&self, position: &usize, out: &mut Options<usize>) {
        self.0[*position].iter().for_each(|parts| out.push_sum(parts.iter().copied()));
    }

    fn weight(&self, position: &usize) -> u64 {
        // Any guess will do.
        *position as u64 % 5
    }

    fn bytes(&self, position: &usize) -> usize {
        *position
    }
}

/// Play ends: an option leaves positions of lower numbers, up to `most` of them.
fn ending(most: usize) -> impl Strategy<Value = Table> {
    let options = move |position: usize| match position {
        0 => Just(Vec::new()).boxed(),
        _ => vec(vec(0..position, 0..=most), 0..=5).boxed(),
    };
    (1..=24_usize).prop_flat_map(move |positions| (0..positions).map(options).collect::<Vec<_>>()).prop_map(Table)
}

/// Play may go round in circles.
fn loopy() -> impl Strategy<Value = Table> {
    (1..=9_usize).prop_flat_map(|n| vec(vec(vec(0..n, 1..=1_usize), 0..=3), n)).prop_map(Table)
}

fn full<G: Game>(game: G, position: &G::Position) -> Result<Nimber, Error> {
    Labels::new(game, Grundy::plain()).value(position, &mut Meter::new(&Limits::default()))
}

/// Memory for a stack, and for a table of so few positions that facts are lost.
fn scarce() -> Limits {
    Limits { bytes: Some(150_000), ..Limits::default() }
}

fn compare<G: Game + Clone>(game: &G, positions: &[G::Position]) {
    let (plenty, scarce) = (Limits::default(), scarce());
    let mut kept = Nimbers::new(game.clone());
    for position in positions {
        let want = full(game.clone(), position).unwrap();
        for limits in [&plenty, &scarce] {
            let found = Nimbers::new(game.clone()).value(position, &mut Meter::new(limits)).unwrap();
            assert_eq!(found, want, "{position:?} of {}", game.show(position));
        }
        for k in 0..6 {
            let k = Nimber(k);
            let mut meter = Meter::new(&plenty);
            assert_eq!(kept.is(std::slice::from_ref(position), k, &mut meter).unwrap(), k == want, "{position:?} {k}");
        }
        assert_eq!(kept.value(position, &mut Meter::new(&plenty)).unwrap(), want);
    }
    let total: Nimber = positions.iter().map(|position| full(game.clone(), position).unwrap()).sum();
    let mut fresh = Nimbers::new(game.clone());
    assert!(fresh.is(positions, total, &mut Meter::new(&plenty)).unwrap());
    assert!(!fresh.is(positions, total + Nimber(1), &mut Meter::new(&plenty)).unwrap());
}

/// Who wins the position with a nim-heap, where play may be endless: `Some(true)` for the player to move.
fn loopy_outcome(game: &Table, position: usize, heap: usize) -> Option<bool> {
    let mut wins = vec![vec![None; heap + 1]; game.0.len()];
    loop {
        let before = wins.clone();
        for (of, options) in game.0.iter().enumerate() {
            for k in 0..=heap {
                let to: Vec<Option<bool>> =
                    options.iter().map(|parts| before[parts[0]][k]).chain((0..k).map(|k| before[of][k])).collect();
                if to.contains(&Some(false)) {
                    wins[of][k] = Some(true);
                } else if to.iter().all(|outcome| *outcome == Some(true)) {
                    wins[of][k] = Some(false);
                }
            }
        }
        if wins == before {
            return wins[position][heap];
        }
    }
}

proptest! {
    #![proptest_config(config(400))]

    #[test]
    fn games_of_any_options_have_the_values_of_full_expansion(game in ending(3)) {
        let positions: Vec<usize> = (0..game.0.len()).rev().collect();
        compare(&game, &positions);
    }

    #[test]
    fn graphs_have_the_values_of_full_expansion(game in ending(1)) {
        let positions: Vec<usize> = (0..game.0.len()).rev().collect();
        compare(&game, &positions);
    }

    /// A cycle may go unseen if the answer does not depend on it. What is answered is right, and what is reported is a cycle.
    #[test]
    fn where_play_may_be_endless_a_cycle_is_found_or_the_value_is_right(game in loopy()) {
        let limits = Limits::default();
        for position in 0..game.0.len() {
            let found = Nimbers::new(game.clone()).value(&position, &mut Meter::new(&limits));
            match (found, full(game.clone(), &position)) {
                (Ok(found), Ok(want)) => prop_assert_eq!(found, want),
                (Ok(found), Err(_)) => {
                    let heap = usize::try_from(found.0).unwrap();
                    prop_assert_eq!(loopy_outcome(&game, position, heap), Some(false));
                }
                (Err(Error::Cycle(cycle)), Err(Error::Cycle(_))) => {
                    let positions: Vec<usize> = cycle.positions.iter().map(|at| at.parse().unwrap()).collect();
                    for (place, &at) in positions.iter().enumerate() {
                        let next = positions[(place + 1) % positions.len()];
                        prop_assert!(game.0[at].contains(&vec![next]), "{:?}", positions);
                    }
                }
                (found, want) => prop_assert!(false, "{:?} {:?}", found, want),
            }
        }
    }
}

proptest! {
    #![proptest_config(config(100))]

    #[test]
    fn named_games_have_the_values_of_full_expansion(sum in vec(random::component(), 0..=3)) {
        let text = oracle::sum_text(sum.iter().filter(|piece| piece.graphs().is_empty()).map(oracle::Piece::text));
        let sum = Reader::default().sum(&text).unwrap();
        compare(&sum.rules, &sum.components);
    }

    #[test]
    fn boards_of_cram_have_the_values_of_full_expansion(squares in vec(prop::bool::weighted(0.8), 12..=20), rows in 1..=4_u64) {
        let free = (0..).zip(&squares).filter(|(_, free)| **free).map(|(at, _)| (at % rows, at / rows));
        let board = CramBoard::around(free).unwrap();
        compare(&Cram, &[board]);
    }
}

#[test]
fn a_chain_of_a_million_positions_is_valued_without_recursion() {
    #[derive(Clone)]
    struct Chain;
    impl Game for Chain {
        type Position = u64;
        fn options(&self, position: &u64, out: &mut Options<u64>) {
            if *position > 0 {
                out.push(position - 1);
            }
        }
    }
    let limits = Limits::default();
    assert_eq!(Nimbers::new(Chain).value(&1_000_001, &mut Meter::new(&limits)).unwrap(), Nimber(1));
}

#[test]
fn values_above_the_window_of_a_fact_are_found() {
    let limits = Limits::default();
    for heap in [31, 32, 33, 64, 100] {
        // Nim, its values unknown.
        let nim = Table((0..=heap).map(|n| (0..n).rev().map(|left| vec![left]).collect()).collect());
        assert_eq!(Nimbers::new(nim).value(&heap, &mut Meter::new(&limits)).unwrap(), Nimber(heap as u64));
    }
}

#[test]
fn the_limits_end_a_nimber_search_and_what_was_found_stays_right() {
    let board = CramBoard::rectangle(4, 5).unwrap();
    let mut nimbers = Nimbers::new(Cram);
    let few = Limits { positions: Some(20), ..Limits::default() };
    assert!(matches!(nimbers.value(&board, &mut Meter::new(&few)), Err(Error::Budget { .. })));
    assert_eq!(nimbers.value(&board, &mut Meter::new(&Limits::default())).unwrap(), Nimber(2));
}

#[test]
fn components_of_mixed_sums_are_asked_too() {
    let sum = Reader::default().sum("cram(3x4) + kayles(7) + *3 + {*1, cram(2x3)}").unwrap();
    let components: &[Component] = &sum.components;
    compare(&sum.rules, components);
}
