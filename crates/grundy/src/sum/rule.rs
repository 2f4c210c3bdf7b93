//! One interface to all games, whatever the type of their positions.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::listing::list_all;
use crate::picture::Picture;
use crate::pool::{Lent, Pool};
use crate::search::{Interner, Method, Values};
use crate::{Error, Game, Knowledge, LoopyValue, Meter, Nimber, Options, Outcome};

/// A game whose positions are numbers, with the results found so far. A component costs one virtual call; the search
/// itself works with the game's own position type.
pub(super) trait Rule: Game<Position = u32> {
    /// The value in normal play, unless it takes a long search that has not been made.
    fn at_hand(&self, position: u32, meter: &mut Meter<'_>) -> Result<Option<Nimber>, Error>;
    /// Whether the sum of these positions has Grundy value `value` in normal play.
    fn are_worth(&self, positions: &[u32], value: Nimber, meter: &mut Meter<'_>) -> Result<bool, Error>;
    /// How the value of a position was found, for each of its components. The position must have been valued.
    fn methods(&self, position: u32, meter: &mut Meter<'_>) -> Result<Vec<Method>, Error>;
}

/// A game, its positions met so far by number, and the engines that value them.
pub(super) struct NumberedGame<G: Game + ?Sized> {
    game: Arc<G>,
    positions: Mutex<Interner<G::Position>>,
    values: Pool<Values<G>>,
}

impl<G: Game + ?Sized> NumberedGame<G> {
    pub(super) fn new(game: Arc<G>) -> Self {
        Self { game, positions: Mutex::default(), values: Pool::default() }
    }

    pub(super) fn position(&self, position: G::Position) -> Result<u32, Error> {
        self.positions().intern(position)
    }

    pub(super) fn game(&self) -> &G {
        &self.game
    }

    pub(super) fn value_of(&self, position: &G::Position, meter: &mut Meter<'_>) -> Result<Nimber, Error> {
        self.values(position).value(position, meter)
    }

    /// An engine, preferably one that has valued this position.
    fn values(&self, position: &G::Position) -> Lent<'_, Values<G>> {
        self.values.lend(|values| (values.knows(position), values.len()), || Values::sharing(Arc::clone(&self.game)))
    }

    fn positions(&self) -> MutexGuard<'_, Interner<G::Position>> {
        // Items are added in one step, so the table is consistent even if a thread panicked while holding it.
        self.positions.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn get(&self, position: u32) -> G::Position {
        self.positions().item(position).clone()
    }

    fn all(&self, positions: &[u32]) -> Vec<G::Position> {
        let known = self.positions();
        positions.iter().map(|&position| known.item(position).clone()).collect()
    }

    /// Numbers the positions in options.
    fn number(&self, mut options: Options<G::Position>, out: &mut Options<u32>) {
        // This comes first: if the list closed itself, numbering would waste time.
        out.absorb(&options);
        let mut positions = self.positions();
        let mut numbers = Vec::new();
        let mut options = options.drain();
        while let Some(mut parts) = options.next_option() {
            if out.is_full() {
                break;
            }
            let numbered: Result<(), Error> = parts.try_for_each(|part| {
                numbers.push(positions.intern(part)?);
                Ok(())
            });
            match numbered {
                Ok(()) => out.push_sum(numbers.drain(..)),
                Err(error) => return out.fail(error),
            }
        }
    }
}

/// The game itself, with positions translated from and to numbers. This is the only place where that happens.
impl<G: Game + ?Sized> Game for NumberedGame<G> {
    type Position = u32;

    /// The positions as they are, not their representatives, since people read them.
    fn options(&self, position: &u32, out: &mut Options<u32>) {
        let mut options = out.inner();
        self.game.options(&self.get(*position), &mut options);
        self.number(options, out);
    }

    fn reduce(&self, position: u32, parts: &mut Vec<u32>) -> Result<(), Error> {
        let mut reduced = Vec::new();
        self.game.reduce(self.get(position), &mut reduced)?;
        let mut positions = self.positions();
        for part in reduced {
            parts.push(positions.intern(part)?);
        }
        Ok(())
    }

    fn value(&self, position: &u32, meter: &mut Meter<'_>) -> Result<Option<Nimber>, Error> {
        self.value_of(&self.get(*position), meter).map(Some)
    }

    fn knowledge(&self, position: &u32) -> Option<Knowledge> {
        self.game.knowledge(&self.get(*position))
    }

    fn outcome(&self, position: &u32) -> Option<Outcome> {
        self.game.outcome(&self.get(*position))
    }

    fn loopy_value(&self, position: &u32, meter: &mut Meter<'_>) -> Result<Option<LoopyValue>, Error> {
        self.game.loopy_value(&self.get(*position), meter)
    }

    fn options_worth(
        &self,
        position: &u32,
        value: Nimber,
        meter: &mut Meter<'_>,
        out: &mut Options<u32>,
    ) -> Result<bool, Error> {
        let position = self.get(*position);
        let mut options = out.inner();
        if !self.game.options_worth(&position, value, meter, &mut options)? {
            // List all options and test each.
            let mut all = Options::new();
            list_all(&*self.game, &position, &mut all, meter)?;
            let mut values = self.values(&position);
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
        self.number(options, out);
        Ok(true)
    }

    fn nim_heap(&self, position: &u32) -> Option<u64> {
        self.game.nim_heap(&self.get(*position))
    }

    fn heap(&self, position: &u32) -> Option<u64> {
        self.game.heap(&self.get(*position))
    }

    fn show(&self, position: &u32) -> String {
        self.show_sum(&[*position])
    }

    fn show_sum(&self, positions: &[u32]) -> String {
        self.game.show_sum(&self.all(positions))
    }

    fn name_move(&self, position: &u32, parts: &[u32]) -> Option<String> {
        self.game.name_move(&self.get(*position), &self.all(parts))
    }

    fn check_named(&self, position: &u32, parts: &[u32]) -> Result<(), Error> {
        self.game.check_named(&self.get(*position), &self.all(parts))
    }

    fn picture(&self, position: &u32, left: Option<&[u32]>) -> Option<Picture> {
        let left = left.map(|left| self.all(left));
        self.game.picture(&self.get(*position), left.as_deref())
    }

    fn check_shown(&self, position: &u32) -> Result<(), Error> {
        self.game.check_shown(&self.get(*position))
    }

    fn file_note(&self) -> Option<String> {
        self.game.file_note()
    }

    fn premise(&self) -> Option<String> {
        self.game.premise()
    }

    fn remark(&self) -> Option<String> {
        self.game.remark()
    }

    fn ends(&self) -> bool {
        self.game.ends()
    }

    fn weight(&self, position: &u32) -> u64 {
        self.game.weight(&self.get(*position))
    }

    fn bytes(&self, position: &u32) -> usize {
        // The game stores the position a second time.
        size_of::<G::Position>() + size_of::<u32>() + self.game.bytes(self.positions().item(*position))
    }
}

impl<G: Game + ?Sized> Rule for NumberedGame<G> {
    fn at_hand(&self, position: u32, meter: &mut Meter<'_>) -> Result<Option<Nimber>, Error> {
        let position = self.get(position);
        self.values(&position).at_hand(&position, meter)
    }

    fn are_worth(&self, positions: &[u32], value: Nimber, meter: &mut Meter<'_>) -> Result<bool, Error> {
        let positions = self.all(positions);
        let Some(first) = positions.first() else { return Ok(value.is_zero()) };
        self.values(first).is(&positions, value, meter)
    }

    fn methods(&self, position: u32, meter: &mut Meter<'_>) -> Result<Vec<Method>, Error> {
        let position = self.get(position);
        let mut parts = Vec::new();
        self.game.reduce(position.clone(), &mut parts)?;
        let values = self.values(&position);
        parts.iter().map(|part| values.method(part, meter)).collect()
    }
}
