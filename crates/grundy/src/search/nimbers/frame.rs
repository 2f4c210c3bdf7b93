//! The question that is open at a position, and its state.

use std::hash::BuildHasher;

use rustc_hash::FxBuildHasher;

use super::fact::Fact;

/// A question about a component.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Question {
    /// Its value.
    Value,
    /// Whether it has this value.
    Is(u64),
}

impl Question {
    /// Whether this fact answers the question.
    pub(super) fn is_answered(self, fact: Fact) -> bool {
        fact.value().is_some() || matches!(self, Self::Is(value) if fact.excludes(value))
    }
}

/// A component and its hash.
#[derive(Clone)]
pub(super) struct Part<P> {
    pub(super) position: P,
    pub(super) hash: u64,
}

/// An open position and the question about it.
pub(super) struct Frame<P> {
    pub(super) of: Part<P>,
    pub(super) question: Question,
    pub(super) fact: Fact,
    /// Where its options begin in `choices`, and their components in `parts`.
    pub(super) first: usize,
    pub(super) parts: usize,
    /// The next option to ask.
    pub(super) cursor: usize,
    /// How many options have been postponed since the last one was asked.
    pub(super) passed: usize,
    /// Whether no option has the value that the position is asked for.
    pub(super) absent: bool,
    /// Whether an option has the value that the position is asked for, so that the answer is no.
    pub(super) refuted: bool,
    /// How many positions had been expanded before this one.
    pub(super) before: u64,
}

impl<P> Frame<P> {
    /// The option value that would help most: the value that settles the question at once, until it is known that no
    /// option has it; then the least possible value.
    pub(super) const fn target(&self) -> u64 {
        match self.question {
            Question::Is(value) if !self.absent => value,
            _ => self.fact.least() as u64,
        }
    }

    /// Records that no option has the target value.
    pub(super) const fn exhausted(&mut self) {
        match self.question {
            Question::Is(value) if !self.absent && value != self.fact.least() as u64 => {
                self.absent = true;
                self.cursor = self.first;
            }
            // Every smaller value is the value of an option, and this one is not.
            _ => self.fact = Fact::exactly(self.fact.least()),
        }
    }

    /// Whether the question is answered.
    pub(super) fn is_answered(&self) -> bool {
        self.refuted || self.question.is_answered(self.fact)
    }

    /// Records that an option has this value; `false` if the fact cannot hold it and it must be remembered elsewhere.
    pub(super) fn found(&mut self, value: u64) -> bool {
        let target = self.target();
        let kept = self.fact.exclude(value);
        match self.question {
            Question::Is(asked) if asked == value => self.refuted = true,
            Question::Is(asked) if self.absent && asked == u64::from(self.fact.least()) => {
                self.fact = Fact::exactly(self.fact.least());
            }
            _ if self.target() != target => self.cursor = self.first,
            _ => {}
        }
        kept
    }
}

/// An option of unknown value: the nim-sum of `base` and the values of its components.
#[derive(Clone, Copy)]
pub(super) struct Choice {
    pub(super) base: u64,
    pub(super) from: usize,
    pub(super) to: usize,
    pub(super) weight: u64,
}

pub(super) fn hash<P: std::hash::Hash>(position: &P) -> u64 {
    FxBuildHasher.hash_one(position)
}

pub(super) fn part<P: std::hash::Hash>(position: P) -> Part<P> {
    Part { hash: hash(&position), position }
}

pub(super) fn same<P: Eq>(a: &Part<P>, b: &Part<P>) -> bool {
    a.hash == b.hash && a.position == b.position
}
