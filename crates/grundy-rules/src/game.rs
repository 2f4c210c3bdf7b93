//! The game that a rule file describes.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use grundy::syntax::{Arguments, NotationError};
use grundy::{Bound, Done, Error, Game, Meter, Nimber, Options, Watch, heap_move};

use crate::bounds::Bounds;
use crate::copies::{self, TIMES};
use crate::fault::Fault;
use crate::interpreter_pool::InterpreterPool;
use crate::panics::caught;
use crate::position::{Position, quoted, write_list};
use crate::program::Program;
use crate::uniform::UNIFORM;
use crate::{LoadError, literal, stack};

/// A game whose options are those that a rule file lists.
///
/// Clones share the interpreters and what these remember. Threads may share a game; each has an interpreter of its own. A position is written as the component that the notation
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
#[derive(Clone)]
pub struct RuleGame {
    interpreters: Arc<InterpreterPool>,
    /// Whether the values of large heaps are taken from what the file declares of them.
    declared: bool,
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
        Ok(Self { interpreters: Arc::new(InterpreterPool::new(program)), declared: true })
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
        if let Some((count, one)) = copies::read(arguments).map_err(Refusal::Notation)? {
            return Ok(copies::of(count, self.one(&one, watch)?));
        }
        self.one(arguments, watch)
    }

    /// The same where the arguments are not those of many copies.
    fn one(&self, arguments: &Arguments, watch: Watch) -> Result<Position, Refusal> {
        if !self.parses() {
            return literal::read(arguments).map_err(Refusal::Notation);
        }
        let position = self.interpreters.parse(arguments.text(), Some(watch))?;
        self.written(&position)?;
        Ok(position)
    }

    /// The same game without what the file declares of large heaps.
    pub(crate) fn undeclared(&self) -> Self {
        Self { declared: false, ..self.clone() }
    }

    fn program(&self) -> &Program {
        self.interpreters.program()
    }

    pub(crate) fn error(&self, fault: Fault, position: &Position) -> Error {
        fault.into_error(self.name(), self.done(), || self.show(position))
    }

    /// How far this thread has come with the file, where no meter knows how far the question has.
    pub(crate) fn done(&self) -> Done {
        let (count, elapsed) = (self.interpreters.calls(), self.program().read.elapsed());
        Done { noun: "calls of the rule file", count, goal: None, elapsed, bytes: 0 }
    }

    /// The text between the brackets of a position, which is read back as it: that of `show`, else the first of the literal and
    /// the bare string that `parse` reads.
    fn written(&self, position: &Position) -> Result<String, Fault> {
        if let Position::Copies(count, one) = position {
            let one = if self.program().show.is_some() || self.parses() { self.written(one)? } else { one.to_string() };
            return Ok(format!("{TIMES}({count}, {one})"));
        }
        let plain = plain(position);
        let program = self.program();
        let Some(show) = &program.show else {
            if program.parse.is_none() {
                return Ok(plain);
            }
            let bare = if let Position::Text(text) = position { Some(text.to_string()) } else { None };
            let fits = |text: &String| is_balanced(text) && self.reads(text).is_ok_and(|read| read == *position);
            return [Some(plain), bare].into_iter().flatten().find(fits).ok_or_else(|| {
                let line = program.parse.as_ref().and_then(|parse| parse.line);
                let message =
                    format!("parse does not read {position} as it is written here: define show(p) as its inverse");
                Fault::rules(line, message)
            });
        };
        let text = self.interpreters.show(position)?;
        let wrong = |what: String| Fault::rules(show.line, format!("show writes {position} as `{text}`, {what}"));
        if !is_balanced(&text) {
            return Err(wrong("whose brackets or quotes do not match".to_owned()));
        }
        match self.reads(&text) {
            Ok(again) if again == *position => Ok(text),
            Ok(again) if self.parses() => Err(wrong(format!("which parse reads as {again}"))),
            Ok(again) => Err(wrong(format!("which is the position {again}"))),
            Err(why) if self.parses() => Err(wrong(format!("which parse does not read: {why}"))),
            Err(_) => Err(wrong("which is not a position: define parse(text), which reads it".to_owned())),
        }
    }

    /// The words of a move: those of the file, else those for heaps.
    fn named(&self, position: &Position, parts: &[Position]) -> Result<Option<String>, Fault> {
        let (position, parts) = match (position, parts) {
            // The other copies stand last.
            (Position::Copies(_, one), [parts @ .., _]) => (&**one, parts),
            one => one,
        };
        if self.program().name_move.is_some()
            && let Some(words) = self.interpreters.name_move(position, parts)?
        {
            return Ok(Some(words));
        }
        let left: Option<Vec<u64>> = parts.iter().map(|part| self.heap(part)).collect();
        Ok(self.heap(position).zip(left).and_then(|(size, left)| heap_move(size, &left)))
    }

    /// The position that a text stands for, or why there is none.
    fn reads(&self, text: &str) -> Result<Position, String> {
        if self.parses() {
            self.interpreters.parse(text, None).map_err(|fault| fault.located(self.name()))
        } else {
            literal::read(&Arguments::new(text, 0)).map_err(|error| error.message)
        }
    }
}

/// Why arguments are not a position.
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
        if let Position::Copies(count, _) = position
            && count.is_multiple_of(2)
        {
            return Ok(Some(Nimber::ZERO));
        }
        if self.program().value.is_some() {
            match self.interpreters.value(position, meter.watch()) {
                Ok(None) => {}
                Ok(value) => return Ok(value.map(Nimber)),
                Err(Fault::Stopped(bound)) => return Err(stopped(bound, self.done(), meter)),
                Err(fault) => return Err(self.error(fault, position)),
            }
        }
        match &self.program().uniform {
            Some(uniform) if self.declared => uniform.value(self, position, meter),
            _ => Ok(None),
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
        format!("{}({})", quoted(self.name()), self.written(position).unwrap_or_else(|_| plain(position)))
    }

    fn name_move(&self, position: &Position, parts: &[Position]) -> Option<String> {
        self.named(position, parts).unwrap_or_default()
    }

    fn check_named(&self, position: &Position, parts: &[Position]) -> Result<(), Error> {
        self.named(position, parts).map(|_| ()).map_err(|fault| self.error(fault, position))
    }

    fn check_shown(&self, position: &Position) -> Result<(), Error> {
        self.written(position).map(|_| ()).map_err(|fault| self.error(fault, position))
    }

    fn premise(&self) -> Option<String> {
        let uniform = self.program().uniform.as_ref()?;
        let (from, last, file) = (uniform.from, uniform.rests()?, self.name());
        Some(format!(
            "the declaration {UNIFORM} = {from} of {file}, compared with its moves at the heaps from {from} to {last}"
        ))
    }

    fn remark(&self) -> Option<String> {
        let least = self.program().least.swap(0, Ordering::Relaxed);
        (least < 0).then(|| format!("positions of {} have become negative, down to {least}", self.name()))
    }

    fn bytes(&self, position: &Position) -> usize {
        position.bytes()
    }
}
