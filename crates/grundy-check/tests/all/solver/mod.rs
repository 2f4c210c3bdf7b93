//! A small solver for tests, of its own: values by brute force, classes by trying all, periods by looking.
#![allow(clippy::unwrap_used, reason = "a test")]

use std::collections::BTreeSet;

use grundy_check::Class;

/// A rule as a test sees it: `moves(n)` lists the options of a heap, each a list of heaps, none of them empty.
pub(crate) fn brute_force(heaps: usize, moves: impl Fn(usize) -> Vec<Vec<usize>>) -> Vec<u64> {
    let mut values: Vec<u64> = Vec::new();
    for heap in 0..heaps {
        let options: BTreeSet<u64> =
            moves(heap).iter().map(|parts| parts.iter().fold(0, |sum, &part| sum ^ values[part])).collect();
        values.push((0..).find(|value| !options.contains(value)).unwrap());
    }
    values
}

/// The options of a heap by a code.
pub(crate) fn code_moves(code: &str, heap: usize) -> Vec<Vec<usize>> {
    let digits = code.chars().filter(|&char| char != '.').map(|char| char.to_digit(16).unwrap());
    let mut moves = Vec::new();
    for (take, digit) in digits.enumerate().filter(|&(take, _)| take <= heap) {
        let rest = heap - take;
        if digit & 1 != 0 && rest == 0 {
            moves.push(vec![]);
        }
        if digit & 2 != 0 && rest > 0 {
            moves.push(vec![rest]);
        }
        if digit & 4 != 0 {
            moves.extend((1..=rest / 2).map(|a| vec![a, rest - a]));
        }
        if digit & 8 != 0 {
            for a in 1..=rest / 3 {
                moves.extend((a..=(rest - a) / 2).map(|b| vec![a, b, rest - a - b]));
            }
        }
    }
    moves
}

/// The values of a code.
pub(crate) fn code_values(code: &str, heaps: usize) -> Vec<u64> {
    brute_force(heaps, |heap| code_moves(code, heap))
}

/// The class with the fewest rare heaps among these values, among all that fit a code: masks below the power of two
/// above all values, with and without a parity.
pub(crate) fn best_class(values: &[u64], parity: Option<u8>) -> Class {
    let most = values.iter().max().unwrap().checked_next_power_of_two().unwrap() * 2;
    let parities = [None, parity];
    let classes = parities.into_iter().flat_map(|parity| (0..most).map(move |mask| Class { mask, parity }));
    classes.min_by_key(|class| rare(values, *class).len()).unwrap()
}

/// The rare heaps among these values.
pub(crate) fn rare(values: &[u64], class: Class) -> Vec<usize> {
    let place = |heap: usize| class.parity.map_or(0, |parity| heap + usize::from(parity));
    (1..values.len())
        .filter(|&n| ((values[n] & class.mask).count_ones() as usize + place(n)).is_multiple_of(2))
        .collect()
}

/// The parity that a class may have with this code, if it may have one.
pub(crate) fn parity_of(code: &str) -> Option<u8> {
    let digits = code.chars().filter(|&char| char != '.').map(|char| char.to_digit(16).unwrap());
    let splitting: BTreeSet<usize> =
        digits.enumerate().filter(|(_, digit)| digit & 4 != 0).map(|(take, _)| take % 2).collect();
    (splitting.len() == 1).then(|| u8::try_from(*splitting.first().unwrap()).unwrap())
}

/// The least period with its least preperiod and the saltus, if the values show it so often that the theorem on
/// periods surely applies to a code without more than twelve digits.
pub(crate) fn observed(values: &[u64]) -> Option<(usize, usize, u64)> {
    let last = values.len() - 1;
    (1..values.len() / 3).find_map(|p| {
        let saltus = values[last].checked_sub(values[last - p])?;
        let repeats = |n: usize| values[n + p] == values[n] + saltus;
        let n0 = (0..=last - p).rev().find(|&n| !repeats(n)).map_or(0, |n| n + 1);
        (3 * (n0.max(1) + p) + 12 <= values.len()).then_some((p, n0, saltus))
    })
}
