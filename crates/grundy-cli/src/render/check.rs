//! Whether a certificate proves what it claims.

use std::io::{self, Write};

use grundy_answers::CheckAnswer;
use grundy_check::Claim;

use crate::error::visible;

/// The answer for people; it begins with the name of the file if there are several.
pub(crate) fn text(file: Option<&str>, answer: &CheckAnswer, out: &mut dyn Write) -> io::Result<()> {
    if let Some(file) = file {
        write!(out, "{}: ", visible(file))?;
    }
    let claim = match (&answer.rule, &answer.claim) {
        (Some(rule), Some(claim)) => format!(" {}", words(rule, claim)),
        _ => String::new(),
    };
    match &answer.reason {
        None => writeln!(out, "valid:{claim}"),
        Some(reason) => writeln!(out, "not valid:{claim}\n{reason}"),
    }
}

/// The claim in words.
fn words(rule: &str, claim: &Claim) -> String {
    match claim {
        Claim::Periodic { period, preperiod } => format!("{rule} has period {period}, preperiod {preperiod}"),
        Claim::Arithmetic { period, preperiod, saltus } => {
            format!("{rule} has period {period}, preperiod {preperiod}, saltus {saltus}")
        }
        _ => rule.to_owned(),
    }
}
