//! What a search for a period is asked, and what it finds.

use serde::{Deserialize, Serialize};

use super::repetition::Repetition;
use super::{Period, Proof};
use crate::Error;

/// How a period is searched for.
#[derive(Clone, Copy, Debug)]
pub struct PeriodSearch {
    /// The most heaps that are computed.
    pub heaps: u64,
    /// The theorem that must prove the period.
    pub theorem: PeriodTheorem,
}

/// The theorem that must prove a period.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
#[serde(rename_all = "kebab-case")]
pub enum PeriodTheorem {
    /// Whichever theorem proves a period first.
    #[default]
    Any,
    /// The theorem of Guy and Smith, which needs the values of about twice preperiod + period heaps in memory.
    FullRange,
    /// The window theorem, for splitting games without rare heaps beyond some heap: it needs about preperiod + period heaps,
    /// and little memory.
    Window,
}

/// What a search has found out about the period of a rule.
#[derive(Debug)]
pub struct Finding {
    /// The period, proved or observed.
    pub status: Status,
    /// The last heap whose value was computed.
    pub checked_to: Option<u64>,
    /// The limit that ended the search, if one did.
    pub stopped: Option<Error>,
    /// How many heaps have to be known for the theorem of Guy and Smith to prove the period that was observed, if their values
    /// go on repeating; `None` if it does not apply.
    pub needs: Option<u64>,
}

/// How far a period is proved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Status {
    /// The period is proved.
    Proved(Period),
    /// The values that were computed repeat at their end, for at least three periods and a quarter of all heaps. This is not
    /// proved for larger heaps.
    Observed {
        /// The period that they repeat with.
        period: u64,
        /// The least heap from which they do.
        preperiod: u64,
        /// What they grow by in a period.
        saltus: u64,
    },
    /// The values do not seem to repeat.
    None,
}

impl PeriodTheorem {
    /// Its name on the command line.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Any => "any",
            Self::FullRange => "full-range",
            Self::Window => "window",
        }
    }
}

impl Status {
    /// The repetition that the end of a table seems to show. Allocates no memory.
    pub(crate) fn observed_repetition<T: Copy + Eq>(table: &[T]) -> Self {
        match Repetition::at_end_of(table) {
            Some(found) if found.is_convincing(table.len()) => {
                Self::Observed { period: found.period as u64, preperiod: found.preperiod as u64, saltus: 0 }
            }
            _ => Self::None,
        }
    }

    /// As [`observed_repetition`](Self::observed_repetition), but finds arithmetic periods too.
    pub(crate) fn observed_with_saltus<T: Copy + Into<u64>>(table: &[T]) -> Self {
        // An arithmetic period is a period of the differences.
        let difference = |pair: &[T]| i128::from(pair[1].into()) - i128::from(pair[0].into());
        let differences: Vec<i128> = table.windows(2).map(difference).collect();
        let Some(found) = Repetition::at_end_of(&differences).filter(|found| found.is_convincing(differences.len()))
        else {
            return Self::None;
        };
        let Repetition { period, preperiod } = found;
        let (first, next): (u64, u64) = (table[preperiod].into(), table[preperiod + period].into());
        let observed = |saltus| Self::Observed { period: period as u64, preperiod: preperiod as u64, saltus };
        next.checked_sub(first).map_or(Self::None, observed)
    }

    /// The same for a game whose position n is the heap n + shift.
    pub(crate) fn shifted(self, shift: u64) -> Self {
        match self {
            Self::Proved(period) => {
                Self::Proved(Period { preperiod: period.preperiod.saturating_sub(shift), ..period })
            }
            Self::Observed { period, preperiod, saltus } => {
                Self::Observed { period, preperiod: preperiod.saturating_sub(shift), saltus }
            }
            Self::None => Self::None,
        }
    }
}

/// The period of a closed form.
pub(crate) const fn closed_form(period: u64, preperiod: u64, saltus: u64) -> Period {
    Period { period, preperiod, saltus, proof: Proof::ClosedForm }
}
