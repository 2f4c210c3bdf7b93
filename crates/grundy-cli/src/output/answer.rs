//! Who wins, and by which moves: the page of `grundy solve`.

use std::io::{self, Write};

use grundy::strategy::{self, Detail, Solution};
use grundy::{Convention, Game, Method, Outcome, Sum};
use serde::Serialize;

use super::position::{MoveJson, ValueJson, arrow, components, merged, times};
use super::stream::Stream;
use super::style::{FAINT, STRONG};
use super::table::{Cell, Table};
use super::words;
use crate::error::Failure;

/// An answer, whole but perhaps for some winning moves.
pub(crate) struct Answer<'a> {
    pub(crate) sum: &'a Sum,
    pub(crate) solution: Solution,
    /// Why the list of winning moves ends early, if a limit ended it.
    pub(crate) stopped: Option<Failure>,
    /// Which winning moves were asked for.
    pub(crate) listed: Detail,
    /// The methods of each component, if they were asked for.
    pub(crate) plan: Option<Vec<Vec<Method>>>,
}

/// The methods, each once.
fn named(methods: &[Method]) -> Vec<&'static str> {
    let mut names: Vec<&'static str> = methods.iter().map(|&method| words::method(method)).collect();
    names.sort_unstable();
    names.dedup();
    names
}

#[derive(Serialize)]
struct AnswerJson<'a, C, M, D> {
    value: Option<ValueJson>,
    outcome: String,
    convention: &'static str,
    components: C,
    winning_moves: M,
    /// Where play need not end.
    #[serde(skip_serializing_if = "Option::is_none")]
    drawing_moves: Option<D>,
    more: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    plan: Option<Vec<Vec<&'static str>>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    stopped: Option<&'a str>,
}

impl Answer<'_> {
    pub(crate) fn json(&self, out: &mut dyn Write) -> io::Result<()> {
        let Solution { convention, values, value, outcome, winning, drawing } = &self.solution;
        let page = AnswerJson {
            value: value.as_ref().map(ValueJson::from),
            outcome: outcome.to_string(),
            convention: words::convention(*convention),
            components: Stream::new(components(self.sum, values)),
            winning_moves: Stream::new(winning.list.iter().map(|to| MoveJson::new(self.sum, to))),
            drawing_moves: drawing
                .as_ref()
                .map(|drawing| Stream::new(drawing.list.iter().map(|to| MoveJson::new(self.sum, to)))),
            more: winning.more || drawing.as_ref().is_some_and(|drawing| drawing.more),
            plan: self.plan.as_ref().map(|plan| plan.iter().map(|methods| named(methods)).collect()),
            stopped: self.stopped.as_ref().map(Failure::message),
        };
        serde_json::to_writer(&mut *out, &page)?;
        out.write_all(b"\n")
    }

    pub(crate) fn text(&self, out: &mut dyn Write) -> io::Result<()> {
        let Solution { convention, values, value, outcome, winning, drawing } = &self.solution;
        let components = &self.sum.components;
        let mut table = Table::default();
        for (component, value) in components.iter().zip(values) {
            table.row([Cell::left(self.sum.rules.show(component)), Cell::left("value"), Cell::right(value)]);
        }
        if let Some(value) = value
            && components.len() != 1
        {
            let cells = [Cell::left("total"), Cell::left("value"), Cell::right(value)];
            table.row(cells.map(|cell| cell.styled(STRONG)));
        }
        table.write(out)?;
        words::outcome(*outcome, out)?;
        self.write_plan(out)?;
        match (*convention, components.is_empty()) {
            (Convention::Normal, true) => writeln!(out, "There is nothing to move in.")?,
            (Convention::Misere, true) => writeln!(out, "There is nothing to move in, which wins in misère play.")?,
            (Convention::Misere, false) => writeln!(out, "{FAINT}Misère play: who cannot move wins.{FAINT:#}")?,
            (Convention::Normal, false) => {}
        }
        if *outcome != Outcome::P && self.listed != Detail::Outcome {
            self.moves(winning, ["Winning move:", "Winning moves:"], out)?;
            if let Some(drawing) = drawing {
                let titles = match outcome {
                    Outcome::D => ["Move that keeps the draw:", "Moves that keep the draw:"],
                    _ => ["Move that only draws:", "Moves that only draw:"],
                };
                self.moves(drawing, titles, out)?;
            }
        }
        let more = winning.more || drawing.as_ref().is_some_and(|drawing| drawing.more);
        if let Some(stopped) = &self.stopped {
            writeln!(out, "{FAINT}The list of winning moves is not whole: {}.{FAINT:#}", stopped.message())?;
        } else if more && self.listed == Detail::OneMove {
            writeln!(out, "{FAINT}There may be others; without `--one-move` they are listed.{FAINT:#}")?;
        } else if more && self.listed != Detail::Outcome {
            writeln!(out, "{FAINT}There are more; `--moves all` lists them.{FAINT:#}")?;
        }
        Ok(())
    }

    fn write_plan(&self, out: &mut dyn Write) -> io::Result<()> {
        let Some(plan) = &self.plan else { return Ok(()) };
        writeln!(out, "{STRONG}Plan:{STRONG:#}")?;
        let mut table = Table::default();
        for (component, methods) in self.sum.components.iter().zip(plan) {
            let methods = if methods.is_empty() { "no moves".to_owned() } else { named(methods).join(", ") };
            table.row([Cell::left(self.sum.rules.show(component)), Cell::left(methods)]);
        }
        table.write(out)
    }

    fn moves(&self, moves: &strategy::Moves, titles: [&str; 2], out: &mut dyn Write) -> io::Result<()> {
        let title = match moves.list.len() {
            0 => return Ok(()),
            1 => titles[0],
            _ => titles[1],
        };
        writeln!(out, "{STRONG}{title}{STRONG:#}")?;
        let mut table = Table::default();
        for (to, number) in merged(self.sum, &moves.list, |to| to) {
            let of = &self.sum.components[to.component];
            table.row([Cell::left(arrow(&self.sum.rules, of, &to.parts)), times(number)]);
        }
        table.write(out)
    }
}
