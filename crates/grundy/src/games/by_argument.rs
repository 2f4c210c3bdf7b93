//! Games that depend on an argument, such as a graph, each of which is made once.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::{Game, RuleHandle};

/// The games made so far, by the text of the argument.
pub(super) struct ByArgument<G: Game>(Mutex<HashMap<String, RuleHandle<G>>>);

impl<G: Game> Default for ByArgument<G> {
    fn default() -> Self {
        Self(Mutex::default())
    }
}

impl<G: Game> ByArgument<G> {
    /// The game of an argument. If it is new, `make` makes it, while other threads can go on reading. If two threads
    /// make the same game, both use the one that was stored first.
    pub(super) fn get<E>(
        &self,
        argument: &str,
        make: impl FnOnce() -> Result<RuleHandle<G>, E>,
    ) -> Result<RuleHandle<G>, E> {
        if let Some(game) = self.games().get(argument) {
            return Ok(game.clone());
        }
        let made = make()?;
        Ok(self.games().entry(argument.to_owned()).or_insert(made).clone())
    }

    fn games(&self) -> MutexGuard<'_, HashMap<String, RuleHandle<G>>> {
        // A game is added in one step.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
