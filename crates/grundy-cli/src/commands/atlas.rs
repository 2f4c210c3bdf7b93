//! `grundy atlas`: what is known of every code of a family.

pub(crate) mod checksum;
mod record;
mod sweep;

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Instant;

use clap::Args;
use grundy::Done;
use grundy::heap::atlas::{Atlas, Bounds, Family};
use grundy::syntax::{NotationError, Span};

use self::record::Record;
use self::sweep::Sweep;
use crate::context::{Context, metered};
use crate::count;
use crate::error::{Failure, visible};
use crate::output::atlas::{Header, Summary};
use crate::progress::Bar;

/// What is known of every code of a family, one JSON line a code.
///
/// A line tells the period and how certain it is, the simplest code of the atlas with the same values, the largest value,
/// and the rare heaps. What it says depends on the families, `--max` and `--max-rare` alone: not on the number of threads,
/// nor on how often the work was interrupted. A run that is ended, by Ctrl-C, a limit or the end of the machine, is taken up
/// by the same command with the same file. The book says what each field means.
#[derive(Args, Debug)]
#[command(name = "atlas", after_help = EXAMPLES)]
pub(crate) struct MakeAtlas {
    /// Codes, in which `d` stands for any octal digit and `x` for any hexadecimal one, as in 0.ddd.
    #[arg(required = true, value_name = "FAMILY")]
    families: Vec<String>,

    /// Compute at most so many heaps of a code: 1000000, 1_000_000 or 1e6.
    #[arg(long, value_name = "N", default_value = "1e4", value_parser = count::parse)]
    max: u64,

    /// End a code when more heaps than that are rare, so that each value takes long.
    ///
    /// They are counted when 1024 heaps are known, and whenever their number has doubled. Where moves leave three heaps, all
    /// heaps count.
    #[arg(long, value_name = "N", value_parser = count::parse)]
    max_rare: Option<u64>,

    /// Write the lines to this file, and go on where it ends if it is there already.
    #[arg(long, value_name = "FILE")]
    output: Option<PathBuf>,

    /// Write a certificate of each proved period into this folder, under the name CODE.json.
    #[arg(long, value_name = "FOLDER")]
    certificates: Option<PathBuf>,

    /// Leave it to `grundy check` to verify the certificates.
    #[arg(long, requires = "certificates")]
    no_verify: bool,
}

const EXAMPLES: &str = "\
Examples:
  grundy atlas 0.dd
  grundy atlas 0.7 4.d --max 1e5 --max-rare 1000
  grundy atlas 0.ddd --output 0.ddd.jsonl --certificates certificates
  grundy atlas 0.3x --max 1000 --timeout 1m --output 0.3x.jsonl";

impl MakeAtlas {
    pub(crate) fn run(&self, context: &mut Context) -> Result<ExitCode, Failure> {
        if context.limits.positions.is_some() {
            let failure = Failure::usage("--max-positions is no limit of an atlas");
            return Err(failure.with_help("`--max` bounds the heaps of each code"));
        }
        let families = self.families.iter().map(|text| read(text)).collect::<Result<Vec<_>, _>>()?;
        let bounds = Bounds { heaps: self.max.max(1), rare: self.max_rare };
        let atlas = metered(&context.limits, Bar::new(), |meter| Ok(Atlas::new(&families, bounds, meter)?))?;
        let header = Header::new(&self.families, &atlas, bounds, self.certificates.is_some());
        if let Some(folder) = &self.certificates {
            std::fs::create_dir_all(folder).map_err(|error| Failure::output(&folder.to_string_lossy(), &error))?;
        }
        let sweep = Sweep {
            atlas: &atlas,
            limits: &context.limits,
            threads: context.limits.threads_to_use(),
            certificates: self.certificates.as_deref(),
            verify: !self.no_verify,
        };
        match &self.output {
            None => print(&sweep, &header, &mut *context.out)?,
            Some(file) => {
                let mut record = Record::open(file, &header, &atlas, self.certificates.as_deref())?;
                let bar = Bar::new();
                let known = record.known();
                let started = Instant::now();
                let swept = sweep.run(&known, bar, |place, line| record.add(place, line));
                if let Err(failure) = swept {
                    let done = record.known().iter().filter(|known| **known).count();
                    let failure = failure.counting(|_| codes(done, atlas.codes().len(), started));
                    return Err(failure.or_help("what was found is kept: the same command goes on from there"));
                }
                record.finish(&header)?;
                let name = file.to_string_lossy();
                Summary::of(record.lines(), &visible(&name)).print(context.json, &mut *context.out)?;
            }
        }
        Ok(ExitCode::SUCCESS)
    }
}

/// The family of a pattern.
fn read(text: &str) -> Result<Family, Failure> {
    text.parse::<Family>().map_err(|error| {
        let end = text[error.place..].chars().next().map_or(error.place, |symbol| error.place + symbol.len_utf8());
        let error = NotationError::new(Span::new(error.place, end), error.to_string());
        Failure::notation(
            error.with_help("a family is a code such as 0.ddd or 0.3x; several families make one atlas"),
            text,
        )
    })
}

/// Prints the lines in order, each as soon as those before it are there.
fn print(sweep: &Sweep<'_>, header: &Header<'_>, out: &mut dyn Write) -> Result<(), Failure> {
    writeln!(out, "{}", header.line())?;
    out.flush()?;
    let total = sweep.atlas.codes().len();
    let (mut waiting, mut next): (Vec<Option<String>>, usize) = (vec![None; total], 0);
    let (known, started) = (vec![false; total], Instant::now());
    let swept = sweep.run(&known, Bar::towards(total as u64), |place, line| {
        waiting[place] = Some(line);
        while let Some(line) = waiting.get_mut(next).and_then(Option::take) {
            writeln!(out, "{line}")?;
            out.flush()?;
            next += 1;
        }
        Ok(())
    });
    swept.map_err(|failure| failure.counting(|_| codes(next, total, started)))
}

/// How far a run has come.
fn codes(count: usize, of: usize, started: Instant) -> Done {
    Done { noun: "codes", count: count as u64, goal: Some(of as u64), elapsed: started.elapsed(), bytes: 0 }
}
