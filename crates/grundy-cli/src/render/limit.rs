//! Where a search ended that came to no proof.

use std::io::{self, Write};
use std::time::Duration;

use grundy::Limits;
use grundy_answers::Limit;
use indicatif::HumanBytes;

use super::style::FAINT;

/// The sentence that says so, and how to go on; `heaps` are those that `--max` allows.
pub(super) fn text(limit: Limit, limits: &Limits, heaps: &str, out: &mut dyn Write) -> io::Result<()> {
    let (reached, flag) = match limit {
        Limit::Heaps => (format!("after {heaps}"), "--max"),
        Limit::Positions => (format!("after {} positions", limits.positions.unwrap_or(u64::MAX)), "--max-positions"),
        Limit::Memory => {
            let bytes = limits.bytes.map_or_else(|| "the limit".to_owned(), |bytes| HumanBytes(bytes).to_string());
            (format!("at {bytes} of memory"), "--max-memory")
        }
        Limit::Time => (format!("after {}", time(limits.time.unwrap_or(Duration::MAX))), "--timeout"),
        _ => return writeln!(out, "{FAINT}Stopped.{FAINT:#}"),
    };
    writeln!(out, "{FAINT}Stopped {reached}; `{flag}` raises the limit.{FAINT:#}")
}

fn time(time: Duration) -> String {
    if time.subsec_nanos() == 0 && time.as_secs() <= 120 {
        format!("{} s", time.as_secs())
    } else {
        humantime::format_duration(time).to_string()
    }
}
