//! `grundy period`: when the values of heaps repeat, and whether that is proved.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::{Args, ValueEnum};
use grundy::games::Heaps;
use grundy::heap::{By, HeapGame, PeriodSearch, Status};

use crate::context::{Context, metered};
use crate::error::{Failure, Kind, visible};
use crate::limits::PATIENCE;
use crate::output::Periodicity;
use crate::progress::Bar;
use crate::{count, input, store};

/// When the values of heaps repeat, and whether that is proved.
///
/// A period p with the preperiod n0 and the saltus s means g(n + p) = g(n) + s for all n from n0 on; the saltus is 0 if
/// the values only repeat. "proved" means that a theorem says so for all heaps, "observed" that the values which were
/// computed look like it, and no more. The search ends as soon as there is a proof. Without one it ends at its limits,
/// by default 5e7 heaps or 60 seconds, and says what it saw.
#[derive(Args, Debug)]
#[command(name = "period", after_help = EXAMPLES)]
pub(crate) struct FindPeriod {
    /// The rule: a code such as 0.77, or a name with its parameters such as subtract{1,3,4}.
    rule: String,

    /// Compute at most so many heaps: 1000000, 1_000_000 or 1e6.
    #[arg(long, value_name = "N", default_value = "5e7", value_parser = count::parse)]
    max: u64,

    /// The theorem that shall prove it.
    #[arg(long, value_name = "THEOREM", default_value = "any")]
    by: Theorem,

    /// Write the certificate of a proved period to this file; `grundy check` verifies it.
    #[arg(long, value_name = "FILE")]
    certificate: Option<PathBuf>,
}

const EXAMPLES: &str = "\
Examples:
  grundy period 0.77
  grundy period \"subtract{2,5,6}\" --json
  grundy period lasker
  grundy period 0.007 --max 1e5
  grundy period 0.16 --by window
  grundy period kayles --certificate kayles.json";

/// The theorems that prove periods.
#[derive(ValueEnum, Clone, Copy, Debug)]
enum Theorem {
    /// Whichever proves it first.
    Any,
    /// That of Guy and Smith, with all values in memory.
    FullRange,
    /// The window theorem, for games that split heaps: sooner, and in little memory.
    Window,
}

impl FindPeriod {
    pub(crate) fn run(&self, context: &mut Context) -> Result<ExitCode, Failure> {
        context.limits.time.get_or_insert(PATIENCE);
        let (mut reader, _clock) = input::reader(&context.limits);
        let rule = reader.rule(&self.rule).map_err(|error| Failure::read(error, &self.rule))?;
        let heaps = rule.heaps().ok_or_else(|| Failure::no_heaps(&rule.name))?;
        let by = match self.by {
            Theorem::Any => By::Any,
            Theorem::FullRange => By::FullRange,
            Theorem::Window => By::Window,
        };
        let search = PeriodSearch { heaps: self.max, by };
        let finding = metered(&context.limits, Bar::up_to(self.max), |meter| Ok(heaps.find_period(&search, meter)?))?;
        let certificate = match &self.certificate {
            Some(file) if matches!(finding.status, Status::Proved(_)) => Some(write(heaps, &rule.name, file)?),
            _ => None,
        };
        let page = Periodicity { rule: &rule.name, finding };
        if context.json {
            page.json(&mut context.out)?;
        } else {
            page.text(&mut context.out)?;
            match (&self.certificate, certificate) {
                (Some(file), Some(())) => {
                    writeln!(context.out, "Its certificate is in {}.", visible(&file.to_string_lossy()))?
                }
                (Some(_), None) => writeln!(context.out, "Nothing is proved, so no certificate was written.")?,
                (None, _) => {}
            }
        }
        Ok(ExitCode::SUCCESS)
    }
}

/// Writes the certificate of the proved period of a game.
fn write(heaps: &dyn Heaps, rule: &str, file: &Path) -> Result<(), Failure> {
    let certificate = heaps.heap_game().and_then(HeapGame::certificate).ok_or_else(|| {
        let failure = Failure::new(Kind::Unsupported, format!("the period of {rule} has no certificate"));
        failure
            .with_help("certificates are for finite codes and for sets of takes; this period is known in closed form")
    })?;
    let name = file.to_string_lossy();
    store::write(file, certificate.to_json().as_bytes()).map_err(|error| Failure::output(&name, &error))
}
