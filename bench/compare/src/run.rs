//! One run of a program, pinned to a core, with its time; and many of them in turn.

use std::io::Read;
use std::process::{Command, Stdio};
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

use nix::sys::resource::{UsageWho, getrusage};
use nix::sys::time::TimeValLike;

use crate::cases::Case;
use crate::program::{Places, Program, Rule};

pub struct Settings {
    pub places: Places,
    /// The core that this program and all it starts are pinned to, where `taskset` can do that.
    pub core: Option<usize>,
    pub rounds: usize,
    pub once: bool,
    /// A run that takes longer is ended.
    pub limit: Duration,
    /// Whether `grundy values` knows the flag.
    pub no_periods: bool,
}

/// The times of one run.
#[derive(Clone, Copy)]
pub struct Times {
    /// What the process used, user and system; others on the machine do not change it much.
    pub processor: Duration,
    pub wall: Duration,
}

pub enum Outcome {
    Measured(Vec<Times>),
    /// A run was ended at the limit.
    TooLong,
    /// Not there; with a word how to get it.
    Missing(&'static str),
}

pub struct Row {
    pub program: Program,
    pub outcome: Outcome,
}

pub struct Answer {
    pub rows: Vec<Row>,
    /// The value of the heap, the same for all, if any program answered.
    pub value: Option<u64>,
}

impl Settings {
    /// Runs all programs of a case in turn: A B C A B C ...
    pub fn measure(&self, case: &Case) -> Result<Answer, String> {
        let mut rows: Vec<Row> = Vec::new();
        let ours: &[Program] = if self.no_periods && !matches!(case.rule, Rule::Cram(..)) {
            &[Program::Grundy, Program::GrundyNoPeriods]
        } else {
            &[Program::Grundy]
        };
        for &program in ours.iter().chain(case.peers).chain(if self.once { case.once } else { &[] }) {
            let (file, help) = program.needs(case.rule, &self.places);
            let outcome = if file.exists() { Outcome::Measured(Vec::new()) } else { Outcome::Missing(help) };
            rows.push(Row { program, outcome });
        }
        let mut value = None;
        for round in 0..self.rounds {
            for row in &mut rows {
                let program = row.program;
                let Outcome::Measured(times) = &mut row.outcome else { continue };
                if round > 0 && case.once.contains(&program) {
                    continue;
                }
                match self.run(&program.command(case.rule, case.heap, &self.places))? {
                    None => row.outcome = Outcome::TooLong,
                    Some((time, output)) => {
                        times.push(time);
                        let found = program.value(case.rule, case.heap, &output);
                        let found = found.ok_or_else(|| format!("{}: no value in {output:?}", program.name()))?;
                        if *value.get_or_insert(found) != found {
                            return Err(format!(
                                "{} says {found} for heap {} of {}, another program {}",
                                program.name(),
                                case.heap,
                                case.rule.written(),
                                value.unwrap_or_default(),
                            ));
                        }
                    }
                }
            }
        }
        Ok(Answer { rows, value })
    }

    /// The time that a program takes to print its version, in the median.
    pub fn start(&self, program: Program) -> Result<Option<Duration>, String> {
        let file = match program {
            Program::Ogsolve(_) => self.places.peers.join("ogsolve"),
            _ => self.places.grundy.clone(),
        };
        if !file.exists() {
            return Ok(None);
        }
        let command = [crate::program::text(&file), "--version".to_owned()];
        let runs = (0..self.rounds).map(|_| self.run(&command)).collect::<Result<Vec<_>, _>>()?;
        Ok(median(runs.into_iter().flatten().map(|(times, _)| times.processor)))
    }

    /// Nothing if the run took too long.
    fn run(&self, words: &[String]) -> Result<Option<(Times, String)>, String> {
        let failed = |error: &dyn std::fmt::Display| format!("{words:?}: {error}");
        let used = processor_of_children()?;
        let start = Instant::now();
        let mut child = Command::new(&words[0])
            .args(&words[1..])
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|error| failed(&error))?;
        let mut pipe = child.stdout.take().ok_or_else(|| failed(&"no output"))?;
        let (send, receive) = mpsc::channel();
        thread::spawn(move || {
            let mut output = String::new();
            let read = pipe.read_to_string(&mut output).map(|_| output);
            // nobody listens any more after the limit
            let _ = send.send(read);
        });
        let Ok(read) = receive.recv_timeout(self.limit) else {
            child.kill().and_then(|()| child.wait()).map_err(|error| failed(&error))?;
            return Ok(None);
        };
        let status = child.wait().map_err(|error| failed(&error))?;
        let wall = start.elapsed();
        if !status.success() {
            return Err(failed(&status));
        }
        let times = Times { processor: processor_of_children()?.saturating_sub(used), wall };
        Ok(Some((times, read.map_err(|error| failed(&error))?)))
    }
}

/// The processor time of all processes that were started here and have ended.
fn processor_of_children() -> Result<Duration, String> {
    let usage = getrusage(UsageWho::RUSAGE_CHILDREN).map_err(|error| error.to_string())?;
    let micros = usage.user_time().num_microseconds() + usage.system_time().num_microseconds();
    Ok(Duration::from_micros(micros.unsigned_abs()))
}

pub fn median(times: impl Iterator<Item = Duration>) -> Option<Duration> {
    let mut times: Vec<Duration> = times.collect();
    times.sort_unstable();
    let (low, high) = (times.get(times.len().checked_sub(1)? / 2)?, times.get(times.len() / 2)?);
    Some((*low + *high) / 2)
}
