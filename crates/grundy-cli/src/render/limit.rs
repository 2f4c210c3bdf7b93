//! Where a search ended that came to no proof.

use std::io::{self, Write};

use grundy_answers::Limit;

use super::style::FAINT;

/// The sentence that says so, and how to go on.
pub(super) fn text(limit: Limit, out: &mut dyn Write) -> io::Result<()> {
    let flag = match limit {
        Limit::Heaps => "--max",
        Limit::Positions => "--max-positions",
        Limit::Memory => "--max-memory",
        Limit::Time => "--timeout",
        _ => return writeln!(out, "{FAINT}Stopped.{FAINT:#}"),
    };
    writeln!(out, "{FAINT}Stopped at the limit set by `{flag}`; raise it to continue.{FAINT:#}")
}
