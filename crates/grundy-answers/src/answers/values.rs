//! The values of the heaps of a rule.

use std::cell::Cell;

use grundy::heap::Sequence;
use grundy::notation::NamedRule;
use grundy::{Bound, Cancel, Error, Limits, Meter, Nimber, Watch};
use serde::ser::{Error as _, SerializeSeq, SerializeStruct};
use serde::{Deserialize, Serialize, Serializer};

use super::position::premises;
use crate::session::names_rule_file;
use crate::{Convention, Failure, Question, Session};

/// The values of the heaps of a rule, for games whose positions are single integers.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct Values {
    /// The rule: a code such as `0.77`, or a name with its parameters such as `subtract{1,3,4}`.
    pub rule: String,
    /// The first heap.
    pub from: u64,
    /// The last heap.
    pub to: u64,
    /// Misère play: the value of a heap is the mex of those of its options, 1 if there is none.
    pub misere: bool,
    /// Compute every heap, even if a period is proved from which its value would follow.
    pub no_period: bool,
}

/// The values of the heaps of a rule.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct ValuesAnswer {
    /// The rule as it is written.
    pub rule: String,
    /// The convention that was asked about.
    pub convention: Convention,
    /// The first heap.
    pub from: u64,
    /// The last heap that was asked about.
    pub to: u64,
    /// The values from the first heap on.
    pub values: Vec<u64>,
    /// Why there are fewer values than were asked for, if a limit or another failure ended the computation.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stopped: Option<Failure>,
    /// What the values rest on beside the rules of the games: assumptions that were not proved.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub premises: Vec<String>,
}

/// A long list of values that is serialised piece by piece.
pub struct ValuesStream<'s> {
    session: &'s Session,
    question: Values,
    /// All values, or the last ones: those before come without a failure then.
    known: ValuesAnswer,
    /// What ends the list early.
    watch: Watch,
    cancel: Cancel,
    written: Cell<u64>,
}

impl ValuesStream<'_> {
    /// How many values were serialised.
    #[must_use]
    pub fn written(&self) -> u64 {
        self.written.get()
    }
}

/// Before a list of values is begun the last so many are asked for: all that are not in a table follow from a period
/// then, and do not fit their number if these do not.
const PORTION: u64 = 1 << 16;

impl Serialize for ValuesStream<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut object = serializer.serialize_struct("ValuesAnswer", 6)?;
        object.serialize_field("rule", &self.known.rule)?;
        object.serialize_field("convention", &self.known.convention)?;
        object.serialize_field("from", &self.question.from)?;
        object.serialize_field("to", &self.question.to)?;
        object.serialize_field("values", &List(self))?;
        if !self.known.premises.is_empty() {
            object.serialize_field("premises", &self.known.premises)?;
        }
        object.end()
    }
}

struct List<'a>(&'a ValuesStream<'a>);

impl Serialize for List<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let ValuesStream { session, question, known, watch, cancel, written } = self.0;
        let limits = Limits { cancel: cancel.clone(), ..Limits::default() };
        let mut list = serializer.serialize_seq(None)?;
        let mut first = question.from;
        while first < known.from {
            let last = first.saturating_add(PORTION - 1).min(known.from - 1);
            let portion = Values { from: first, to: last, ..question.clone() };
            let answer = session.values(&portion, &mut Meter::new(&limits)).map_err(S::Error::custom)?;
            if let Some(stopped) = answer.stopped {
                return Err(S::Error::custom(stopped));
            }
            answer.values.iter().try_for_each(|value| list.serialize_element(value))?;
            first = last + 1;
            written.set(first - question.from);
            if watch.reached().is_some() {
                return Err(S::Error::custom("stopped"));
            }
        }
        known.values.iter().try_for_each(|value| list.serialize_element(value))?;
        list.end()
    }
}

impl Session {
    /// The values of the heaps of a rule. After a failure the answer holds the values that were found before.
    ///
    /// Tables stay in the session, so that a long list may be asked for in portions.
    ///
    /// # Errors
    /// A [`Failure`] of the kinds `notation` and `io` where the rule cannot be read, `usage` if its positions are not single
    /// integers, and those of the first value.
    pub fn values(&self, question: &Values, meter: &mut Meter<'_>) -> Result<ValuesAnswer, Failure> {
        if question.from > question.to {
            let message = format!("the first heap, {}, is above the last one, {}", question.from, question.to);
            return Err(Failure::new(crate::Kind::Usage, message));
        }
        match self.route(&[&question.rule], || Question::Values(question.clone()), meter) {
            Some(answer) => answer,
            None => {
                let rule = self.rule(&question.rule, meter)?;
                let mut values = Vec::new();
                let result = self.append_values(&rule, question, meter, &mut values);
                let stopped = match result {
                    Ok(()) => None,
                    Err(failure) if values.is_empty() => return Err(failure),
                    Err(failure) => Some(failure),
                };
                let &Values { from, to, misere, .. } = question;
                let convention = Convention::of(misere).into();
                let premises = premises(&rule, rule.heaps().and_then(|heaps| heaps.at(from).ok()));
                Ok(ValuesAnswer { rule: rule.name, convention, from, to, values, stopped, premises })
            }
        }
    }

    /// The same answer for lists that are too long to be held: a value that serialises as [`ValuesAnswer`] does, piece by piece.
    /// All that can fail is done here, so that afterwards only the time limit and the cancellation of the meter's limits end the list early.
    ///
    /// # Errors
    /// As for [`values`](Self::values), and those of the later values.
    pub fn stream_values(&self, question: &Values, meter: &mut Meter<'_>) -> Result<ValuesStream<'_>, Failure> {
        let &Values { from, to, misere, no_period, .. } = question;
        let may_last = !misere && !names_rule_file(&question.rule);
        let lasts = may_last && {
            let rule = self.rule(&question.rule, meter)?;
            rule.heaps().is_some_and(|heaps| no_period || heaps.heap_game().is_some())
        };
        let first = if lasts { from.max(to.saturating_sub(PORTION)) } else { from };
        let mut known = self.values(&Values { from: first, ..question.clone() }, meter)?;
        if let Some(stopped) = known.stopped.take() {
            return Err(stopped);
        }
        let (watch, cancel, written) = (meter.watch(), meter.limits().cancel.clone(), Cell::new(0));
        Ok(ValuesStream { session: self, question: question.clone(), known, watch, cancel, written })
    }

    fn append_values(
        &self,
        rule: &NamedRule,
        question: &Values,
        meter: &mut Meter<'_>,
        values: &mut Vec<u64>,
    ) -> Result<(), Failure> {
        let heaps = rule.heaps().ok_or_else(|| Failure::no_heaps(&rule.name))?;
        let &Values { from, to, misere, no_period, .. } = question;
        let held = size_of::<u64>() as u64;
        if misere {
            let mut solver = self.solver(false);
            for heap in from..=to {
                values.push(solver.misere_value(&[heaps.at(heap)?], meter)?.0);
                meter.grow(held)?;
            }
            return Ok(());
        }
        match heaps.heap_game().filter(|_| no_period) {
            None => {
                let mut room = meter.room().map_or(u64::MAX, |room| room / held);
                heaps.for_each_value(from, to, meter, &mut |_, Nimber(value)| {
                    if room > 0 {
                        values.push(value);
                        room -= 1;
                    }
                    room > 0
                })?;
                meter.grow(held * values.len() as u64)?;
                // A list that was cut for want of memory is not complete.
                if (values.len() as u64) <= to - from {
                    return Err(meter.stopped(Bound::Bytes).into());
                }
            }
            Some(game) => {
                let shifted = |heap: u64| {
                    let tokens = heap.checked_add(heaps.shift());
                    tokens.ok_or_else(|| Error::Overflow(format!("{heap} is too large")))
                };
                let mut table = self
                    .tables_without_period
                    .take(&rule.name)
                    .unwrap_or_else(|| Sequence::without_period(game.rule().clone()));
                let computed = shifted(to).and_then(|last| {
                    table.extend(last, meter)?;
                    for heap in from..=to {
                        meter.grow(held)?;
                        values.push(table.value(shifted(heap)?, meter)?.0);
                    }
                    Ok(())
                });
                self.tables_without_period.put_back(rule.name.clone(), table);
                computed?;
            }
        }
        Ok(())
    }
}
