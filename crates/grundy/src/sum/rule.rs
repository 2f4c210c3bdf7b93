//! A game behind one interface, whatever the type of its positions.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::search::{Interner, Method, Values};
use crate::{Bound, Error, Game, LoopyValue, Meter, Nimber, Options, Outcome};

/// A game whose positions are numbers. One virtual call a component; the search inside is that of the game's own type.
pub(super) trait Rule: Send + Sync {
    /// As [`Game::options`]: the positions as they are, not their representatives, since people read them.
    fn options(&self, position: u32, out: &mut Options<u32>);
    /// The components of a position, each as its representative.
    fn reduce(&self, position: u32) -> Result<Vec<u32>, Error>;
    /// The value in normal play, by the cheapest sound way.
    fn value(&self, position: u32, meter: &mut Meter<'_>) -> Result<Nimber, Error>;
    /// As [`Game::outcome`].
    fn outcome(&self, position: u32) -> Option<Outcome>;
    /// As [`Game::loopy_value`].
    fn loopy_value(&self, position: u32, meter: &mut Meter<'_>) -> Result<Option<LoopyValue>, Error>;
    /// The value in normal play, if it takes no long search that has not been made.
    fn at_hand(&self, position: u32, meter: &mut Meter<'_>) -> Result<Option<Nimber>, Error>;
    /// Whether these positions together are worth `value` in normal play.
    fn are_worth(&self, positions: &[u32], value: Nimber, meter: &mut Meter<'_>) -> Result<bool, Error>;
    /// The options of this value in normal play.
    fn options_worth(
        &self,
        position: u32,
        value: Nimber,
        meter: &mut Meter<'_>,
        out: &mut Options<u32>,
    ) -> Result<(), Error>;
    /// How the value of a position that was valued was found, component by component.
    fn methods(&self, position: u32, meter: &mut Meter<'_>) -> Result<Vec<Method>, Error>;
    /// As [`Game::nim_heap`].
    fn nim_heap(&self, position: u32) -> Option<u64>;
    /// As [`Game::heap`].
    fn heap(&self, position: u32) -> Option<u64>;
    /// As [`Game::show_sum`].
    fn show(&self, positions: &[u32]) -> String;
    /// As [`Game::bytes`].
    fn bytes(&self, position: u32) -> usize;
}

/// A game with the positions that were met and the values that were found.
pub(super) struct Tabled<G: Game> {
    game: Arc<G>,
    positions: Mutex<Interner<G::Position>>,
    values: Mutex<Values<Arc<G>>>,
}

impl<G: Game> Tabled<G> {
    pub(super) fn new(game: G) -> Self {
        let game = Arc::new(game);
        Self { positions: Mutex::new(Interner::default()), values: Mutex::new(Values::new(Arc::clone(&game))), game }
    }

    pub(super) fn position(&self, position: G::Position) -> Result<u32, Error> {
        self.positions().intern(position)
    }

    pub(super) fn game(&self) -> &G {
        &self.game
    }

    pub(super) fn value_of(&self, position: &G::Position, meter: &mut Meter<'_>) -> Result<Nimber, Error> {
        self.values().value(position, meter)
    }

    fn values(&self) -> MutexGuard<'_, Values<Arc<G>>> {
        // A search that a panic left unfinished is abandoned by the next question.
        self.values.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn positions(&self) -> MutexGuard<'_, Interner<G::Position>> {
        // Items are added in one step, so the table is whole even if a thread panicked with it.
        self.positions.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn get(&self, position: u32) -> G::Position {
        self.positions().item(position).clone()
    }

    /// Numbers the positions of options.
    fn number(&self, options: &Options<G::Position>, out: &mut Options<u32>) {
        // First, since a list that closed itself is not worth the time.
        out.absorb(options);
        let mut positions = self.positions();
        for parts in options.iter() {
            if out.is_full() {
                break;
            }
            let parts: Result<Vec<u32>, Error> = parts.iter().map(|part| positions.intern(part.clone())).collect();
            match parts {
                Ok(parts) => out.push_sum(parts),
                Err(error) => return out.fail(error),
            }
        }
    }
}

impl<G: Game> Rule for Tabled<G> {
    fn options(&self, position: u32, out: &mut Options<u32>) {
        let mut options = out.inner();
        self.game.options(&self.get(position), &mut options);
        self.number(&options, out);
    }

    fn reduce(&self, position: u32) -> Result<Vec<u32>, Error> {
        let mut parts = Vec::new();
        self.game.reduce(self.get(position), &mut parts)?;
        let mut positions = self.positions();
        parts.into_iter().map(|part| positions.intern(part)).collect()
    }

    fn value(&self, position: u32, meter: &mut Meter<'_>) -> Result<Nimber, Error> {
        self.value_of(&self.get(position), meter)
    }

    fn outcome(&self, position: u32) -> Option<Outcome> {
        self.game.outcome(&self.get(position))
    }

    fn loopy_value(&self, position: u32, meter: &mut Meter<'_>) -> Result<Option<LoopyValue>, Error> {
        self.game.loopy_value(&self.get(position), meter)
    }

    fn at_hand(&self, position: u32, meter: &mut Meter<'_>) -> Result<Option<Nimber>, Error> {
        self.values().at_hand(&self.get(position), meter)
    }

    fn are_worth(&self, positions: &[u32], value: Nimber, meter: &mut Meter<'_>) -> Result<bool, Error> {
        let positions: Vec<G::Position> = positions.iter().map(|&position| self.get(position)).collect();
        self.values().is(&positions, value, meter)
    }

    fn options_worth(
        &self,
        position: u32,
        value: Nimber,
        meter: &mut Meter<'_>,
        out: &mut Options<u32>,
    ) -> Result<(), Error> {
        let position = self.get(position);
        let mut options = out.inner();
        if !self.game.options_worth(&position, value, meter, &mut options)? {
            // All options, each asked.
            let mut all = Options::new();
            let room = meter.room_for(size_of::<G::Position>() + size_of::<usize>());
            all.fill(room, meter, |out| self.game.options(&position, out))?;
            if all.more() {
                return Err(meter.stopped(Bound::Bytes));
            }
            if let Some(error) = all.failure() {
                return Err(error.clone().at(|| self.game.show(&position)));
            }
            let mut values = self.values();
            for parts in all.iter() {
                if options.is_full() {
                    options.mark_more();
                    break;
                }
                if values.is(parts, value, meter)? {
                    options.push_sum(parts.iter().cloned());
                }
            }
        }
        self.number(&options, out);
        Ok(())
    }

    fn methods(&self, position: u32, meter: &mut Meter<'_>) -> Result<Vec<Method>, Error> {
        let mut parts = Vec::new();
        self.game.reduce(self.get(position), &mut parts)?;
        let values = self.values();
        parts.iter().map(|part| values.method(part, meter)).collect()
    }

    fn nim_heap(&self, position: u32) -> Option<u64> {
        self.game.nim_heap(&self.get(position))
    }

    fn heap(&self, position: u32) -> Option<u64> {
        self.game.heap(&self.get(position))
    }

    fn show(&self, positions: &[u32]) -> String {
        let positions: Vec<G::Position> = positions.iter().map(|&position| self.get(position)).collect();
        self.game.show_sum(&positions)
    }

    fn bytes(&self, position: u32) -> usize {
        // The position is held a second time, by its own game.
        size_of::<G::Position>() + size_of::<u32>() + self.game.bytes(self.positions().item(position))
    }
}
