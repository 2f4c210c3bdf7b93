//! The format of certificates, version 1.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::{Class, Refusal};

/// A certificate: a rule, a claim about it, and the proof of the claim.
///
/// In JSON it is one object with exactly the fields below and `grundy_certificate`, the version, which is 1. A missing,
/// unknown or duplicated field makes it invalid: a checker that ignored such a field might accept less than was
/// claimed.
///
/// | `claim.kind` | `proof.method` | for |
/// |---|---|---|
/// | `periodic` | `full-range` | codes, `grundys-game`, finite subtraction sets |
/// | `periodic` | `window` | codes whose moves leave at most two heaps, `grundys-game` |
/// | `arithmetic` | `states` | `allbut{…}` |
/// | `arithmetic` | `three-parts` | codes with a digit that lets a move leave three heaps |
///
/// # Examples
/// ```
/// use grundy_check::{Certificate, Claim, Class, Limits, Proof};
/// let certificate = Certificate::read(r#"{
///     "grundy_certificate": 1,
///     "rule": "0.77",
///     "claim": {"kind": "periodic", "period": 12, "preperiod": 71},
///     "proof": {"method": "window", "class": {"mask": 15}, "window": 80, "from": 160}
/// }"#)?;
/// let proof = Proof::Window { class: Class { mask: 15, parity: None }, window: 80, from: 160 };
/// assert_eq!(certificate, Certificate::new("0.77", Claim::Periodic { period: 12, preperiod: 71 }, proof));
/// assert_eq!(certificate.verify(&Limits::default()), Ok(()));
/// # Ok::<(), grundy_check::Refusal>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Certificate {
    grundy_certificate: u64,
    /// The rule, in the notation that [`Rule`](crate::Rule) reads.
    pub rule: String,
    /// The claim about the rule.
    pub claim: Claim,
    /// The proof of the claim.
    pub proof: Proof,
}

/// The claim of a certificate. In JSON the field `kind` names the variant.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
#[non_exhaustive]
pub enum Claim {
    /// `"periodic"`: g(n + period) = g(n) for all heaps n >= preperiod, no smaller period holds from any heap on, and
    /// no smaller preperiod holds with this period. (The *last exception* is preperiod - 1.)
    Periodic {
        /// The least period, at least 1.
        period: u64,
        /// The least heap from which the values repeat; 0 if they repeat from the start.
        preperiod: u64,
    },
    /// `"arithmetic"`: g(n + period) = g(n) + saltus for all heaps n >= preperiod, no smaller period holds with any
    /// saltus from any heap on, and no smaller preperiod holds with this period and saltus.
    Arithmetic {
        /// The least period, at least 1.
        period: u64,
        /// The least heap from which the values rise by the saltus; 0 if they do so from the start.
        preperiod: u64,
        /// The increase of the values per period, at least 1.
        saltus: u64,
    },
}

/// The proof of a claim. In JSON the field `method` names the variant.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "method", rename_all = "kebab-case", deny_unknown_fields)]
#[non_exhaustive]
pub enum Proof {
    /// `"full-range"`: by the theorem on periods. All values that it requires are recomputed: for a code with last
    /// digit k whose moves leave at most s heaps (s >= 1) those below heap s·max(preperiod, 1) + s·period + k, for
    /// `grundys-game` those below 2·max(preperiod, 1) + 3·period, for a subtraction set S those below preperiod +
    /// period + max S.
    FullRange {
        /// Without a class (no field, not `null`) every option is examined. With a class the same values come from a
        /// sparse pass; this requires that moves leave at most two heaps.
        #[serde(skip_serializing_if = "Option::is_none")]
        class: Option<Class>,
    },
    /// `"window"`: the values repeat because the `window` values before `from` equal those before `from + period`, and
    /// the next value is a function of that many values. The heaps below `from + period` are recomputed in one sparse
    /// pass. It stores the window, the first heaps (`from`, but at most the larger of 2·`window` and 2^24), and at most
    /// one period of the heaps from the preperiod to `from`.
    ///
    /// The conditions: `from` >= 2·`window`; `from` >= preperiod + `window`; the period is even if the class has a
    /// parity; every rare heap below `from + period` is below `window` - k, where k is the index of the last digit; and
    /// at every heap from `from` on, or after those first heaps, every rare value below its own is the value of an
    /// option that leaves one heap, or two heaps one of which is below `window` - k.
    Window {
        /// The class that defines which values are rare.
        class: Class,
        /// The number of values that determine the next value; at least k + 2.
        window: u64,
        /// The end of the first of the two windows.
        from: u64,
    },
    /// `"states"`: the states of the rule `allbut{…}` at the heaps `from` and `from + period` are equal, and the values
    /// from then on are a function of the state.
    States {
        /// The heap of the first state.
        from: u64,
    },
    /// `"three-parts"`: finitely many conditions on heaps; the checker finds everything it needs by itself.
    // Braces, because serde would accept unknown fields in a variant without fields.
    ThreeParts {},
}

impl Certificate {
    /// The version of the format.
    pub const VERSION: u64 = 1;

    /// A certificate for `claim` about `rule`. Nothing is verified yet.
    #[must_use]
    pub fn new(rule: impl Into<String>, claim: Claim, proof: Proof) -> Self {
        Self { grundy_certificate: Self::VERSION, rule: rule.into(), claim, proof }
    }

    /// Reads the JSON text of a certificate. Nothing is verified yet, and the rule is not read.
    ///
    /// # Errors
    /// [`Refusal::Version`], [`Refusal::Kind`] or [`Refusal::Method`] for what a later format may contain, otherwise
    /// [`Refusal::Malformed`].
    ///
    /// # Complexity
    /// Time and space are linear in the length of the text.
    pub fn read(text: &str) -> Result<Self, Refusal> {
        let value: Value = from_json(text)?;
        // Checked first, so that a later format is reported as such, not as an unknown field.
        if let Some(found) = value["grundy_certificate"].as_u64().filter(|&found| found != Self::VERSION) {
            return Err(Refusal::Version { found });
        }
        let unknown = |tag: &Value, known: &[_]| tag.as_str().filter(|tag| !known.contains(tag)).map(str::to_owned);
        if let Some(found) = unknown(&value["claim"]["kind"], &["periodic", "arithmetic"]) {
            return Err(Refusal::Kind { found });
        }
        if let Some(found) = unknown(&value["proof"]["method"], &["full-range", "window", "states", "three-parts"]) {
            return Err(Refusal::Method { found });
        }
        if !has_only_objects(&value) {
            return Err(Refusal::Malformed { reason: "it contains a list or `null`".to_owned() });
        }
        // Parsed again from the text, since `value` has lost duplicate fields.
        from_json(text)
    }

    /// The certificate as JSON on several lines, with a line feed at the end.
    #[must_use]
    pub fn to_json(&self) -> String {
        // Writing strings and numbers to memory cannot fail. The struct itself is written, so that its fields keep
        // their order.
        serde_json::to_string_pretty(self).unwrap_or_default() + "\n"
    }
}

/// Whether the value contains neither lists, which serde would read as objects, nor `null`, which it would read as a
/// missing field.
fn has_only_objects(value: &Value) -> bool {
    match value {
        Value::Array(_) | Value::Null => false,
        Value::Object(fields) => fields.values().all(has_only_objects),
        _ => true,
    }
}

fn from_json<'a, T: Deserialize<'a>>(text: &'a str) -> Result<T, Refusal> {
    serde_json::from_str(text).map_err(|error| Refusal::Malformed { reason: error.to_string() })
}
