//! Why a position is won or lost: the page of `grundy explain`.

use std::io::{self, Write};

use grundy::strategy::{Explanation, Move, Reason, Simplification, Solver};
use grundy::{Component, Convention, Error, Game, LoopyValue, Meter, Nimber, Outcome, Sum};
use serde::Serialize;

use super::position::{MoveJson, PartJson, ValueJson, arrow, components, merged, parts, times};
use super::stream::Stream;
use super::style::{EVEN, FAINT, GOOD, STRONG};
use super::table::{Cell, Table};
use super::words;

/// An answer with its reasons.
pub(crate) struct Reasons<'a> {
    pub(crate) sum: &'a Sum,
    pub(crate) explanation: Explanation,
    /// The sizes of the components as nim-heaps, if misère Nim decided.
    pub(crate) nim_heaps: Option<Vec<u64>>,
    /// The components that are sets, and why each is equal to a nim-heap.
    pub(crate) sets: Vec<(Component, Simplification)>,
    /// How long play lasts, if that was asked for.
    pub(crate) lasts: Option<Lasts>,
}

/// How many moves play lasts if the winner makes haste and the loser delays; `None`: for ever.
pub(crate) struct Lasts {
    /// From the sum.
    pub(crate) sum: Option<u32>,
    /// After each move that is told of, in order.
    pub(crate) after: Vec<Option<u32>>,
}

impl Lasts {
    /// By searching the sum whole.
    pub(crate) fn of<'a>(
        solver: &mut Solver,
        sum: &[Component],
        convention: Convention,
        moves: impl Iterator<Item = &'a Move>,
        meter: &mut Meter<'_>,
    ) -> Result<Self, Error> {
        let whole = solver.remoteness(sum, convention, meter)?;
        let after = moves.map(|to| solver.remoteness(&to.apply(sum), convention, meter)).collect::<Result<_, _>>()?;
        Ok(Self { sum: whole, after })
    }
}

#[derive(Serialize)]
struct ReasonsJson<C, R> {
    value: Option<ValueJson>,
    outcome: String,
    convention: &'static str,
    /// How many moves play lasts; null if for ever. Left out unless it is asked for, as for the reasons.
    #[serde(skip_serializing_if = "Option::is_none")]
    remoteness: Option<Option<u32>>,
    components: C,
    /// Why each set is equal to a nim-heap.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    simplifications: Vec<SimplificationJson>,
    /// Winning moves from an N-position, all moves otherwise.
    reasons: R,
    more: bool,
}

#[derive(Serialize)]
struct ReasonJson {
    #[serde(flatten)]
    to: MoveJson,
    /// What the component is worth after the move; none in misère play.
    worth: Option<ValueJson>,
    #[serde(skip_serializing_if = "Option::is_none")]
    outcome: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    remoteness: Option<Option<u32>>,
    /// What beats the move, if it loses.
    reply: Option<ReplyJson>,
}

#[derive(Serialize)]
struct ReplyJson {
    from: String,
    to: String,
    parts: Vec<PartJson>,
}

#[derive(Serialize)]
struct SimplificationJson {
    position: String,
    value: u64,
    options: Vec<OptionJson>,
    more: bool,
}

/// An option of a set.
#[derive(Serialize)]
struct OptionJson {
    to: String,
    worth: ValueJson,
    /// The move that leaves it worth what the set is, if it is no option of that nim-heap.
    reversed_by: Option<ReplyJson>,
}

impl Reasons<'_> {
    pub(crate) fn json(&self, out: &mut dyn Write) -> io::Result<()> {
        let Explanation { solution, reasons, more } = &self.explanation;
        let rules = &self.sum.rules;
        let draws = solution.drawing.is_some();
        let reason = |(place, reason): (usize, &Reason)| ReasonJson {
            to: MoveJson::new(self.sum, &reason.to),
            worth: reason.worth.as_ref().map(ValueJson::from),
            outcome: draws.then(|| reason.outcome.to_string()),
            remoteness: self.lasts.as_ref().map(|lasts| lasts.after[place]),
            reply: reason.reply.as_ref().map(|reply| ReplyJson {
                from: rules.show(&reply.from),
                to: rules.show_option(&reply.from, &reply.parts),
                parts: parts(rules, &reply.from, &reply.parts),
            }),
        };
        let page = ReasonsJson {
            value: solution.value.as_ref().map(ValueJson::from),
            outcome: solution.outcome.to_string(),
            convention: words::convention(solution.convention),
            remoteness: self.lasts.as_ref().map(|lasts| lasts.sum),
            components: Stream::new(components(self.sum, &solution.values)),
            simplifications: self.sets.iter().map(|(set, found)| self.simplification(set, found)).collect(),
            reasons: Stream::new(reasons.iter().enumerate().map(reason)),
            more: *more,
        };
        serde_json::to_writer(&mut *out, &page)?;
        out.write_all(b"\n")
    }

    fn simplification(&self, set: &Component, found: &Simplification) -> SimplificationJson {
        let rules = &self.sum.rules;
        let options = found.options.iter().map(|option| OptionJson {
            to: rules.show_option(set, &option.parts),
            worth: (&option.worth).into(),
            reversed_by: option.reversed_by.as_ref().map(|reply| {
                let from = &option.parts[reply.component];
                ReplyJson {
                    from: rules.show(from),
                    to: rules.show_option(from, &reply.parts),
                    parts: parts(rules, from, &reply.parts),
                }
            }),
        });
        SimplificationJson {
            position: rules.show(set),
            value: found.value.0,
            options: options.collect(),
            more: found.more,
        }
    }

    pub(crate) fn text(&self, out: &mut dyn Write) -> io::Result<()> {
        let Explanation { solution, reasons, more } = &self.explanation;
        self.simplified(out)?;
        match &solution.value {
            None => self.misere(out)?,
            Some(total) => match finite(&solution.values) {
                Some(values) => self.columns(&values, total.nimber().unwrap_or_default(), out)?,
                None => self.infinite(total, out)?,
            },
        }
        words::outcome(solution.outcome, out)?;
        if let Some(lasts) = &self.lasts {
            words::lasting(lasts.sum, out)?;
        }
        writeln!(out)?;
        match (solution.outcome, &solution.value) {
            _ if reasons.is_empty() && !more => self.no_move(out)?,
            (Outcome::N, Some(total)) if finite(&solution.values).is_some() => self.wins_by_xor(total, out)?,
            (Outcome::N, Some(_)) => {
                writeln!(out, "{STRONG}A move wins if it leaves the value 0:{STRONG:#}")?;
                self.table(Outcome::P, out)?;
            }
            (Outcome::N, None) => {
                writeln!(out, "{STRONG}These moves leave a position that is lost for the other player:{STRONG:#}")?;
                self.table(Outcome::P, out)?;
            }
            (Outcome::P, value) => self.replies(value.is_some(), out)?,
            (Outcome::D, _) => {
                writeln!(out, "{STRONG}After these moves nobody can force a win:{STRONG:#}")?;
                self.table(Outcome::D, out)?;
                if reasons.iter().any(|reason| reason.outcome == Outcome::N) {
                    writeln!(out, "{STRONG}These moves lose, since there is a reply that wins:{STRONG:#}")?;
                    self.table(Outcome::N, out)?;
                }
            }
        }
        if solution.drawing.is_some() && solution.outcome != Outcome::D && self.lasts.is_none() {
            let advice = "Play need not end: to win, a move must also bring the end nearer; `--remoteness` tells how near it is.";
            writeln!(out, "{FAINT}{advice}{FAINT:#}")?;
        }
        if *more {
            writeln!(out, "{FAINT}There are more moves; `--moves all` explains them.{FAINT:#}")?;
        }
        Ok(())
    }

    /// The moves after which this is the outcome, with what the component is worth and the reply, where there is one.
    fn table(&self, outcome: Outcome, out: &mut dyn Write) -> io::Result<()> {
        let mut table = Table::default();
        for (place, reason, number) in self.merged() {
            if reason.outcome != outcome {
                continue;
            }
            let shown = Cell::left(self.shown(reason));
            let mut cells = vec![match outcome {
                Outcome::P => shown.styled(GOOD),
                Outcome::D => shown.styled(EVEN),
                Outcome::N => shown,
            }];
            if let Some(worth) = &reason.worth {
                cells.push(Cell::left(format!("worth {worth}")));
            }
            cells.extend(self.reply(reason));
            cells.push(self.remote(place));
            cells.push(times(number));
            cells.retain(|cell| !cell.is_empty());
            table.row(cells);
        }
        table.write(out)
    }

    /// The cells that tell a reply.
    fn reply(&self, reason: &Reason) -> Vec<Cell> {
        reason.reply.as_ref().map_or_else(Vec::new, |reply| {
            vec![Cell::left("then"), Cell::left(arrow(&self.sum.rules, &reply.from, &reply.parts)).styled(GOOD)]
        })
    }

    /// The cell that tells how long play lasts after a move.
    fn remote(&self, place: usize) -> Cell {
        let text = self.lasts.as_ref().map(|lasts| match lasts.after[place] {
            None => "play lasts for ever".to_owned(),
            Some(1) => "1 move is left".to_owned(),
            Some(moves) => format!("{moves} moves are left"),
        });
        Cell::left(text.unwrap_or_default())
    }

    fn shown(&self, reason: &Reason) -> String {
        arrow(&self.sum.rules, self.moved(reason), &reason.to.parts)
    }

    /// The reasons with their places, those of the same move in equal components taken as one, with their number.
    fn merged(&self) -> Vec<(usize, &Reason, usize)> {
        let reasons: Vec<(usize, &Reason)> = self.explanation.reasons.iter().enumerate().collect();
        let merged = merged(self.sum, &reasons, |(_, reason)| &reason.to);
        merged.into_iter().map(|(&(place, reason), number)| (place, reason, number)).collect()
    }

    fn moved(&self, reason: &Reason) -> &Component {
        &self.sum.components[reason.to.component]
    }

    /// Why each set is equal to a nim-heap.
    fn simplified(&self, out: &mut dyn Write) -> io::Result<()> {
        let rules = &self.sum.rules;
        for (set, found) in &self.sets {
            writeln!(out, "{STRONG}{} = *{}{STRONG:#}", rules.show(set), found.value.0)?;
            let mut table = Table::default();
            for option in &found.options {
                let mut cells = vec![
                    Cell::left(rules.show_option(set, &option.parts)),
                    Cell::left(format!("worth {}", option.worth)),
                ];
                if let Some(reply) = &option.reversed_by {
                    let shown = arrow(rules, &option.parts[reply.component], &reply.parts);
                    cells.push(Cell::left("is reversed by"));
                    cells.push(Cell::left(shown).styled(GOOD));
                }
                table.row(cells);
            }
            table.write(out)?;
            let heap = found.value.0;
            let reversed = found.options.iter().any(|option| option.reversed_by.is_some());
            match (heap, reversed) {
                (0, false) => writeln!(out, "There is no option, as in *0.")?,
                (0, true) => {
                    writeln!(out, "Every option is reversed: a reply leaves the value 0 again, as that of *0.")?
                }
                (_, false) => writeln!(out, "The options are worth 0 to {}, as those of *{heap}.", heap - 1)?,
                (_, true) => writeln!(
                    out,
                    "Options are worth 0 to {}, as those of *{heap}; a move to any other is answered back to {heap}.",
                    heap - 1
                )?,
            }
            if found.more {
                writeln!(out, "{FAINT}There are more options; `--moves all` lists them.{FAINT:#}")?;
            }
            writeln!(out)?;
        }
        Ok(())
    }

    /// The values, some of them infinite, and what they make.
    fn infinite(&self, total: &LoopyValue, out: &mut dyn Write) -> io::Result<()> {
        let values = &self.explanation.solution.values;
        writeln!(
            out,
            "{STRONG}The value of each component; ∞(0, 2) is infinite, with options worth 0 and 2:{STRONG:#}"
        )?;
        let mut table = Table::default();
        for (component, value) in self.sum.components.iter().zip(values) {
            table.row([Cell::left(self.sum.rules.show(component)), Cell::right(value)]);
        }
        table.row([Cell::left("the value of the sum"), Cell::right(total)].map(|cell| cell.styled(STRONG)));
        table.write(out)?;
        writeln!(out)?;
        let infinite = values.iter().filter(|value| value.nimber().is_none()).count();
        let others: Nimber = values.iter().filter_map(LoopyValue::nimber).sum();
        if infinite > 1 {
            return write!(
                out,
                "{infinite} components are infinite, and with two of them nobody can be made to lose. "
            );
        }
        let beside = match values.len() {
            1 => "It is infinite, so it wins only by an option worth 0".to_owned(),
            _ => format!(
                "One component is infinite, and the others are worth {}: it wins only by an option worth {}",
                others.0, others.0
            ),
        };
        let there_is = if total.outcome() == Outcome::N { "there is one" } else { "there is none" };
        write!(out, "{beside}, and {there_is}. ")
    }

    /// The values below each other in binary, and their xor.
    fn columns(&self, values: &[Nimber], total: Nimber, out: &mut dyn Write) -> io::Result<()> {
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

    fn wins_by_xor(&self, total: &LoopyValue, out: &mut dyn Write) -> io::Result<()> {
        let solution = &self.explanation.solution;
        writeln!(out, "{STRONG}A move wins if it leaves the value 0,{STRONG:#}")?;
        writeln!(out, "so a component worth g has to become worth g xor {total}:")?;
        let mut table = Table::default();
        for (place, reason, number) in self.merged() {
            let before = &solution.values[reason.to.component];
            let after = reason.worth.clone().unwrap_or_default();
            let mut cells = vec![
                Cell::left(self.shown(reason)).styled(GOOD),
                Cell::left(format!("{before} xor {total} = {after}")),
                self.remote(place),
            ];
            if after > *before {
                cells
                    .push(Cell::left(format!("upward: the component becomes worth more, {after} instead of {before}")));
            }
            cells.push(times(number));
            cells.retain(|cell| !cell.is_empty());
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
        for (place, reason, number) in self.merged() {
            let mut cells = vec![Cell::left(self.shown(reason))];
            match &reason.reply {
                Some(_) => cells.extend(self.reply(reason)),
                None => cells.push(Cell::left("leaves no move, which wins for the other player")),
            }
            cells.push(self.remote(place));
            cells.push(times(number));
            cells.retain(|cell| !cell.is_empty());
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

/// The values as nimbers, if none is infinite.
fn finite(values: &[LoopyValue]) -> Option<Vec<Nimber>> {
    values.iter().map(LoopyValue::nimber).collect()
}
