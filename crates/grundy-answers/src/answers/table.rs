//! The values of a rule of two coordinates.

use grundy::Meter;
use grundy::notation::NamedRule;
use serde::{Deserialize, Serialize};

use super::position::premises;
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
        match self.route(&[rule], || Question::Table(question.clone()), meter) {
            Some(answer) => answer,
            None => {
                let rule = self.rule(rule, meter)?;
                let mut values: Vec<Vec<u64>> = Vec::new();
                each_cell(self, &rule, [*rows, *columns], *misere, meter, |[_, column], value, meter| {
                    meter.grow(size_of::<u64>() as u64)?;
                    if column == columns[0] {
                        values.push(Vec::new());
                    }
                    values.last_mut().into_iter().for_each(|line| line.push(value));
                    Ok(())
                })?;
                let convention = Convention::of(*misere).into();
                let premises = premises(&rule, rule.grid().and_then(|grid| grid.at(rows[0], columns[0]).ok()));
                Ok(TableAnswer { rule: rule.name, convention, rows: *rows, columns: *columns, values, premises })
            }
        }
    }
}

/// Calls `each` with every position of a rule of pairs in these rows and columns, and with its value, row by row.
pub(super) fn each_cell(
    session: &Session,
    rule: &NamedRule,
    [rows, columns]: [[u64; 2]; 2],
    misere: bool,
    meter: &mut Meter<'_>,
    mut each: impl FnMut([u64; 2], u64, &mut Meter<'_>) -> Result<(), grundy::Error>,
) -> Result<(), Failure> {
    for (name, [first, last]) in [("row", rows), ("column", columns)] {
        if first > last {
            let message = format!("the first {name}, {first}, is above the last one, {last}");
            return Err(Failure::new(Kind::Usage, message));
        }
    }
    let grid = rule.grid().ok_or_else(|| {
        let message = format!("the positions of `{}` are not pairs of integers", rule.name);
        Failure::new(Kind::Usage, message).with_help("without rows and columns `values` lists a game of heaps")
    })?;
    let mut solver = session.solver(false);
    for row in rows[0]..=rows[1] {
        for column in columns[0]..=columns[1] {
            let value = match misere {
                true => solver.misere_value(&[grid.at(row, column)?], meter)?.0,
                false => grid.value(row, column, meter)?.0,
            };
            meter.work(1)?;
            each([row, column], value, meter)?;
        }
    }
    Ok(())
}
