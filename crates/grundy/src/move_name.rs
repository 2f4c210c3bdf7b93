//! What a move is called.

use std::fmt::Write;

/// The name of a move in a heap of `size` tokens that leaves these heaps: `take 2`, `split 3 + 4`, `take 1, split 3 + 4`.
/// `None` if tokens are added, or nothing changes.
///
/// # Examples
/// ```
/// use grundy::heap_move;
/// assert_eq!(heap_move(9, &[3, 4]).as_deref(), Some("take 2, split 3 + 4"));
/// assert_eq!(heap_move(9, &[10]), None);
/// ```
#[must_use]
pub fn heap_move(size: u64, left: &[u64]) -> Option<String> {
    let rest = left.iter().try_fold(0_u64, |sum, &heap| sum.checked_add(heap))?;
    let taken = size.checked_sub(rest)?;
    let split = left.iter().filter(|&&heap| heap > 0).count() > 1;
    let mut name = match (taken, split) {
        (0, false) => return None,
        (0, true) => String::new(),
        (taken, false) => return Some(format!("take {taken}")),
        (taken, true) => format!("take {taken}, "),
    };
    for (place, heap) in left.iter().filter(|&&heap| heap > 0).enumerate() {
        let before = if place == 0 { "split " } else { " + " };
        let _ = write!(name, "{before}{heap}");
    }
    Some(name)
}

/// The name of a square: a letter for its column and a number for its row, counted from 1 at the top, as in `b2`. Columns beyond
/// `z` have two letters.
pub(crate) fn square(row: usize, column: usize) -> String {
    let letter = |number: usize| char::from(b'a' + u8::try_from(number % 26).unwrap_or_default());
    let mut name = String::new();
    if column >= 26 {
        name.push(letter(column / 26 - 1));
    }
    name.push(letter(column));
    format!("{name}{}", row + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_of_heaps_are_told_by_what_is_taken_and_what_is_left() {
        for (size, left, name) in [
            (4, &[1][..], Some("take 3")),
            (4, &[], Some("take 4")),
            (7, &[3, 4], Some("split 3 + 4")),
            (7, &[1, 2, 3], Some("take 1, split 1 + 2 + 3")),
            (5, &[0, 4], Some("take 1")),
            (4, &[4], None),
            (4, &[5], None),
            (0, &[], None),
            (u64::MAX, &[u64::MAX, 1], None),
        ] {
            assert_eq!(heap_move(size, left).as_deref(), name, "{size} {left:?}");
        }
    }

    #[test]
    fn squares_are_named_as_on_a_board() {
        let names = [(0, 0), (1, 1), (9, 25), (0, 26), (0, 63)].map(|(row, column)| square(row, column));
        assert_eq!(names, ["a1", "b2", "z10", "aa1", "bl1"]);
    }
}
