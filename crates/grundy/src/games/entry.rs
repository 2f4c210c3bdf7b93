//! The description of a named game, and how its arguments become components.

use std::fmt;

use super::files::why;
use super::{Files, ReadError};
use crate::graph::{self, Format, ReadFromError, ReadGraph};
use crate::heap::{Finding, HeapGame, PeriodSearch, Status};
use crate::syntax::{Arguments, NotationError, Span};
use crate::{Bound, Component, Error, Meter, Nimber, Rules};

/// A named game: its entry in the list of games, and how it is made.
///
/// The games of this library are in [`list`](super::list). A game from another crate can be
/// [registered](crate::notation::Reader::register) and is then read, added and solved like any other.
///
/// # Examples
/// ```
/// use grundy::games::{Entry, integer_arguments};
/// use grundy::{Game, Limits, Nimber, Options, notation::Reader};
///
/// /// Take a square number of tokens, or leave a single heap of half the size.
/// struct SquareOrHalf;
///
/// impl Game for SquareOrHalf {
///     type Position = u64;
///     fn options(&self, heap: &u64, out: &mut Options<u64>) {
///         (1..).map(|root| root * root).take_while(|square| square <= heap).for_each(|square| out.push(heap - square));
///         if *heap > 0 {
///             out.push(heap / 2);
///         }
///     }
///     fn show(&self, heap: &u64) -> String {
///         format!("square-or-half({heap})")
///     }
/// }
///
/// let mut reader = Reader::default();
/// reader.register(Entry {
///     name: "square-or-half",
///     parameters: "",
///     arguments: "heap sizes",
///     rules: "Take a square number of tokens from a heap, or halve it.",
///     example: "square-or-half(10)",
///     source: "",
///     build: |call, rules| {
///         call.no_parameters()?;
///         Ok(integer_arguments(rules.add(SquareOrHalf)))
///     },
/// });
/// let sum = reader.sum("square-or-half(10) + nim(2)")?;
/// assert_eq!(sum.value(&Limits::default())?, Nimber(2));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy)]
pub struct Entry {
    /// The name in the notation.
    pub name: &'static str,
    /// The parameters in braces, as shown in documentation; empty if there are none.
    pub parameters: &'static str,
    /// The arguments, as shown in documentation.
    pub arguments: &'static str,
    /// The rules in one sentence.
    pub rules: &'static str,
    /// A position that can be solved.
    pub example: &'static str,
    /// Who described the game, when and where; empty if nobody has to be named.
    pub source: &'static str,
    /// Makes the game.
    pub build: Build,
}

impl fmt::Debug for Entry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Entry").field("name", &self.name).finish_non_exhaustive()
    }
}

/// Adds the game of a call to the rules, and returns the reader of its arguments.
pub type Build = fn(&Call<'_>, &Rules) -> Result<Box<dyn ArgumentReader>, ReadError>;

/// The name and the parameters with which a game was requested.
#[derive(Clone, Debug)]
pub struct Call<'a> {
    /// The rule in its canonical form: `subtract{1,3,4}`.
    pub name: String,
    /// The place of the rule in the text.
    pub span: Span,
    /// The text in its braces.
    pub parameters: Option<&'a Arguments>,
}

impl<'a> Call<'a> {
    /// Checks that there are no parameters.
    ///
    /// # Errors
    /// [`ReadError::Notation`] at the parameters.
    pub fn no_parameters(&self) -> Result<(), ReadError> {
        match self.parameters {
            None => Ok(()),
            Some(parameters) => {
                let name = self.name.split('{').next().unwrap_or_default();
                let error = NotationError::new(parameters.span(), format!("`{name}` takes no parameters"));
                Err(error.with_help(format!("write `{name}(…)`")).into())
            }
        }
    }

    /// The parameters; an error explains their `meaning` if they are missing.
    ///
    /// # Errors
    /// [`ReadError::Notation`] at the name.
    pub fn needs_parameters(&self, meaning: &str) -> Result<&'a Arguments, ReadError> {
        self.parameters.ok_or_else(|| {
            let error = NotationError::new(self.span, format!("`{}` needs parameters in braces", self.name));
            error.with_help(format!("the braces hold {meaning}")).into()
        })
    }
}

/// The environment in which arguments are read.
pub struct Context<'a, 'm> {
    /// The games of the sum, to which the game of a component is added.
    pub rules: &'a Rules,
    /// Where files are read.
    pub files: &'a Files,
    /// The place of the rule's name in the text.
    pub rule: Span,
    /// The limits of reading: a file may be long, a pipe may block.
    pub meter: &'a mut Meter<'m>,
}

impl Context<'_, '_> {
    /// Reads a graph from a file, and tells how it was understood.
    ///
    /// # Errors
    /// [`ReadError::File`] and [`ReadError::Graph`], with the place `span` of the file name; limits of the meter.
    pub fn graph(&mut self, file: &str, span: Span) -> Result<ReadGraph, ReadError> {
        let name = || file.to_owned();
        let unread = |source| ReadError::File { file: name(), span, source };
        let input = self.files.open(file, self.meter).map_err(unread)?;
        let size = input.size;
        match graph::read_from(input, Format::of_name(file), size, self.meter) {
            Ok(read) => Ok(read),
            Err(ReadFromError::Graph(source)) => Err(ReadError::Graph { file: name(), span, source }),
            Err(ReadFromError::Io(error)) => Err(why(error, self.meter, unread)),
            Err(ReadFromError::Stopped(error)) => Err(error.into()),
        }
    }

    /// Reads the contents of a file.
    ///
    /// # Errors
    /// [`ReadError::File`], with the place `span` of the file name; limits of the meter.
    pub fn bytes(&mut self, file: &str, span: Span) -> Result<Vec<u8>, ReadError> {
        let unread = |source| ReadError::File { file: file.to_owned(), span, source };
        self.files.read(file, self.meter).map_err(|error| why(error, self.meter, unread))
    }
}

/// Reads the arguments of a rule: a named game with its parameters.
pub trait ArgumentReader: Send + Sync {
    /// The components that these arguments describe.
    ///
    /// # Errors
    /// [`ReadError`], with the place of the argument.
    fn read(&self, arguments: &Arguments, context: &mut Context<'_, '_>) -> Result<Vec<Component>, ReadError>;

    /// Whether semicolons separate components: `name(1; 2)` is `name(1) + name(2)`, and each is read by itself. A game whose own
    /// arguments may hold semicolons says no.
    fn separates(&self) -> bool {
        true
    }

    /// The game as a sequence, if its positions are single integers.
    fn heaps(&self) -> Option<&dyn Heaps> {
        None
    }

    /// The game as a table, if its positions are pairs of integers.
    fn grid(&self) -> Option<&dyn Grid> {
        None
    }
}

/// A game whose positions are pairs of integers, such as the coordinates of a piece on a board or two heap sizes.
pub trait Grid {
    /// The position at this row and column.
    ///
    /// # Errors
    /// [`Error::Overflow`] after 2^32 - 1 positions; [`Error::Rules`] if there is no such position.
    fn at(&self, row: u64, column: u64) -> Result<Component, Error>;

    /// The value of that position in normal play.
    ///
    /// # Errors
    /// As for [`Values::value`](crate::Values::value).
    fn value(&self, row: u64, column: u64, meter: &mut Meter<'_>) -> Result<Nimber, Error>;
}

/// A game whose positions are the integers 0, 1, 2, …
pub trait Heaps {
    /// Position n.
    ///
    /// # Errors
    /// [`Error::Overflow`] after 2^32 - 1 positions.
    fn at(&self, n: u64) -> Result<Component, Error>;

    /// The value of position n in normal play.
    ///
    /// # Errors
    /// As for [`Labels::labels`](crate::search::Labels::labels).
    fn value(&self, n: u64, meter: &mut Meter<'_>) -> Result<Nimber, Error>;

    /// Searches for the period of the values in normal play. Without a theorem about the game a repetition is only
    /// observed.
    ///
    /// # Errors
    /// As for [`Labels::labels`](crate::search::Labels::labels). A limit or a cancellation ends the search, with the
    /// result so far.
    fn find_period(&self, search: &PeriodSearch, meter: &mut Meter<'_>) -> Result<Finding, Error> {
        let mut values: Vec<u64> = Vec::new();
        // Room for all values and for their differences.
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
        Ok(Finding { status: Status::observed_with_saltus(&values), checked_to, stopped, needs: None })
    }

    /// The game as a one-heap game, if it is one.
    fn heap_game(&self) -> Option<&HeapGame> {
        None
    }

    /// The shift of positions: position n is the heap of n + shift tokens in the rule of
    /// [`heap_game`](Self::heap_game).
    fn shift(&self) -> u64 {
        0
    }

    /// Calls `each` with the values in normal play of the positions `from` to `to`, in order, until it returns `false`.
    ///
    /// # Errors
    /// As for [`Labels::labels`](crate::search::Labels::labels).
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
