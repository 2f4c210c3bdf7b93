//! Values and outcomes as data.

use std::fmt;

use grundy::{LoopyValue, Nimber};
use serde::{Deserialize, Serialize};

/// What a position is worth in normal play. In JSON an integer, or `{"infinity": [0, 2]}`.
///
/// Other kinds of values will come, such as ordinals: a reader should expect objects with other fields.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(untagged)]
#[non_exhaustive]
pub enum Value {
    /// The value of a nim-heap, its size.
    Nimber(u64),
    /// Play need not end, and the position is equal to no nim-heap.
    Infinity {
        /// The nimbers among the values of its options.
        infinity: Vec<u64>,
    },
}

impl Value {
    /// The size of the nim-heap, unless the value is another one.
    #[must_use]
    pub const fn nimber(&self) -> Option<u64> {
        match self {
            Self::Nimber(size) => Some(*size),
            Self::Infinity { .. } => None,
        }
    }
}

impl From<Nimber> for Value {
    fn from(value: Nimber) -> Self {
        Self::Nimber(value.0)
    }
}

impl From<&LoopyValue> for Value {
    fn from(value: &LoopyValue) -> Self {
        match value {
            LoopyValue::Nimber(value) => Self::Nimber(value.0),
            LoopyValue::Infinity(options) => Self::Infinity { infinity: options.iter().map(|value| value.0).collect() },
        }
    }
}

/// `7`, or `∞(0, 2)`.
impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Nimber(value) => value.fmt(f),
            Self::Infinity { infinity } => {
                let options: Vec<String> = infinity.iter().map(u64::to_string).collect();
                f.pad(&format!("∞({})", options.join(", ")))
            }
        }
    }
}

/// Who wins under best play. In JSON `"N"`, `"P"` or `"D"`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Outcome {
    /// The next player, the one to move.
    N,
    /// The previous player.
    P,
    /// Nobody: best play never ends.
    D,
}

impl From<grundy::Outcome> for Outcome {
    fn from(outcome: grundy::Outcome) -> Self {
        match outcome {
            grundy::Outcome::N => Self::N,
            grundy::Outcome::P => Self::P,
            grundy::Outcome::D => Self::D,
        }
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::N => "N",
            Self::P => "P",
            Self::D => "D",
        })
    }
}

/// What happens to the player who cannot move. In JSON `"normal"` or `"misere"`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Convention {
    /// The player who cannot move loses.
    Normal,
    /// The player who cannot move wins.
    Misere,
}

impl Convention {
    /// The convention that a question with the field `misere` asks about.
    pub(crate) const fn of(misere: bool) -> grundy::Convention {
        if misere { grundy::Convention::Misere } else { grundy::Convention::Normal }
    }
}

impl From<grundy::Convention> for Convention {
    fn from(convention: grundy::Convention) -> Self {
        match convention {
            grundy::Convention::Normal => Self::Normal,
            grundy::Convention::Misere => Self::Misere,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_is_a_number_or_an_object_with_the_values_of_the_options() {
        for (value, json, text) in [
            (Value::Nimber(u64::MAX), "18446744073709551615", "18446744073709551615"),
            (Value::Infinity { infinity: vec![0, 2] }, r#"{"infinity":[0,2]}"#, "∞(0, 2)"),
            (Value::Infinity { infinity: vec![] }, r#"{"infinity":[]}"#, "∞()"),
        ] {
            assert_eq!(serde_json::to_string(&value).unwrap(), json);
            assert_eq!(serde_json::from_str::<Value>(json).unwrap(), value);
            assert_eq!(value.to_string(), text);
        }
    }
}
