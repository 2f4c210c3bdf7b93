//! The value of `plus(a, b, …)`: an option that falls apart.

use std::fmt;

use allocative::Allocative;
use starlark::any::ProvidesStaticType;
use starlark::coerce::Coerce;
use starlark::environment::GlobalsBuilder;
use starlark::starlark_complex_value;
use starlark::starlark_module;
use starlark::values::tuple::UnpackTuple;
use starlark::values::{Freeze, NoSerialize, StarlarkValue, Trace, Value, ValueLike, starlark_value};

#[derive(Debug, Trace, Coerce, Freeze, ProvidesStaticType, NoSerialize, Allocative)]
#[repr(C)]
pub(crate) struct PlusGen<V>(pub(crate) Vec<V>);
starlark_complex_value!(pub(crate) Plus);

impl<V: fmt::Display> fmt::Display for PlusGen<V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result { f.write_str("plus") }
}

#[starlark_value(type = "plus")]
impl<'v, V: ValueLike<'v>> StarlarkValue<'v> for PlusGen<V> where Self: ProvidesStaticType<'v> {}

#[starlark_module]
pub(crate) fn builtins(builder: &mut GlobalsBuilder) {
    fn plus<'v>(#[starlark(args)] parts: UnpackTuple<Value<'v>>) -> anyhow::Result<Plus<'v>> {
        Ok(PlusGen(parts.items))
    }
}
