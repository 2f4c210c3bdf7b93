//! What a rule file looks like.

use std::io::{self, Write};

use grundy_answers::RulesCheckAnswer;

use super::style::{BAD, FAINT, GOOD, STRONG};
use super::table::{Cell, Table};

/// The most values that are shown.
const MOST_VALUES: usize = 10;

/// The answer for people.
pub(crate) fn text(answer: &RulesCheckAnswer, out: &mut dyn Write) -> io::Result<()> {
    let RulesCheckAnswer { file, positions, options, most_options, .. } = answer;
    let all = if answer.complete { ", all that can be reached" } else { "" };
    writeln!(out, "{STRONG}{file}{STRONG:#}: {positions} positions expanded{all}")?;
    let mut table = Table::default();
    let mut row = |what: &str, found: String| table.row([Cell::left(what), Cell::left(found)]);
    row("players", answer.partizan.clone().unwrap_or_else(|| "have the same options, as far as was seen".to_owned()));
    row(
        "play",
        match (&answer.cycle, answer.ends) {
            (Some(cycle), _) => {
                format!("need not end: {} -> {}", cycle.join(" -> "), cycle.first().map_or("", |first| first))
            }
            (None, Some(true)) => "ends".to_owned(),
            (None, _) => "ends, as far as was seen".to_owned(),
        },
    );
    if *positions > 0 {
        #[expect(clippy::cast_precision_loss, reason = "a number for people")]
        let (mean, speed) = (*options as f64 / *positions as f64, *positions as f64 / answer.seconds.max(1e-9));
        row("options", format!("{mean:.1} on the average, {most_options} at most"));
        row("speed", format!("{} positions a second", rounded(speed)));
        row("compared", format!("{} positions with what the file claims", answer.compared));
    }
    table.write(out)?;
    if !answer.values.is_empty() {
        writeln!(out, "{STRONG}Values by the options alone:{STRONG:#}")?;
        let mut table = Table::default();
        for valued in answer.values.iter().take(MOST_VALUES) {
            table.row([Cell::left(&valued.position), Cell::right(valued.value)]);
        }
        table.write(out)?;
        if answer.values.len() > MOST_VALUES {
            writeln!(out, "{FAINT}There are more; `--json` lists them.{FAINT:#}")?;
        }
    }
    answer.faults.iter().try_for_each(|fault| writeln!(out, "{BAD}Wrong:{BAD:#} {fault}."))?;
    if let Some(remark) = &answer.remark {
        writeln!(out, "{FAINT}Note: {remark}.{FAINT:#}")?;
    }
    if answer.is_sound() {
        writeln!(out, "{GOOD}Nothing is wrong, as far as was seen.{GOOD:#}")?;
    }
    Ok(())
}

/// A speed to two digits.
fn rounded(speed: f64) -> String {
    let digits = speed.max(1.0).log10().floor() - 1.0;
    let unit = 10_f64.powf(digits.max(0.0));
    format!("{:.0}", (speed / unit).round() * unit)
}
