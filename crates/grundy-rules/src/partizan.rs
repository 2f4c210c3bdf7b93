//! Rules that give the two players different options.

use grundy::Options;

use crate::position::Position;

/// How the options of the two players differ, as sets of sums.
pub(crate) fn difference(lists: &[Options<Position>; 2]) -> Option<String> {
    let sorted = |list: &Options<Position>| {
        let mut options: Vec<Vec<Position>> = list
            .iter()
            .map(|parts| {
                let mut parts = parts.to_vec();
                parts.sort_unstable();
                parts
            })
            .collect();
        options.sort_unstable();
        options.dedup();
        options
    };
    let [first, second] = [sorted(&lists[0]), sorted(&lists[1])];
    let only = |these: &[Vec<Position>], those: &[Vec<Position>]| {
        these.iter().find(|option| those.binary_search(option).is_err()).cloned()
    };
    let (player, option) = match only(&first, &second) {
        Some(option) => (0, option),
        None => (1, only(&second, &first)?),
    };
    let option = match &option[..] {
        [position] => position.to_string(),
        parts => format!("plus({})", parts.iter().map(Position::to_string).collect::<Vec<_>>().join(", ")),
    };
    Some(format!("player {player} can move to {option} and player {} cannot", 1 - player))
}
