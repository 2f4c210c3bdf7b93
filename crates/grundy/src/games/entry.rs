//! What a game tells of itself, and how its arguments become components.

use super::{Files, ReadError};
use crate::heap::{Finding, HeapGame, PeriodSearch, Status};
use crate::syntax::{Arguments, NotationError, Span};
use crate::{Bound, Component, Error, Meter, Nimber, Rules};

/// A game in the list of games.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    /// The name in the notation.
    pub name: &'static str,
    /// The parameters in braces, as documentation writes them; empty if there are none.
    pub parameters: &'static str,
    /// The arguments, as documentation writes them.
    pub arguments: &'static str,
    /// The rules in one sentence.
    pub rules: &'static str,
    /// A position that can be solved.
    pub example: &'static str,
    /// Makes the game.
    pub(crate) build: Build,
}

/// Puts a game on the table.
pub(crate) type Build = fn(&Call<'_>, &mut Rules) -> Result<Box<dyn Playable>, ReadError>;

/// The name and the parameters under which a game was asked for.
#[derive(Clone, Debug)]
pub struct Call<'a> {
    /// The rule as it is written: `subtract{1,3,4}`.
    pub name: String,
    /// Where it is written.
    pub span: Span,
    /// What stands in its braces.
    pub parameters: Option<&'a Arguments>,
}

impl<'a> Call<'a> {
    /// Refuses parameters.
    pub(super) fn no_parameters(&self) -> Result<(), ReadError> {
        match self.parameters {
            None => Ok(()),
            Some(parameters) => {
                let name = self.name.split('{').next().unwrap_or_default();
                let error = NotationError::new(parameters.span(), format!("`{name}` has no parameters"));
                Err(error.with_help(format!("write `{name}(…)`")).into())
            }
        }
    }

    /// The parameters, or an error that says what they mean.
    pub(super) fn needs_parameters(&self, meaning: &str) -> Result<&'a Arguments, ReadError> {
        self.parameters.ok_or_else(|| {
            let error = NotationError::new(self.span, format!("`{}` needs parameters in braces", self.name));
            error.with_help(format!("they are {meaning}")).into()
        })
    }
}

/// What reading arguments may need and change.
#[derive(Debug)]
pub struct Context<'a> {
    /// The games on the table, to which a component's game is added.
    pub rules: &'a mut Rules,
    /// Where files are read from.
    pub files: &'a Files,
    /// The place of the rule's name in the text.
    pub rule: Span,
}

/// A game that was called by its name, with its parameters.
pub trait Playable: Send {
    /// The components that these arguments stand for.
    ///
    /// # Errors
    /// [`ReadError`], pointing at the argument.
    fn read(&mut self, arguments: &Arguments, context: &mut Context<'_>) -> Result<Vec<Component>, ReadError>;

    /// The game as a sequence, if its positions are single integers.
    fn heaps(&self) -> Option<&dyn Heaps> {
        None
    }
}

/// A game whose positions are the integers 0, 1, 2, …
pub trait Heaps {
    /// The position n.
    ///
    /// # Errors
    /// [`Error::Overflow`] after 2^32 - 1 positions.
    fn at(&self, n: u64) -> Result<Component, Error>;

    /// The value of the position n in normal play.
    ///
    /// # Errors
    /// As for [`Labels::labels`](crate::Labels::labels).
    fn value(&self, n: u64, meter: &mut Meter<'_>) -> Result<Nimber, Error>;

    /// Searches for the period of the values in normal play. Without a theorem about the game what is seen stays observed.
    ///
    /// # Errors
    /// As for [`Labels::labels`](crate::Labels::labels); a limit, and a cancellation, ends the search with what is known.
    fn find_period(&self, search: &PeriodSearch, meter: &mut Meter<'_>) -> Result<Finding, Error> {
        let mut values: Vec<u64> = Vec::new();
        // The list of all values and that of their differences.
        let room = meter.room_for(3 * size_of::<u64>()) as u64;
        let last = search.heaps.saturating_sub(1).min(room);
        let mut each = |_, value: Nimber| {
            values.push(value.0);
            true
        };
        let stopped = match self.for_each_value(0, last, meter, &mut each) {
            Ok(()) if last < search.heaps.saturating_sub(1) => Some(meter.stopped(Bound::Bytes)),
            Ok(()) => None,
            Err(error @ Error::Budget { .. }) => Some(error),
            Err(error) => return Err(error),
        };
        let checked_to = (values.len() as u64).checked_sub(1);
        Ok(Finding { status: Status::observed_with_saltus(&values), checked_to, stopped })
    }

    /// The game as a one-heap game, if it is one.
    fn heap_game(&self) -> Option<&HeapGame> {
        None
    }

    /// Position n is the heap of n + shift tokens of that game's rule.
    fn shift(&self) -> u64 {
        0
    }

    /// Calls `each` with the values in normal play of the positions `from` to `to`, in order, until it answers `false`.
    ///
    /// # Errors
    /// As for [`Labels::labels`](crate::Labels::labels).
    fn for_each_value(
        &self,
        from: u64,
        to: u64,
        meter: &mut Meter<'_>,
        each: &mut dyn FnMut(u64, Nimber) -> bool,
    ) -> Result<(), Error> {
        for n in from..=to {
            meter.work(1)?;
            if !each(n, self.value(n, meter)?) {
                break;
            }
        }
        Ok(())
    }
}
