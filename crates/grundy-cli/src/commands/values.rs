//! `grundy values`: the values of single heaps.

mod source;

use std::io::Write;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use clap::{Args, ValueEnum};
use grundy::{Convention, Done, Limits, Meter, Nimber};

use self::source::Source;
use super::solve::convention;
use crate::context::{Context, metered};
use crate::error::Failure;
use crate::output::sequence::{self, BLOCK, Sheet, Title};
use crate::progress::Bar;
use crate::{count, input};

/// The values of single heaps.
///
/// For games whose positions are single integers. Values are printed as they are found, but for JSON, which begins when
/// all of them are known and is then stopped by nothing but Ctrl-C. In misère play the value of a heap is the mex over
/// its options, 1 if there is none.
#[derive(Args, Debug)]
#[command(name = "values", after_help = EXAMPLES)]
pub(crate) struct ListValues {
    /// The rule: a code such as 0.77, or a name with its parameters such as subtract{1,3,4}.
    rule: String,

    /// The first heap: 1000000, 1_000_000 or 1e6.
    #[arg(long, value_name = "A", default_value = "0", value_parser = count::parse)]
    from: u64,

    /// The last heap [default: 30 above the first].
    #[arg(long, value_name = "B", value_parser = count::parse)]
    to: Option<u64>,

    /// Misère play: who cannot move wins.
    #[arg(long)]
    misere: bool,

    /// Compute every heap, even if a period is proved from which its value would follow.
    #[arg(long, conflicts_with = "misere")]
    no_period: bool,

    /// The form of the output [default: text].
    #[arg(long, value_name = "FORM")]
    format: Option<Format>,
}

const EXAMPLES: &str = "\
Examples:
  grundy values kayles
  grundy values 0.137 --from 1 --to 1e3 --format bfile
  grundy values \"subtract{1,3,4}\" --to 100 --json
  grundy values dawson-kayles --misere --to 20 --format csv
  grundy values 0.77 --to 1e5 --no-period --format csv";

/// The forms that values can be printed in.
#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
enum Format {
    /// Rows of ten, for people.
    Text,
    /// Lines `heap,value` below a header.
    Csv,
    /// Lines `n a(n)`, the b-file of the OEIS.
    Bfile,
    /// The same as --json.
    Json,
}

/// How many heaps more than the first are listed if nobody says how many.
const USUAL: u64 = 30;

impl ListValues {
    pub(crate) fn run(&self, context: &mut Context) -> Result<ExitCode, Failure> {
        let (from, to) = (self.from, self.to.unwrap_or_else(|| self.from.saturating_add(USUAL)));
        if from > to {
            let failure = Failure::usage(format!("--from {from} is above --to {to}"));
            return Err(failure.with_help("the first heap comes first"));
        }
        let (mut reader, _clock) = input::reader(&context.limits);
        let rule = reader.rule(&self.rule).map_err(|error| Failure::read(error, &self.rule))?;
        let heaps = rule.heaps().ok_or_else(|| Failure::no_heaps(&rule.name))?;

        let convention = convention(self.misere);
        let title = Title { rule: &rule.name, convention, from, to };
        let format = match (context.json, self.format) {
            (false, format) => format.unwrap_or(Format::Text),
            (true, None | Some(Format::Json)) => Format::Json,
            (true, Some(_)) => return Err(Failure::usage("--json and --format ask for different forms")),
        };
        let sheet: Box<dyn Sheet> = match format {
            Format::Text => Box::new(sequence::Text::new(title, context.styled)),
            Format::Csv => Box::new(sequence::Csv),
            Format::Bfile => Box::new(sequence::BFile),
            Format::Json => Box::new(sequence::Json::new(title)),
        };
        let mut source = match convention {
            Convention::Normal if self.no_period => Source::without_period(heaps),
            Convention::Normal => Source::normal(heaps),
            Convention::Misere => Source::misere(heaps, &rule.rules),
        };
        let bar = || match convention {
            Convention::Normal => Bar::towards(to.saturating_add(1)),
            Convention::Misere => Bar::new(),
        };
        let mut limits = context.limits.clone();
        // Nothing may be printed before all is known: an error must not come after half an object.
        let whole = format == Format::Json;
        if whole {
            metered(&limits, bar(), |meter| Ok(source.prepare(from, to, meter)?))?;
            limits = Limits { cancel: limits.cancel, ..Limits::default() };
        }
        let out = &mut *context.out;
        metered(&limits, bar(), |meter| Run { from, to, eager: !whole, sheet, source }.print(meter, out))?;
        Ok(ExitCode::SUCCESS)
    }
}

/// The heaps that are asked for, where their values come from, and how they are written.
struct Run<'a> {
    from: u64,
    to: u64,
    /// Whether values are to be seen as soon as they are known.
    eager: bool,
    sheet: Box<dyn Sheet + 'a>,
    source: Source<'a>,
}

/// The most heaps valued and printed between two looks at the limits.
const LARGEST_PORTION: u64 = 64 * BLOCK as u64;
/// A portion that takes longer than this is no reason for a larger one: somebody may watch.
const SOON: Duration = Duration::from_millis(20);

impl Run<'_> {
    fn print(mut self, meter: &mut Meter<'_>, out: &mut dyn Write) -> Result<(), Failure> {
        let started = Instant::now();
        let count = (self.to - self.from).saturating_add(1);
        let (mut values, mut page): (Vec<Nimber>, Vec<u8>) = (Vec::new(), Vec::new());
        let (mut first, mut portion) = (self.from, BLOCK as u64);
        self.sheet.begin(&mut page)?;
        loop {
            let last = first.saturating_add(portion - 1).min(self.to);
            let begun = Instant::now();
            values.clear();
            let valued = self.source.values(first, last, meter, &mut values);
            let done = first - self.from + values.len() as u64;
            let looked = valued.and_then(|()| {
                meter.resume("heaps", self.from.saturating_add(done), Some(self.to.saturating_add(1)));
                meter.look()
            });
            self.sheet.values(first, &values, &mut page)?;
            if looked.is_ok() && last == self.to {
                self.sheet.end(&mut page)?;
            }
            out.write_all(&page)?;
            page.clear();
            if self.eager || looked.is_err() {
                // What was found is worth keeping.
                out.flush()?;
            }
            if let Err(error) = looked {
                let elapsed = started.elapsed();
                let so_far = |limit: Done| Done { noun: "heaps", count: done, goal: Some(count), elapsed, ..limit };
                return Err(Failure::from(error).counting(so_far));
            }
            if last == self.to {
                return Ok(());
            }
            first = last + 1;
            if begun.elapsed() < SOON {
                portion = LARGEST_PORTION.min(2 * portion);
            }
        }
    }
}
