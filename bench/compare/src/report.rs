//! The table, in Markdown.

use std::fmt::Write as _;
use std::time::Duration;

use crate::cases::Case;
use crate::machine;
use crate::program::{NO_PERIODS, Program};
use crate::run::{Answer, Outcome, Row, Settings, median};

/// A median of wall times this much over that of processor times shows that the core was shared.
const BUSY: f64 = 1.1;

pub struct Report {
    pub starts: Vec<(&'static str, Option<Duration>)>,
    pub load: [String; 2],
}

impl Report {
    pub fn write(&self, settings: &Settings, answers: &[(&Case, Answer)]) -> String {
        let mut out = String::from("# Whole programs compared\n\n");
        out += "Written by `bench/compare`; [README.md](README.md) tells how to run it.\n\n";
        out += "| | |\n|---|---|\n";
        for (what, is) in machine::describe(&settings.places) {
            line(&mut out, &format!("| {what} | {is} |"));
        }
        line(&mut out, &format!("| load | {} before, {} after |", self.load[0], self.load[1]));
        out += "\n";
        let pinned = settings.core.map_or("not pinned to a core".to_owned(), |core| format!("pinned to core {core}"));
        line(
            &mut out,
            &format!(
                "The question is the value of one heap. All programs of a question ran in turn, {} rounds, {pinned}. \
                 Times are the processor time of the process, user and system, from start to end, and medians. \
                 \"Times\" is the program's median by that of `grundy`: 10 is ten times as long.",
                settings.rounds
            ),
        );
        if settings.no_periods {
            line(
                &mut out,
                &format!(
                    "`grundy` stops as soon as it has proved a period; with `{NO_PERIODS}` it values every heap, as \
                     the others do. The last column compares with that."
                ),
            );
        } else {
            line(
                &mut out,
                &format!(
                    "`grundy` stops as soon as it has proved a period. The last column would compare with \
                     `{NO_PERIODS}`, which this build does not know."
                ),
            );
        }
        out += "\n| rule | heap | value | program | median | least to most | ns a heap | times | times, every heap |\n";
        out += "|---|--:|--:|---|--:|--:|--:|--:|--:|\n";
        for (case, answer) in answers {
            let ours = median_of(answer, Program::Grundy);
            let every = median_of(answer, Program::GrundyNoPeriods);
            for (i, row) in answer.rows.iter().enumerate() {
                let question = match (i, answer.value) {
                    (0, Some(value)) => format!("`{}` | {} | {value}", case.rule.written(), spaced(case.heap)),
                    (0, None) => format!("`{}` | {} |", case.rule.written(), spaced(case.heap)),
                    _ => " | |".to_owned(),
                };
                line(&mut out, &format!("| {question} | {} |", cells(row, case.heap, ours, every)));
            }
        }
        out += "\n";
        for (name, start) in &self.starts {
            if let Some(start) = start {
                line(&mut out, &format!("`{name} --version` alone takes {}.", shown(*start)));
            }
        }
        let (rows, most) = busy(answers);
        if rows > 0 {
            line(
                &mut out,
                &format!(
                    "\n**The core was shared**: in {rows} rows the wall time was more than the processor time, up to \
                     {most:.2} times."
                ),
            );
        }
        out
    }
}

/// The cells from the program's name on.
fn cells(row: &Row, heap: u64, ours: Option<Duration>, every: Option<Duration>) -> String {
    let name = row.program.name();
    let times = match &row.outcome {
        Outcome::Missing(how) => return format!("{name} | not there ({how}) | | | |"),
        Outcome::TooLong => return format!("{name} | too long | | | |"),
        Outcome::Measured(times) => times,
    };
    let Some(middle) = median(times.iter().map(|times| times.processor)) else { return format!("{name} | | | | |") };
    let least = times.iter().map(|times| times.processor).min().unwrap_or(middle);
    let most = times.iter().map(|times| times.processor).max().unwrap_or(middle);
    let range = if times.len() == 1 { "once".to_owned() } else { format!("{} to {}", shown(least), shown(most)) };
    #[expect(clippy::cast_precision_loss)]
    let per_heap = number(middle.as_secs_f64() * 1e9 / heap as f64);
    let by = |ours: Option<Duration>| ours.map_or(String::new(), |ours| number(middle.as_secs_f64() / seconds(ours)));
    format!("{name} | {} | {range} | {per_heap} | {} | {}", shown(middle), by(ours), by(every))
}

fn median_of(answer: &Answer, program: Program) -> Option<Duration> {
    let row = answer.rows.iter().find(|row| row.program == program)?;
    let Outcome::Measured(times) = &row.outcome else { return None };
    median(times.iter().map(|times| times.processor))
}

/// How many rows waited for the core, and the greatest ratio of wall time to processor time.
fn busy(answers: &[(&Case, Answer)]) -> (usize, f64) {
    let (mut rows, mut most) = (0, 0.0_f64);
    for row in answers.iter().flat_map(|(_, answer)| &answer.rows) {
        let Outcome::Measured(times) = &row.outcome else { continue };
        let processor = median(times.iter().map(|times| times.processor)).unwrap_or_default();
        let wall = median(times.iter().map(|times| times.wall)).unwrap_or_default();
        let ratio = wall.as_secs_f64() / seconds(processor);
        // below that the wait for the process to start and end is most of it
        if ratio > BUSY && wall > Duration::from_millis(20) {
            rows += 1;
            most = most.max(ratio);
        }
    }
    (rows, most)
}

/// Never 0, since one divides by it; no process is that fast.
fn seconds(time: Duration) -> f64 {
    time.as_secs_f64().max(1e-6)
}

fn shown(time: Duration) -> String {
    if time < Duration::from_secs(1) {
        format!("{} ms", number(time.as_secs_f64() * 1e3))
    } else {
        format!("{} s", number(time.as_secs_f64()))
    }
}

/// Three digits, or all before the point.
fn number(x: f64) -> String {
    match x {
        x if x < 0.1 => format!("{x:.4}"),
        x if x < 1.0 => format!("{x:.3}"),
        x if x < 10.0 => format!("{x:.2}"),
        x if x < 100.0 => format!("{x:.1}"),
        x => format!("{x:.0}"),
    }
}

/// 1 000 000
fn spaced(n: u64) -> String {
    let digits = n.to_string();
    let mut out = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            out.push(' ');
        }
        out.push(digit);
    }
    out
}

fn line(out: &mut String, text: &str) {
    // a String takes all that is written to it
    let _ = writeln!(out, "{text}");
}
