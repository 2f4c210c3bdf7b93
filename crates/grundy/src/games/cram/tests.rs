//! Boards as words against boards as sets of squares.

use std::collections::BTreeSet;

use proptest::prelude::*;

use super::*;
use crate::Outcome;

type Squares = BTreeSet<(u8, u8)>;

fn squares(board: &CramBoard) -> Squares {
    let places = (0..board.rows).flat_map(|row| (0..board.columns).map(move |column| (row, column)));
    places.filter(|&(row, column)| board.is_free(row, column)).collect()
}

/// The board of these squares, in the smallest rectangle around them.
fn board(squares: &Squares) -> CramBoard {
    CramBoard::around(squares.iter().map(|&(row, column)| (row.into(), column.into()))).unwrap()
}

fn next_to((row, column): (u8, u8)) -> [(u8, u8); 4] {
    let (row, column) = (row.wrapping_add(1), column.wrapping_add(1));
    [(row, column - 1), (row.wrapping_sub(2), column - 1), (row - 1, column), (row - 1, column.wrapping_sub(2))]
}

/// Connected sets of at least two squares.
fn components(mut rest: Squares) -> Vec<Squares> {
    let mut found = Vec::new();
    while let Some(first) = rest.pop_first() {
        let (mut component, mut frontier) = (Squares::from([first]), vec![first]);
        while let Some(square) = frontier.pop() {
            for other in next_to(square).into_iter().filter(|other| rest.remove(other)) {
                component.insert(other);
                frontier.push(other);
            }
        }
        if component.len() > 1 {
            found.push(component);
        }
    }
    found
}

/// The smallest of the eight images that is not taller than wide.
fn representative(component: &Squares) -> CramBoard {
    let images = (0..8).map(|symmetry: u8| {
        let image = component.iter().map(|&(row, column)| {
            let row = if symmetry & 1 == 1 { 64 - row } else { row };
            let column = if symmetry & 2 == 2 { 64 - column } else { column };
            if symmetry & 4 == 4 { (column, row) } else { (row, column) }
        });
        board(&image.collect())
    });
    images.filter(|board| board.rows <= board.columns).min().unwrap()
}

/// A rectangle of any shape with any squares free.
fn any_board() -> impl Strategy<Value = CramBoard> {
    let shape = (1..=64_u64).prop_flat_map(|rows| (Just(rows), 1..=64 / rows));
    (shape, prop::bool::ANY, any::<u64>(), any::<u64>(), any::<bool>()).prop_map(|((a, b), tall, free, more, dense)| {
        let (rows, columns) = if tall { (a, b) } else { (b, a) };
        let all = CramBoard::rectangle(rows, columns).unwrap();
        CramBoard { free: all.free & if dense { free | more } else { free }, ..all }
    })
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(2000) })]

    #[test]
    fn components_and_representatives_are_those_of_sets_of_squares(board in any_board()) {
        let mut found = Vec::new();
        board.components(|component| found.push(component));
        let mut plain: Vec<CramBoard> = components(squares(&board)).iter().map(representative).collect();
        found.sort_unstable();
        plain.sort_unstable();
        prop_assert_eq!(found, plain);
    }

    #[test]
    fn dominoes_are_all_pairs_of_free_neighbours_each_once_the_nearest_first(board in any_board()) {
        let squares = squares(&board);
        let columns = u32::from(board.columns);
        let mut plain = Vec::new();
        for &(row, column) in &squares {
            for other in [(row + 1, column), (row, column + 1)].into_iter().filter(|other| squares.contains(other)) {
                let bit = |(row, column)| 1_u64 << (u32::from(row) * columns + u32::from(column));
                plain.push(bit((row, column)) | bit(other));
            }
        }
        let mut dominoes = Vec::new();
        board.each_domino(|domino| dominoes.push(domino));
        let far = |domino: u64| {
            let middle = |part: fn(u32, u32) -> u32| part(domino.trailing_zeros(), columns) + part(domino.ilog2(), columns) + 1;
            let (row, column) = (middle(|at, columns| at / columns), middle(|at, columns| at % columns));
            row.abs_diff(board.rows.into()).pow(2) + column.abs_diff(columns).pow(2)
        };
        prop_assert!(dominoes.is_sorted_by_key(|&domino| far(domino)));
        dominoes.sort_unstable();
        plain.sort_unstable();
        prop_assert_eq!(dominoes, plain);
    }

    #[test]
    fn symmetries_are_those_of_sets_of_squares(board in any_board(), symmetric in 0..4_u8) {
        let (rows, columns) = (board.rows - 1, board.columns - 1);
        let image = |(row, column): (u8, u8), symmetry: u8| {
            (if symmetry & 1 == 1 { rows - row } else { row }, if symmetry & 2 == 2 { columns - column } else { column })
        };
        // Often a symmetric one.
        let free: Squares = squares(&board).into_iter().flat_map(|at| [at, image(at, symmetric)]).collect();
        let bit = |(row, column)| 1_u64 << (u32::from(row) * u32::from(board.columns) + u32::from(column));
        let board = CramBoard { free: free.iter().map(|&at| bit(at)).sum(), ..board };
        let alike = |symmetry| free == free.iter().map(|&at| image(at, symmetry)).collect();
        prop_assert_eq!(board.symmetries(), (1..4).map(|symmetry| u8::from(alike(symmetry))).sum::<u8>());
        let overlaps = |(a, b): ((u8, u8), (u8, u8))| [image(a, 3), image(b, 3)].iter().any(|&at| at == a || at == b);
        let dominoes: Vec<_> = next_to_pairs(&free).collect();
        let lone = free.iter().any(|&at| !next_to(at).iter().any(|other| free.contains(other)));
        let in_centre = dominoes.iter().any(|&(a, b)| image(a, 3) == b);
        match board.by_half_turn() {
            Some(Outcome::P) => prop_assert!(alike(3) && !dominoes.iter().any(|&domino| overlaps(domino))),
            Some(Outcome::N) => prop_assert!(alike(3) && in_centre),
            // A single free square in the centre is not analysed.
            _ => prop_assert!(!alike(3) || lone || !in_centre && dominoes.iter().any(|&domino| overlaps(domino))),
        }
    }
}

/// The dominoes that fit.
fn next_to_pairs(free: &Squares) -> impl Iterator<Item = ((u8, u8), (u8, u8))> {
    free.iter()
        .flat_map(|&at| next_to(at).into_iter().filter(|other| free.contains(other)).map(move |other| (at, other)))
}
