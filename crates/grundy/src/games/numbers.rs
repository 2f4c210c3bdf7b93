//! Games whose arguments, integers, are together one position.

use std::sync::Arc;

use super::{ArgumentReader, Context, Grid, ReadError};
use crate::picture::{Board, Cell, Coordinates, Picture};
use crate::syntax::{Arguments, NotationError, Span};
use crate::{Component, Error, Game, Meter, Nimber, RuleHandle, Rules};

/// A game of which only the type of the positions is known. These games have closed forms and are seldom searched, so that the
/// engines are compiled once for all of them.
pub(super) type AnyGame<P> = dyn Game<Position = P>;

/// Makes the position of a game from the integers in the arguments, each with its place. The last parameter is the place of
/// all arguments, or of the rule if there are none.
pub(super) type Position<P> = fn(&AnyGame<P>, &[(u64, Span)], Span) -> Result<P, NotationError>;

/// Adds a game that reads all arguments as one position, which is one component.
pub(super) fn one_position<G: Game>(
    rules: &Rules,
    game: G,
    position: Position<G::Position>,
) -> Box<dyn ArgumentReader> {
    Box::new(OnePosition { game: rules.add_shared(Arc::new(game) as Arc<AnyGame<G::Position>>), position })
}

struct OnePosition<P>
where
    AnyGame<P>: Game<Position = P>,
{
    game: RuleHandle<AnyGame<P>>,
    position: Position<P>,
}

impl<P: Send + Sync> ArgumentReader for OnePosition<P>
where
    AnyGame<P>: Game<Position = P>,
{
    fn read(&self, arguments: &Arguments, context: &mut Context<'_, '_>) -> Result<Vec<Component>, ReadError> {
        let span = if arguments.span().is_empty() { context.rule } else { arguments.span() };
        let position = (self.position)(self.game.game(), &arguments.integers()?, span)?;
        Ok(vec![self.game.at(position)?])
    }
}

/// Two integers: the coordinates of a piece, or the sizes of two heaps.
pub(super) type Pair = [u64; 2];

/// Adds a game that reads two integers as one position; they are the rows and columns of a table. `least` is the least integer
/// allowed.
pub(super) fn pair(
    rules: &Rules,
    game: impl Game<Position = Pair>,
    position: Position<Pair>,
    least: u64,
) -> Box<dyn ArgumentReader> {
    let game = rules.add_shared(Arc::new(game) as Arc<AnyGame<Pair>>);
    Box::new(Pairs { reader: OnePosition { game, position }, least })
}

/// The two integers of a position.
pub(super) fn two_numbers(game: &AnyGame<Pair>, numbers: &[(u64, Span)], span: Span) -> Result<Pair, NotationError> {
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

struct Pairs {
    reader: OnePosition<Pair>,
    least: u64,
}

impl ArgumentReader for Pairs {
    fn read(&self, arguments: &Arguments, context: &mut Context<'_, '_>) -> Result<Vec<Component>, ReadError> {
        self.reader.read(arguments, context)
    }

    fn grid(&self) -> Option<&dyn Grid> {
        Some(self)
    }
}

impl Pairs {
    fn check(&self, pair: Pair) -> Result<Pair, Error> {
        if pair.iter().all(|&number| number >= self.least) {
            return Ok(pair);
        }
        let reason = format!("its numbers are at least {}", self.least);
        Err(Error::Rules { position: Some(self.reader.game.game().show(&pair)), reason })
    }
}

impl Grid for Pairs {
    fn at(&self, row: u64, column: u64) -> Result<Component, Error> {
        self.reader.game.at(self.check([row, column])?)
    }

    fn value(&self, row: u64, column: u64, meter: &mut Meter<'_>) -> Result<Nimber, Error> {
        let pair = self.check([row, column])?;
        // A table of millions of values need not pass through an engine.
        match self.reader.game.game().value(&pair, meter)? {
            Some(value) => Ok(value),
            None => self.reader.game.value(&pair, meter),
        }
    }
}

/// A strip with coins on these places, which are in order, and the places that a move leaves and reaches.
pub(super) fn coins(places: &[u64], left: Option<&[Vec<u64>]>) -> Picture {
    let squares = places.last().map_or(0, |last| last.saturating_add(1));
    let count = |places: &[u64], place: usize| places.iter().filter(|&&coin| coin == place as u64).count();
    let cell = |_, place| if count(places, place) > 0 { Cell::Token } else { Cell::Free };
    let strip = Board::new(1, squares, Coordinates::None, cell);
    Picture::Board(match left.and_then(<[_]>::first) {
        Some(left) => strip.marking(|_, place| count(places, place) != count(left, place)),
        None => strip,
    })
}

/// A row of tokens for each heap, and the tokens that a move takes, if it leaves the heaps in their places.
pub(super) fn rows(heaps: &[u64], left: Option<&[u64]>) -> Picture {
    let longest = heaps.iter().copied().max().unwrap_or(0);
    let is_there =
        |heaps: &[u64], row: usize, column: usize| heaps.get(row).is_some_and(|&heap| (column as u64) < heap);
    let cell = |row, column| if is_there(heaps, row, column) { Cell::Token } else { Cell::Absent };
    let board = Board::new(heaps.len() as u64, longest, Coordinates::None, cell);
    Picture::Board(match left {
        Some(left) => board.marking(|row, column| is_there(heaps, row, column) && !is_there(left, row, column)),
        None => board,
    })
}

/// A piece on a board whose corner is the upper left square, and where it goes; `None` if the board is larger than a picture.
pub(super) fn piece([row, column]: Pair, left: Option<&[Pair]>) -> Option<Picture> {
    let to = left.and_then(|left| left.first().copied());
    let [down, across] = to.map_or([row, column], |[to_row, to_column]| [row.max(to_row), column.max(to_column)]);
    if down >= Board::MOST_ROWS as u64 || across >= Board::MOST_COLUMNS as u64 {
        return None;
    }
    let is_at = |[place_row, place_column]: Pair, row: usize, column: usize| {
        (place_row, place_column) == (row as u64, column as u64)
    };
    let from = [row, column];
    let cell = |row, column| if is_at(from, row, column) { Cell::Token } else { Cell::Free };
    let board = Board::new(down + 1, across + 1, Coordinates::None, cell);
    Some(Picture::Board(match to {
        Some(to) => board.marking(|row, column| is_at(from, row, column) || is_at(to, row, column)),
        None => board,
    }))
}
