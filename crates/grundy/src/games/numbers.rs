//! Games whose arguments, integers, are together one position.

use super::{ArgumentReader, Context, Grid, ReadError};
use crate::syntax::{Arguments, NotationError, Span};
use crate::{Component, Error, Game, Meter, Nimber, RuleHandle};

/// Makes the position of a game from the integers in the arguments, each with its place. The last parameter is the place of
/// all arguments, or of the rule if there are none.
pub(super) type Position<G> = fn(&G, &[(u64, Span)], Span) -> Result<<G as Game>::Position, NotationError>;

/// Reads all arguments as one position, which is one component.
pub(super) fn one_position<G: Game>(game: RuleHandle<G>, position: Position<G>) -> Box<dyn ArgumentReader> {
    Box::new(OnePosition { game, position })
}

struct OnePosition<G: Game> {
    game: RuleHandle<G>,
    position: Position<G>,
}

impl<G: Game> ArgumentReader for OnePosition<G> {
    fn read(&self, arguments: &Arguments, context: &mut Context<'_, '_>) -> Result<Vec<Component>, ReadError> {
        let position = read(self.game.game(), self.position, arguments, context)?;
        Ok(vec![self.game.at(position)?])
    }
}

fn read<G: Game>(
    game: &G,
    position: Position<G>,
    arguments: &Arguments,
    context: &Context<'_, '_>,
) -> Result<G::Position, NotationError> {
    let span = if arguments.span().is_empty() { context.rule } else { arguments.span() };
    position(game, &arguments.integers()?, span)
}

/// Two integers: the coordinates of a piece, or the sizes of two heaps.
pub(super) type Pair = [u64; 2];

/// Reads two integers as one position; they are the rows and columns of a table. `least` is the least integer allowed.
pub(super) fn pair<G: Game<Position = Pair>>(
    game: RuleHandle<G>,
    position: Position<G>,
    least: u64,
) -> Box<dyn ArgumentReader> {
    Box::new(Pairs { game, position, least })
}

/// The two integers of a position.
pub(super) fn two_numbers<G: Game<Position = Pair>>(
    game: &G,
    numbers: &[(u64, Span)],
    span: Span,
) -> Result<Pair, NotationError> {
    match *numbers {
        [(first, _), (second, _)] => Ok([first, second]),
        _ => {
            let example = game.show(&[3, 5]);
            let name = example.split('(').next().unwrap_or_default();
            let message = format!("a position of `{name}` is two numbers, not {}", numbers.len());
            let several = (numbers.len() > 2 && numbers.len().is_multiple_of(2))
                .then(|| format!("; semicolons separate positions: `{name}(3, 5; 1, 2)`"));
            let help = format!("write `{example}`{}", several.unwrap_or_default());
            Err(NotationError::new(span, message).with_help(help))
        }
    }
}

struct Pairs<G: Game<Position = Pair>> {
    game: RuleHandle<G>,
    position: Position<G>,
    least: u64,
}

impl<G: Game<Position = Pair>> ArgumentReader for Pairs<G> {
    fn read(&self, arguments: &Arguments, context: &mut Context<'_, '_>) -> Result<Vec<Component>, ReadError> {
        let position = read(self.game.game(), self.position, arguments, context)?;
        Ok(vec![self.game.at(position)?])
    }

    fn grid(&self) -> Option<&dyn Grid> {
        Some(self)
    }
}

impl<G: Game<Position = Pair>> Pairs<G> {
    fn check(&self, pair: Pair) -> Result<Pair, Error> {
        if pair.iter().all(|&number| number >= self.least) {
            return Ok(pair);
        }
        let reason = format!("its numbers are at least {}", self.least);
        Err(Error::Rules { position: Some(self.game.game().show(&pair)), reason })
    }
}

impl<G: Game<Position = Pair>> Grid for Pairs<G> {
    fn at(&self, row: u64, column: u64) -> Result<Component, Error> {
        self.game.at(self.check([row, column])?)
    }

    fn value(&self, row: u64, column: u64, meter: &mut Meter<'_>) -> Result<Nimber, Error> {
        let pair = self.check([row, column])?;
        // A table of millions of values need not pass through an engine.
        match self.game.game().value(&pair, meter)? {
            Some(value) => Ok(value),
            None => self.game.value(&pair, meter),
        }
    }
}
