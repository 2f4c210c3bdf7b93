//! `grundy period`: when the values of heaps repeat, and whether that is proved.

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

use clap::{Args, ValueEnum};
use grundy::games::Heaps;
use grundy::heap::{Finding, HeapGame, PeriodSearch, PeriodTheorem, Status};
use grundy::{Bound, Error};

use crate::checkpoint::{self, Kept};
use crate::context::{Context, metered};
use crate::error::{Failure, Kind, visible};
use crate::limits::{self, PATIENCE};
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

    /// Keep the search in this file, and go on from what it holds.
    ///
    /// Whatever ends the search, a limit, Ctrl-C, or the machine, the same command goes on from what was kept last, and
    /// finds what it would have found without a break. `--max`, `--timeout` and other limits may be others then. A proved
    /// period is kept too, and told again at once. The file is replaced whole, and takes about a byte for each heap of the
    /// first four million or so; after those, where the window theorem applies, little more.
    #[arg(long, value_name = "FILE")]
    checkpoint: Option<PathBuf>,

    /// How often the search is kept: 30 (seconds), 500ms, 5m, 1h; less often, if writing took more than a fiftieth of the
    /// time, but for 0, which is at every opportunity.
    #[arg(long, value_name = "TIME", default_value = checkpoint::EVERY, value_parser = limits::duration, requires = "checkpoint")]
    checkpoint_every: Duration,
}

const EXAMPLES: &str = "\
Examples:
  grundy period 0.77
  grundy period \"subtract{2,5,6}\" --json
  grundy period lasker
  grundy period 0.007 --max 1e5
  grundy period 0.16 --by window
  grundy period kayles --certificate kayles.json
  grundy period 0.106 --max 1e7 --checkpoint 0.106.checkpoint
  grundy period 0.106 --max 2e7 --checkpoint 0.106.checkpoint";

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
        if let (Some(certificate), Some(checkpoint)) = (&self.certificate, &self.checkpoint)
            && let (Ok(Some(one)), Ok(Some(other))) = (store::meant(certificate), store::meant(checkpoint))
            && one == other
        {
            let failure = Failure::new(Kind::Usage, "the certificate and the checkpoint are to be in the same file");
            return Err(failure.with_help("name two files: the one would replace the other"));
        }
        let (mut reader, _clock) = input::reader(&context.limits);
        let rule = reader.rule(&self.rule).map_err(|error| Failure::read(error, &self.rule))?;
        let heaps = rule.heaps().ok_or_else(|| Failure::no_heaps(&rule.name))?;
        let by = match self.by {
            Theorem::Any => PeriodTheorem::Any,
            Theorem::FullRange => PeriodTheorem::FullRange,
            Theorem::Window => PeriodTheorem::Window,
        };
        let search = PeriodSearch { heaps: self.max, theorem: by };
        let (finding, kept) = self.find(heaps, &rule.name, &search, context)?;
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
            if let Some(file) = &self.checkpoint
                && kept.as_ref().is_some_and(|kept| kept.is_used() && kept.written().is_ok())
            {
                let file = file.to_string_lossy();
                match page.finding.status {
                    Status::Proved(_) => writeln!(context.out, "The proof is kept in {}.", visible(&file))?,
                    _ => writeln!(context.out, "With `--checkpoint {}` it goes on from here.", visible(&file))?,
                }
            }
        }
        context.out.flush()?;
        kept.map_or(Ok(()), |kept| kept.written())?;
        match page.finding.stopped {
            Some(error @ Error::Budget { bound: Bound::Cancel, .. }) => Err(error.into()),
            _ => Ok(ExitCode::SUCCESS),
        }
    }

    /// Searches, and keeps the search if that is asked for.
    fn find(
        &self,
        heaps: &dyn Heaps,
        rule: &str,
        search: &PeriodSearch,
        context: &Context,
    ) -> Result<(Finding, Option<Kept>), Failure> {
        let (limits, bar) = (&context.limits, Bar::up_to(self.max));
        let Some(file) = &self.checkpoint else {
            return metered(limits, bar, |meter| Ok((heaps.find_period(search, meter)?, None)));
        };
        let game = heaps.heap_game().ok_or_else(|| {
            let failure = Failure::new(Kind::Unsupported, format!("a search for the period of {rule} cannot be kept"));
            failure.with_help("`--checkpoint` is for codes, sets of takes and Grundy's game")
        })?;
        let mut kept = Kept::open(file, self.checkpoint_every, game, search.theorem, limits, context.face)?;
        let finding = metered(limits, bar, |meter| Ok(game.find_period_with_checkpoints(search, &mut kept, meter)?))?;
        Ok((finding, Some(kept)))
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
