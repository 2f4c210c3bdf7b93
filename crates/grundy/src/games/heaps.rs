//! Heap games: each argument is the size of a heap, and each heap is a component.

use super::{ArgumentReader, Context, Heaps, ReadError};
use crate::heap::{Finding, HeapGame, HeapRule, PeriodSearch};
use crate::syntax::Arguments;
use crate::{Component, Error, Game, Meter, Nimber, RuleHandle, Rules};

/// A one-heap game that was added to the rules.
pub(super) struct HeapArguments {
    game: RuleHandle<HeapGame>,
    shift: u64,
}

impl HeapArguments {
    /// Adds the game of a rule under a name.
    pub(super) fn add(name: &str, rule: HeapRule, rules: &Rules) -> Box<dyn ArgumentReader> {
        Self::of(HeapGame::new(name, rule), 0, rules)
    }

    /// Adds a game in which position n is the heap of n + `shift` tokens of the rule.
    pub(super) fn of(game: HeapGame, shift: u64, rules: &Rules) -> Box<dyn ArgumentReader> {
        Box::new(Self { game: rules.add(game.shifted(shift)), shift })
    }
}

impl ArgumentReader for HeapArguments {
    fn read(&self, arguments: &Arguments, _: &mut Context<'_, '_>) -> Result<Vec<Component>, ReadError> {
        heaps(&self.game, arguments, |size| size)
    }

    fn heaps(&self) -> Option<&dyn Heaps> {
        Some(self)
    }
}

impl Heaps for HeapArguments {
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

/// Reads the arguments of a game whose positions are integers; each argument is a component.
///
/// See [`Entry`](super::Entry) for an example.
#[must_use]
pub fn integer_arguments<G: Game<Position = u64>>(game: RuleHandle<G>) -> Box<dyn ArgumentReader> {
    Box::new(IntegerArguments(game))
}

struct IntegerArguments<G: Game>(RuleHandle<G>);

impl<G: Game<Position = u64>> ArgumentReader for IntegerArguments<G> {
    fn read(&self, arguments: &Arguments, _: &mut Context<'_, '_>) -> Result<Vec<Component>, ReadError> {
        heaps(&self.0, arguments, |size| size)
    }

    fn heaps(&self) -> Option<&dyn Heaps> {
        Some(self)
    }
}

impl<G: Game<Position = u64>> Heaps for IntegerArguments<G> {
    fn at(&self, n: u64) -> Result<Component, Error> {
        self.0.at(n)
    }

    fn value(&self, n: u64, meter: &mut Meter<'_>) -> Result<Nimber, Error> {
        self.0.value(&n, meter)
    }
}

/// Makes a component of each integer in the arguments.
pub(super) fn heaps<G: Game>(
    added: &RuleHandle<G>,
    arguments: &Arguments,
    position: impl Fn(u64) -> G::Position,
) -> Result<Vec<Component>, ReadError> {
    arguments.integers()?.into_iter().map(|(size, _)| added.at(position(size)).map_err(ReadError::Game)).collect()
}
