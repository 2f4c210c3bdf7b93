//! A rule file that was read: its functions, frozen.

use std::sync::atomic::AtomicI64;
use std::time::Instant;

use grundy::Watch;
use starlark::environment::{FrozenModule, Module};
use starlark::eval::Evaluator;
use starlark::syntax::AstModule;
use starlark::values::{OwnedFrozenValue, UnpackValue, Value};

use crate::bounds::Bounds;
use crate::call_budget::{CallBudget, CurrentWatch};
use crate::dialect::{DIALECT, GLOBALS, PLUS};
use crate::fault::{self, Fault};
use crate::panics::caught;
use crate::uniform::{UNIFORM, Uniform};
use crate::{LoadError, nesting, shift};

/// The largest rule file, 1 MiB: far above what people write.
pub(crate) const LARGEST: usize = 1 << 20;

/// What is wrong with a larger one.
pub(crate) fn too_large() -> String {
    format!("the file is larger than {}", fault::Bytes(LARGEST))
}

/// The functions of a rule file. Frozen, so that a call leaves nothing behind that another could see.
pub(crate) struct Program {
    pub(crate) name: String,
    pub(crate) bounds: Bounds,
    pub(crate) options: Function,
    /// Whether `options` asks whose turn it is.
    pub(crate) asks_player: bool,
    pub(crate) parts: Option<Function>,
    pub(crate) canonical: Option<Function>,
    pub(crate) show: Option<Function>,
    pub(crate) parse: Option<Function>,
    pub(crate) value: Option<Function>,
    /// The function `move`, which takes a position and the parts of an option.
    pub(crate) name_move: Option<Function>,
    /// From which heap on the file declares that its moves look the same.
    pub(crate) uniform: Option<Uniform>,
    /// The function `plus`, which marks the options that fall apart.
    pub(crate) plus: OwnedFrozenValue,
    pub(crate) read: Instant,
    /// The least negative integer among the positions whose options were listed; 0 if there was none.
    pub(crate) least: AtomicI64,
}

/// A function of a rule file.
pub(crate) struct Function {
    pub(crate) name: &'static str,
    pub(crate) value: OwnedFrozenValue,
    /// Where its definition begins, if that could be found.
    pub(crate) line: Option<usize>,
    /// How many items it takes of a position that is a tuple; `None`: it takes the position itself.
    pub(crate) items: Option<usize>,
}

/// The parameter of `options` that tells whose turn it is.
pub(crate) const PLAYER: &str = "player";

/// The last heap that a declaration may begin with: those below it are computed one by one.
const MOST_UNIFORM: i64 = 1_000_000;

/// The most parameters that a function of positions may need.
const MOST_PARAMETERS: usize = 100;

impl Program {
    /// Reads the text of a rule file, for a question with this watch if there is one. Recurses as deep as the values of the
    /// file nest.
    pub(crate) fn read(name: &str, source: &str, bounds: Bounds, watch: Option<Watch>) -> Result<Self, LoadError> {
        let error = |line: Option<usize>, message: String| LoadError {
            file: name.to_owned(),
            line,
            column: None,
            message,
            bound: None,
        };
        // Some editors write a mark of the encoding first.
        let source = source.strip_prefix('\u{feff}').unwrap_or(source);
        if source.len() > LARGEST {
            return Err(error(None, too_large()));
        }
        nesting::check(source).map_err(|deep| error(Some(deep.line), deep.message))?;
        let module = evaluate(name, source, &bounds, watch)?;
        let function = |name: &'static str, named: &[&str]| -> Result<Option<Function>, LoadError> {
            let line = definition(source, name);
            let Ok(Some(value)) = module.get_option(name) else { return Ok(None) };
            let items = match needed(value.value(), named) {
                Some(0 | 1) if takes(value.value(), 1, named) => None,
                Some(items @ 2..) if name != "parse" => Some(items),
                _ => {
                    let message = format!("{name} has to be a function of one position: def {name}(p): …");
                    return Err(error(line, message));
                }
            };
            Ok(Some(Function { name, value, line, items }))
        };
        let name_move = match module.get_option("move") {
            Ok(Some(value)) => {
                let line = definition(source, "move");
                if !takes(value.value(), 2, &[]) {
                    let message = "move has to be a function of a position and what is left of it: def move(p, q): … or \
                                   def move(p, *parts): …";
                    return Err(error(line, message.to_owned()));
                }
                Some(Function { name: "move", value, line, items: None })
            }
            _ => None,
        };
        let uniform = match module.get_option(UNIFORM) {
            Ok(Some(value)) => {
                let line = definition(source, UNIFORM);
                match i64::unpack_value(value.value()) {
                    Ok(Some(from @ 0..=MOST_UNIFORM)) => Some(Uniform::new(from.unsigned_abs(), line)),
                    _ => {
                        let message = format!(
                            "{UNIFORM} has to be an integer from 0 to {MOST_UNIFORM}: the first heap from which \
                                               on moves look the same"
                        );
                        return Err(error(line, message));
                    }
                }
            }
            _ => None,
        };
        let asks_player = module.get_option("options").ok().flatten().is_some_and(|options| asks(options.value()));
        let Some(options) = function("options", if asks_player { &[PLAYER] } else { &[] })? else {
            return Err(error(None, "the file defines no options(p), the list of the options of p".to_owned()));
        };
        Ok(Self {
            options,
            asks_player,
            parts: function("parts", &[])?,
            canonical: function("canonical", &[])?,
            show: function("show", &[])?,
            parse: function("parse", &[])?,
            value: function("value", &[])?,
            name_move,
            uniform,
            plus: plus(&module).ok_or_else(|| error(None, "the interpreter lacks plus".to_owned()))?,
            read: Instant::now(),
            least: AtomicI64::new(0),
            name: name.to_owned(),
            bounds,
        })
    }
}

fn evaluate(name: &str, source: &str, bounds: &Bounds, watch: Option<Watch>) -> Result<FrozenModule, LoadError> {
    let mut ast =
        AstModule::parse(name, source.to_owned(), &DIALECT).map_err(|error| LoadError::parse(name, &error))?;
    if let Some(line) = shift::replace(&mut ast) {
        return Err(LoadError::of(name, &Fault::rules(Some(line), "`<<=` is not there: write `x = x << n`")));
    }
    // The statements of a file may leave values behind that nest as deep as memory allows, and freezing them takes more
    // stack than anything a call may do with its own.
    let bounds = &Bounds { bytes: bounds.bytes / 2, ..bounds.clone() };
    let current = CurrentWatch::default();
    current.set(watch);
    Module::with_temp_heap(|module| {
        let budget = CallBudget::new(bounds, &current);
        module.set_extra_value(mark());
        let result = {
            let mut evaluator = Evaluator::new(&module);
            budget.set(&mut evaluator);
            let result = caught(|| evaluator.eval_module(ast, &GLOBALS).map(|_| ()));
            budget.end();
            result.and_then(|result| result.map_err(|error| Fault::of(&error, budget.stop(), bounds)))
        };
        result.map_err(|fault| LoadError::of(name, &fault))?;
        module.freeze().map_err(|error| LoadError {
            file: name.to_owned(),
            line: None,
            column: None,
            message: error.err_msg,
            bound: None,
        })
    })
}

/// The function `plus` among the globals.
fn mark<'v>() -> Value<'v> {
    GLOBALS.iter().find(|(name, _)| *name == PLUS).map_or_else(Value::new_none, |(_, plus)| plus.to_value())
}

fn plus(module: &FrozenModule) -> Option<OwnedFrozenValue> {
    module.owned_extra_value()
}

/// Whether a value can be called with so many arguments and these named ones; of a function that is not the file's own nobody
/// knows.
pub(crate) fn takes(value: Value<'_>, arguments: usize, named: &[&str]) -> bool {
    match value.parameters_spec() {
        Some(parameters) => parameters.can_fill_with_args(arguments, named),
        None => value.get_type() == "function",
    }
}

/// How many arguments a function needs beside these named ones.
fn needed(value: Value<'_>, named: &[&str]) -> Option<usize> {
    (0..=MOST_PARAMETERS).find(|&arguments| takes(value, arguments, named))
}

/// Whether the last parameter of a function is called `player`: it is filled by its name or by one argument more, and then none
/// is left.
fn asks(value: Value<'_>) -> bool {
    let Some(before) = (0..=MOST_PARAMETERS).rev().find(|&arguments| takes(value, arguments, &[PLAYER])) else {
        return false;
    };
    value.parameters_spec().is_some() && takes(value, before + 1, &[]) && !takes(value, before + 2, &[])
}

/// The line where the file gives the name its last meaning.
fn definition(source: &str, name: &str) -> Option<usize> {
    let defines = |line: &str| {
        let line = line.strip_prefix("def ").map_or(line, str::trim_start);
        line.strip_prefix(name).is_some_and(|rest| rest.trim_start().starts_with(['(', '=']))
    };
    let lines: Vec<&str> = source.lines().collect();
    lines.iter().rposition(|line| defines(line)).map(|line| line + 1)
}
