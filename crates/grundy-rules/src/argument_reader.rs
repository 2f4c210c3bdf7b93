//! Rule files in the notation: `"take.star"(10)`.

use std::io::Read;
use std::str;

use grundy::games::{ArgumentReader, Context, Grid, Heaps, ReadError};
use grundy::syntax::Arguments;
use grundy::{Component, Error, Meter, Nimber, RuleHandle, Watch};

use crate::fault::Fault;
use crate::game::{Refusal, stopped};
use crate::program::{LARGEST, too_large};
use crate::{Bounds, Position, RuleGame};

/// Opens a rule file and adds its game to the rules of a sum: what a
/// [`Reader`](grundy::notation::Reader::with_rule_files) needs to read rule files.
///
/// # Arguments
/// `name` is the file, as the text names it. The `bounds` hold each call of its functions; the limits of the meter of the
/// `context` hold the reading.
///
/// # Errors
/// [`ReadError::File`] if it cannot be read, [`ReadError::Rules`] if it is not a rule file, [`ReadError::Game`] at a limit.
///
/// # Examples
/// ```
/// use grundy::games::{Context, Files};
/// use grundy::{Limits, Nimber, notation::Reader};
/// use grundy_rules::Bounds;
/// let bounds = Bounds::default();
/// let open = move |name: &str, context: &mut Context<'_, '_>| grundy_rules::open(name, context, &bounds);
/// # let folder = format!("{}/../../examples", env!("CARGO_MANIFEST_DIR")).into();
/// let reader = Reader::with_files(Files::In(folder)).with_rule_files(Box::new(open));
/// let sum = reader.sum("\"take.star\"(10) + nim(3)")?;
/// assert_eq!(sum.value(&Limits::default())?, Nimber(1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn open(name: &str, context: &mut Context<'_, '_>, bounds: &Bounds) -> Result<Box<dyn ArgumentReader>, ReadError> {
    let span = context.rule;
    let rules = |reason: String| ReadError::Rules { file: name.to_owned(), span, reason };
    let bytes = content(name, context)?;
    if bytes.len() > LARGEST {
        return Err(rules(format!("{name}: {}", too_large())));
    }
    let text = str::from_utf8(&bytes).map_err(|error| {
        let line = bytes[..error.valid_up_to()].iter().filter(|&&byte| byte == b'\n').count() + 1;
        rules(format!("{name}:{line}: the file is not text in UTF-8"))
    })?;
    let read = RuleGame::read_for(name, text, bounds.clone(), Some(context.meter.watch()));
    let game = read.map_err(|error| match (error.bound, context.meter.look()) {
        (Some(_), Err(limit)) => ReadError::Game(limit),
        _ => rules(error.to_string()),
    })?;
    Ok(Box::new(RuleFile(context.rules.add(game))))
}

/// The bytes of a file, or the first of one that is too large.
fn content(name: &str, context: &mut Context<'_, '_>) -> Result<Vec<u8>, ReadError> {
    let mut bytes = Vec::new();
    let read = match context.files.open(name, context.meter) {
        Ok(input) => input.take(LARGEST as u64 + 1).read_to_end(&mut bytes),
        Err(error) => Err(error),
    };
    match (read, context.meter.look()) {
        (Ok(_), _) => Ok(bytes),
        // A pipe that nobody writes to.
        (Err(_), Err(limit)) => Err(limit.into()),
        (Err(source), Ok(())) => Err(ReadError::File { file: name.to_owned(), span: context.rule, source }),
    }
}

/// A rule file whose game was added to the rules of a sum.
struct RuleFile(RuleHandle<RuleGame>);

impl ArgumentReader for RuleFile {
    fn read(&self, arguments: &Arguments, context: &mut Context<'_, '_>) -> Result<Vec<Component>, ReadError> {
        let game = self.0.game();
        let position = game.arguments(arguments, context.meter.watch()).map_err(|refusal| match refusal {
            Refusal::Notation(error) => error.into(),
            Refusal::Fault(Fault::Stopped(bound)) => stopped(bound, game.done(), context.meter).into(),
            Refusal::Fault(fault) => {
                let span = if arguments.span().is_empty() { context.rule } else { arguments.span() };
                ReadError::Rules { file: game.name().to_owned(), span, reason: fault.located(game.name()) }
            }
        })?;
        Ok(vec![self.0.at(position)?])
    }

    /// A text that the file reads itself may hold semicolons.
    fn separates(&self) -> bool {
        !self.0.game().parses()
    }

    fn heaps(&self) -> Option<&dyn Heaps> {
        Some(self)
    }

    fn grid(&self) -> Option<&dyn Grid> {
        Some(self)
    }
}

impl RuleFile {
    /// The pair of two integers, or the position that `parse` makes of `row, column`.
    fn pair(&self, row: u64, column: u64, watch: Option<Watch>) -> Result<Position, Error> {
        let game = self.0.game();
        if game.parses() {
            return game.parse(&format!("{row}, {column}"), watch);
        }
        let integer = |n: u64| i64::try_from(n).map(Position::Integer).map_err(|_| too_large_a_number(n));
        Ok(Position::Tuple([integer(row)?, integer(column)?].into()))
    }

    /// The position that the integer n is, or that `parse` makes of it, for a question with this watch.
    fn integer(&self, n: u64, watch: Option<Watch>) -> Result<Position, Error> {
        let game = self.0.game();
        if game.parses() {
            return game.parse(&n.to_string(), watch);
        }
        match i64::try_from(n) {
            Ok(n) => Ok(Position::Integer(n)),
            Err(_) => Err(too_large_a_number(n)),
        }
    }
}

fn too_large_a_number(n: u64) -> Error {
    Error::Overflow(format!("{n} is too large for a rule file: at most {}", i64::MAX))
}

impl Grid for RuleFile {
    fn at(&self, row: u64, column: u64) -> Result<Component, Error> {
        self.0.at(self.pair(row, column, None)?)
    }

    fn value(&self, row: u64, column: u64, meter: &mut Meter<'_>) -> Result<Nimber, Error> {
        let pair = self.pair(row, column, Some(meter.watch()))?;
        self.0.value(&pair, meter)
    }
}

impl Heaps for RuleFile {
    fn at(&self, n: u64) -> Result<Component, Error> {
        self.0.at(self.integer(n, None)?)
    }

    fn value(&self, n: u64, meter: &mut Meter<'_>) -> Result<Nimber, Error> {
        self.0.value(&self.integer(n, Some(meter.watch()))?, meter)
    }
}
