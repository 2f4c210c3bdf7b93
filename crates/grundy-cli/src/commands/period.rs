//! `grundy period`: when the values of heaps repeat, and whether that is proved.

use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use clap::{Args, ValueEnum};
use grundy_answers::{Kind, Limit, Period, PeriodAnswer, PeriodBy, PeriodStatus};

use crate::checkpoint::{self, CheckpointFile};
use crate::context::{Context, metered};
use crate::error::{Failure, visible};
use crate::interrupt::INTERRUPTED;
use crate::limits::{self, PATIENCE, SearchLimits};
use crate::progress::Bar;
use crate::{count, render, store};

/// When the values of heaps repeat, and whether that is proved.
///
/// A period p with the preperiod n0 and the saltus s means g(n + p) = g(n) + s for all n from n0 on; the saltus is 0 if
/// the values only repeat. "proved" means that a theorem proves it for all heaps, "observed" only that the
/// computed values repeat. The search stops as soon as there is a proof. Without one it stops at its limits and reports what
/// was observed: after 60 seconds, unless `--timeout` says otherwise, or when its tables use half of the memory of the machine,
/// unless `--max-memory` does.
#[derive(Args, Debug)]
#[command(name = "period", after_help = EXAMPLES)]
pub(crate) struct FindPeriod {
    /// The rule: a code such as 0.77, or a name with its parameters such as subtract{1,3,4}.
    rule: String,

    /// Compute at most this many heaps: 1000000, 1_000_000, 1e6 or 10^6 [default: as many as time and memory allow].
    #[arg(long, value_name = "N", value_parser = count::parse)]
    max: Option<u64>,

    /// Accept only a proof by this theorem.
    #[arg(long, value_name = "THEOREM", default_value = "any")]
    by: Theorem,

    /// Print all values before the period begins and all values of one period; without this flag at most 100 of each.
    #[arg(long)]
    full: bool,

    /// Write the certificate of a proved period to this file; `grundy check` verifies it.
    #[arg(long, value_name = "FILE", value_parser = store::output)]
    certificate: Option<PathBuf>,

    /// Save the search to this file, and resume from it if it exists.
    ///
    /// Whatever ends the search, a limit, Ctrl-C, or the machine, the same command resumes from what was saved last, and
    /// finds what it would have found without a break. `--max`, `--timeout` and other limits may differ then. A proved
    /// period is saved too, and printed again at once. The file is replaced as a whole, and takes about a byte for each heap
    /// of the first four million or so; after those, where the window theorem applies, little more.
    #[arg(long, value_name = "FILE", value_parser = store::output)]
    checkpoint: Option<PathBuf>,

    /// How often the search is saved: 30 (seconds), 500ms, 5m, 1h. It is saved less often if writing takes more than a
    /// fiftieth of the time; 0 saves at every opportunity.
    #[arg(long, value_name = "TIME", default_value = checkpoint::EVERY, value_parser = limits::duration, requires = "checkpoint")]
    checkpoint_every: Duration,

    #[command(flatten)]
    pub(super) limits: SearchLimits,
}

const EXAMPLES: &str = "\
Examples:
  grundy period 0.77
  grundy period \"subtract{2,5,6}\" --json
  grundy period lasker
  grundy period 0.156 --full
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
        let by = match self.by {
            Theorem::Any => PeriodBy::Any,
            Theorem::FullRange => PeriodBy::FullRange,
            Theorem::Window => PeriodBy::Window,
        };
        let certificate = self.certificate.is_some();
        let max = self.max.unwrap_or(u64::MAX);
        let values = if self.full { usize::MAX } else { Period::default().values };
        let question = Period { rule: self.rule.clone(), max, by, certificate, values };
        let (mut answer, saved) = self.ask(&question, context)?;
        let certificate = answer.certificate.take();
        if let (Some(file), Some(certificate)) = (&self.certificate, &certificate) {
            let name = file.to_string_lossy();
            let written = store::write(file, certificate.to_json().as_bytes());
            written.map_err(|error| Failure::output(&name, &error))?;
        }
        let limits = &context.limits;
        render::answer(&answer, context.json, &mut context.out, |answer, out| {
            render::period::text(answer, limits, question.max, out)?;
            self.files(answer, certificate.is_some(), saved.as_ref(), out)
        })?;
        context.out.flush()?;
        saved.map_or(Ok(()), |saved| saved.written())?;
        match answer.stopped {
            // JSON has told it: the answer holds the failure.
            Some(failure) if failure.limit == Some(Limit::Cancel) && context.json => Ok(ExitCode::from(INTERRUPTED)),
            Some(failure) if failure.limit == Some(Limit::Cancel) => Err(failure.into()),
            _ => Ok(ExitCode::SUCCESS),
        }
    }

    /// Searches, and saves the search if that is asked for.
    fn ask(&self, question: &Period, context: &Context) -> Result<(PeriodAnswer, Option<CheckpointFile>), Failure> {
        let (session, limits, bar) = (&context.session, &context.limits, self.max.map_or_else(Bar::new, Bar::up_to));
        let Some(file) = &self.checkpoint else {
            return Ok((metered(limits, bar, |meter| session.period(question, meter))?, None));
        };
        let search = metered(limits, Bar::new(), |meter| session.resumable_period(question, meter))?;
        let mut saved = CheckpointFile::open(file, self.checkpoint_every, &search, limits, context.mode)?;
        let answer = metered(limits, bar, |meter| search.search(&mut saved, meter))?;
        Ok((answer, Some(saved)))
    }

    /// What was written where.
    fn files(
        &self,
        answer: &PeriodAnswer,
        certified: bool,
        saved: Option<&CheckpointFile>,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        match (&self.certificate, certified) {
            (Some(file), true) => writeln!(out, "Its certificate is in {}.", visible(&file.to_string_lossy()))?,
            (Some(_), false) => match &answer.no_certificate {
                Some(reason) => writeln!(out, "No certificate was written: {reason}.")?,
                None => writeln!(out, "Nothing is proved, so no certificate was written.")?,
            },
            (None, _) => {}
        }
        if let Some(file) = &self.checkpoint
            && saved.is_some_and(|saved| saved.is_used() && saved.written().is_ok())
        {
            let file = file.to_string_lossy();
            match answer.status {
                PeriodStatus::Proved => writeln!(out, "The proof is saved in {}.", visible(&file))?,
                _ => writeln!(out, "With `--checkpoint {}` the search resumes from here.", visible(&file))?,
            }
        }
        Ok(())
    }
}
