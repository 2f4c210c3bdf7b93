//! The engines: what computes the values of the next heaps. Which one is chosen depends on the shape of the rule alone.

mod all_but;
pub(super) mod known_values;
mod one_by_one;
mod plain;
pub(super) mod splits;
mod subtraction;
mod triples;

pub(super) use self::all_but::AllBut;
pub(super) use self::plain::Plain;
use self::splits::Splits;
use self::splits::shape::Shape;
use self::subtraction::Subtraction;
use self::triples::Triples;
use crate::compact::Cell;
use crate::heap::HeapRule;
use crate::{Error, Meter};

/// What computes the next values.
#[derive(Debug)]
pub(super) enum Engine {
    /// Any rule, by the definition.
    Plain(Plain),
    /// Subtraction games with few numbers.
    Subtraction(Subtraction),
    /// All-but games.
    AllBut(AllBut),
    /// Moves that leave at most two heaps.
    Splits(Box<Splits>),
    /// Moves that leave up to three heaps.
    Triples(Triples),
}

impl Engine {
    /// The fastest engine for a rule.
    pub(super) fn of(rule: &HeapRule) -> Self {
        let all_but = match rule {
            HeapRule::Subtraction(set) => AllBut::of(set),
            HeapRule::Code(_) | HeapRule::GrundysGame => None,
        };
        if let Some(all_but) = all_but {
            return Self::AllBut(all_but);
        }
        if let Some(subtraction) = Subtraction::of(rule) {
            return Self::Subtraction(subtraction);
        }
        if let HeapRule::Code(code) = rule
            && let Some(triples) = Triples::of(code)
        {
            return Self::Triples(triples);
        }
        match Shape::of(rule) {
            Some(shape) => Self::Splits(Box::new(Splits::new(shape, rule.clone()))),
            None => Self::Plain(Plain::new(rule.clone())),
        }
    }

    /// Computes values until the table has those of all heaps up to `to`, on the way to `goal`, or one does not fit: that one
    /// is returned, and the caller adds it.
    pub(super) fn extend<T: Cell>(
        &mut self,
        table: &mut Vec<T>,
        to: usize,
        goal: usize,
        meter: &mut Meter<'_>,
    ) -> Result<Option<u32>, Error> {
        match self {
            Self::Plain(plain) => one_by_one::extend(plain, table, to, meter),
            Self::Subtraction(subtraction) => subtraction.extend(table, to, meter),
            Self::AllBut(all_but) => one_by_one::extend(all_but, table, to, meter),
            Self::Splits(splits) => splits.extend(table, to, goal, meter),
            Self::Triples(triples) => one_by_one::extend(triples, table, to, meter),
        }
    }

    /// The engine as it is after it has computed this table; `None` if it never computes such values.
    pub(super) fn after<T: Cell>(self, table: &[T]) -> Option<Self> {
        Some(match self {
            Self::Plain(plain) => Self::Plain(plain),
            Self::Subtraction(subtraction) => Self::Subtraction(subtraction.after(table)?),
            Self::AllBut(all_but) => Self::AllBut(all_but.after(table)),
            Self::Splits(splits) => Self::Splits(Box::new(splits.after(table))),
            Self::Triples(triples) => Self::Triples(triples.after(table)),
        })
    }

    /// A rough upper bound of the steps that the value of this heap takes in an engine that has just been rebuilt.
    pub(super) fn cost(&self, heap: usize) -> usize {
        let cost = match self {
            // All pairs of heaps that a move may leave after taking any number.
            Self::Plain(_) => heap.saturating_pow(3),
            Self::Subtraction(_) => 64,
            Self::AllBut(all_but) => all_but.cost(),
            Self::Splits(splits) => splits.cost(heap),
            // The sets of pairs are computed again.
            Self::Triples(_) => heap.saturating_pow(2),
        };
        cost.max(1)
    }

    /// The number of heaps among which a period is looked for when a value is asked of a heap that no table can reach.
    pub(super) const fn search_horizon(&self) -> u64 {
        match self {
            Self::Plain(_) => 2000,
            Self::Triples(_) => 10_000,
            Self::Subtraction(_) | Self::AllBut(_) | Self::Splits(_) => 50_000_000,
        }
    }
}
