//! `grundy values`: the values of single heaps.

use std::io::Write;
use std::process::ExitCode;
use std::time::Instant;

use clap::{Args, ValueEnum};
use grundy::games::Heaps;
use grundy::notation::NamedRule;
use grundy::{Convention, Done, Error, Limits, Meter, Misere, Nimber};

use super::solve::convention;
use crate::context::{Context, metered};
use crate::error::Failure;
use crate::output::sequence::{self, Sheet, Title};
use crate::progress::Bar;
use crate::{count, input};

/// The values of single heaps.
///
/// For games whose positions are single integers. Values are printed as they are found, but for JSON, which begins when
/// all of them are known. In misère play the value of a heap is the mex over its options, 1 if there is none.
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

    /// The form of the output [default: text].
    #[arg(long, value_name = "FORM")]
    format: Option<Format>,
}

const EXAMPLES: &str = "\
Examples:
  grundy values kayles
  grundy values 0.137 --from 1 --to 1e3 --format bfile
  grundy values \"subtract{1,3,4}\" --to 100 --json
  grundy values dawson-kayles --misere --to 20 --format csv";

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
        let heaps = rule.heaps().ok_or_else(|| {
            let failure = Failure::usage(format!("the positions of `{}` are not single integers", rule.name));
            failure.with_help("`grundy solve` values one position; `grundy values` is for games of heaps")
        })?;

        let convention = convention(self.misere);
        let title = Title { rule: &rule.name, convention, from, to };
        let format = match (context.json, self.format) {
            (false, format) => format.unwrap_or(Format::Text),
            (true, None | Some(Format::Json)) => Format::Json,
            (true, Some(_)) => return Err(Failure::usage("--json and --format ask for different forms")),
        };
        let mut sheet: Box<dyn Sheet> = match format {
            Format::Text => Box::new(sequence::Text::new(title)),
            Format::Csv => Box::new(sequence::Csv),
            Format::Bfile => Box::new(sequence::BFile),
            Format::Json => Box::new(sequence::Json::new(title)),
        };
        let range = Range { from, to, whole: format == Format::Json };
        let (limits, out) = (&context.limits, &mut context.out);
        let bar = match convention {
            Convention::Normal => Bar::towards(to.saturating_add(1)),
            Convention::Misere => Bar::new(),
        };
        metered(limits, bar, |meter| match convention {
            Convention::Normal => range.normal(heaps, limits, meter, &mut *sheet, out),
            Convention::Misere => range.misere(&rule, heaps, meter, &mut *sheet, out),
        })?;
        Ok(ExitCode::SUCCESS)
    }
}

/// The heaps that are asked for.
struct Range {
    from: u64,
    to: u64,
    /// Whether nothing may be printed before all is known: an error must not come after half an object.
    whole: bool,
}

/// Heaps valued and printed between two looks at the limits; whole rows of the text, which has up to ten a row.
const PORTION: u64 = 4000;

impl Range {
    fn count(&self) -> u64 {
        (self.to - self.from).saturating_add(1)
    }

    /// The same in portions, first and last heap.
    fn portions(&self) -> impl Iterator<Item = (u64, u64)> {
        let portion = |from: u64| (from, from.saturating_add(PORTION - 1).min(self.to));
        let next = move |&(_, last): &(u64, u64)| (last < self.to).then(|| portion(last + 1));
        std::iter::successors(Some(portion(self.from)), next)
    }

    fn normal(
        &self,
        heaps: &dyn Heaps,
        limits: &Limits,
        meter: &mut Meter<'_>,
        sheet: &mut dyn Sheet,
        out: &mut dyn Write,
    ) -> Result<(), Failure> {
        if self.whole {
            // The last value is the last to be known.
            heaps.for_each_value(self.to, self.to, meter, &mut |_, _| false)?;
        }
        let started = Instant::now();
        let so_far = |heap: u64, done: Done| Done {
            noun: "heaps",
            count: heap - self.from,
            goal: Some(self.count()),
            elapsed: started.elapsed(),
            ..done
        };
        sheet.begin(out)?;
        for (first, last) in self.portions() {
            let mut written = Ok(());
            let mut next = first;
            let mut each = |heap, value| {
                written = sheet.value(heap, value, out);
                next = heap;
                written.is_ok() && !limits.cancel.is_cancelled()
            };
            let valued = heaps.for_each_value(first, last, meter, &mut each);
            written?;
            let looked = valued.and_then(|()| meter.look());
            if let Err(error) = looked {
                // What was found is worth keeping.
                sheet.pause(out)?;
                out.flush()?;
                return Err(Failure::from(error).counting(|done| so_far(next, done)));
            }
            if !self.whole {
                sheet.pause(out)?;
                out.flush()?;
            }
        }
        Ok(sheet.end(out)?)
    }

    fn misere(
        &self,
        rule: &NamedRule<'_>,
        heaps: &dyn Heaps,
        meter: &mut Meter<'_>,
        sheet: &mut dyn Sheet,
        out: &mut dyn Write,
    ) -> Result<(), Failure> {
        let mut search = Misere::new(rule.rules.clone());
        let mut value =
            |heap: u64, meter: &mut Meter<'_>| -> Result<Nimber, Error> { search.value(&[heaps.at(heap)?], meter) };
        if self.whole {
            let values: Vec<Nimber> =
                (self.from..=self.to).map(|heap| value(heap, meter)).collect::<Result<_, Error>>()?;
            sheet.begin(out)?;
            for (heap, value) in (self.from..=self.to).zip(values) {
                sheet.value(heap, value, out)?;
            }
        } else {
            sheet.begin(out)?;
            for (first, last) in self.portions() {
                for heap in first..=last {
                    match value(heap, meter) {
                        Ok(value) => sheet.value(heap, value, out)?,
                        Err(error) => {
                            sheet.pause(out)?;
                            out.flush()?;
                            return Err(error.into());
                        }
                    }
                }
                sheet.pause(out)?;
                out.flush()?;
                meter.look()?;
            }
        }
        Ok(sheet.end(out)?)
    }
}
