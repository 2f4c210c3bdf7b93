//! The lines of an atlas, which end with their checksum, and what is printed when a file holds them.

use std::io::{self, Write};

use grundy_answers::{AtlasEntry, AtlasHeader, PeriodStatus};
use serde::Serialize;
use serde_json::Value;

use crate::checksum::crc32;

/// The first line.
pub(crate) fn header(header: &AtlasHeader) -> String {
    sealed(header)
}

/// The line of a code.
pub(crate) fn line(entry: &AtlasEntry) -> String {
    sealed(entry)
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

/// The columns of CSV: the path to a field of the line.
const COLUMNS: [(&str, &str); 23] = [
    ("code", "/code"),
    ("reduced", "/reduced/code"),
    ("reduced_shift", "/reduced/shift"),
    ("equal", "/equal/code"),
    ("equal_status", "/equal/status"),
    ("cousin", "/cousin/code"),
    ("cousin_shift", "/cousin/shift"),
    ("cousin_status", "/cousin/status"),
    ("status", "/status"),
    ("period", "/period"),
    ("preperiod", "/preperiod"),
    ("last_exception", "/last_exception"),
    ("saltus", "/saltus"),
    ("proof", "/proof"),
    ("certificate", "/certificate"),
    ("largest_value", "/largest/value"),
    ("largest_heap", "/largest/heap"),
    ("rare_mask", "/rare/mask"),
    ("rare_parity", "/rare/parity"),
    ("rare_count", "/rare/count"),
    ("rare_last", "/rare/last"),
    ("checked_to", "/checked_to"),
    ("limit", "/limit"),
];

/// The first line of CSV.
pub(crate) fn csv_header(out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "{}", COLUMNS.map(|(name, _)| name).join(","))
}

/// A line as CSV. Strings are quoted, so that codes such as 0.10 are not taken for numbers. Unknown fields are empty.
pub(crate) fn csv(line: &str, out: &mut dyn Write) -> io::Result<()> {
    let entry: Value = serde_json::from_str(line)?;
    let fields = COLUMNS.map(|(_, path)| match entry.pointer(path) {
        None | Some(Value::Null) => String::new(),
        Some(Value::String(text)) => format!("\"{}\"", text.replace('"', "\"\"")),
        Some(value) => value.to_string(),
    });
    writeln!(out, "{}", fields.join(","))
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
            *match serde_json::from_value(line["status"].clone()) {
                Ok(PeriodStatus::Proved) => &mut summary.proved,
                Ok(PeriodStatus::Observed) => &mut summary.observed,
                _ => &mut summary.none,
            } += 1;
        }
        summary
    }

    /// The summary for people.
    pub(crate) fn text(&self, out: &mut dyn Write) -> io::Result<()> {
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
