//! The game that a rule file describes.

use grundy::syntax::{Arguments, NotationError};
use grundy::{Bound, Done, Error, Game, Meter, Nimber, Options, Watch};

use crate::bounds::Bounds;
use crate::fault::Fault;
use crate::interpreter_pool::InterpreterPool;
use crate::panics::caught;
use crate::position::{Position, quoted, write_list};
use crate::program::Program;
use crate::{LoadError, literal, stack};

/// A game whose options are those that a rule file lists.
///
/// Threads may share it; each has an interpreter of its own. A position is written as the component that the notation
/// reads back, `"take.star"(10)`.
///
/// Every call of the file's functions is held by the [`Bounds`], and ends once a limit of the question is reached that it is
/// made for: [`options`](Game::options) knows it from the list, [`value`](Game::value) from the meter. The other functions of a
/// [`Game`] are told of no question; in each thread they count as part of the one before, as long as that has reached no limit.
///
/// # Examples
/// ```
/// use grundy::{Limits, Nimber, value};
/// use grundy_rules::{Bounds, Position, RuleGame};
/// let kayles = "
/// def options(n):
///     return [plus(a, n - k - a) for k in (1, 2) for a in range(n - k + 1)]
/// ";
/// let game = RuleGame::read("kayles.star", kayles, Bounds::default())?;
/// assert_eq!(value(game, &Position::Integer(12), &Limits::default())?, Nimber(4));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct RuleGame {
    interpreters: InterpreterPool,
}

impl RuleGame {
    /// Reads the text of a rule file and runs its statements.
    ///
    /// # Arguments
    /// `name` is how the notation and errors call the file; nothing is opened. `source` is its text. The `bounds` hold the
    /// reading and every later call.
    ///
    /// # Errors
    /// [`LoadError`] with the line: the text is no Starlark, its statements fail or exceed the bounds, or it defines no
    /// `options`.
    pub fn read(name: &str, source: &str, bounds: Bounds) -> Result<Self, LoadError> {
        Self::read_for(name, source, bounds, None)
    }

    /// The same, for a question with this watch.
    pub(crate) fn read_for(name: &str, source: &str, bounds: Bounds, watch: Option<Watch>) -> Result<Self, LoadError> {
        let read = || {
            let (own_name, source, bounds, watch) = (name.to_owned(), source.to_owned(), bounds.clone(), watch.clone());
            // Also the parser may panic, and what freezes values, if the heap has no memory to grow by.
            stack::on_its_own(move || caught(|| Program::read(&own_name, &source, bounds, watch)))
        };
        let mut program = read();
        while program.is_err() && InterpreterPool::end_one() {
            program = read();
        }
        let program = match program {
            Ok(Ok(program)) => program?,
            Ok(Err(panic)) => return Err(LoadError::of(name, &panic)),
            Err(error) => {
                let message = format!("the system grants no stack to run the file on: {error}");
                return Err(LoadError::of(name, &Fault::rules(None, message)));
            }
        };
        Ok(Self { interpreters: InterpreterPool::new(program) })
    }

    /// The name of the file.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.program().name
    }

    /// Whether the file reads the text of its positions itself.
    pub(crate) fn parses(&self) -> bool {
        self.program().parse.is_some()
    }

    /// The position that a text stands for, as the file's `parse` reads it, for a question with this watch.
    pub(crate) fn parse(&self, text: &str, watch: Option<Watch>) -> Result<Position, Error> {
        self.interpreters.parse(text, watch).map_err(|fault| match fault {
            Fault::Stopped(bound) => Error::Budget { bound, done: self.done() },
            fault => Error::from(fault.located(self.name())),
        })
    }

    /// The position that some arguments stand for, and, if the file both reads and writes positions, whether it reads what
    /// it writes.
    pub(crate) fn arguments(&self, arguments: &Arguments, watch: Watch) -> Result<Position, Refusal> {
        if !self.parses() {
            return literal::read(arguments).map_err(Refusal::Notation);
        }
        let position = self.interpreters.parse(arguments.text(), Some(watch))?;
        if self.program().show.is_some() {
            let text = self.interpreters.show(&position)?;
            let again = self.interpreters.parse(&text, None)?;
            if again != position {
                let message = format!("show writes {position} as `{text}`, which parse reads as {again}");
                return Err(Fault::rules(None, message).into());
            }
        }
        Ok(position)
    }

    fn program(&self) -> &Program {
        self.interpreters.program()
    }

    fn error(&self, fault: Fault, position: &Position) -> Error {
        fault.into_error(self.name(), self.done(), || self.show(position))
    }

    /// How far this thread has come with the file, where no meter knows how far the question has.
    pub(crate) fn done(&self) -> Done {
        let (count, elapsed) = (self.interpreters.calls(), self.program().read.elapsed());
        Done { noun: "calls of the rule file", count, goal: None, elapsed, bytes: 0 }
    }

    /// The text between the brackets of a position.
    fn text(&self, position: &Position) -> String {
        let plain = plain(position);
        let program = self.program();
        if program.show.is_none() && program.parse.is_none() {
            return plain;
        }
        // What is printed must be read back, so of the texts that could be meant the first that is read back is taken.
        let shown = program.show.as_ref().and_then(|_| self.interpreters.show(position).ok());
        let bare = if let Position::Text(text) = position { Some(text.to_string()) } else { None };
        let fits = |text: &String| is_balanced(text) && self.reads(text).is_some_and(|read| read == *position);
        shown.into_iter().chain([plain.clone()]).chain(bare).find(fits).unwrap_or(plain)
    }

    fn reads(&self, text: &str) -> Option<Position> {
        if self.parses() {
            self.interpreters.parse(text, None).ok()
        } else {
            literal::read(&Arguments::new(text, 0)).ok()
        }
    }
}

/// Why arguments are no position.
pub(crate) enum Refusal {
    Notation(NotationError),
    Fault(Fault),
}

impl From<Fault> for Refusal {
    fn from(fault: Fault) -> Self {
        Self::Fault(fault)
    }
}

/// The error of a meter whose limit ended a call: it knows how far the question has come.
pub(crate) fn stopped(bound: Bound, done: Done, meter: &mut Meter<'_>) -> Error {
    // A limit that has been reached stays so.
    meter.look().err().unwrap_or(Error::Budget { bound, done })
}

/// A position as literals: a tuple of several is written without its own brackets.
fn plain(position: &Position) -> String {
    let mut text = String::new();
    match position {
        Position::Tuple(items) if items.len() >= 2 => {
            // To write to a string cannot fail.
            let _ = write_list(items, &mut text);
        }
        position => text = position.to_string(),
    }
    text
}

/// Whether the notation can find the end of arguments that are written so.
fn is_balanced(text: &str) -> bool {
    grundy::syntax::parse_sum(&format!("\"\"({text})")).is_ok_and(|syntax| syntax.terms.len() == 1)
}

impl Game for RuleGame {
    type Position = Position;

    fn options(&self, position: &Position, out: &mut Options<Position>) {
        if let Err(fault) = self.interpreters.options(position, out) {
            out.fail(self.error(fault, position));
        }
    }

    fn reduce(&self, position: Position, parts: &mut Vec<Position>) -> Result<(), Error> {
        if self.program().parts.is_none() && self.program().canonical.is_none() {
            parts.push(position);
            return Ok(());
        }
        parts.extend(self.interpreters.reduce(&position).map_err(|fault| self.error(fault, &position))?);
        Ok(())
    }

    fn value(&self, position: &Position, meter: &mut Meter<'_>) -> Result<Option<Nimber>, Error> {
        meter.grow(self.interpreters.grown() as u64)?;
        if self.program().value.is_none() {
            return Ok(None);
        }
        match self.interpreters.value(position, meter.watch()) {
            Ok(value) => Ok(value.map(Nimber)),
            Err(Fault::Stopped(bound)) => Err(stopped(bound, self.done(), meter)),
            Err(fault) => Err(self.error(fault, position)),
        }
    }

    fn weight(&self, position: &Position) -> u64 {
        self.interpreters.weight(position).unwrap_or(0)
    }

    fn heap(&self, position: &Position) -> Option<u64> {
        match position {
            Position::Integer(n) if !self.parses() => u64::try_from(*n).ok(),
            _ => None,
        }
    }

    fn show(&self, position: &Position) -> String {
        format!("{}({})", quoted(self.name()), self.text(position))
    }

    fn bytes(&self, position: &Position) -> usize {
        position.bytes()
    }
}
