//! When the values of heaps repeat, and whether that is proved.

use std::io::Read;

use grundy::games::Heaps;
use grundy::heap::{
    CheckpointError, CheckpointSink, Finding, HeapGame, Period as Proved, PeriodSearch, PeriodTheorem, Proof, Status,
};
use grundy::notation::NamedRule;
use grundy::{Meter, Nimber};
use grundy_check::Certificate;
use serde::{Deserialize, Serialize};

use crate::session::names_rule_file;
use crate::{Failure, Kind, Limit, Progress, Question, Session};

/// When the values of the heaps of a rule repeat, and whether that is proved.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct Period {
    /// The rule: a code such as `0.77`, or a name with its parameters such as `subtract{1,3,4}`.
    pub rule: String,
    /// The most heaps that are computed; 50,000,000 by default. With 2^64 - 1 only the limits of the meter end the search.
    pub max: u64,
    /// Accept only a proof by this theorem.
    pub by: PeriodBy,
    /// Also the certificate of a proved period.
    pub certificate: bool,
    /// The most values of the preperiod, and of a period, that are listed; 100 by default. If it is more than that, values that
    /// the search has not kept are computed again.
    pub values: usize,
}

/// The theorem that is to prove a period.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum PeriodBy {
    /// Whichever proves it first.
    #[default]
    Any,
    /// The theorem of Guy and Smith, with all values in memory.
    FullRange,
    /// The window theorem, for games that split heaps: sooner, and in little memory.
    Window,
}

/// How many values of a period are listed if nobody says how many.
const USUAL_VALUES: usize = 100;

impl Default for Period {
    fn default() -> Self {
        Self { rule: String::new(), max: 50_000_000, by: PeriodBy::Any, certificate: false, values: USUAL_VALUES }
    }
}

/// When the values of the heaps of a rule repeat: g(n + period) = g(n) + saltus for all n from the preperiod on.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct PeriodAnswer {
    /// The rule as it is written.
    pub rule: String,
    /// `proved`, `observed` (the computed values look like it, and no more is known) or `none`.
    pub status: PeriodStatus,
    /// The period.
    pub period: Option<u64>,
    /// The least heap from which the values repeat.
    pub preperiod: Option<u64>,
    /// The last heap whose value does not fit; null if all fit.
    pub last_exception: Option<u64>,
    /// What the values grow by in a period; 0 if they repeat.
    pub saltus: Option<u64>,
    /// The last heap whose value was computed; null if none was.
    pub checked_to: Option<u64>,
    /// The values before they repeat, and those that repeat. Left out if there is no period, or if the preperiod is above 2^20 and
    /// no more values than usual are asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub values: Option<Box<PeriodValues>>,
    /// The theorem that proves the period.
    pub proof: Option<PeriodProof>,
    /// The limit that ended the search, if there is no proof.
    pub limit: Option<Limit>,
    /// Where the window theorem and the theorem on states see the repetition.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub evidence: Option<Evidence>,
    /// The heap up to which the values have to be known for a proof, if the theorem of Guy and Smith applies and they go on
    /// repeating as observed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub decisive: Option<u64>,
    /// The certificate, if it was asked for and there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<serde_json::Value>"))]
    pub certificate: Option<Certificate>,
    /// Why a proved period has no certificate, if one was asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub no_certificate: Option<String>,
    /// How the search ended, if a limit ended it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stopped: Option<Failure>,
}

/// The values before they repeat, and those that repeat.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct PeriodValues {
    /// The values of the heaps 0, 1, 2, … below the preperiod, no more than were asked for.
    pub preperiod: Vec<u64>,
    /// The values of the heaps of one period from the preperiod on, no more than were asked for.
    pub block: Vec<u64>,
    /// The heaps below the preperiod whose values are not those of the period continued downwards; null if the lists are cut.
    pub exceptions: Option<Vec<u64>>,
}

/// How certain a period is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum PeriodStatus {
    /// A theorem proves it for all heaps.
    Proved,
    /// The values that were computed repeat.
    Observed,
    /// No repetition is in sight.
    None,
}

/// The theorem that proves a period.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum PeriodProof {
    /// Guy and Smith 1956: the values repeat over the whole range that the theorem asks for.
    FullRange,
    /// No rare heaps are left, and a window of values comes again a period later.
    Window,
    /// A state comes again, and what follows a state depends on it alone.
    States,
    /// The theorem on moves that leave three heaps.
    ThreeParts,
    /// The values of all heaps are known in closed form.
    ClosedForm,
    /// A theorem that has no name here yet.
    #[serde(other)]
    Other,
}

/// Where a repetition is seen that proves a period.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Evidence {
    /// The size of the window that comes again.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub window: Option<u64>,
    /// The heap before which the window is, or at which the state is, for the first time.
    pub from: u64,
}

impl Session {
    /// When the values of the heaps of a rule repeat, and whether that is proved. Limits end the search with what is known.
    ///
    /// # Errors
    /// A [`Failure`] of the kinds `notation` and `io` where the rule cannot be read, `usage` if its positions are not single
    /// integers, and those of the values.
    pub fn period(&self, question: &Period, meter: &mut Meter<'_>) -> Result<PeriodAnswer, Failure> {
        match self.route(&[&question.rule], || Question::Period(question.clone()), meter) {
            Some(answer) => answer,
            None => {
                let rule = self.rule(&question.rule, meter)?;
                let heaps = rule.heaps().ok_or_else(|| Failure::no_heaps(&rule.name))?;
                let finding = heaps.find_period(&search(question), meter)?;
                Ok(answer(rule.name.clone(), finding, question, heaps, meter))
            }
        }
    }

    /// A search for a period that is saved now and then, and may go on from what an earlier one saved.
    ///
    /// # Errors
    /// As for [`period`](Self::period); also a [`Failure`] of the kind `unsupported` if the search for the period of this rule
    /// cannot be saved.
    pub fn resumable_period(&self, question: &Period, meter: &mut Meter<'_>) -> Result<ResumablePeriod, Failure> {
        let unsupported = |rule: &str| {
            let message = format!("a search for the period of {rule} cannot be saved");
            let help = "checkpoints are for codes, subtraction sets and Grundy's game";
            Failure::new(Kind::Unsupported, message).with_help(help)
        };
        if names_rule_file(&question.rule) {
            return Err(unsupported(&question.rule));
        }
        let rule = self.rule(&question.rule, meter)?;
        let heaps = rule.heaps().ok_or_else(|| Failure::no_heaps(&rule.name))?;
        if heaps.heap_game().is_none() {
            return Err(unsupported(&rule.name));
        }
        Ok(ResumablePeriod { rule, question: question.clone() })
    }
}

/// A search for a period that can be saved and resumed. What is saved is bytes; the caller has the file.
pub struct ResumablePeriod {
    rule: NamedRule,
    question: Period,
}

impl ResumablePeriod {
    /// Saves the state of the search now.
    pub fn save(&self, sink: &mut dyn CheckpointSink) {
        self.game().save_checkpoint(theorem(self.question.by), sink);
    }

    /// Goes on from what was saved.
    ///
    /// # Errors
    /// [`CheckpointError`] if that is not a state of this search; then nothing has changed.
    pub fn resume(&self, from: &mut dyn Read) -> Result<(), CheckpointError> {
        self.game().resume(theorem(self.question.by), from)
    }

    /// Searches, and saves the state whenever the sink says that it is time to.
    ///
    /// # Errors
    /// As for [`Session::period`].
    pub fn search(&self, sink: &mut dyn CheckpointSink, meter: &mut Meter<'_>) -> Result<PeriodAnswer, Failure> {
        let finding = self.game().find_period_with_checkpoints(&search(&self.question), sink, meter)?;
        Ok(answer(self.rule.name.clone(), finding, &self.question, self.heaps(), meter))
    }

    fn heaps(&self) -> &dyn Heaps {
        self.rule.heaps().unwrap_or_else(|| unreachable!("the session has refused other rules"))
    }

    fn game(&self) -> &HeapGame {
        self.heaps().heap_game().unwrap_or_else(|| unreachable!("the session has refused other rules"))
    }
}

fn theorem(by: PeriodBy) -> PeriodTheorem {
    match by {
        PeriodBy::Any => PeriodTheorem::Any,
        PeriodBy::FullRange => PeriodTheorem::FullRange,
        PeriodBy::Window => PeriodTheorem::Window,
    }
}

fn search(question: &Period) -> PeriodSearch {
    PeriodSearch { heaps: question.max, theorem: theorem(question.by) }
}

fn answer(rule: String, finding: Finding, question: &Period, heaps: &dyn Heaps, meter: &Meter<'_>) -> PeriodAnswer {
    let (status, repeats, proved) = match &finding.status {
        Status::Proved(period) => {
            (PeriodStatus::Proved, Some((period.period, period.preperiod, period.saltus)), Some(period))
        }
        &Status::Observed { period, preperiod, saltus } => {
            (PeriodStatus::Observed, Some((period, preperiod, saltus)), None)
        }
        Status::None => (PeriodStatus::None, None, None),
    };
    let (certificate, no_certificate) = match proved {
        Some(_) if question.certificate => match heaps.heap_game().and_then(HeapGame::certificate) {
            Some(certificate) => (Some(certificate), None),
            None => (None, Some(NO_CERTIFICATE.to_owned())),
        },
        _ => (None, None),
    };
    // A search that only time and memory end has no goal that could be told.
    let goal = |done: Progress| Progress { goal: done.goal.filter(|_| question.max < u64::MAX), ..done };
    PeriodAnswer {
        rule,
        status,
        period: repeats.map(|(period, ..)| period),
        preperiod: repeats.map(|(_, preperiod, _)| preperiod),
        last_exception: repeats.and_then(|(_, preperiod, _)| preperiod.checked_sub(1)),
        saltus: repeats.map(|(.., saltus)| saltus),
        checked_to: finding.checked_to,
        values: repeats.and_then(|repeats| values(repeats, question.values, heaps, meter)).map(Box::new),
        proof: proved.map(proof),
        limit: proved.is_none().then(|| Limit::of(finding.stopped.as_ref())),
        evidence: proved.and_then(evidence),
        decisive: finding.needs.and_then(|heaps| heaps.checked_sub(1)),
        certificate,
        no_certificate,
        stopped: finding.stopped.map(|error| Failure::from(error).counting(goal)),
    }
}

/// Values of larger heaps are listed only if more values than usual are asked for: a search may not have kept them.
const LARGEST_HEAP: u64 = 1 << 20;

/// The values of a period and a preperiod, at most so many of each.
fn values(
    (period, preperiod, saltus): (u64, u64, u64),
    most: usize,
    heaps: &dyn Heaps,
    meter: &Meter<'_>,
) -> Option<PeriodValues> {
    if most <= USUAL_VALUES && preperiod > LARGEST_HEAP {
        return None;
    }
    // The search may have used up its time; most of these values it has left in a table.
    let mut meter = Meter::new(meter.limits());
    let mut list = |from: u64, count: u64| {
        let mut values = Vec::new();
        let last = match count.min(most as u64).checked_sub(1) {
            Some(more) => from.checked_add(more)?,
            None => return Some(values),
        };
        meter.grow((last - from).saturating_add(1).saturating_mul(size_of::<u64>() as u64)).ok()?;
        let each = &mut |_, value: Nimber| {
            values.push(value.0);
            true
        };
        heaps.for_each_value(from, last, &mut meter, each).ok().map(|()| values)
    };
    let (before, block) = (list(0, preperiod)?, list(preperiod, period)?);
    let is_whole = before.len() as u64 == preperiod && block.len() as u64 == period;
    let exceptions = is_whole.then(|| exceptions(&before, &block, saltus));
    Some(PeriodValues { preperiod: before, block, exceptions })
}

/// The heaps before a period whose values are not those of the period continued downwards.
fn exceptions(before: &[u64], block: &[u64], saltus: u64) -> Vec<u64> {
    let (preperiod, period) = (before.len(), block.len());
    let fits = |heap: usize| {
        let times = (preperiod - heap).div_ceil(period);
        let continued = (times as u64)
            .checked_mul(saltus)
            .and_then(|less| block[heap + times * period - preperiod].checked_sub(less));
        continued == Some(before[heap])
    };
    (0..preperiod).filter(|&heap| !fits(heap)).map(|heap| heap as u64).collect()
}

/// Why a proved period may have no certificate.
const NO_CERTIFICATE: &str =
    "the period follows from a closed form, and certificates are for finite codes, subtraction sets and Grundy's game";

/// The theorem that proves a period.
pub(crate) fn proof(period: &Proved) -> PeriodProof {
    match period.proof {
        Proof::FullRange { .. } => PeriodProof::FullRange,
        Proof::Window { .. } => PeriodProof::Window,
        Proof::States { .. } => PeriodProof::States,
        Proof::ThreeParts => PeriodProof::ThreeParts,
        Proof::ClosedForm => PeriodProof::ClosedForm,
        _ => PeriodProof::Other,
    }
}

fn evidence(period: &Proved) -> Option<Evidence> {
    match period.proof {
        Proof::Window { window, from, .. } => Some(Evidence { window: Some(window), from }),
        Proof::States { from } => Some(Evidence { window: None, from }),
        _ => None,
    }
}
