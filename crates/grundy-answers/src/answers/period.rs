//! When the values of heaps repeat, and whether that is proved.

use std::io::Read;

use grundy::Meter;
use grundy::games::Heaps;
use grundy::heap::{
    CheckpointError, CheckpointSink, Finding, HeapGame, Period as Proved, PeriodSearch, PeriodTheorem, Proof, Status,
};
use grundy::notation::NamedRule;
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

impl Default for Period {
    fn default() -> Self {
        Self { rule: String::new(), max: 50_000_000, by: PeriodBy::Any, certificate: false }
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
                Ok(answer(rule.name.clone(), finding, question, heaps))
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
        Ok(answer(self.rule.name.clone(), finding, &self.question, self.heaps()))
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

fn answer(rule: String, finding: Finding, question: &Period, heaps: &dyn Heaps) -> PeriodAnswer {
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
        proof: proved.map(proof),
        limit: proved.is_none().then(|| Limit::of(finding.stopped.as_ref())),
        evidence: proved.and_then(evidence),
        decisive: finding.needs.and_then(|heaps| heaps.checked_sub(1)),
        certificate,
        no_certificate,
        stopped: finding.stopped.map(|error| Failure::from(error).counting(goal)),
    }
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
