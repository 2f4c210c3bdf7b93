//! `grundy atlas`: what is known of every code of a family.

mod file;

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;

use clap::{Args, ValueEnum};
use grundy::{Done, Limits};
use grundy_answers::{Atlas, Certificates, Kind, Sweep};
use grundy_check::Certificate;

use self::file::AtlasFile;
use crate::context::{Context, metered};
use crate::error::{Failure, visible};
use crate::limits::ParallelLimits;
use crate::progress::Bar;
use crate::render::atlas::{self, Summary};
use crate::{count, render, store};

/// What is known of every code of a family, one JSON line per code.
///
/// A line gives the period and how certain it is, the simplest code of the atlas with the same values, the largest value,
/// and the rare heaps. It depends on the families, `--max` and `--max-rare` alone: not on the number of threads, nor on how
/// often the work was interrupted. After Ctrl-C, a limit or a crash the same command with the same file resumes the work.
/// The book explains each field.
#[derive(Args, Debug)]
#[command(name = "atlas", after_help = EXAMPLES)]
pub(crate) struct MakeAtlas {
    /// Octal or hexadecimal codes, in which `d` stands for any octal digit and `x` for any hexadecimal digit, as in 0.ddd.
    #[arg(required = true, value_name = "FAMILY")]
    families: Vec<String>,

    /// Compute at most this many heaps of a code: 1000000, 1_000_000, 1e6 or 10^6.
    #[arg(long, value_name = "N", default_value = "1e4", value_parser = count::parse)]
    max: u64,

    /// Stop at a code when it has more rare heaps than this, so that each value takes long.
    ///
    /// They are counted when 1024 heaps are known, and whenever their number has doubled. Where moves leave three heaps, all
    /// heaps count.
    #[arg(long, value_name = "N", value_parser = count::parse)]
    max_rare: Option<u64>,

    /// Write the lines to this file, and resume after its last line if it exists.
    #[arg(long, value_name = "FILE", value_parser = store::output)]
    output: Option<PathBuf>,

    /// Write a certificate of each proved period into this folder, under the name CODE.json.
    #[arg(long, value_name = "FOLDER", value_parser = store::output)]
    certificates: Option<PathBuf>,

    /// The form of what is printed [default: json].
    ///
    /// With --output the file holds JSON lines all the same, from which the work is resumed, and CSV of all of them is printed at
    /// the end.
    #[arg(long, value_name = "FORM")]
    format: Option<Format>,

    /// Do not verify the certificates; `grundy check` can do so later.
    #[arg(long, requires = "certificates")]
    no_verify: bool,

    #[command(flatten)]
    pub(super) limits: ParallelLimits,
}

const EXAMPLES: &str = "\
Examples:
  grundy atlas 0.dd
  grundy atlas 0.7 4.d --max 1e5 --max-rare 1000
  grundy atlas 0.ddd --output 0.ddd.jsonl --certificates certificates
  grundy atlas 0.3x --max 1000 --timeout 1m --output 0.3x.jsonl
  grundy atlas 0.dd --format csv > 0.dd.csv";

/// The forms that an atlas can be printed in.
#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
enum Format {
    /// A JSON object for each code, below a header.
    Json,
    /// A line for each code, below a header; codes are quoted strings.
    Csv,
}

impl MakeAtlas {
    pub(crate) fn run(&self, context: &mut Context) -> Result<ExitCode, Failure> {
        let csv = self.format == Some(Format::Csv);
        if csv && context.json {
            return Err(Failure::usage("--json and --format ask for different forms"));
        }
        let question = Atlas { families: self.families.clone(), max: self.max, max_rare: self.max_rare };
        let Context { session, limits, out, json, .. } = context;
        let sweep = metered(limits, Bar::new(), |meter| session.atlas(&question, meter))?;
        if let Some(folder) = &self.certificates {
            std::fs::create_dir_all(folder).map_err(|error| Failure::output(&folder.to_string_lossy(), &error))?;
        }
        match &self.output {
            None => self.print(&sweep, csv, limits, &mut **out)?,
            Some(file) => {
                let mut record = AtlasFile::open(file, &sweep, self.certificates.as_deref())?;
                let (known, started) = (record.known(), Instant::now());
                if let Err(failure) =
                    self.each(&sweep, &known, limits, Bar::new(), |place, line| record.add(place, line))
                {
                    let done = record.known().iter().filter(|known| **known).count();
                    let failure = failure.counting(&codes(done, known.len(), started));
                    return Err(failure.or_help("what was found is saved: the same command resumes from there"));
                }
                record.finish()?;
                let name = file.to_string_lossy();
                let name = visible(&name);
                let summary = Summary::of(record.lines(), &name);
                if csv {
                    atlas::csv_header(out)?;
                    record.lines().try_for_each(|line| atlas::csv(line, out))?;
                } else if *json {
                    render::json(&summary, out)?;
                } else {
                    summary.text(out)?;
                }
            }
        }
        Ok(ExitCode::SUCCESS)
    }

    /// Does the codes that are not known, and gives each line to `each` with the place of its code.
    fn each(
        &self,
        sweep: &Sweep,
        known: &[bool],
        limits: &Limits,
        bar: Bar,
        mut each: impl FnMut(usize, String) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        let save = |name: &str, certificate: &Certificate| {
            let file = self.certificates.as_deref().unwrap_or(Path::new("")).join(name);
            store::write(&file, certificate.to_json().as_bytes()).map_err(|error| {
                let message = format!("cannot write {}: {error}", file.to_string_lossy());
                grundy_answers::Failure::new(Kind::Io, message)
            })
        };
        let certificates = self.certificates.as_ref().map(|_| Certificates { save: &save, verify: !self.no_verify });
        metered(limits, bar, |meter| {
            sweep.run(known, certificates, meter, |place, entry| each(place, atlas::line(&entry)))
        })
    }

    /// Prints the lines in order, each as soon as those before it are there.
    fn print(&self, sweep: &Sweep, csv: bool, limits: &Limits, out: &mut dyn Write) -> Result<(), Failure> {
        if csv {
            atlas::csv_header(out)?;
        } else {
            writeln!(out, "{}", atlas::header(&sweep.header(self.certificates.is_some())))?;
        }
        out.flush()?;
        let total = sweep.codes().len();
        let (mut waiting, mut next): (Vec<Option<String>>, usize) = (vec![None; total], 0);
        let (known, started) = (vec![false; total], Instant::now());
        let swept = self.each(sweep, &known, limits, Bar::towards(total as u64), |place, line| {
            waiting[place] = Some(line);
            while let Some(line) = waiting.get_mut(next).and_then(Option::take) {
                if csv {
                    atlas::csv(&line, out)?;
                } else {
                    writeln!(out, "{line}")?;
                }
                out.flush()?;
                next += 1;
            }
            Ok(())
        });
        swept.map_err(|failure| failure.counting(&codes(next, total, started)))
    }
}

/// How far a run has come.
fn codes(count: usize, of: usize, started: Instant) -> Done {
    Done { noun: "codes", count: count as u64, goal: Some(of as u64), elapsed: started.elapsed(), bytes: 0 }
}
