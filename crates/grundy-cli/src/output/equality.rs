//! Whether two positions are equal, and what proves it: the page of `grundy equal`.

use std::io::{self, Write};

use grundy::strategy::{Equality, Explanation, Verdict};
use grundy::{Game, Outcome, Sum};
use serde::Serialize;

use super::position::{MoveJson, PartJson, ValueJson, arrow, merged, parts, times};
use super::stream::Stream;
use super::style::{FAINT, GOOD, STRONG};
use super::table::{Cell, Table};

/// Two positions that were compared.
pub(crate) struct Equal<'a> {
    pub(crate) sums: &'a [Sum; 2],
    /// Both side by side.
    pub(crate) both: &'a Sum,
    pub(crate) equality: Equality,
    /// A reply to each move in both side by side, if that proves it.
    pub(crate) proof: Option<Explanation>,
}

#[derive(Serialize)]
struct EqualJson<R> {
    equal: bool,
    positions: [String; 2],
    values: [ValueJson; 2],
    /// Whether play need not end, so that equality is that among impartial games of this kind.
    loopy: bool,
    /// The reply to each move in the sum of both, which leaves it lost again; null if it is no P-position or not searched.
    replies: Option<R>,
    more: bool,
    /// A game beside which different players win; null if they are equal.
    distinguished_by: Option<DistinguishedJson>,
}

#[derive(Serialize)]
struct ReplyJson {
    #[serde(flatten)]
    to: MoveJson,
    reply: Option<AnswerJson>,
}

#[derive(Serialize)]
struct AnswerJson {
    from: String,
    to: String,
    parts: Vec<PartJson>,
}

#[derive(Serialize)]
struct DistinguishedJson {
    position: String,
    /// Who wins each position beside it.
    outcomes: [String; 2],
}

impl Equal<'_> {
    pub(crate) fn json(&self, out: &mut dyn Write) -> io::Result<()> {
        let rules = &self.both.rules;
        let replies = self.proof.as_ref().map(|proof| {
            Stream::new(proof.reasons.iter().map(|reason| ReplyJson {
                to: MoveJson::new(self.both, &reason.to),
                reply: reason.reply.as_ref().map(|reply| AnswerJson {
                    from: rules.show(&reply.from),
                    to: rules.show_option(&reply.from, &reply.parts),
                    parts: parts(rules, &reply.from, &reply.parts),
                }),
            }))
        });
        let distinguished_by = match &self.equality.verdict {
            Verdict::Equal => None,
            Verdict::Different { beside, outcomes } => Some(DistinguishedJson {
                position: beside.to_string(),
                outcomes: outcomes.map(|outcome| outcome.to_string()),
            }),
        };
        let page = EqualJson {
            equal: distinguished_by.is_none(),
            positions: self.shown(),
            values: [(&self.equality.values[0]).into(), (&self.equality.values[1]).into()],
            loopy: self.equality.recur,
            replies,
            more: self.proof.as_ref().is_some_and(|proof| proof.more),
            distinguished_by,
        };
        serde_json::to_writer(&mut *out, &page)?;
        out.write_all(b"\n")
    }

    fn shown(&self) -> [String; 2] {
        [0, 1].map(|place: usize| self.both.rules.show_sum(&self.sums[place].components))
    }

    pub(crate) fn text(&self, out: &mut dyn Write) -> io::Result<()> {
        let Equality { values: [x, y], recur, verdict } = &self.equality;
        let [a, b] = self.shown();
        match verdict {
            Verdict::Equal => {
                writeln!(out, "{GOOD}Equal:{GOOD:#} {STRONG}{a}{STRONG:#} and {STRONG}{b}{STRONG:#}, both worth {x}.")?;
                if *recur {
                    writeln!(
                        out,
                        "Play need not end, so this holds beside every impartial game, with or without an end."
                    )?;
                }
                match &self.proof {
                    Some(proof) => self.replies(proof, out),
                    None if x.nimber().is_some() => writeln!(
                        out,
                        "Their sum is worth 0, so it is lost for the player to move; it was too large to list the replies."
                    ),
                    None => {
                        writeln!(
                            out,
                            "Both are infinite, and the values of their options say who wins beside any game:"
                        )?;
                        writeln!(
                            out,
                            "beside one worth n, the player to move iff n is among them, else nobody; beside an"
                        )?;
                        writeln!(out, "infinite one nobody can be made to lose (Smith 1966).")
                    }
                }
            }
            Verdict::Different { beside, outcomes } => {
                writeln!(
                    out,
                    "{STRONG}Not equal:{STRONG:#} {STRONG}{a}{STRONG:#} is worth {x}, and {STRONG}{b}{STRONG:#} is worth {y}."
                )?;
                writeln!(out, "The nim-heap {beside} tells them apart:")?;
                let mut table = Table::default();
                for (sum, outcome) in [a, b].iter().zip(outcomes) {
                    let words = match outcome {
                        Outcome::N => "the player to move wins (N)",
                        Outcome::P => "the player to move loses (P)",
                        Outcome::D => "nobody can force a win (D)",
                    };
                    table.row([Cell::left(format!("{sum} + {beside}")), Cell::left(words)]);
                }
                table.write(out)
            }
        }
    }

    /// The reply to each move in the sum.
    fn replies(&self, proof: &Explanation, out: &mut dyn Write) -> io::Result<()> {
        if proof.reasons.is_empty() {
            return writeln!(out, "There is no move in either.");
        }
        writeln!(out, "In their sum the player to move loses, since each move has a reply that leaves it worth 0:")?;
        let mut table = Table::default();
        for (reason, number) in merged(self.both, &proof.reasons, |reason| &reason.to) {
            let rules = &self.both.rules;
            let of = &self.both.components[reason.to.component];
            let mut cells = vec![Cell::left(arrow(rules, of, &reason.to.parts))];
            if let Some(reply) = &reason.reply {
                cells.push(Cell::left("then"));
                cells.push(Cell::left(arrow(rules, &reply.from, &reply.parts)).styled(GOOD));
            }
            cells.push(times(number));
            table.row(cells);
        }
        table.write(out)?;
        if proof.more {
            writeln!(out, "{FAINT}There are more moves; `--moves all` lists them.{FAINT:#}")?;
        }
        Ok(())
    }
}
