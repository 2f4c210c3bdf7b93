//! Games of heaps: each argument is the size of a heap, a component of its own.

use super::{Context, Heaps, Playable, ReadError};
use crate::heap::{Finding, HeapGame, HeapRule, PeriodSearch};
use crate::syntax::Arguments;
use crate::{Added, Component, Error, Game, Meter, Nimber, Rules};

/// A game of heaps that is on the table.
pub(super) struct OfHeaps {
    game: Added<HeapGame>,
    shift: u64,
}

impl OfHeaps {
    /// Puts the game of a rule on the table under a name.
    pub(super) fn add(name: &str, rule: HeapRule, rules: &mut Rules) -> Box<dyn Playable> {
        Self::add_shifted(name, rule, 0, rules)
    }

    /// The same, position n standing for the heap of n + `shift` tokens of the rule.
    pub(super) fn add_shifted(name: &str, rule: HeapRule, shift: u64, rules: &mut Rules) -> Box<dyn Playable> {
        let game = rules.add(HeapGame::new(name, rule).shifted(shift));
        Box::new(Self { game, shift })
    }
}

impl Playable for OfHeaps {
    fn read(&mut self, arguments: &Arguments, _: &mut Context<'_>) -> Result<Vec<Component>, ReadError> {
        heaps(&self.game, arguments, |size| size)
    }

    fn heaps(&self) -> Option<&dyn Heaps> {
        Some(self)
    }
}

impl Heaps for OfHeaps {
    fn at(&self, n: u64) -> Result<Component, Error> {
        self.game.at(n)
    }

    fn value(&self, n: u64, meter: &mut Meter<'_>) -> Result<Nimber, Error> {
        self.game.value(&n, meter)
    }

    fn find_period(&self, search: &PeriodSearch, meter: &mut Meter<'_>) -> Result<Finding, Error> {
        self.game.game().find_period(search, meter)
    }

    fn heap_game(&self) -> Option<&HeapGame> {
        Some(self.game.game())
    }

    fn shift(&self) -> u64 {
        self.shift
    }

    fn for_each_value(
        &self,
        from: u64,
        to: u64,
        meter: &mut Meter<'_>,
        each: &mut dyn FnMut(u64, Nimber) -> bool,
    ) -> Result<(), Error> {
        self.game.game().for_each_value(from, to, meter, each)
    }
}

/// A component for each integer among the arguments.
pub(super) fn heaps<G: Game>(
    added: &Added<G>,
    arguments: &Arguments,
    position: impl Fn(u64) -> G::Position,
) -> Result<Vec<Component>, ReadError> {
    arguments.integers()?.into_iter().map(|(size, _)| added.at(position(size)).map_err(ReadError::Game)).collect()
}
