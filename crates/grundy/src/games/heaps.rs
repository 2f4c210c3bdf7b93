//! Games of heaps: each argument is the size of a heap, a component of its own.

use super::{Context, Heaps, Playable, ReadError};
use crate::heap::{Finding, HeapGame, HeapRule, PeriodSearch};
use crate::syntax::Arguments;
use crate::{Added, Component, Error, Game, Meter, Nimber, Rules};

/// A game of heaps that is on the table.
pub(super) struct OfHeaps(Added<HeapGame>);

impl OfHeaps {
    /// Puts the game of a rule on the table under a name.
    pub(super) fn add(name: &str, rule: HeapRule, rules: &mut Rules) -> Box<dyn Playable> {
        Self::add_game(HeapGame::new(name, rule), rules)
    }

    pub(super) fn add_game(game: HeapGame, rules: &mut Rules) -> Box<dyn Playable> {
        Box::new(Self(rules.add(game)))
    }
}

impl Playable for OfHeaps {
    fn read(&mut self, arguments: &Arguments, _: &mut Context<'_>) -> Result<Vec<Component>, ReadError> {
        heaps(&self.0, arguments, |size| size)
    }

    fn heaps(&self) -> Option<&dyn Heaps> {
        Some(self)
    }
}

impl Heaps for OfHeaps {
    fn at(&self, n: u64) -> Result<Component, Error> {
        self.0.at(n)
    }

    fn value(&self, n: u64, meter: &mut Meter<'_>) -> Result<Nimber, Error> {
        self.0.value(&n, meter)
    }

    fn find_period(&self, search: &PeriodSearch, meter: &mut Meter<'_>) -> Result<Finding, Error> {
        self.0.game().find_period(search, meter)
    }

    fn heap_game(&self) -> Option<&HeapGame> {
        Some(self.0.game())
    }

    fn for_each_value(
        &self,
        from: u64,
        to: u64,
        meter: &mut Meter<'_>,
        each: &mut dyn FnMut(u64, Nimber) -> bool,
    ) -> Result<(), Error> {
        self.0.game().for_each_value(from, to, meter, each)
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
