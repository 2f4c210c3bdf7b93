//! Staircase Nim: coins that go down step by step.

use super::Entry;
use super::numbers::{one_position, rows};
use super::welter::show;
use crate::picture::Picture;
use crate::syntax::NotationError;
use crate::{Error, Game, Knowledge, Meter, Nimber, Options};

pub(super) const ENTRY: Entry = Entry {
    name: "staircase",
    parameters: "",
    arguments: "numbers of coins on the steps, the lowest step first; all steps are one position",
    rules: "Move any number of coins from a step to the next one below, or from the lowest step to the ground.",
    example: "staircase(1, 0, 4)",
    source: "Sprague, Bemerkungen über eine spezielle Abelsche Gruppe, 1937",
    build: |call, rules| {
        call.no_parameters()?;
        Ok(one_position(rules, Staircase, |_, numbers, span| {
            let steps: Vec<u64> = numbers.iter().map(|&(coins, _)| coins).collect();
            match steps.iter().try_fold(0_u64, |all, &coins| all.checked_add(coins)) {
                Some(_) => Ok(steps),
                None => {
                    let error = NotationError::new(span, "there are 2^64 coins or more");
                    Err(error.with_help("a step may come to hold all coins, so together they must be fewer"))
                }
            }
        }))
    },
};

/// Staircase Nim. A position is the numbers of coins on the steps, the lowest step first. A move takes any number of coins from
/// a step to the next one below; from the lowest step they leave play.
///
/// The value is the xor of the steps 1, 3, 5, …: coins that arrive on an odd step can be moved on at once. Coins must be fewer
/// than 2^64 together.
///
/// # Source
/// Sprague 1937; Berlekamp, Conway & Guy, *Winning Ways*, ch. 3.
///
/// # Examples
/// ```
/// use grundy::games::Staircase;
/// use grundy::{Game, Limits, Meter, Nimber};
/// let limits = Limits::default();
/// assert_eq!(Staircase.value(&vec![1, 7, 4], &mut Meter::new(&limits))?, Some(Nimber(5)));
/// # Ok::<(), grundy::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Staircase;

/// The value of the steps, the lowest first: those that count are the first, the third, and so on.
pub(super) fn value(steps: &[u64]) -> u64 {
    steps.iter().step_by(2).fold(0, |total, coins| total ^ coins)
}

/// The moves that leave steps of this value, as a step, counted from 0, and the number of coins. Each step has one at most.
pub(super) fn moves_to(steps: &[u64], wanted: u64) -> impl Iterator<Item = (usize, u64)> {
    let change = value(steps) ^ wanted;
    steps.iter().enumerate().filter_map(move |(step, &coins)| {
        // The step that counts, of this one and the one below, becomes this large.
        let number = if step.is_multiple_of(2) {
            coins.checked_sub(coins ^ change)?
        } else {
            (steps[step - 1] ^ change).checked_sub(steps[step - 1])?
        };
        (1..=coins).contains(&number).then_some((step, number))
    })
}

fn after(steps: &[u64], step: usize, coins: u64) -> Vec<u64> {
    let mut after = steps.to_vec();
    after[step] -= coins;
    if let Some(below) = step.checked_sub(1) {
        after[below] += coins;
    }
    after
}

impl Game for Staircase {
    type Position = Vec<u64>;

    fn options(&self, steps: &Vec<u64>, out: &mut Options<Vec<u64>>) {
        for (step, &most) in steps.iter().enumerate() {
            for coins in 1..=most {
                out.push(after(steps, step, coins));
                if out.more() {
                    return;
                }
            }
        }
    }

    fn reduce(&self, mut steps: Vec<u64>, parts: &mut Vec<Vec<u64>>) -> Result<(), Error> {
        // Empty steps at the top do not matter.
        steps.truncate(steps.iter().rposition(|&coins| coins > 0).map_or(0, |top| top + 1));
        parts.push(steps);
        Ok(())
    }

    fn value(&self, steps: &Vec<u64>, _: &mut Meter<'_>) -> Result<Option<Nimber>, Error> {
        Ok(Some(Nimber(value(steps))))
    }

    fn knowledge(&self, _: &Vec<u64>) -> Option<Knowledge> {
        Some(Knowledge::Theorem("the steps 1, 3, 5, … are heaps of Nim, and the other steps count nothing".to_owned()))
    }

    fn options_worth(
        &self,
        steps: &Vec<u64>,
        wanted: Nimber,
        _: &mut Meter<'_>,
        out: &mut Options<Vec<u64>>,
    ) -> Result<bool, Error> {
        moves_to(steps, wanted.0).for_each(|(step, coins)| out.push(after(steps, step, coins)));
        Ok(true)
    }

    fn ends(&self) -> bool {
        true
    }

    fn bytes(&self, steps: &Vec<u64>) -> usize {
        size_of_val(steps.as_slice())
    }

    fn name_move(&self, steps: &Vec<u64>, parts: &[Vec<u64>]) -> Option<String> {
        let left = parts.first()?;
        let step = steps.iter().zip(left).rposition(|(before, after)| before != after)?;
        let coins = steps[step].checked_sub(left[step])?;
        let below = if step == 0 { "the ground".to_owned() } else { format!("step {step}") };
        Some(format!("move {coins} from step {} to {below}", step + 1))
    }

    fn picture(&self, steps: &Vec<u64>, left: Option<&[Vec<u64>]>) -> Option<Picture> {
        Some(rows(steps, left.and_then(<[_]>::first).map(Vec::as_slice)))
    }

    fn show(&self, steps: &Vec<u64>) -> String {
        show("staircase", steps)
    }
}

#[cfg(test)]
mod tests {
    use super::super::claims::agree_with_search;
    use super::*;

    #[test]
    fn the_closed_form_agrees_with_the_search() {
        let steps = |number: u64| (0..5).map(move |step| number >> (2 * step) & 3).collect();
        let claims = agree_with_search(Staircase, (0..4_u64.pow(5)).map(steps));
        assert_eq!((claims.values, claims.wins), (claims.positions, claims.positions));
    }
}
