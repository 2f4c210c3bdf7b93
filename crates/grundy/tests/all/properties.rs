//! Random sums of every game, against slow code that shares nothing with the library.

use std::collections::HashMap;

use crate::agreement::{assert_agreement, assert_played_by_its_options};
use crate::random;
use grundy::notation::Reader;
use grundy::{Error, Game, Limits, Options, Outcome, Sum, games};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::test_runner::TestRunner;

fn config(cases: u32) -> ProptestConfig {
    ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(cases) }
}

/// A game that joins the list fails here until its rules are written a second time.
#[test]
fn every_game_of_the_list_is_played_as_its_rules_say() {
    for entry in games::list() {
        let sums = vec(random::component_of(entry.name), 1..=2);
        let played = TestRunner::new(config(60)).run(&sums, |sum| {
            assert_agreement(&sum);
            Ok(())
        });
        played.unwrap_or_else(|failure| panic!("{}: {failure}", entry.name));
    }
}

proptest! {
    #![proptest_config(config(300))]

    #[test]
    fn mixed_sums_are_played_as_their_rules_say(sum in vec(random::component(), 0..=3)) {
        assert_agreement(&sum);
    }

    #[test]
    fn heaps_of_any_code_are_played_as_its_digits_say(sum in vec(random::heap_of_a_code(), 1..=2)) {
        assert_agreement(&sum);
    }

    #[test]
    fn sets_are_played_as_their_options_say(set in random::set(), other in random::component()) {
        assert_agreement(&[set, other]);
    }
}

/// A game that nobody has tidied: a position is the tokens on one board, in any order. Moves that lead to the same board
/// are all listed, and the board falls apart into its tokens.
struct Board(Vec<Vec<usize>>);

impl Game for Board {
    type Position = Vec<usize>;

    fn options(&self, tokens: &Vec<usize>, out: &mut Options<Vec<usize>>) {
        for (place, &token) in tokens.iter().enumerate() {
            for &vertex in &self.0[token] {
                let mut left = tokens.clone();
                left[place] = vertex;
                // Some moves leave two boards.
                if vertex == 0 { out.push_sum([left.split_off(place), left]) } else { out.push(left) }
            }
        }
    }

    fn reduce(&self, tokens: Vec<usize>, parts: &mut Vec<Vec<usize>>) -> Result<(), Error> {
        parts.extend(tokens.into_iter().filter(|&token| !self.0[token].is_empty()).map(|token| vec![token]));
        Ok(())
    }
}

proptest! {
    #![proptest_config(config(300))]

    #[test]
    fn a_game_that_lists_moves_twice_and_falls_apart_is_played_as_its_options_say(
        (graph, boards) in random::graph().prop_flat_map(|graph| {
            let boards = vec(vec(0..graph.0.len(), 0..=2), 1..=2);
            (Just(graph), boards)
        })
    ) {
        let mut sum = Sum::default();
        let game = sum.rules.add(Board(graph.0));
        sum.components.extend(boards.into_iter().map(|board| game.at(board).unwrap()));
        assert_played_by_its_options(sum);
    }
}

/// Treblecross as people play it: cross any free square of any strip; three crosses in a row win.
fn who_crosses_wins(strips: &[u32], crossed: &[u32], known: &mut HashMap<Vec<u32>, bool>) -> bool {
    if let Some(&wins) = known.get(crossed) {
        return wins;
    }
    let mut wins = false;
    for (strip, &squares) in strips.iter().enumerate() {
        for square in (0..squares).map(|square| 1 << square) {
            if crossed[strip] & square != 0 {
                continue;
            }
            let mut left = crossed.to_vec();
            left[strip] |= square;
            let row = left[strip];
            wins = wins || row & row << 1 & row << 2 != 0 || !who_crosses_wins(strips, &left, known);
        }
    }
    known.insert(crossed.to_vec(), wins);
    wins
}

#[test]
fn treblecross_is_won_as_on_its_squares() {
    // A strip too short for three in a row has no winner in the real game; among longer ones it only passes time.
    let strips: Vec<Vec<u32>> = (3..=11).map(|n| vec![n]).chain((3..=6).map(|n| vec![5, n])).collect();
    for strips in strips {
        let wins = who_crosses_wins(&strips, &vec![0; strips.len()], &mut HashMap::new());
        let sizes: Vec<String> = strips.iter().map(u32::to_string).collect();
        let text = format!("treblecross({})", sizes.join(", "));
        let outcome = Reader::default().sum(&text).unwrap().outcome(&Limits::default()).unwrap();
        assert_eq!(outcome == Outcome::N, wins, "{text}");
    }
}
