//! The machine and the versions.

use std::fs;
use std::process::Command;

use crate::program::{Places, text};

/// Lines "what, what it is" for the report.
pub fn describe(places: &Places) -> Vec<(&'static str, String)> {
    // of the machine, not those that this program is pinned to
    let cores = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let cores = cores.lines().filter(|line| line.starts_with("processor")).count();
    vec![
        ("date", first_line("date", &["-u", "+%F"])),
        ("processor", format!("{}, {cores} cores", entry("/proc/cpuinfo", "model name"))),
        ("memory", entry("/proc/meminfo", "MemTotal")),
        ("kernel", first_line("uname", &["-srm"])),
        ("grundy", first_line(&text(&places.grundy), &["--version"])),
        ("ogsolve", first_line(&text(&places.peers.join("ogsolve")), &["--version"])),
        ("Rust", first_line("rustc", &["--version"])),
        ("C++", first_line("g++", &["--version"])),
        ("Python", first_line("python3", &["--version"])),
    ]
}

/// The load of the last minute.
pub fn load() -> String {
    let loads = fs::read_to_string("/proc/loadavg").unwrap_or_default();
    loads.split_whitespace().next().unwrap_or("unknown").to_owned()
}

pub fn output(program: &str, arguments: &[&str]) -> Option<String> {
    let output = Command::new(program).args(arguments).output().ok()?;
    output.status.success().then(|| String::from_utf8_lossy(&output.stdout).into_owned())
}

fn first_line(program: &str, arguments: &[&str]) -> String {
    let output = output(program, arguments);
    output.as_deref().and_then(|text| text.lines().next()).unwrap_or("not there").to_owned()
}

/// What stands behind the colon in a file of `/proc`.
fn entry(file: &str, name: &str) -> String {
    let text = fs::read_to_string(file).unwrap_or_default();
    let line = text.lines().find(|line| line.starts_with(name)).and_then(|line| line.split_once(':'));
    line.map_or("unknown", |(_, value)| value.trim()).to_owned()
}
