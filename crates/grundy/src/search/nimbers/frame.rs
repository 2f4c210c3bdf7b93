//! What is asked of an open position, and how far the answer is.

use std::hash::BuildHasher;

use rustc_hash::FxBuildHasher;

use super::fact::Fact;

/// What is asked of a component.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Question {
    /// Its value.
    Value,
    /// Whether it is worth so much.
    Is(u64),
}

impl Question {
    /// Whether what is known answers it.
    pub(super) fn is_answered(self, fact: Fact) -> bool {
        fact.value().is_some() || matches!(self, Self::Is(value) if fact.excludes(value))
    }
}

/// A component, with its hash.
#[derive(Clone)]
pub(super) struct Part<P> {
    pub(super) position: P,
    pub(super) hash: u64,
}

/// A position of which something is asked.
pub(super) struct Frame<P> {
    pub(super) of: Part<P>,
    pub(super) question: Question,
    pub(super) fact: Fact,
    /// Where its options begin in `choices`, and their components in `parts`.
    pub(super) first: usize,
    pub(super) parts: usize,
    /// The next option to ask.
    pub(super) cursor: usize,
    /// How many options have been put off since one was asked.
    pub(super) passed: usize,
    /// Whether no option is worth what the position was asked for.
    pub(super) absent: bool,
    /// Whether an option is worth what the position was asked for: the answer is no.
    pub(super) refuted: bool,
    /// How many positions had been expanded before.
    pub(super) before: u64,
}

impl<P> Frame<P> {
    /// The value that an option with it would help with: one that settles the question at once, until there is known to be
    /// none; then the least value that is possible.
    pub(super) const fn target(&self) -> u64 {
        match self.question {
            Question::Is(value) if !self.absent => value,
            _ => self.fact.least() as u64,
        }
    }

    /// No option is worth the target.
    pub(super) const fn exhausted(&mut self) {
        match self.question {
            Question::Is(value) if !self.absent && value != self.fact.least() as u64 => {
                self.absent = true;
                self.cursor = self.first;
            }
            // Each smaller value is that of an option, and this one is not.
            _ => self.fact = Fact::exactly(self.fact.least()),
        }
    }

    /// Whether nothing more is to be found out.
    pub(super) fn is_answered(&self) -> bool {
        self.refuted || self.question.is_answered(self.fact)
    }

    /// An option is worth so much; `false` if that has to be kept in mind elsewhere.
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

/// An option whose value is not known: the nim-sum of `base` and of its components.
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
