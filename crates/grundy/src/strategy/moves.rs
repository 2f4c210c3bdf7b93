//! Moves of a sum.

use rustc_hash::FxHashSet;

use crate::{Bound, Component, Error, Game, LoopyValue, Meter, Options, Outcome, Sum};

/// A move: one component is replaced by the parts of one of its options.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Move {
    /// The index of the component in the sum, from 0.
    pub component: usize,
    /// The parts that replace it. Without parts, the component ends.
    pub parts: Vec<Component>,
}

impl Move {
    /// The move in readable form: `nim(4) -> nim(1)`.
    #[must_use]
    pub fn show(&self, sum: &Sum) -> String {
        let of = &sum.components[self.component];
        format!("{} -> {}", sum.rules.show(of), sum.rules.show_option(of, &self.parts))
    }

    /// The sum that this move leaves.
    #[must_use]
    pub fn apply(&self, sum: &[Component]) -> Vec<Component> {
        let mut left = Vec::with_capacity(sum.len() + self.parts.len());
        left.extend(&sum[..self.component]);
        left.extend(&self.parts);
        left.extend(&sum[self.component + 1..]);
        left
    }
}

/// A list of moves that may be incomplete.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Moves<M = Move> {
    /// The moves, ordered by component, without duplicates.
    pub list: Vec<M>,
    /// Whether there are further moves that are not listed.
    pub more: bool,
}

impl<M> Default for Moves<M> {
    fn default() -> Self {
        Self { list: Vec::new(), more: false }
    }
}

/// A move and its result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ValuedMove {
    /// The move.
    pub to: Move,
    /// The value of the whole sum after the move; `None` in misère play.
    pub value: Option<LoopyValue>,
    /// The outcome of the sum after the move: P if the move wins, D if it draws.
    pub outcome: Outcome,
}

/// How much of an answer is wanted. Less detail may cost less.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Detail {
    /// The outcome.
    Outcome,
    /// Also one winning move, if there is one. Further winning moves are not searched for, so [`Moves::more`] is set.
    OneMove,
    /// Also the winning moves, at most this many, and whether there are more.
    Moves(usize),
}

impl Detail {
    /// How many moves are wanted.
    #[must_use]
    pub const fn moves(self) -> usize {
        match self {
            Self::Outcome => 0,
            Self::OneMove => 1,
            Self::Moves(most) => most,
        }
    }
}

/// The first `most` distinct options that `list` appends, and whether there are more. Options are compared as multisets
/// of parts. A game may list an option more than once, so more than `most` may have to be listed.
///
/// # Errors
/// Those of `list`, and [`Error::Budget`] if the options do not fit in the memory left.
pub(super) fn distinct(
    most: usize,
    meter: &mut Meter<'_>,
    mut list: impl FnMut(&mut Options<Component>, &mut Meter<'_>) -> Result<(), Error>,
) -> Result<Moves<Vec<Component>>, Error> {
    // An option stores its parts, usually one, and where they end; the set of known options needs as much again.
    let room = meter.room_for(4 * (size_of::<Component>() + size_of::<usize>()));
    let mut length = most.saturating_add(1).min(room);
    loop {
        let mut options = Options::at_most(length);
        list(&mut options, meter)?;
        let mut seen = FxHashSet::default();
        let new = |parts: &&[Component]| {
            let mut sorted = parts.to_vec();
            sorted.sort_unstable();
            seen.insert(sorted)
        };
        let mut list: Vec<Vec<Component>> = options.iter().filter(new).map(<[Component]>::to_vec).collect();
        let more = list.len() > most;
        if more || !options.more() {
            list.truncate(most);
            return Ok(Moves { list, more });
        }
        if length == room {
            return Err(meter.stopped(Bound::Bytes));
        }
        length = length.saturating_mul(2).min(room);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Limits;

    #[test]
    fn an_option_that_is_listed_twice_is_one_move() {
        let [one, two, three] = [1, 2, 3].map(Component::Nim);
        let listed = [vec![one, two], vec![two, one], vec![one, two], vec![three], vec![]];
        let of = |most| {
            let all = |out: &mut Options<Component>, _: &mut Meter<'_>| {
                listed.iter().for_each(|parts| out.push_sum(parts.iter().copied()));
                Ok(())
            };
            distinct(most, &mut Meter::new(&Limits::default()), all).unwrap()
        };
        let moves = [vec![one, two], vec![three], vec![]];
        for most in 0..=4 {
            assert_eq!(of(most), Moves { list: moves[..most.min(3)].to_vec(), more: most < 3 }, "{most}");
        }
        assert_eq!(of(usize::MAX), Moves { list: moves.to_vec(), more: false });
    }
}
