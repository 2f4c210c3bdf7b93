//! Positions to the interpreter's values and back.

use std::cell::Cell;

use starlark::values::list::ListRef;
use starlark::values::tuple::{AllocTuple, TupleRef};
use starlark::values::{Heap, UnpackValue, Value};

use crate::position::{DEEPEST, Position};

/// The value of a position.
pub(crate) fn value<'v>(position: &Position, heap: Heap<'v>) -> Value<'v> {
    match position {
        Position::Integer(n) => heap.alloc(*n),
        Position::Text(text) => heap.alloc(&**text),
        Position::False => Value::new_bool(false),
        Position::True => Value::new_bool(true),
        Position::Tuple(items) => {
            heap.alloc(AllocTuple(items.iter().map(|item| value(item, heap)).collect::<Vec<_>>()))
        }
        // The functions of a file are asked about one of them.
        Position::Copies(_, position) => value(position, heap),
    }
}

/// The memory left for positions, in bytes. Values may share their parts; positions do not, so a few values can stand for any
/// number of them.
pub(crate) struct Room(Cell<usize>);

impl Room {
    pub(crate) const fn new(bytes: usize) -> Self {
        Self(Cell::new(bytes))
    }

    pub(crate) fn restart(&self, bytes: usize) {
        self.0.set(bytes);
    }

    fn take(&self, bytes: usize) -> Result<(), NoPosition> {
        match self.0.get().checked_sub(bytes) {
            Some(left) => self.0.set(left),
            None => {
                self.0.set(0);
                return Err(NoPosition::TooLarge);
            }
        }
        Ok(())
    }
}

/// Why a value is not a position.
pub(crate) enum NoPosition {
    /// What it is.
    Other(String),
    /// There is no room left.
    TooLarge,
}

/// The position that a value is, or what it is instead.
pub(crate) fn position(value: Value<'_>, room: &Room) -> Result<Position, NoPosition> {
    nested(value, DEEPEST, room)
}

const IN_A_TUPLE: &str = "a tuple with ";

fn nested(value: Value<'_>, deeper: usize, room: &Room) -> Result<Position, NoPosition> {
    if let Some(n) = value.unpack_i32() {
        return Ok(Position::Integer(n.into()));
    }
    if let Some(tuple) = TupleRef::from_value(value) {
        let Some(deeper) = deeper.checked_sub(1) else {
            return Err(NoPosition::Other(format!("tuples nested more than {DEEPEST} deep")));
        };
        room.take(2 * size_of::<usize>() + size_of::<Position>() * tuple.len())?;
        // One allocation: a list that may stop early would be collected first and copied then.
        let mut fault = None;
        let items = tuple.content().iter().map(|&item| {
            if let Some(n) = item.unpack_i32() {
                return Position::Integer(n.into());
            }
            nested(item, deeper, room).unwrap_or_else(|found| {
                fault.get_or_insert(found);
                Position::False
            })
        });
        let items = items.collect();
        return match fault {
            None => Ok(Position::Tuple(items)),
            Some(NoPosition::Other(found)) if !found.starts_with(IN_A_TUPLE) => {
                Err(NoPosition::Other(format!("{IN_A_TUPLE}{found}")))
            }
            Some(found) => Err(found),
        };
    }
    if let Some(text) = value.unpack_str() {
        room.take(2 * size_of::<usize>() + text.len())?;
        return Ok(Position::Text(text.into()));
    }
    if let Some(truth) = value.unpack_bool() {
        return Ok(truth.into());
    }
    match i64::unpack_value(value) {
        Ok(Some(n)) => Ok(Position::Integer(n)),
        _ => Err(NoPosition::Other(kind(value))),
    }
}

/// What a value is, for a message; never written out whole, since it may be huge.
pub(crate) fn kind(value: Value<'_>) -> String {
    match value.get_type() {
        "int" if i64::unpack_value(value).is_ok_and(|n| n.is_some()) => format!("the integer {}", value.to_str()),
        "int" => "an integer beyond 64 bits".to_owned(),
        "float" => format!("the float {}", value.to_str()),
        "bool" => value.to_str(),
        "NoneType" => "None".to_owned(),
        "string" => "a string".to_owned(),
        "function" => "a function".to_owned(),
        "dict" => "a dictionary".to_owned(),
        other => format!("a {other}"),
    }
}

/// An option that falls apart, as `plus` made it: the tuple of `plus` itself and the parts. No position looks like it,
/// since a function is none.
pub(crate) fn plus_parts<'v>(value: Value<'v>, plus: Value<'v>) -> Option<&'v [Value<'v>]> {
    let (first, parts) = TupleRef::from_value(value)?.content().split_first()?;
    first.ptr_eq(plus).then_some(parts)
}

/// Copies as `times` made them, the number and the position: `plus` stands there twice.
pub(crate) fn copies<'v>(value: Value<'v>, plus: Value<'v>) -> Option<(Value<'v>, Value<'v>)> {
    match plus_parts(value, plus)? {
        &[mark, count, position] if mark.ptr_eq(plus) => Some((count, position)),
        _ => None,
    }
}

/// The items of a list; anything else is `None`.
pub(crate) fn list<'v>(value: Value<'v>) -> Option<&'v [Value<'v>]> {
    ListRef::from_value(value).map(ListRef::content)
}
