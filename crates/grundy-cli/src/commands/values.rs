//! `grundy values`: the values of single heaps.

use std::io::Write;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use clap::{Args, ValueEnum};
use grundy::{Done, Meter};
use grundy_answers::{PPositions, Session, Table, Values};

use crate::context::{Context, metered};
use crate::error::{Failure, visible};
use crate::limits::SearchLimits;
use crate::output_mode::OutputMode;
use crate::progress::Bar;
use crate::render::values::{self, PER_ROW, Ruled, Sheet, Title};
use crate::{count, note, render};

/// The values of single heaps.
///
/// For games whose positions are single integers. The values are Grundy values (nimbers). They are printed as they are found;
/// JSON is printed when all of them are known or follow from a period. In misère play the value of a heap is the mex of those of its options, 1 if
/// there is none.
#[derive(Args, Debug)]
#[command(name = "values", after_help = EXAMPLES)]
pub(crate) struct ListValues {
    /// The rule: a code such as 0.77, or a name with its parameters such as subtract{1,3,4}.
    rule: String,

    /// The first heap: 1000000, 1_000_000, 1e6 or 10^6.
    #[arg(long, value_name = "A", default_value = "0", value_parser = count::parse)]
    from: u64,

    /// The last heap [default: the first heap + 30].
    #[arg(long, value_name = "B", value_parser = count::parse)]
    to: Option<u64>,

    /// The rows of a rule of two coordinates, such as 0..9: the values of its positions (row, column) as a table.
    #[arg(long, value_name = "A..B", value_parser = count::range, requires = "cols", conflicts_with_all = ["from", "to", "no_period"])]
    rows: Option<[u64; 2]>,

    /// The columns of a rule of two coordinates.
    #[arg(long, value_name = "C..D", value_parser = count::range, requires = "rows")]
    cols: Option<[u64; 2]>,

    /// Print only the P-positions: those whose value is 0, from which the player to move loses.
    #[arg(long, conflicts_with = "no_period")]
    p_positions: bool,

    /// Print this many values per row; a row as long as the period shows that the values repeat.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1000), conflicts_with_all = ["rows", "p_positions"])]
    columns: Option<u16>,

    /// Misère play: the player who cannot move wins.
    #[arg(long)]
    misere: bool,

    /// Compute every heap, even if a period is proved from which its value would follow.
    #[arg(long, conflicts_with = "misere")]
    no_period: bool,

    /// The form of the output [default: text].
    #[arg(long, value_name = "FORM")]
    format: Option<Format>,

    #[command(flatten)]
    pub(super) limits: SearchLimits,
}

const EXAMPLES: &str = "\
Examples:
  grundy values kayles
  grundy values 0.137 --from 1 --to 1e3 --format bfile
  grundy values \"subtract{1,3,4}\" --to 100 --json
  grundy values dawson-kayles --misere --to 20 --format csv
  grundy values 0.77 --to 143 --columns 12
  grundy values 0.137 --to 100 --p-positions
  grundy values 0.77 --to 1e5 --no-period --format csv
  grundy values '\"euclid.star\"' --rows 1..9 --cols 1..9
  grundy values '\"euclid.star\"' --rows 1..9 --cols 1..9 --p-positions --format latex";

/// The forms that values can be printed in.
#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
enum Format {
    /// Rows of ten, for people.
    Text,
    /// Lines `heap,value` below a header.
    Csv,
    /// Lines `n a(n)`, the b-file of the OEIS.
    Bfile,
    /// A table in Markdown.
    Markdown,
    /// A `tabular` in LaTeX.
    Latex,
    /// The same as --json.
    Json,
}

/// How many heaps more than the first are listed if nobody says how many.
const USUAL: u64 = 30;

impl ListValues {
    pub(crate) fn run(&self, context: &mut Context) -> Result<ExitCode, Failure> {
        if self.p_positions {
            return self.p_positions(context);
        }
        if let (Some(rows), Some(columns)) = (self.rows, self.cols) {
            return self.table(rows, columns, context);
        }
        let (from, to) = self.heaps()?;
        let format = self.format(context.json)?;
        let &Self { misere, no_period, .. } = self;
        let columns = self.columns.map(usize::from);
        if columns.is_some() && matches!(format, Format::Csv | Format::Bfile | Format::Json) {
            let failure = Failure::usage("--columns is about rows, which this form does not have");
            return Err(failure.with_help("`--format text`, `markdown` and `latex` have rows"));
        }
        let question = Values { rule: self.rule.clone(), from, to, misere, no_period };
        let bar = if misere { Bar::new() } else { Bar::towards(to.saturating_add(1)) };
        let Context { session, limits, out, styled, mode, .. } = context;
        let premises = metered(limits, bar, |meter| match format {
            // An error must not come after half an object.
            Format::Json => all(session, &question, meter, out).map(|()| Vec::new()),
            _ => in_portions(session, question, (format, columns, *styled), meter, out),
        })?;
        rests_on(*mode, &premises);
        Ok(ExitCode::SUCCESS)
    }

    /// The first and the last heap.
    fn heaps(&self) -> Result<(u64, u64), Failure> {
        let (from, to) = (self.from, self.to.unwrap_or_else(|| self.from.saturating_add(USUAL)));
        if from > to {
            let failure = Failure::usage(format!("--from {from} is above --to {to}"));
            return Err(failure.with_help("the first heap comes first"));
        }
        Ok((from, to))
    }

    /// Only the P-positions.
    fn p_positions(&self, context: &mut Context) -> Result<ExitCode, Failure> {
        let (format, (from, to)) = (self.format(context.json)?, self.heaps()?);
        let (rule, rows, columns) = (self.rule.clone(), self.rows, self.cols);
        let question = PPositions { rule, from, to, rows, columns, misere: self.misere };
        let Context { session, limits, out, styled, mode, .. } = context;
        let answer = metered(limits, Bar::new(), |meter| session.p_positions(&question, meter))?;
        if format != Format::Json {
            rests_on(*mode, &answer.premises);
        }
        match format {
            Format::Json => render::json(&answer, out)?,
            Format::Text => {
                render::answer(&answer, false, out, |answer, out| values::p_positions::text(answer, *styled, out))?;
            }
            Format::Csv => values::p_positions::csv(&answer, out)?,
            Format::Markdown => values::p_positions::ruled(&answer, Ruled::Markdown, out)?,
            Format::Latex => values::p_positions::ruled(&answer, Ruled::Latex, out)?,
            Format::Bfile => values::p_positions::bfile(&answer, out).ok_or_else(no_sequence)??,
        }
        Ok(ExitCode::SUCCESS)
    }

    fn format(&self, json: bool) -> Result<Format, Failure> {
        match (json, self.format) {
            (false, format) => Ok(format.unwrap_or(Format::Text)),
            (true, None | Some(Format::Json)) => Ok(Format::Json),
            (true, Some(_)) => Err(Failure::usage("--json and --format ask for different forms")),
        }
    }

    /// The values of a rule of two coordinates.
    fn table(&self, rows: [u64; 2], columns: [u64; 2], context: &mut Context) -> Result<ExitCode, Failure> {
        let format = self.format(context.json)?;
        let question = Table { rule: self.rule.clone(), rows, columns, misere: self.misere };
        let Context { session, limits, out, styled, mode, .. } = context;
        let answer = metered(limits, Bar::new(), |meter| session.table(&question, meter))?;
        if format != Format::Json {
            rests_on(*mode, &answer.premises);
        }
        match format {
            Format::Json => render::json(&answer, out)?,
            Format::Text => {
                render::answer(&answer, false, out, |answer, out| values::table::text(answer, *styled, out))?;
            }
            Format::Csv => values::table::csv(&answer, out)?,
            Format::Markdown => values::table::ruled(&answer, Ruled::Markdown, out)?,
            Format::Latex => values::table::ruled(&answer, Ruled::Latex, out)?,
            Format::Bfile => return Err(no_sequence()),
        }
        Ok(ExitCode::SUCCESS)
    }
}

fn no_sequence() -> Failure {
    let failure = Failure::usage("a b-file lists a sequence, not a table");
    failure.with_help("`--format csv`, `markdown`, `latex` and `json` print tables")
}

/// All values as one JSON object.
fn all(session: &Session, question: &Values, meter: &mut Meter<'_>, out: &mut dyn Write) -> Result<(), Failure> {
    let started = Instant::now();
    let answer = session.stream_values(question, meter)?;
    let written = render::json(&answer, out);
    if written.is_err() {
        // A limit that ended the list, if one did.
        meter.look().map_err(|error| {
            let goal = Some((question.to - question.from).saturating_add(1));
            let done = Done { noun: "heaps", count: answer.written(), goal, elapsed: started.elapsed(), bytes: 0 };
            Failure::from(error).counting(&done)
        })?;
    }
    Ok(written?)
}

/// The most blocks valued and printed between two looks at the limits.
const LARGEST_PORTION: u64 = 64;
/// A portion that takes longer than this is no reason for a larger one: somebody may watch.
const SOON: Duration = Duration::from_millis(20);

/// Says what values rest on beside the rules, outside the list of values, which may be for programs.
fn rests_on(mode: OutputMode, premises: &[String]) {
    premises.iter().for_each(|premise| note::tell(mode, &format!("this rests on {premise}")));
}

/// Values as they are found, and what they rest on.
fn in_portions(
    session: &Session,
    question: Values,
    (format, columns, styled): (Format, Option<usize>, bool),
    meter: &mut Meter<'_>,
    out: &mut dyn Write,
) -> Result<Vec<String>, Failure> {
    let started = Instant::now();
    let Values { from, to, .. } = question;
    let mut sheet: Option<Box<dyn Sheet>> = None;
    let per_row = columns.unwrap_or(PER_ROW);
    let block = values::block(per_row) as u64;
    let (mut first, mut portion, mut page) = (from, block, Vec::new());
    loop {
        let last = first.saturating_add(portion - 1).min(to);
        let begun = Instant::now();
        let asked = Values { from: first, to: last, ..question.clone() };
        let (count, so_far) = ((to - from).saturating_add(1), first - from);
        let counting = |failure: Failure, more: usize| {
            let (done, elapsed) = (so_far + more as u64, started.elapsed());
            failure.counting(&Done { noun: "heaps", count: done, goal: Some(count), elapsed, bytes: 0 })
        };
        let answer = match session.values(&asked, meter) {
            Ok(answer) => answer,
            Err(failure) => {
                // What was printed before is a table all the same.
                sheet.iter_mut().for_each(|sheet| sheet.end(&mut page));
                out.write_all(&page)?;
                return Err(counting(failure.into(), 0));
            }
        };
        let sheet = match &mut sheet {
            Some(sheet) => sheet,
            none => {
                let title = Title { rule: visible(&answer.rule).into_owned(), convention: answer.convention, from, to };
                let sheet: Box<dyn Sheet> = match format {
                    Format::Csv => Box::new(values::Csv),
                    Format::Bfile => Box::new(values::BFile),
                    Format::Markdown => Box::new(values::RuledRows::new(Ruled::Markdown, per_row)),
                    Format::Latex => Box::new(values::RuledRows::new(Ruled::Latex, per_row)),
                    Format::Text | Format::Json => Box::new(values::Text::new(title, columns, styled)),
                };
                let sheet = none.insert(sheet);
                sheet.begin(&mut page)?;
                sheet
            }
        };
        sheet.values(first, &answer.values, &mut page)?;
        let done = first.saturating_add(answer.values.len() as u64);
        meter.resume("heaps", done, Some(to.saturating_add(1)));
        let stopped = answer.stopped.map(Failure::from).or_else(|| meter.look().err().map(Failure::from));
        if stopped.is_some() || last == to {
            sheet.end(&mut page);
        }
        out.write_all(&page)?;
        page.clear();
        // What was found is worth keeping.
        out.flush()?;
        if let Some(failure) = stopped {
            return Err(counting(failure, answer.values.len()));
        }
        if last == to {
            return Ok(answer.premises);
        }
        first = last + 1;
        if begun.elapsed() < SOON {
            portion = (LARGEST_PORTION * block).min(2 * portion);
        }
    }
}
