//! Where the values of `grundy values` come from.

use std::mem;

use grundy::games::Heaps;
use grundy::heap::Sequence;
use grundy::{Error, Meter, Misere, Nimber, Rules};

/// A way to the values of heaps. Those of later heaps are asked for later.
pub(super) enum Source<'a> {
    /// As the game itself knows them best.
    Normal(&'a dyn Heaps),
    /// A table of every heap: position n is the heap n + shift in it.
    Table(Box<Sequence>, u64),
    /// In misère play, heap by heap.
    Misere(&'a dyn Heaps, Box<Misere<Rules>>),
    /// Values of the heaps from this one on that are all known.
    Known(u64, Vec<Nimber>),
}

/// Before a list of values is begun the last so many are asked for: all that are not in a table follow from a period
/// then, and do not fit their number if these do not.
const LAST: u64 = 1 << 16;

impl<'a> Source<'a> {
    pub(super) const fn normal(heaps: &'a dyn Heaps) -> Self {
        Self::Normal(heaps)
    }

    /// The values of a one-heap game, each computed. Of other games no period is used in any case.
    pub(super) fn without_period(heaps: &'a dyn Heaps) -> Self {
        match heaps.heap_game() {
            Some(game) => Self::Table(Box::new(Sequence::without_period(game.rule().clone())), heaps.shift()),
            None => Self::Normal(heaps),
        }
    }

    pub(super) fn misere(heaps: &'a dyn Heaps, rules: &Rules) -> Self {
        Self::Misere(heaps, Box::new(Misere::new(rules.clone())))
    }

    /// Does all that can fail, so that later these values come without an error.
    pub(super) fn prepare(&mut self, from: u64, to: u64, meter: &mut Meter<'_>) -> Result<(), Error> {
        let mut values = Vec::new();
        let lasting = match self {
            Self::Normal(heaps) => heaps.heap_game().is_some(),
            Self::Table(..) | Self::Known(..) => true,
            Self::Misere(..) => false,
        };
        if lasting {
            return self.values(from.max(to.saturating_sub(LAST)), to, meter, &mut values);
        }
        let mut first = from;
        loop {
            let last = to.min(first.saturating_add(LAST - 1));
            let before = values.capacity();
            self.values(first, last, meter, &mut values)?;
            meter.grow(((values.capacity() - before) * mem::size_of::<Nimber>()) as u64)?;
            if last == to {
                *self = Self::Known(from, values);
                return Ok(());
            }
            first = last + 1;
        }
    }

    /// Appends the values of these heaps, or of as many as a limit lets be known.
    pub(super) fn values(
        &mut self,
        from: u64,
        to: u64,
        meter: &mut Meter<'_>,
        values: &mut Vec<Nimber>,
    ) -> Result<(), Error> {
        match self {
            Self::Normal(heaps) => heaps.for_each_value(from, to, meter, &mut |_, value| {
                values.push(value);
                true
            }),
            Self::Table(table, shift) => {
                let heap = |n: u64| n.checked_add(*shift).ok_or_else(|| Error::Overflow(format!("{n} is too large")));
                table.extend(heap(to)?, meter)?;
                for n in from..=to {
                    values.push(table.value(heap(n)?, meter)?);
                }
                Ok(())
            }
            Self::Misere(heaps, search) => {
                for n in from..=to {
                    values.push(search.value(&[heaps.at(n)?], meter)?);
                }
                Ok(())
            }
            Self::Known(first, known) => {
                let known = known.iter().skip(usize::try_from(from - *first).unwrap_or(usize::MAX));
                values.extend(known.zip(from..=to).map(|(value, _)| value));
                Ok(())
            }
        }
    }
}
