//! What a rule file looks like, and whether what it claims agrees with its options.

use grundy::{Component, Game, Meter, Rules, strategy};
use serde::{Deserialize, Serialize};

use crate::{Failure, Kind, Question, Session};

/// What a rule file looks like, and whether what it claims agrees with its options.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct RulesCheck {
    /// The rule file.
    pub file: String,
    /// The position to begin with, as it is written in the brackets behind the file. Without it the integers from 0 to 40, or the
    /// pairs of integers from 0 to 8, whichever the file has options for.
    pub position: Option<String>,
    /// The most positions that are expanded; 2000 by default.
    pub most: usize,
}

impl Default for RulesCheck {
    fn default() -> Self {
        Self { file: String::new(), position: None, most: 2000 }
    }
}

/// What a rule file looks like, and whether what it claims agrees with its options.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct RulesCheckAnswer {
    /// The rule file.
    pub file: String,
    /// How many positions were expanded.
    pub positions: usize,
    /// Whether these are all that can be reached from the first ones.
    pub complete: bool,
    /// Whether play always ends; null if not all positions were expanded and none was met again.
    pub ends: Option<bool>,
    /// Positions each of which leads to the next, and the last one to the first, if any were met.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cycle: Option<Vec<String>>,
    /// How the options of the two players differ, if they do where they were compared.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub partizan: Option<String>,
    /// How many options the positions have together.
    pub options: u64,
    /// The most options of one position.
    pub most_options: usize,
    /// How long it took to list the options.
    pub seconds: f64,
    /// The values of the first positions, where they follow from options that were listed.
    pub values: Vec<ValuedPosition>,
    /// How many positions were compared with what the file claims: `show` and `parse`, `canonical`, `parts`, `value`, `uniform`.
    pub compared: usize,
    /// What is wrong, a sentence each.
    pub faults: Vec<String>,
    /// What people should know besides.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub remark: Option<String>,
}

/// A position and its value.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ValuedPosition {
    /// The position as it is written.
    pub position: String,
    /// Its value in normal play.
    pub value: u64,
}

/// The integers, or the items of pairs, that are tried where no position is given.
const INTEGERS: u64 = 40;
const ITEMS: u64 = 8;

impl RulesCheckAnswer {
    /// Whether nothing is wrong with the file, as far as was seen.
    #[must_use]
    pub fn is_sound(&self) -> bool {
        self.faults.is_empty() && self.cycle.is_none() && self.partizan.is_none()
    }
}

impl Session {
    /// What a rule file looks like, and whether what it claims agrees with its options.
    ///
    /// # Errors
    /// As for [`solve_within`](Self::solve_within). That the players differ or that positions repeat is an answer.
    pub fn check_rules(&self, question: &RulesCheck, meter: &mut Meter<'_>) -> Result<RulesCheckAnswer, Failure> {
        let file = serde_json::Value::from(question.file.as_str()).to_string();
        match self.route(&[&file], || Question::Rules(question.clone()), meter) {
            Some(answer) => answer,
            None => self.check_file(&file, question, meter),
        }
    }

    fn check_file(
        &self,
        file: &str,
        question: &RulesCheck,
        meter: &mut Meter<'_>,
    ) -> Result<RulesCheckAnswer, Failure> {
        // The text is not the asker's own, so places in it say nothing.
        let placeless = |failure: Failure| Failure { span: None, text: None, related: None, ..failure };
        let (rules, start) = match &question.position {
            Some(position) => {
                let sum = self.sum(&format!("{file}({position})"), meter).map_err(placeless)?;
                (sum.rules.clone(), sum.components)
            }
            None => (self.rules().clone(), self.first_positions(file, meter).map_err(placeless)?),
        };
        // What was noticed of positions that the file is not about.
        let _ = rules.remark();
        let mut answer = RulesCheckAnswer {
            file: question.file.clone(),
            positions: 0,
            complete: false,
            ends: None,
            cycle: None,
            partizan: None,
            options: 0,
            most_options: 0,
            seconds: 0.0,
            values: Vec::new(),
            compared: 0,
            faults: Vec::new(),
            remark: None,
        };
        match strategy::inspect(&rules, &start, question.most, meter) {
            Ok(seen) => describe(&seen, &rules, &mut answer),
            Err(error @ grundy::Error::Partizan { .. }) => answer.partizan = Some(error.to_string()),
            Err(error @ grundy::Error::Rules { .. }) => answer.faults.push(error.to_string()),
            Err(error) => return Err(error.into()),
        }
        answer.remark = rules.remark();
        Ok(answer)
    }

    /// Positions that a file has options for.
    fn first_positions(&self, file: &str, meter: &mut Meter<'_>) -> Result<Vec<Component>, Failure> {
        let rule = self.rule(file, meter)?;
        let (heaps, grid) = (rule.heaps(), rule.grid());
        let integers = heaps.map(|heaps| (0..=INTEGERS).map(|n| heaps.at(n)).collect::<Result<Vec<_>, _>>());
        let pairs = (0..=ITEMS).flat_map(|row| (0..=ITEMS).map(move |column| (row, column)));
        let pairs = grid.map(|grid| pairs.map(|(row, column)| grid.at(row, column)).collect::<Result<Vec<_>, _>>());
        let mut wrong = None;
        for positions in [integers, pairs].into_iter().flatten() {
            let lists = positions.and_then(|positions| {
                // A file of another kind of positions fails at the first one, or at one with moves.
                strategy::inspect(self.rules(), &positions, positions.len(), meter).map(|_| positions)
            });
            match lists {
                Ok(positions) => return Ok(positions),
                Err(error @ grundy::Error::Budget { .. }) => return Err(error.into()),
                // It has options for such positions, and the players differ in them.
                Err(error @ grundy::Error::Partizan { .. }) => return Err(error.into()),
                Err(error) => wrong = wrong.or(Some(error)),
            }
        }
        let reason = wrong.map_or_else(String::new, |error| format!(": {error}"));
        let message = format!("the file has no options for integers or pairs of integers{reason}");
        Err(Failure::new(Kind::Usage, message).with_help("name a position to begin with, as it stands in the brackets"))
    }
}

/// Tells what was seen.
fn describe(seen: &strategy::Inspection, rules: &Rules, answer: &mut RulesCheckAnswer) {
    answer.positions = seen.positions;
    answer.complete = seen.complete;
    answer.ends = match &seen.cycle {
        Some(_) => Some(false),
        None => seen.complete.then_some(true),
    };
    let show = |component: &Component| rules.show(component);
    answer.cycle = seen.cycle.as_ref().map(|cycle| cycle.iter().map(show).collect());
    answer.options = seen.options;
    answer.most_options = seen.most_options;
    answer.seconds = seen.listing.as_secs_f64();
    let valued =
        |(component, value): &(Component, grundy::Nimber)| ValuedPosition { position: show(component), value: value.0 };
    answer.values = seen.valued.iter().map(valued).collect();
    answer.compared = seen.compared;
    answer.faults.clone_from(&seen.faults);
}
