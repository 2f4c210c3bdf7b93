//! Boards, from how they are played.

use std::collections::BTreeSet;

/// The rows of a board of Chomp, none of them empty; a move bites off a square with all to the right and below, and
/// nobody bites the first square of all.
pub(crate) fn chomp(rows: &[usize]) -> Vec<Vec<usize>> {
    let squares: BTreeSet<(usize, usize)> =
        rows.iter().enumerate().flat_map(|(row, &squares)| (0..squares).map(move |column| (row, column))).collect();
    let bitten = |&(row, column): &(usize, usize)| {
        let left: Vec<(usize, usize)> = squares.iter().copied().filter(|&(r, c)| r < row || c < column).collect();
        let length = |row: usize| left.iter().filter(|&&(r, _)| r == row).count();
        (0..rows.len()).map(length).filter(|&squares| squares > 0).collect()
    };
    squares.iter().filter(|&&square| square != (0, 0)).map(bitten).collect()
}

/// Whether a board of noughts and crosses, row by row, has three crosses in a line.
fn has_line(board: &str) -> bool {
    let crosses: Vec<(i32, i32)> =
        (0..).zip(board.chars()).filter(|&(_, c)| c == 'x').map(|(at, _)| (at / 3, at % 3)).collect();
    let steps = [(0, 1), (1, 0), (1, 1), (1, -1)];
    crosses.iter().any(|&(row, column)| {
        steps.iter().any(|&(down, right)| (1..3).all(|n| crosses.contains(&(row + n * down, column + n * right))))
    })
}

/// What a cross more leaves of a board of nine squares; none on a board with three in a line.
pub(crate) fn notakto(board: &str) -> Vec<String> {
    if has_line(board) {
        return Vec::new();
    }
    let free = board.char_indices().filter(|&(_, c)| c == '.');
    free.map(|(at, _)| format!("{}x{}", &board[..at], &board[at + 1..])).collect()
}
