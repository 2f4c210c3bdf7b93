//! What a game tells of itself, and how its arguments become components.

use std::fmt;

use super::files::why;
use super::{Files, ReadError};
use crate::graph::{self, Format, Graph, ReadFromError};
use crate::heap::{Finding, HeapGame, PeriodSearch, Status};
use crate::syntax::{Arguments, NotationError, Span};
use crate::{Bound, Component, Error, Meter, Nimber, Rules};

/// A game that has a name: what the list of games says of it, and how it is made.
///
/// The games of this library are in [`list`](super::list). A game of another crate is
/// [registered](crate::notation::Reader::register), and then is read, added and solved as any other:
///
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
    /// The parameters in braces, as documentation writes them; empty if there are none.
    pub parameters: &'static str,
    /// The arguments, as documentation writes them.
    pub arguments: &'static str,
    /// The rules in one sentence.
    pub rules: &'static str,
    /// A position that can be solved.
    pub example: &'static str,
    /// Makes the game.
    pub build: Build,
}

impl fmt::Debug for Entry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Entry").field("name", &self.name).finish_non_exhaustive()
    }
}

/// Adds the game of a call to the rules, and gives what reads its arguments.
pub type Build = fn(&Call<'_>, &Rules) -> Result<Box<dyn ArgumentReader>, ReadError>;

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
    ///
    /// # Errors
    /// [`ReadError::Notation`] that points at them.
    pub fn no_parameters(&self) -> Result<(), ReadError> {
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
    ///
    /// # Errors
    /// [`ReadError::Notation`] that points at the name.
    pub fn needs_parameters(&self, meaning: &str) -> Result<&'a Arguments, ReadError> {
        self.parameters.ok_or_else(|| {
            let error = NotationError::new(self.span, format!("`{}` needs parameters in braces", self.name));
            error.with_help(format!("they are {meaning}")).into()
        })
    }
}

/// What reading arguments may need and change.
pub struct Context<'a, 'm> {
    /// The games of the sum, to which the game of a component is added.
    pub rules: &'a Rules,
    /// Where files are read from.
    pub files: &'a Files,
    /// The place of the rule's name in the text.
    pub rule: Span,
    /// What reading may cost: a file may be long, a pipe silent.
    pub meter: &'a mut Meter<'m>,
}

impl Context<'_, '_> {
    /// The graph that a file holds.
    ///
    /// # Errors
    /// [`ReadError::File`] and [`ReadError::Graph`], pointing at the name of the file at `span`; limits of the meter.
    pub fn graph(&mut self, file: &str, span: Span) -> Result<Graph, ReadError> {
        let name = || file.to_owned();
        let unread = |source| ReadError::File { file: name(), span, source };
        let input = self.files.open(file, self.meter).map_err(unread)?;
        let size = input.size;
        match graph::read_from(input, Format::of_name(file), size, self.meter) {
            Ok(graph) => Ok(graph),
            Err(ReadFromError::Graph(source)) => Err(ReadError::Graph { file: name(), span, source }),
            Err(ReadFromError::Io(error)) => Err(why(error, self.meter, unread)),
            Err(ReadFromError::Stopped(error)) => Err(error.into()),
        }
    }

    /// What a file holds.
    ///
    /// # Errors
    /// [`ReadError::File`], pointing at the name of the file at `span`; limits of the meter.
    pub fn bytes(&mut self, file: &str, span: Span) -> Result<Vec<u8>, ReadError> {
        let unread = |source| ReadError::File { file: file.to_owned(), span, source };
        self.files.read(file, self.meter).map_err(|error| why(error, self.meter, unread))
    }
}

/// What reads the arguments of a rule: of a game by its name, with its parameters.
pub trait ArgumentReader: Send + Sync {
    /// The components that these arguments stand for.
    ///
    /// # Errors
    /// [`ReadError`], pointing at the argument.
    fn read(&self, arguments: &Arguments, context: &mut Context<'_, '_>) -> Result<Vec<Component>, ReadError>;

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
    /// As for [`Labels::labels`](crate::search::Labels::labels).
    fn value(&self, n: u64, meter: &mut Meter<'_>) -> Result<Nimber, Error>;

    /// Searches for the period of the values in normal play. Without a theorem about the game what is seen stays observed.
    ///
    /// # Errors
    /// As for [`Labels::labels`](crate::search::Labels::labels); a limit, and a cancellation, ends the search with what is known.
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
