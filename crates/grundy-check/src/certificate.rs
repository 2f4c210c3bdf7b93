//! The format of certificates, version 1.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::Refusal;

/// A certificate: a rule, a claim about it, and how the claim is proved.
///
/// As JSON it is one object with exactly the fields below. A field that is missing, unknown or there twice makes it
/// invalid: a checker that passed over what it does not know might accept less than was claimed.
///
/// | field | holds |
/// |---|---|
/// | `grundy_certificate` | the version of the format, the number 1 |
/// | `rule` | the rule, as [`Rule`](crate::Rule) reads it |
/// | `claim` | what is said of the rule, a [`Claim`] |
/// | `proof` | what there is to verify, a [`Proof`] |
///
/// ```json
/// {
///   "grundy_certificate": 1,
///   "rule": "0.77",
///   "claim": {"kind": "periodic", "period": 12, "preperiod": 71},
///   "proof": {"method": "full-range"}
/// }
/// ```
///
/// ```
/// use grundy_check::{Certificate, Claim, Limits, Proof};
/// let claim = Claim::Periodic { period: 7, preperiod: 0 };
/// let certificate = Certificate::new("subtract{1,3,4}", claim, Proof::FullRange {});
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
}

/// How a claim is proved. In JSON the field `method` names the variant.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "method", rename_all = "kebab-case", deny_unknown_fields)]
#[non_exhaustive]
pub enum Proof {
    /// `"full-range"`: by the theorem on periods. All values that it asks for are recomputed by the plain definition,
    /// so no further data is needed. For a code with last digit k whose moves leave at most s heaps (s >= 1) these are
    /// the heaps below s·max(preperiod, 1) + s·period + k, for a subtraction set S those
    /// below preperiod + period + max S.
    // Braces, because serde lets unknown fields pass beside a variant without any.
    FullRange {},
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
        let tag = |pointer, missing| value.pointer(pointer).and_then(Value::as_str).ok_or_else(|| malformed(missing));
        let kind = tag("/claim/kind", "`claim` should be an object with a text `kind`")?;
        if kind != "periodic" {
            return Err(Refusal::Kind { found: kind.to_owned() });
        }
        let method = tag("/proof/method", "`proof` should be an object with a text `method`")?;
        if method != "full-range" {
            return Err(Refusal::Method { found: method.to_owned() });
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

fn from_json<'a, T: Deserialize<'a>>(text: &'a str) -> Result<T, Refusal> {
    serde_json::from_str(text).map_err(|error| malformed(&error.to_string()))
}

fn malformed(reason: &str) -> Refusal {
    Refusal::Malformed { reason: reason.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    const KAYLES: &str = r#"{
  "grundy_certificate": 1,
  "rule": "0.77",
  "claim": {
    "kind": "periodic",
    "period": 12,
    "preperiod": 71
  },
  "proof": {
    "method": "full-range"
  }
}
"#;

    /// The certificate for Kayles with one piece of its text replaced.
    fn with(piece: &str, other: &str) -> Result<Certificate, Refusal> {
        assert!(KAYLES.contains(piece), "{piece}");
        Certificate::read(&KAYLES.replacen(piece, other, 1))
    }

    fn is_malformed(read: Result<Certificate, Refusal>) -> bool {
        matches!(read, Err(Refusal::Malformed { .. }))
    }

    #[test]
    fn what_is_written_is_this_text_and_is_read_back() {
        let claim = Claim::Periodic { period: 12, preperiod: 71 };
        let certificate = Certificate::new("0.77", claim, Proof::FullRange {});
        assert_eq!(certificate.to_json(), KAYLES);
        assert_eq!(Certificate::read(KAYLES), Ok(certificate));
    }

    #[test]
    fn what_a_later_format_may_hold_is_named() {
        assert_eq!(with(": 1,", r#": 2, "new": [],"#), Err(Refusal::Version { found: 2 }));
        assert_eq!(with("periodic", "saltus"), Err(Refusal::Kind { found: "saltus".into() }));
        assert_eq!(with(r#""periodic""#, r#""saltus", "saltus": 4"#), Err(Refusal::Kind { found: "saltus".into() }));
        assert_eq!(with(r#""full-range""#, r#""window", "mask": 7"#), Err(Refusal::Method { found: "window".into() }));
    }

    #[test]
    fn unknown_fields_are_refused_at_every_depth() {
        assert!(is_malformed(with(r#""rule""#, r#""note": "", "rule""#)));
        assert!(is_malformed(with(r#""kind""#, r#""from": 0, "kind""#)));
        assert!(is_malformed(with(r#""method""#, r#""mask": 7, "method""#)));
    }

    #[test]
    fn fields_that_are_there_twice_are_refused() {
        assert!(is_malformed(with(r#""rule""#, r#""rule": "0.7", "rule""#)));
        assert!(is_malformed(with(r#""grundy"#, r#""grundy_certificate": 2, "grundy"#)));
        assert!(is_malformed(with(r#""period""#, r#""period": 24, "period""#)));
        assert!(is_malformed(with(r#""kind""#, r#""kind": "periodic", "kind""#)));
        assert!(is_malformed(with(r#""method""#, r#""method": "full-range", "method""#)));
        assert!(is_malformed(with(
            r#""claim""#,
            r#""claim": {"kind": "periodic", "period": 1, "preperiod": 0}, "claim""#
        )));
    }

    #[test]
    fn missing_fields_wrong_types_and_other_texts_are_refused() {
        for text in ["", "null", "[]", "{}", "12", "[1, \"0.77\"]", "\u{0}"] {
            assert!(is_malformed(Certificate::read(text)), "{text}");
        }
        assert!(is_malformed(Certificate::read(&KAYLES[..KAYLES.len() - 2])));
        assert!(is_malformed(Certificate::read(&format!("{KAYLES}{KAYLES}"))));
        assert!(is_malformed(with("    \"period\": 12,\n", "")));
        for number in ["12.0", "1.2e1", "-12", "\"12\"", "null", "18446744073709551616", "012"] {
            assert!(is_malformed(with("12", number)), "{number}");
        }
    }

    #[test]
    fn lists_in_the_place_of_objects_are_refused() {
        assert!(is_malformed(Certificate::read(r#"[1, "0.77", ["periodic", 12, 71], ["full-range"]]"#)));
        let flat: String = KAYLES.split_whitespace().collect();
        for (object, list) in [
            (r#"{"kind":"periodic","period":12,"preperiod":71}"#, r#"["periodic",12,71]"#),
            (r#"{"method":"full-range"}"#, r#"["full-range"]"#),
        ] {
            assert!(flat.contains(object));
            assert!(is_malformed(Certificate::read(&flat.replace(object, list))), "{list}");
        }
    }

    #[test]
    fn deep_nesting_is_refused_and_not_followed() {
        let deep = format!("{}{}", "[".repeat(1_000_000), "]".repeat(1_000_000));
        assert!(is_malformed(with("71", &deep)));
        assert!(is_malformed(Certificate::read(&deep)));
    }
}
