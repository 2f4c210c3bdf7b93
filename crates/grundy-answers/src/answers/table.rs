//! The values of a rule of two coordinates.

use grundy::Meter;
use serde::{Deserialize, Serialize};

use crate::{Convention, Failure, Kind, Question, Session};

/// The values of a rule whose positions are pairs of integers, as a table.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct Table {
    /// The rule.
    pub rule: String,
    /// The first and the last row: the first coordinate.
    pub rows: [u64; 2],
    /// The first and the last column: the second coordinate.
    pub columns: [u64; 2],
    /// Misère play: the value of a position is the mex of those of its options, 1 if there is none.
    pub misere: bool,
}

/// The values of a rule whose positions are pairs of integers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct TableAnswer {
    /// The rule as it is written.
    pub rule: String,
    /// The convention that was asked about.
    pub convention: Convention,
    /// The first and the last row.
    pub rows: [u64; 2],
    /// The first and the last column.
    pub columns: [u64; 2],
    /// The values, a list for each row.
    pub values: Vec<Vec<u64>>,
    /// What the values rest on beside the rules of the games: assumptions that were not proved.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub premises: Vec<String>,
}

impl Session {
    /// The values of a rule whose positions are pairs of integers, as a table.
    ///
    /// # Errors
    /// A [`Failure`] of the kinds `notation` and `io` where the rule cannot be read, `usage` if its positions are not pairs of
    /// integers or the ranges are empty, and those of the values.
    pub fn table(&self, question: &Table, meter: &mut Meter<'_>) -> Result<TableAnswer, Failure> {
        let Table { rule, rows, columns, misere } = question;
        for (name, [first, last]) in [("row", rows), ("column", columns)] {
            if first > last {
                let message = format!("the first {name}, {first}, is above the last one, {last}");
                return Err(Failure::new(Kind::Usage, message));
            }
        }
        match self.route(&[rule], || Question::Table(question.clone()), meter) {
            Some(answer) => answer,
            None => {
                let rule = self.rule(rule, meter)?;
                let grid = rule.grid().ok_or_else(|| {
                    let message = format!("the positions of `{}` are not pairs of integers", rule.name);
                    Failure::new(Kind::Usage, message)
                        .with_help("without rows and columns `values` lists a game of heaps")
                })?;
                let mut solver = self.solver(false);
                let mut values = Vec::new();
                for row in rows[0]..=rows[1] {
                    let mut line = Vec::new();
                    for column in columns[0]..=columns[1] {
                        meter.grow(size_of::<u64>() as u64)?;
                        line.push(match misere {
                            true => solver.misere_value(&[grid.at(row, column)?], meter)?.0,
                            false => grid.value(row, column, meter)?.0,
                        });
                    }
                    values.push(line);
                }
                let convention = Convention::of(*misere).into();
                let premises = grid.at(rows[0], columns[0]).map(|at| self.rules().premises(&[at])).unwrap_or_default();
                Ok(TableAnswer { rule: rule.name, convention, rows: *rows, columns: *columns, values, premises })
            }
        }
    }
}
