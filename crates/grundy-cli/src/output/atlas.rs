//! The lines of an atlas, which end with their checksum, and the page of `grundy atlas` when a file holds them.

use std::io::{self, Write};

use grundy::heap::atlas::{Atlas, Bounds, Entry, EquivalentCode, Evidence, Largest, Limit};
use grundy::heap::{RareHeaps, Status};
use serde::Serialize;
use serde_json::Value;

use super::periodicity;
use crate::commands::atlas::checksum::crc32;

/// The version of the format.
pub(crate) const VERSION: u64 = 1;

/// The first line: what the other lines depend on.
#[derive(Serialize)]
pub(crate) struct Header<'a> {
    grundy_atlas: u64,
    families: &'a [String],
    /// How many codes there are, each with a line of its own.
    codes: usize,
    max: u64,
    max_rare: Option<u64>,
    /// Whether proved periods have certificates.
    certificates: bool,
}

/// What is said of a code.
#[derive(Serialize)]
struct Line {
    code: String,
    /// The reduced code, and how much larger the heaps of the code are.
    reduced: ReducedJson,
    /// The simplest code of the atlas with the same values, if it is not this one.
    equal: Option<TwinJson>,
    /// The simplest one whose values are the same up to a shift, if it is not this one.
    cousin: Option<TwinJson>,
    status: &'static str,
    period: Option<u64>,
    preperiod: Option<u64>,
    last_exception: Option<u64>,
    saltus: Option<u64>,
    proof: Option<&'static str>,
    /// The name of the certificate's file.
    certificate: Option<String>,
    /// The largest value, and the least heap that has it.
    largest: Option<LargestJson>,
    rare: Option<RareJson>,
    /// The last heap whose value was computed.
    checked_to: u64,
    /// The limit that ended the search, if there is no proof.
    limit: Option<&'static str>,
}

#[derive(Serialize)]
struct ReducedJson {
    code: String,
    shift: u64,
}

#[derive(Serialize)]
struct TwinJson {
    code: String,
    /// g(n) is the other code's value of n - shift.
    shift: i64,
    status: &'static str,
    proof: Option<&'static str>,
    /// The last heap that was compared, if nothing is proved.
    agree_to: Option<u64>,
}

#[derive(Serialize)]
struct LargestJson {
    value: u64,
    heap: u64,
}

#[derive(Serialize)]
struct RareJson {
    mask: u64,
    parity: Option<u8>,
    count: Option<u64>,
    last: Option<u64>,
}

impl<'a> Header<'a> {
    pub(crate) fn new(families: &'a [String], atlas: &Atlas, bounds: Bounds, certificates: bool) -> Self {
        let codes = atlas.codes().len();
        Self { grundy_atlas: VERSION, families, codes, max: bounds.heaps, max_rare: bounds.rare, certificates }
    }

    pub(crate) fn line(&self) -> String {
        sealed(self)
    }
}

/// The line of a code.
pub(crate) fn line(entry: &Entry, certificate: Option<String>) -> String {
    let (status, repeats) = match &entry.status {
        Status::Proved(period) => ("proved", Some((period.period, period.preperiod, period.saltus))),
        &Status::Observed { period, preperiod, saltus } => ("observed", Some((period, preperiod, saltus))),
        _ => ("none", None),
    };
    let proof = match &entry.status {
        Status::Proved(period) => Some(periodicity::proof(period).0),
        _ => None,
    };
    sealed(&Line {
        code: entry.code.to_string(),
        reduced: ReducedJson { code: entry.reduced.code.to_string(), shift: entry.reduced.shift },
        equal: entry.equal.as_ref().map(twin),
        cousin: entry.cousin.as_ref().map(twin),
        status,
        period: repeats.map(|(period, ..)| period),
        preperiod: repeats.map(|(_, preperiod, _)| preperiod),
        last_exception: repeats.and_then(|(_, preperiod, _)| preperiod.checked_sub(1)),
        saltus: repeats.map(|(.., saltus)| saltus),
        proof,
        certificate,
        largest: entry.largest.map(|Largest { value, heap }| LargestJson { value, heap }),
        rare: entry.rare.map(|RareHeaps { class, count, last }| RareJson {
            mask: class.mask,
            parity: class.parity,
            count,
            last,
        }),
        checked_to: entry.checked_to,
        limit: entry.limit.map(|limit| match limit {
            Limit::Heaps => "heaps",
            Limit::Rare => "rare",
            _ => "other",
        }),
    })
}

fn twin(twin: &EquivalentCode) -> TwinJson {
    let (status, proof, agree_to) = match twin.evidence {
        Evidence::Reduction => ("proved", Some("reduction"), None),
        Evidence::Periods => ("proved", Some("periods"), None),
        Evidence::Seen { to } => ("observed", None, Some(to)),
        _ => ("unknown", None, None),
    };
    TwinJson { code: twin.code.to_string(), shift: twin.shift, status, proof, agree_to }
}

/// Before the checksum stands this.
const SEAL: &str = ",\"crc32\":\"";

/// An object as JSON, its last field the checksum of all that stands before that field.
fn sealed(object: &impl Serialize) -> String {
    // What is written here is made of numbers, flags and texts without an error.
    let text = serde_json::to_string(object).unwrap_or_default();
    let text = text.strip_suffix('}').unwrap_or(&text);
    format!("{text}{SEAL}{:08x}\"}}", crc32(text.as_bytes()))
}

/// The object of a line, if its checksum is right.
pub(crate) fn opened(line: &str) -> Option<Value> {
    let (text, seal) = line.rsplit_once(SEAL)?;
    let right = seal.strip_suffix("\"}")? == format!("{:08x}", crc32(text.as_bytes()));
    if right { serde_json::from_str(line).ok() } else { None }
}

/// How many codes there are of each kind.
#[derive(Serialize)]
pub(crate) struct Summary<'a> {
    codes: usize,
    proved: usize,
    observed: usize,
    none: usize,
    output: &'a str,
}

impl<'a> Summary<'a> {
    pub(crate) fn of<'b>(lines: impl Iterator<Item = &'b str>, output: &'a str) -> Self {
        let mut summary = Self { codes: 0, proved: 0, observed: 0, none: 0, output };
        for line in lines.filter_map(opened) {
            summary.codes += 1;
            *match line["status"].as_str() {
                Some("proved") => &mut summary.proved,
                Some("observed") => &mut summary.observed,
                _ => &mut summary.none,
            } += 1;
        }
        summary
    }

    pub(crate) fn print(&self, json: bool, out: &mut dyn Write) -> io::Result<()> {
        if json {
            serde_json::to_writer(&mut *out, self)?;
            return writeln!(out);
        }
        let Self { codes, proved, observed, none, output } = self;
        let codes = if *codes == 1 { "1 code".to_owned() } else { format!("{codes} codes") };
        writeln!(out, "{codes}: {proved} with a proved period, {observed} with an observed one, {none} without.")?;
        writeln!(out, "The atlas is in {output}.")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_with_any_change_is_not_opened() {
        let line = sealed(&serde_json::json!({"code": "0.77", "period": 12}));
        assert_eq!(opened(&line).unwrap()["period"], 12);
        for place in 0..line.len() {
            for bit in 0..8 {
                let mut bytes = line.clone().into_bytes();
                bytes[place] ^= 1 << bit;
                let opens = std::str::from_utf8(&bytes).is_ok_and(|text| opened(text).is_some());
                assert!(!opens, "byte {place}, bit {bit}");
            }
            assert!(opened(&line[..place]).is_none());
        }
    }
}
