//! The language of rule files: what of Starlark is there, and what is added.

use std::sync::LazyLock;

use starlark::environment::{Globals, GlobalsBuilder, LibraryExtension};
use starlark::eval::Evaluator;
use starlark::starlark_module;
use starlark::syntax::{Dialect, DialectTypes};
use starlark::values::none::NoneType;
use starlark::values::tuple::{AllocTuple, UnpackTuple};
use starlark::values::typing::StarlarkIter;
use starlark::values::{UnpackValue, Value, ValueOfUnchecked};

use crate::{printed, range, shift};

/// Starlark as people who know Python expect it. Nothing is loaded from other files.
pub(crate) const DIALECT: Dialect = Dialect {
    enable_load: false,
    enable_load_reexport: false,
    enable_keyword_only_arguments: true,
    enable_positional_only_arguments: true,
    enable_types: DialectTypes::ParseOnly,
    enable_top_level_stmt: true,
    enable_f_strings: true,
    ..Dialect::Standard
};

/// The functions that a rule file may call. None of them reads a file, a clock or a source of chance.
pub(crate) static GLOBALS: LazyLock<Globals> = LazyLock::new(|| {
    GlobalsBuilder::extended_by(&[LibraryExtension::SetType, LibraryExtension::Map, LibraryExtension::Filter])
        .with(added)
        .build()
});

#[starlark_module]
fn added(builder: &mut GlobalsBuilder) {
    /// An option that falls apart in these components; none of them: the component ends.
    fn plus<'v>(
        #[starlark(args)] parts: UnpackTuple<Value<'v>>,
        eval: &mut Evaluator<'v, '_, '_>,
    ) -> starlark::Result<Value<'v>> {
        // The interpreter was given this very function there: a mark that no position can hold.
        let mark = eval.module().extra_value().unwrap_or_else(Value::new_none);
        let marked: Vec<Value<'v>> = std::iter::once(mark).chain(parts.items).collect();
        Ok(eval.heap().alloc(AllocTuple(marked)))
    }

    /// So many copies of a position, as an option or as parts of one.
    fn times<'v>(
        #[starlark(require = pos)] count: Value<'v>,
        #[starlark(require = pos)] position: Value<'v>,
        eval: &mut Evaluator<'v, '_, '_>,
    ) -> starlark::Result<Value<'v>> {
        if !matches!(i64::unpack_value(count), Ok(Some(0..))) {
            return Err(range::error("times needs a number of copies from 0 to 2^63 - 1"));
        }
        let mark = eval.module().extra_value().unwrap_or_else(Value::new_none);
        Ok(eval.heap().alloc(AllocTuple([mark, mark, count, position])))
    }

    /// The integers of an interval, as in Python. Beyond 32 bits they are a tuple of at most a million.
    fn range<'v>(
        #[starlark(require = pos)] first: Value<'v>,
        #[starlark(require = pos)] second: Option<Value<'v>>,
        #[starlark(require = pos)] step: Option<Value<'v>>,
        eval: &mut Evaluator<'v, '_, '_>,
    ) -> starlark::Result<Value<'v>> {
        range::range(first, second, step, eval.heap())
    }

    /// Writes a line for the author of the file: its name, the line, and the values as `str` writes them.
    fn print<'v>(
        #[starlark(args)] values: UnpackTuple<Value<'v>>,
        sep: Option<&str>,
        eval: &mut Evaluator<'v, '_, '_>,
    ) -> starlark::Result<NoneType> {
        let place = eval.call_stack_top_location().map(|span| span.resolve());
        let mut text = match place {
            Some(place) => format!("{}:{}:", place.file, place.span.begin.line + 1),
            None => String::new(),
        };
        for (index, value) in values.items.into_iter().enumerate() {
            text.push_str(if index == 0 { " " } else { sep.unwrap_or(" ") });
            text.push_str(&value.to_str());
        }
        printed::line(&text);
        Ok(NoneType)
    }

    fn __shift_left<'v>(
        #[starlark(require = pos)] number: Value<'v>,
        #[starlark(require = pos)] distance: Value<'v>,
        eval: &mut Evaluator<'v, '_, '_>,
    ) -> starlark::Result<Value<'v>> {
        shift::left(number, distance, eval)
    }

    /// The sum of some numbers, as in Python.
    fn sum<'v>(
        #[starlark(require = pos)] items: ValueOfUnchecked<'v, StarlarkIter<Value<'v>>>,
        start: Option<Value<'v>>,
        eval: &mut Evaluator<'v, '_, '_>,
    ) -> starlark::Result<Value<'v>> {
        let heap = eval.heap();
        let mut total = start.unwrap_or_else(|| heap.alloc(0));
        for item in items.get().iterate(heap)? {
            total = total.add(item, heap)?;
        }
        Ok(total)
    }
}

/// The name of the function whose value marks the options that fall apart.
pub(crate) const PLUS: &str = "plus";
