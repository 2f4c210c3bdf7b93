//! Positions of rule files.

use std::fmt;
use std::sync::Arc;

use crate::copies::TIMES;

/// How deep the tuples of a position may nest. What is deeper is an error, so that nothing that follows a position into
/// its depth (to compare, to hash, to drop it) can exhaust the stack.
pub const DEEPEST: usize = 100;

/// A position of a rule file: an integer, a string, a boolean, or a tuple of positions; or many copies of one of these.
///
/// `True` and `1` are different positions, as they are different values in Starlark; to Python they are equal, so a rule
/// file that means the same to both does not mix them. Cloning is cheap.
///
/// # Examples
/// ```
/// use grundy_rules::Position;
/// let position = Position::Tuple([Position::from(3), Position::from("XX.")].into());
/// assert_eq!(position.to_string(), "(3, \"XX.\")");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Position {
    /// An integer.
    Integer(i64),
    /// A string.
    Text(Arc<str>),
    /// The boolean `False`. The two are not one variant with a payload: it would stand beside the tag, not where the other
    /// payloads do, and every copy of a position would be taken to pieces, which doubles the time to read a tuple.
    False,
    /// The boolean `True`.
    True,
    /// A tuple, at most [`DEEPEST`] deep.
    Tuple(Arc<[Self]>),
    /// So many copies of a position, side by side: at least two. They stand in no tuple.
    Copies(u64, Arc<Self>),
}

impl Position {
    /// Memory held outside the position itself, in bytes; shared parts count in each position that holds them.
    ///
    /// # Complexity
    /// Time O(number of tuples and their items).
    #[must_use]
    pub fn bytes(&self) -> usize {
        /// The two counters of an `Arc`.
        const COUNTERS: usize = 2 * size_of::<usize>();
        match self {
            Self::Integer(_) | Self::False | Self::True => 0,
            Self::Text(text) => COUNTERS + text.len(),
            Self::Tuple(items) => {
                COUNTERS + size_of_val::<[Self]>(items) + items.iter().map(Self::bytes).sum::<usize>()
            }
            Self::Copies(_, position) => COUNTERS + size_of::<Self>() + position.bytes(),
        }
    }
}

impl Position {
    /// The sum of the magnitudes of its integers and the lengths of its texts.
    pub(crate) fn size(&self) -> u64 {
        match self {
            Self::Integer(n) => n.unsigned_abs(),
            Self::Text(text) => text.len() as u64,
            Self::False | Self::True => 0,
            Self::Tuple(items) => items.iter().map(Self::size).fold(0, u64::saturating_add),
            Self::Copies(_, position) => position.size(),
        }
    }

    /// The least of the integer that it is, or of those in the tuple, and 0.
    pub(crate) fn least_integer(&self) -> i64 {
        let integer = |position: &Self| if let Self::Integer(n) = position { *n } else { 0 };
        match self {
            Self::Tuple(items) => items.iter().map(integer).min().unwrap_or(0).min(0),
            other => integer(other).min(0),
        }
    }
}

impl From<i64> for Position {
    fn from(n: i64) -> Self {
        Self::Integer(n)
    }
}

impl From<&str> for Position {
    fn from(text: &str) -> Self {
        Self::Text(text.into())
    }
}

impl From<bool> for Position {
    fn from(truth: bool) -> Self {
        if truth { Self::True } else { Self::False }
    }
}

/// As Python and Starlark write it; strings as the notation does, in double quotes.
impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Integer(n) => write!(f, "{n}"),
            Self::Text(text) => f.write_str(&quoted(text)),
            Self::True => f.write_str("True"),
            Self::False => f.write_str("False"),
            Self::Copies(count, position) => write!(f, "{TIMES}({count}, {position})"),
            Self::Tuple(items) => {
                f.write_str("(")?;
                write_list(items, f)?;
                f.write_str(if items.len() == 1 { ",)" } else { ")" })
            }
        }
    }
}

/// Positions with commas between them.
pub(crate) fn write_list(items: &[Position], f: &mut impl fmt::Write) -> fmt::Result {
    for (place, item) in items.iter().enumerate() {
        write!(f, "{}{item}", if place == 0 { "" } else { ", " })?;
    }
    Ok(())
}

/// A text as a string of the notation, which is also one of Python.
pub(crate) fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_position_is_written_as_in_python() {
        let tuple = |items: &[Position]| Position::Tuple(items.into());
        let text = Position::Text("a\"b".into());
        for (position, want) in [
            (Position::Integer(-3), "-3"),
            (Position::True, "True"),
            (tuple(&[]), "()"),
            (tuple(&[Position::Integer(1)]), "(1,)"),
            (tuple(&[text, tuple(&[Position::Integer(1), Position::False])]), "(\"a\\\"b\", (1, False))"),
        ] {
            assert_eq!(position.to_string(), want);
        }
    }

    #[test]
    fn true_is_not_one() {
        assert_ne!(Position::True, Position::Integer(1));
    }
}
