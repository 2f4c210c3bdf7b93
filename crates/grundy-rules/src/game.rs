//! The game that a rule file describes.

use grundy::syntax::Arguments;
use grundy::{Done, Error, Game, Meter, Nimber, Options};

use crate::bounds::Bounds;
use crate::desk::Desk;
use crate::fault::Fault;
use crate::position::{Position, quoted, write_list};
use crate::program::Program;
use crate::{LoadError, literal, stack};

/// A game whose options are those that a rule file lists.
///
/// Threads may share it; each has an interpreter of its own. A position is written as the component that the notation
/// reads back, `"take.star"(10)`.
pub struct RuleGame {
    desk: Desk,
}

impl RuleGame {
    /// Reads the text of a rule file. `name` is how the notation and errors call the file; nothing is opened.
    ///
    /// # Errors
    /// [`LoadError`] with the line: the text is no Starlark, its statements fail or exceed the bounds, or it defines no
    /// `options`.
    ///
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
    pub fn read(name: &str, source: &str, bounds: Bounds) -> Result<Self, LoadError> {
        let (own_name, source) = (name.to_owned(), source.to_owned());
        let program =
            stack::on_its_own(move || Program::read(&own_name, &source, bounds)).map_err(|error| LoadError {
                file: name.to_owned(),
                line: None,
                column: None,
                message: format!("the system grants no stack to run the file on: {error}"),
                bound: None,
            })??;
        Ok(Self { desk: Desk::new(program) })
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

    /// The position that a text stands for, as the file's `parse` reads it.
    pub(crate) fn parse(&self, text: &str) -> Result<Position, String> {
        self.desk.parse(text).map_err(|fault| fault.located(self.name()))
    }

    /// The position that some arguments stand for, and, if the file both reads and writes positions, whether it reads what
    /// it writes.
    pub(crate) fn arguments(&self, arguments: &Arguments) -> Result<Position, Refusal> {
        if !self.parses() {
            return literal::read(arguments).map_err(Refusal::Notation);
        }
        let position = self.parse(arguments.text()).map_err(Refusal::Rules)?;
        if self.program().show.is_some() {
            let text = self.desk.show(&position).map_err(|fault| Refusal::Rules(fault.located(self.name())))?;
            let again = self.parse(&text).map_err(Refusal::Rules)?;
            if again != position {
                let name = self.name();
                return Err(Refusal::Rules(format!(
                    "{name}: show writes {position} as `{text}`, which parse reads as {again}"
                )));
            }
        }
        Ok(position)
    }

    fn program(&self) -> &Program {
        self.desk.program()
    }

    fn error(&self, fault: Fault, position: &Position) -> Error {
        let elapsed = self.program().read.elapsed();
        let done = Done { noun: "calls of the rule file", count: self.desk.calls(), goal: None, elapsed, bytes: 0 };
        fault.into_error(self.name(), done, || self.show(position))
    }

    /// The text between the brackets of a position.
    fn text(&self, position: &Position) -> String {
        let plain = plain(position);
        let program = self.program();
        if program.show.is_none() && program.parse.is_none() {
            return plain;
        }
        // What is printed must be read back, so of the texts that could be meant the first that is read back is taken.
        let shown = program.show.as_ref().and_then(|_| self.desk.show(position).ok());
        let bare = if let Position::Text(text) = position { Some(text.to_string()) } else { None };
        let fits = |text: &String| is_balanced(text) && self.reads(text).is_some_and(|read| read == *position);
        shown.into_iter().chain([plain.clone()]).chain(bare).find(fits).unwrap_or(plain)
    }

    fn reads(&self, text: &str) -> Option<Position> {
        if self.parses() { self.parse(text).ok() } else { literal::read(&Arguments::new(text, 0)).ok() }
    }
}

/// Why arguments are no position.
pub(crate) enum Refusal {
    Notation(grundy::syntax::NotationError),
    Rules(String),
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
        if let Err(fault) = self.desk.options(position, out) {
            out.fail(self.error(fault, position));
        }
    }

    fn reduce(&self, position: Position, parts: &mut Vec<Position>) -> Result<(), Error> {
        if self.program().parts.is_none() && self.program().canonical.is_none() {
            parts.push(position);
            return Ok(());
        }
        parts.extend(self.desk.reduce(&position).map_err(|fault| self.error(fault, &position))?);
        Ok(())
    }

    fn value(&self, position: &Position, meter: &mut Meter<'_>) -> Result<Option<Nimber>, Error> {
        meter.grow(self.desk.grown() as u64)?;
        if self.program().value.is_none() {
            return Ok(None);
        }
        let value = self.desk.value(position).map_err(|fault| self.error(fault, position))?;
        Ok(value.map(Nimber))
    }

    fn weight(&self, position: &Position) -> u64 {
        self.desk.weight(position).unwrap_or(0)
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
