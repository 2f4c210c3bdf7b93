//! The format of certificates, version 1.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::{Class, Refusal};

/// A certificate: a rule, a claim about it, and how the claim is proved.
///
/// As JSON it is one object with exactly the fields below. A field that is missing, unknown or there twice makes it
/// invalid: a checker that passed over what it does not know might accept less than was claimed.
///
/// | field | holds |
/// |---|---|
/// | `grundy_certificate` | the version of the format, the number 1 |
/// | `rule` | the rule, as [`Rule`](crate::Rule) reads it |
/// | `claim` | what is said of the rule, a [`Claim`]: its `kind` and the fields of that variant |
/// | `proof` | what there is to verify, a [`Proof`]: its `method` and the fields of that variant |
///
/// | `claim.kind` | `proof.method` | for |
/// |---|---|---|
/// | `periodic` | `full-range` | codes, `grundys-game`, finite subtraction sets |
/// | `periodic` | `window` | codes whose moves leave at most two heaps, `grundys-game` |
/// | `arithmetic` | `states` | `allbut{…}` |
/// | `arithmetic` | `three-parts` | codes with a digit that lets a move leave three heaps |
///
/// ```json
/// {
///   "grundy_certificate": 1,
///   "rule": "0.104",
///   "claim": {"kind": "periodic", "period": 11770282, "preperiod": 197769598},
///   "proof": {"method": "window", "class": {"mask": 23, "parity": 1}, "window": 60000, "from": 197829598}
/// }
/// ```
///
/// ```
/// use grundy_check::{Certificate, Claim, Limits, Proof};
/// let claim = Claim::Periodic { period: 7, preperiod: 0 };
/// let certificate = Certificate::new("subtract{1,3,4}", claim, Proof::FullRange { class: None });
/// assert_eq!(Certificate::read(&certificate.to_json()), Ok(certificate.clone()));
/// assert_eq!(certificate.verify(&Limits::default()), Ok(()));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Certificate {
    grundy_certificate: u64,
    /// The rule that the claim is about, in notation.
    pub rule: String,
    /// What is claimed of it.
    pub claim: Claim,
    /// How it is proved.
    pub proof: Proof,
}

/// What a certificate says of its rule. In JSON the field `kind` names the variant.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
#[non_exhaustive]
pub enum Claim {
    /// `"periodic"`: g(n + period) = g(n) for all heaps n >= preperiod, no smaller period holds from any heap on, and
    /// with this period no smaller preperiod does. (The *last exception* is preperiod - 1.)
    Periodic {
        /// The least period, at least 1.
        period: u64,
        /// The least heap from which the values repeat, 0 if they do from the start.
        preperiod: u64,
    },
    /// `"arithmetic"`: g(n + period) = g(n) + saltus for all heaps n >= preperiod, no smaller period holds with any
    /// saltus from any heap on, and with these no smaller preperiod does.
    Arithmetic {
        /// The least period, at least 1.
        period: u64,
        /// The least heap from which the values rise by the saltus, 0 if they do from the start.
        preperiod: u64,
        /// By how much they rise in a period, at least 1.
        saltus: u64,
    },
}

/// How a claim is proved. In JSON the field `method` names the variant.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "method", rename_all = "kebab-case", deny_unknown_fields)]
#[non_exhaustive]
pub enum Proof {
    /// `"full-range"`: by the theorem on periods. All values that it asks for are recomputed. For a code with last
    /// digit k whose moves leave at most s heaps (s >= 1) these are the heaps below s·max(preperiod, 1) + s·period + k,
    /// for `grundys-game` those below 2·max(preperiod, 1) + 3·period, for a subtraction set S those below
    /// preperiod + period + max S.
    FullRange {
        /// Without it (no field, not `null`) every option of every heap is looked at. With it the values, the same,
        /// come from a sparse pass; only where moves leave at most two heaps.
        #[serde(default, deserialize_with = "given", skip_serializing_if = "Option::is_none")]
        class: Option<Class>,
    },
    /// `"window"`: from the heap `from` on the values repeat because the `window` values before `from` and those
    /// before `from + period` are equal, and the next value is a function of so many values. The heaps below
    /// `from + period` are recomputed in one sparse pass that keeps the window, the first heaps (`from`, but not more
    /// than the larger of 2·`window` and 2^24), and at most a period of those from the preperiod to `from`.
    ///
    /// The exact conditions: `from` >= 2·`window`, `from` >= preperiod + `window`, the period even if the class has a
    /// parity; every rare heap below `from + period` is below `window` - k, with k the index of the last digit; and at
    /// every heap from `from` on, or that comes after those first heaps, every rare value below its own is the value
    /// of leaving one heap, or of leaving two of which one is below `window` - k.
    Window {
        /// Which values are rare.
        class: Class,
        /// How many values the next value is a function of.
        window: u64,
        /// The end of the first of the two windows.
        from: u64,
    },
    /// `"states"`: the states of the rule `allbut{…}` at the heaps `from` and `from + period` are equal, and the
    /// values from then on are a function of the state.
    States {
        /// The heap of the first state.
        from: u64,
    },
    /// `"three-parts"`: finitely many conditions on classes of heaps; the checker finds all it needs by itself.
    // Braces, because serde lets unknown fields pass beside a variant without any.
    ThreeParts {},
}

impl Certificate {
    /// The version of the format that is read and written.
    pub const VERSION: u64 = 1;

    /// A certificate for `claim` about `rule`. Nothing is verified yet.
    #[must_use]
    pub fn new(rule: impl Into<String>, claim: Claim, proof: Proof) -> Self {
        Self { grundy_certificate: Self::VERSION, rule: rule.into(), claim, proof }
    }

    /// Reads the JSON text of a certificate. Nothing is verified yet, nor is the rule read.
    ///
    /// # Errors
    /// [`Refusal::Version`], [`Refusal::Kind`] or [`Refusal::Method`] for what a later format may hold,
    /// [`Refusal::Malformed`] otherwise. Time and space are linear in the length of the text.
    pub fn read(text: &str) -> Result<Self, Refusal> {
        let value: Value = from_json(text)?;
        // In this order, so that a certificate of a later version is told so rather than that a field of it is unknown.
        let version = value.get("grundy_certificate").and_then(Value::as_u64);
        match version.ok_or_else(|| malformed("`grundy_certificate` should be a whole number, the version"))? {
            Self::VERSION => {}
            found => return Err(Refusal::Version { found }),
        }
        let tag = |pointer, missing| match value.pointer(pointer).and_then(Value::as_str) {
            Some(tag) => Ok(tag.to_owned()),
            None => Err(malformed(missing)),
        };
        let found = tag("/claim/kind", "`claim` should be an object with a text `kind`")?;
        if !["periodic", "arithmetic"].contains(&&*found) {
            return Err(Refusal::Kind { found });
        }
        let found = tag("/proof/method", "`proof` should be an object with a text `method`")?;
        if !["full-range", "window", "states", "three-parts"].contains(&&*found) {
            return Err(Refusal::Method { found });
        }
        // A list would be read as the fields of the class in their order.
        if value.pointer("/proof/class").is_some_and(|class| !class.is_object()) {
            return Err(malformed("`class` should be an object with a number `mask`"));
        }
        // Once more from the text: the value above has lost fields that were there twice.
        from_json(text)
    }

    /// The certificate as JSON, over several lines, with a line feed at the end.
    #[must_use]
    pub fn to_json(&self) -> String {
        // Writing strings and numbers to memory cannot fail. Of the struct itself, so that its fields keep their order.
        serde_json::to_string_pretty(self).unwrap_or_default() + "\n"
    }
}

/// A field that may be missing, but if it is there then with a value: `null` is none.
pub(crate) fn given<'a, T: Deserialize<'a>, D: serde::Deserializer<'a>>(from: D) -> Result<Option<T>, D::Error> {
    T::deserialize(from).map(Some)
}

fn from_json<'a, T: Deserialize<'a>>(text: &'a str) -> Result<T, Refusal> {
    serde_json::from_str(text).map_err(|error| malformed(&error.to_string()))
}

fn malformed(reason: &str) -> Refusal {
    Refusal::Malformed { reason: reason.to_owned() }
}
