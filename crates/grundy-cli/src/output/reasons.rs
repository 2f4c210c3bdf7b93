//! Why a position is won or lost: the page of `grundy explain`.

use std::io::{self, Write};

use grundy::strategy::{Explanation, Reason};
use grundy::{Component, Convention, Game, Nimber, Outcome, Sum};
use serde::Serialize;

use super::position::{MoveJson, PartJson, arrow, components, merged, parts, times};
use super::stream::Stream;
use super::style::{FAINT, GOOD, STRONG};
use super::table::{Cell, Table};
use super::words;

/// An answer with its reasons.
pub(crate) struct Reasons<'a> {
    pub(crate) sum: &'a Sum,
    pub(crate) explanation: Explanation,
    /// The sizes of the components as nim-heaps, if misère Nim decided.
    pub(crate) nim_heaps: Option<Vec<u64>>,
}

#[derive(Serialize)]
struct ReasonsJson<C, R> {
    value: Option<u64>,
    outcome: String,
    convention: &'static str,
    components: C,
    /// Winning moves from an N-position, all moves from a P-position.
    reasons: R,
    more: bool,
}

#[derive(Serialize)]
struct ReasonJson {
    #[serde(flatten)]
    to: MoveJson,
    /// What the component is worth after the move; none in misère play.
    worth: Option<u64>,
    /// What beats the move, if it loses.
    reply: Option<ReplyJson>,
}

#[derive(Serialize)]
struct ReplyJson {
    from: String,
    to: String,
    parts: Vec<PartJson>,
}

impl Reasons<'_> {
    pub(crate) fn json(&self, out: &mut dyn Write) -> io::Result<()> {
        let Explanation { solution, reasons, more } = &self.explanation;
        let rules = &self.sum.rules;
        let reason = |reason: &Reason| ReasonJson {
            to: MoveJson::new(self.sum, &reason.to),
            worth: reason.worth.map(|worth| worth.0),
            reply: reason.reply.as_ref().map(|reply| ReplyJson {
                from: rules.show(&reply.from),
                to: rules.show_option(&reply.from, &reply.parts),
                parts: parts(rules, &reply.from, &reply.parts),
            }),
        };
        let page = ReasonsJson {
            value: solution.value.map(|value| value.0),
            outcome: solution.outcome.to_string(),
            convention: words::convention(solution.convention),
            components: Stream::new(components(self.sum, &solution.values)),
            reasons: Stream::new(reasons.iter().map(reason)),
            more: *more,
        };
        serde_json::to_writer(&mut *out, &page)?;
        out.write_all(b"\n")
    }

    pub(crate) fn text(&self, out: &mut dyn Write) -> io::Result<()> {
        let Explanation { solution, reasons, more } = &self.explanation;
        match solution.value {
            Some(total) => self.columns(total, out)?,
            None => self.misere(out)?,
        }
        words::outcome(solution.outcome, out)?;
        writeln!(out)?;
        match (solution.outcome, solution.value) {
            _ if reasons.is_empty() && !more => self.no_move(out)?,
            (Outcome::N, Some(total)) => self.wins_by_xor(total, out)?,
            (Outcome::N, None) => {
                writeln!(out, "{STRONG}These moves leave a position that is lost for the other player:{STRONG:#}")?;
                let mut table = Table::default();
                for (reason, number) in self.merged() {
                    table.row([Cell::left(self.shown(reason)), times(number)]);
                }
                table.write(out)?;
            }
            (Outcome::P, value) => self.replies(value.is_some(), out)?,
        }
        if *more {
            writeln!(out, "{FAINT}There are more moves; `--moves all` explains them.{FAINT:#}")?;
        }
        Ok(())
    }

    fn shown(&self, reason: &Reason) -> String {
        arrow(&self.sum.rules, self.moved(reason), &reason.to.parts)
    }

    fn merged(&self) -> Vec<(&Reason, usize)> {
        merged(self.sum, &self.explanation.reasons, |reason| &reason.to)
    }

    fn moved(&self, reason: &Reason) -> &Component {
        &self.sum.components[reason.to.component]
    }

    /// The values below each other in binary, and their xor.
    fn columns(&self, total: Nimber, out: &mut dyn Write) -> io::Result<()> {
        let values = &self.explanation.solution.values;
        let bits =
            values.iter().map(|value| u64::BITS - value.0.leading_zeros()).max().unwrap_or_default().max(1) as usize;
        let binary = |value: Nimber| format!("{:0bits$b}", value.0);
        writeln!(out, "{STRONG}The value of each component, in decimal and in binary:{STRONG:#}")?;
        let mut table = Table::default();
        for (component, &value) in self.sum.components.iter().zip(values) {
            table.row([Cell::left(self.sum.rules.show(component)), Cell::right(value.0), Cell::right(binary(value))]);
        }
        let rule = "-".repeat(bits);
        table.row([Cell::left(""), Cell::left(""), Cell::right(rule)]);
        let cells = [Cell::left("xor, the value of the sum"), Cell::right(total.0), Cell::right(binary(total))];
        table.row(cells.map(|cell| cell.styled(STRONG)));
        table.write(out)?;
        writeln!(out)?;
        match total.0 {
            0 => write!(out, "The value is 0: every column has an even number of ones. "),
            _ => write!(out, "The value is not 0. "),
        }
    }

    fn wins_by_xor(&self, total: Nimber, out: &mut dyn Write) -> io::Result<()> {
        let solution = &self.explanation.solution;
        writeln!(out, "{STRONG}A move wins if it leaves the value 0,{STRONG:#}")?;
        writeln!(out, "so a component worth g has to become worth g xor {}:", total.0)?;
        let mut table = Table::default();
        for (reason, number) in self.merged() {
            let (before, total) = (solution.values[reason.to.component], total.0);
            let after = reason.worth.unwrap_or_default();
            let mut cells = vec![
                Cell::left(self.shown(reason)).styled(GOOD),
                Cell::left(format!("{} xor {total} = {}", before.0, after.0)),
            ];
            if after > before {
                cells.push(Cell::left(format!(
                    "upward: the component becomes worth more, {} instead of {}",
                    after.0, before.0
                )));
            }
            cells.push(times(number));
            table.row(cells);
        }
        table.write(out)
    }

    /// What an answer in misère play rests on.
    fn misere(&self, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "{STRONG}Misère play: who cannot move wins.{STRONG:#}")?;
        if self.sum.components.is_empty() {
            return Ok(());
        }
        let Some(heaps) = &self.nim_heaps else {
            writeln!(out, "Values do not add up in misère play, so the sum was searched whole:")?;
            writeln!(out, "a position without moves is won, any other is won if a move leads to a lost one.")?;
            return Ok(());
        };
        let mut table = Table::default();
        for (component, size) in self.sum.components.iter().zip(heaps) {
            let text = self.sum.rules.show(component);
            let shown = format!("*{size}");
            table.row([Cell::left(text), Cell::left("is the nim-heap"), Cell::left(shown)]);
        }
        table.write(out)?;
        writeln!(out, "All components are nim-heaps, so the rule of misère Nim decides (Bouton 1902):")?;
        if heaps.iter().any(|&size| size > 1) {
            let total = heaps.iter().fold(0, |total, size| total ^ size);
            writeln!(out, "a heap is larger than 1, so who wins is as in normal play: the sizes have xor {total}.")
        } else {
            let ones = heaps.iter().filter(|&&size| size == 1).count();
            writeln!(
                out,
                "no heap is larger than 1, so the player to move wins iff the number of ones is even: it is {ones}."
            )
        }
    }

    fn replies(&self, normal: bool, out: &mut dyn Write) -> io::Result<()> {
        let aim = if normal { "makes the value 0 again" } else { "leaves a lost position again" };
        writeln!(out, "{STRONG}Every move has a reply that {aim}:{STRONG:#}")?;
        let mut table = Table::default();
        for (reason, number) in self.merged() {
            let mut cells = vec![Cell::left(self.shown(reason))];
            match &reason.reply {
                Some(reply) => {
                    cells.push(Cell::left("then"));
                    cells.push(Cell::left(arrow(&self.sum.rules, &reply.from, &reply.parts)).styled(GOOD));
                }
                None => cells.push(Cell::left("leaves no move, which wins for the other player")),
            }
            cells.push(times(number));
            table.row(cells);
        }
        table.write(out)
    }

    fn no_move(&self, out: &mut dyn Write) -> io::Result<()> {
        match self.explanation.solution.convention {
            Convention::Normal => writeln!(out, "There is no move, so the player to move has lost."),
            Convention::Misere => writeln!(out, "There is no move, so the player to move has won."),
        }
    }
}
