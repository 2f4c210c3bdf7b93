//! Rule files in the notation: `"take.star"(10)`.

use std::str;

use grundy::games::{Context, Heaps, Playable, ReadError};
use grundy::syntax::Arguments;
use grundy::{Added, Component, Error, Meter, Nimber};

use crate::game::Refusal;
use crate::{Bounds, Position, RuleGame};

/// Opens the rule file of this name and puts its game on the table: what a
/// [`Reader`](grundy::notation::Reader::with_rule_files) needs to read rule files.
///
/// # Errors
/// [`ReadError::File`] if it cannot be read, [`ReadError::Rules`] if it is not a rule file.
pub fn open(name: &str, context: &mut Context<'_>, bounds: &Bounds) -> Result<Box<dyn Playable>, ReadError> {
    let rules = |reason: String| ReadError::Rules { file: name.to_owned(), span: context.rule, reason };
    let bytes = context.files.read(name).map_err(|source| ReadError::File {
        file: name.to_owned(),
        span: context.rule,
        source,
    })?;
    let text = str::from_utf8(&bytes).map_err(|error| {
        let line = bytes[..error.valid_up_to()].iter().filter(|&&byte| byte == b'\n').count() + 1;
        rules(format!("{name}:{line}: the file is not text in UTF-8"))
    })?;
    let game = RuleGame::read(name, text, bounds.clone()).map_err(|error| rules(error.to_string()))?;
    Ok(Box::new(OfRules(context.rules.add(game))))
}

/// A rule file that is on the table.
struct OfRules(Added<RuleGame>);

impl Playable for OfRules {
    fn read(&mut self, arguments: &Arguments, context: &mut Context<'_>) -> Result<Vec<Component>, ReadError> {
        let game = self.0.game();
        let position = game.arguments(arguments).map_err(|refusal| match refusal {
            Refusal::Notation(error) => error.into(),
            Refusal::Rules(reason) => {
                let span = if arguments.span().is_empty() { context.rule } else { arguments.span() };
                ReadError::Rules { file: game.name().to_owned(), span, reason }
            }
        })?;
        Ok(vec![self.0.at(position)?])
    }

    fn heaps(&self) -> Option<&dyn Heaps> {
        Some(self)
    }
}

impl OfRules {
    /// The position that the integer n is, or that `parse` makes of it.
    fn integer(&self, n: u64) -> Result<Position, Error> {
        let game = self.0.game();
        if game.parses() {
            return game.parse(&n.to_string()).map_err(Error::from);
        }
        match i64::try_from(n) {
            Ok(n) => Ok(Position::Integer(n)),
            Err(_) => Err(Error::Overflow(format!("{n} is too large for a rule file: at most {}", i64::MAX))),
        }
    }
}

impl Heaps for OfRules {
    fn at(&self, n: u64) -> Result<Component, Error> {
        self.0.at(self.integer(n)?)
    }

    fn value(&self, n: u64, meter: &mut Meter<'_>) -> Result<Nimber, Error> {
        self.0.value(&self.integer(n)?, meter)
    }
}
