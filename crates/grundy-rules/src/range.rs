//! `range` with bounds of 64 bits.
//!
//! The interpreter's own takes 32 bits, while positions go to 63. What fits is left to it. Everything else becomes a tuple: a
//! type of its own that gives one integer after the other would have to be unsafe code.

use std::num::NonZeroI32;

use starlark::values::range::Range;
use starlark::values::tuple::AllocTuple;
use starlark::values::{Heap, UnpackValue, Value};

use crate::convert::kind;

/// The most integers of a range beyond 32 bits.
const LONGEST: usize = 1 << 20;

/// `range(stop)`, `range(start, stop)` or `range(start, stop, step)`.
pub(crate) fn range<'v>(
    first: Value<'v>,
    second: Option<Value<'v>>,
    step: Option<Value<'v>>,
    heap: Heap<'v>,
) -> starlark::Result<Value<'v>> {
    let small = |value: Option<Value<'v>>, missing: i32| value.map_or(Some(missing), Value::unpack_i32);
    let (start, stop) = match second {
        Some(stop) => (Some(first), stop),
        None => (None, first),
    };
    if let (Some(start), Some(stop), Some(step)) = (small(start, 0), stop.unpack_i32(), small(step, 1)) {
        let step = NonZeroI32::new(step).ok_or_else(|| error("the step of range is zero"))?;
        return Ok(heap.alloc(Range::new(start, stop, step)));
    }
    let integer = |value: Option<Value<'v>>, missing: i64| match value {
        None => Ok(missing),
        Some(value) => match i64::unpack_value(value) {
            Ok(Some(n)) => Ok(n),
            _ => Err(error(&format!("range takes integers of 64 bits, not {}", kind(value)))),
        },
    };
    let (start, stop, step) = (integer(start, 0)?, integer(Some(stop), 0)?, integer(step, 1)?);
    let length = length(start, stop, step).ok_or_else(|| error("the step of range is zero"))?;
    let Some(length) = usize::try_from(length).ok().filter(|&length| length <= LONGEST) else {
        return Err(error(&format!(
            "range({start}, {stop}, {step}) holds {length} integers; beyond 32 bits it may hold {LONGEST}: count within 32 bits \
             and add {start}"
        )));
    };
    // Every integer lies between the bounds; only the step beyond the last one may not fit.
    let integers = std::iter::successors(Some(start), |n| n.checked_add(step)).take(length);
    Ok(heap.alloc(AllocTuple(integers.map(|n| heap.alloc(n)).collect::<Vec<_>>())))
}

/// How many integers there are; `None` if the step is zero.
fn length(start: i64, stop: i64, step: i64) -> Option<u128> {
    let (start, stop, step) = (i128::from(start), i128::from(stop), i128::from(step));
    let distance = if step > 0 { stop - start } else { start - stop };
    let step = step.unsigned_abs();
    if step == 0 {
        return None;
    }
    Some(u128::try_from(distance).unwrap_or(0).div_ceil(step))
}

pub(crate) fn error(message: &str) -> starlark::Error {
    starlark::Error::new_other(std::io::Error::other(message.to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_range_has_as_many_integers_as_are_counted_one_by_one() {
        for start in -4..4_i64 {
            for stop in -4..4 {
                for step in [-3, -2, -1, 1, 2, 3] {
                    let inside = |n: &i64| if step > 0 { *n < stop } else { *n > stop };
                    let counted = std::iter::successors(Some(start), |n| Some(n + step)).take_while(inside).count();
                    assert_eq!(length(start, stop, step), Some(counted as u128), "{start} {stop} {step}");
                }
            }
        }
        assert_eq!(length(0, 1, 0), None);
        assert_eq!(length(i64::MIN, i64::MAX, 1), Some(u128::from(u64::MAX)));
    }
}
