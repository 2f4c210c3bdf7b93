//! Moves of a sum.

use rustc_hash::FxHashSet;

use crate::{Component, Nimber, Options, Outcome};

/// A move: one component is replaced by the parts that an option of it leaves.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Move {
    /// Which component of the sum, from 0.
    pub component: usize,
    /// What replaces it; nothing: the component ends.
    pub parts: Vec<Component>,
}

impl Move {
    /// The sum that this move leaves.
    #[must_use]
    pub fn apply(&self, sum: &[Component]) -> Vec<Component> {
        let mut left = Vec::with_capacity(sum.len() + self.parts.len());
        left.extend(&sum[..self.component]);
        left.extend(&self.parts);
        left.extend(&sum[self.component + 1..]);
        left
    }
}

/// Some or all of the moves that a question asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Moves<M = Move> {
    /// The moves, by component, each once.
    pub list: Vec<M>,
    /// Whether there are more than those listed.
    pub more: bool,
}

impl<M> Default for Moves<M> {
    fn default() -> Self {
        Self { list: Vec::new(), more: false }
    }
}

/// A move with what it leads to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ValuedMove {
    /// The move.
    pub to: Move,
    /// The value of the whole sum after it; `None` in misère play.
    pub value: Option<Nimber>,
    /// Who wins the sum after it: P means that the move wins.
    pub outcome: Outcome,
}

/// How much of an answer is wanted: the less, the cheaper it may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Detail {
    /// Who wins.
    Outcome,
    /// Also the winning moves, at most so many.
    Moves(usize),
}

impl Detail {
    /// How many moves are wanted.
    #[must_use]
    pub const fn moves(self) -> usize {
        match self {
            Self::Outcome => 0,
            Self::Moves(most) => most,
        }
    }
}

/// The options of one component in order, each once: an option is a multiset of parts, in whatever order they stand.
pub(super) fn distinct(options: &Options<Component>) -> impl Iterator<Item = Vec<Component>> {
    let mut seen = FxHashSet::default();
    let new = move |parts: &&[Component]| {
        let mut sorted = parts.to_vec();
        sorted.sort_unstable();
        seen.insert(sorted)
    };
    options.iter().filter(new).map(<[Component]>::to_vec)
}
