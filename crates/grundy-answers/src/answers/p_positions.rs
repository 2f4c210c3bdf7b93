//! The P-positions of a rule: the heaps, or the pairs of integers, from which the player to move loses.

use grundy::notation::NamedRule;
use grundy::{Bound, Meter};
use serde::{Deserialize, Serialize};

use super::position::premises;
use super::table::each_cell;
use crate::{Convention, Failure, Kind, Progress, Question, Session};

/// The P-positions of a rule, whose positions are single integers or pairs of integers.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct PPositions {
    /// The rule.
    pub rule: String,
    /// The first heap, for a rule of single integers.
    pub from: u64,
    /// The last heap.
    pub to: u64,
    /// The first and the last row, for a rule of pairs: the first coordinate.
    pub rows: Option<[u64; 2]>,
    /// The first and the last column: the second coordinate.
    pub columns: Option<[u64; 2]>,
    /// Misère play: the player who cannot move wins.
    pub misere: bool,
}

/// The P-positions of a rule.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct PPositionsAnswer {
    /// The rule as it is written.
    pub rule: String,
    /// The convention that was asked about.
    pub convention: Convention,
    /// The positions that were looked at.
    #[serde(flatten)]
    pub area: Area,
    /// Those among them from which the player to move loses, in ascending order: heaps as integers, others as pairs.
    pub p_positions: PositionList,
    /// What the values rest on beside the rules of the games: assumptions that were not proved.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub premises: Vec<String>,
}

/// The positions of a question about many.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum Area {
    /// Heaps.
    Heaps {
        /// The first heap.
        from: u64,
        /// The last heap.
        to: u64,
    },
    /// Pairs.
    Cells {
        /// The first and the last row.
        rows: [u64; 2],
        /// The first and the last column.
        columns: [u64; 2],
    },
}

/// Positions of a rule.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum PositionList {
    /// Heaps.
    Heaps(Vec<u64>),
    /// Rows and columns.
    Cells(Vec<[u64; 2]>),
}

impl Session {
    /// The P-positions of a rule among some heaps, or in a rectangle of rows and columns.
    ///
    /// # Errors
    /// A [`Failure`] of the kinds `notation` and `io` where the rule cannot be read, `usage` if its positions are of another kind or
    /// the ranges are empty, and those of the values.
    pub fn p_positions(&self, question: &PPositions, meter: &mut Meter<'_>) -> Result<PPositionsAnswer, Failure> {
        match self.route(&[&question.rule], || Question::PPositions(question.clone()), meter) {
            Some(answer) => answer,
            None => {
                let rule = self.rule(&question.rule, meter)?;
                let (area, p_positions) = match (question.rows, question.columns) {
                    (None, None) => self.p_heaps(&rule, question, meter)?,
                    (Some(rows), Some(columns)) => {
                        let mut found = Vec::new();
                        each_cell(self, &rule, [rows, columns], question.misere, meter, |cell, value, meter| {
                            if value == 0 {
                                meter.grow(size_of::<[u64; 2]>() as u64)?;
                                found.push(cell);
                            }
                            Ok(())
                        })?;
                        (Area::Cells { rows, columns }, PositionList::Cells(found))
                    }
                    _ => return Err(Failure::new(Kind::Usage, "rows and columns belong together")),
                };
                let convention = Convention::of(question.misere).into();
                let at = match &area {
                    Area::Heaps { from, .. } => rule.heaps().and_then(|heaps| heaps.at(*from).ok()),
                    Area::Cells { rows, columns } => rule.grid().and_then(|grid| grid.at(rows[0], columns[0]).ok()),
                };
                let premises = premises(&rule, at);
                Ok(PPositionsAnswer { rule: rule.name, convention, area, p_positions, premises })
            }
        }
    }

    fn p_heaps(
        &self,
        rule: &NamedRule,
        question: &PPositions,
        meter: &mut Meter<'_>,
    ) -> Result<(Area, PositionList), Failure> {
        let &PPositions { from, to, misere, .. } = question;
        let heaps = rule.heaps().ok_or_else(|| Failure::no_heaps(&rule.name))?;
        if from > to {
            let message = format!("the first heap, {from}, is above the last one, {to}");
            return Err(Failure::new(Kind::Usage, message));
        }
        let mut found = Vec::new();
        if misere {
            let mut solver = self.solver(false);
            for heap in from..=to {
                if solver.misere_value(&[heaps.at(heap)?], meter)?.is_zero() {
                    found.push(heap);
                }
                meter.work(1)?;
            }
        } else {
            let mut room = meter.room().map_or(u64::MAX, |room| room / size_of::<u64>() as u64);
            let (mut reached, mut cut) = (0, false);
            let listed = heaps.for_each_value(from, to, meter, &mut |heap, value| {
                if value.is_zero() {
                    cut = room == 0;
                    room = room.saturating_sub(1);
                    found.push(heap);
                }
                reached = heap - from + 1;
                !cut
            });
            listed.and_then(|()| if cut { Err(meter.stopped(Bound::Bytes)) } else { Ok(()) }).map_err(|error| {
                let goal = Some((to - from).saturating_add(1));
                // What follows from a period is not computed, but it is looked at.
                Failure::from(error).counting(|done| Progress {
                    noun: "heaps".into(),
                    count: reached.max(done.count),
                    goal,
                    ..done
                })
            })?;
        }
        meter.grow(size_of::<u64>() as u64 * found.len() as u64)?;
        Ok((Area::Heaps { from, to }, PositionList::Heaps(found)))
    }
}
