//! What a computation may cost: the flags, and what holds without them.

use std::time::Duration;

use clap::Args;
use grundy::{Cancel, Limits};
use sysinfo::{MemoryRefreshKind, System};

use crate::count;

/// How long commands search that answer with what they know when the time is up.
pub(crate) const PATIENCE: Duration = Duration::from_secs(60);

/// The limits of every command that computes.
#[derive(Args, Debug)]
#[command(next_help_heading = "Limits")]
pub(crate) struct MemoryAndTime {
    /// Stop when tables use more than this much memory: 500M, 2G, 1GiB, or a number of bytes.
    ///
    /// K, M, G and T are powers of 1024, as are KiB, MiB and so on; KB, MB, GB and TB are powers of 1000. Without this
    /// flag the limit is half of the memory of the machine, or of the container that the program runs in.
    #[arg(long, value_name = "BYTES", value_parser = bytes)]
    max_memory: Option<u64>,

    /// Stop after this much time: 30 (seconds), 500ms, 30s, 2m, 1h.
    #[arg(long, value_name = "TIME", value_parser = duration)]
    timeout: Option<Duration>,
}

/// Those of commands that count positions.
#[derive(Args, Debug)]
#[command(next_help_heading = "Limits")]
pub(crate) struct CountedLimits {
    /// Stop after this many positions: 1000000, 1_000_000, 1e6 or 10^6.
    #[arg(long, value_name = "N", value_parser = count::parse)]
    max_positions: Option<u64>,

    #[command(flatten)]
    work: MemoryAndTime,
}

/// Those of commands that search.
#[derive(Args, Debug)]
#[command(next_help_heading = "Limits")]
pub(crate) struct SearchLimits {
    #[command(flatten)]
    counted: CountedLimits,

    #[command(flatten)]
    threads: Threads,
}

/// Those of commands that use several threads and count no positions.
#[derive(Args, Debug)]
#[command(next_help_heading = "Limits")]
pub(crate) struct ParallelLimits {
    #[command(flatten)]
    work: MemoryAndTime,

    #[command(flatten)]
    threads: Threads,
}

#[derive(Args, Debug)]
#[command(next_help_heading = "Limits")]
struct Threads {
    /// Use at most this many threads; without this flag, as many as the machine can run in parallel.
    #[arg(long, value_name = "N", value_parser = threads)]
    threads: Option<usize>,
}

impl MemoryAndTime {
    fn limits(&self, cancel: Cancel) -> Limits {
        let bytes = Some(self.max_memory.unwrap_or_else(half_of_memory));
        Limits { bytes, time: self.timeout, cancel, ..Limits::default() }
    }
}

/// The limits that flags and the machine set.
pub(crate) trait LimitArgs {
    /// The limits of a computation that `cancel` stops.
    fn limits(&self, cancel: Cancel) -> Limits;
}

impl LimitArgs for CountedLimits {
    fn limits(&self, cancel: Cancel) -> Limits {
        Limits { positions: self.max_positions, ..self.work.limits(cancel) }
    }
}

impl LimitArgs for SearchLimits {
    fn limits(&self, cancel: Cancel) -> Limits {
        Limits { threads: self.threads.threads.unwrap_or(0), ..self.counted.limits(cancel) }
    }
}

impl LimitArgs for ParallelLimits {
    fn limits(&self, cancel: Cancel) -> Limits {
        Limits { threads: self.threads.threads.unwrap_or(0), ..self.work.limits(cancel) }
    }
}

/// What is assumed of a machine that does not tell: 4 GiB to use.
const UNKNOWN_MACHINE: u64 = 4 << 30;

/// Half of the memory that this process can have: that of the machine, or of the container that it runs in.
fn half_of_memory() -> u64 {
    let mut system = System::new();
    system.refresh_memory_specifics(MemoryRefreshKind::nothing().with_ram());
    let container = system.cgroup_limits().map(|limits| limits.total_memory);
    let total = container.map_or(system.total_memory(), |container| container.min(system.total_memory()));
    if total == 0 { UNKNOWN_MACHINE } else { total / 2 }
}

/// Reads a number of threads.
fn threads(text: &str) -> Result<usize, String> {
    text.parse().ok().filter(|threads| *threads > 0).ok_or_else(|| "expected a number from 1 on".to_owned())
}

/// Reads an amount of memory.
fn bytes(text: &str) -> Result<u64, String> {
    let (number, unit) = split(text, |c| !c.is_ascii_digit() && c != '_');
    let unit = unit.to_ascii_uppercase();
    let (prefix, base) = match unit.as_str() {
        "" | "B" => ("", 1),
        _ => match unit.strip_suffix("IB") {
            Some(prefix) => (prefix, 1024),
            None => unit.strip_suffix('B').map_or((unit.as_str(), 1024), |prefix| (prefix, 1000)),
        },
    };
    let power = match prefix {
        "" if base == 1 => Some(0),
        "K" => Some(1),
        "M" => Some(2),
        "G" => Some(3),
        "T" => Some(4),
        _ => None,
    };
    let expected = || "expected an amount of memory such as 500M, 2G, 1GiB or a number of bytes".to_owned();
    let (number, power) = (count::parse(number).map_err(|_| expected())?, power.ok_or_else(expected)?);
    number.checked_mul(u64::pow(base, power)).ok_or_else(|| "that is more than 2^64 bytes".to_owned())
}

/// Reads a length of time: a number of seconds, or one with units.
pub(crate) fn duration(text: &str) -> Result<Duration, String> {
    let seconds = text.parse::<f64>().ok().and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    seconds
        .or_else(|| humantime::parse_duration(text).ok())
        .ok_or_else(|| "expected a time such as 30, 500ms, 30s, 2m or 1h 30m".to_owned())
}

fn split(text: &str, unit: impl FnMut(char) -> bool) -> (&str, &str) {
    text.split_at(text.find(unit).unwrap_or(text.len()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn memory_is_read_in_the_usual_units() {
        for (text, want) in [
            ("0", 0),
            ("12345", 12345),
            ("1_000B", 1000),
            ("500M", 500 << 20),
            ("2g", 2 << 30),
            ("1GiB", 1 << 30),
            ("3MB", 3_000_000),
            ("1T", 1 << 40),
        ] {
            assert_eq!(bytes(text), Ok(want), "{text}");
        }
        for text in ["", "G", "1X", "1iB", "-1", "1.5G", "20000000T", "1GiBB"] {
            assert!(bytes(text).is_err(), "{text}");
        }
    }

    #[test]
    fn time_is_read_in_the_usual_units() {
        for (text, milliseconds) in
            [("30", 30_000), ("500ms", 500), ("30s", 30_000), ("2m", 120_000), ("1h", 3_600_000), ("0.5", 500)]
        {
            assert_eq!(duration(text), Ok(Duration::from_millis(milliseconds)), "{text}");
        }
        for text in ["", "s", "-1", "1 fortnight", "1e99", "99999999999999999999999h", "1..5"] {
            assert!(duration(text).is_err(), "{text}");
        }
    }

    #[test]
    fn the_machine_has_memory() {
        assert!(half_of_memory() > 1 << 20);
    }
}
