//! Small subtraction sets: the value of a heap is the lowest bit that is in none of a few words.

use std::fmt::Debug;
use std::ops::{BitAnd, BitOr, BitOrAssign, Not};

use crate::compact::Cell;
use crate::heap::{HeapRule, SubtractionSet};
use crate::{Error, Meter};

/// The engine for one finite set of takes.
#[derive(Debug)]
pub(in crate::heap::sequence) enum Subtraction {
    /// Values up to 15.
    Few(OneHot<u16>),
    /// Values up to 31.
    Some(OneHot<u32>),
    /// Values up to 63.
    Many(OneHot<u64>),
}

/// A set with a larger number is left to the other methods.
const LARGEST: u64 = 1 << 20;
/// Heaps that are computed side by side.
const LANES: usize = 64;
/// Blocks between two looks at the meter.
const BLOCKS: usize = 1 << 8;

impl Subtraction {
    /// The engine, if the rule is a set of at most 63 takes, none of which is large.
    pub(super) fn of(rule: &HeapRule) -> Option<Self> {
        let takes: Vec<u64> = match rule {
            HeapRule::Code(code) => {
                let (digits, repeated) = code.digits();
                let subtracts = repeated == 0 && digits.iter().all(|&digit| digit == 0 || digit == 3);
                subtracts
                    .then(|| (0..).zip(digits).filter(|(_, digit)| **digit == 3).map(|(take, _)| take).collect())?
            }
            HeapRule::Subtraction(set) => small(set)?,
            HeapRule::GrundysGame => return None,
        };
        let takes: Vec<usize> = takes.into_iter().map_while(|take| usize::try_from(take).ok()).collect();
        match takes.len() {
            0..16 => Some(Self::Few(OneHot::new(takes))),
            16..32 => Some(Self::Some(OneHot::new(takes))),
            32..64 => Some(Self::Many(OneHot::new(takes))),
            _ => None,
        }
    }

    /// The engine as it is when it has computed this table; `None` if it never computes such values.
    pub(super) fn after<T: Cell>(self, table: &[T]) -> Option<Self> {
        match self {
            Self::Few(few) => few.after(table).map(Self::Few),
            Self::Some(some) => some.after(table).map(Self::Some),
            Self::Many(many) => many.after(table).map(Self::Many),
        }
    }

    /// Computes values until the table has those of all heaps up to `to`.
    pub(super) fn extend<T: Cell>(
        &mut self,
        table: &mut Vec<T>,
        to: usize,
        meter: &mut Meter<'_>,
    ) -> Result<Option<u32>, Error> {
        match self {
            Self::Few(few) => few.extend(table, to, meter),
            Self::Some(some) => some.extend(table, to, meter),
            Self::Many(many) => many.extend(table, to, meter),
        }?;
        Ok(None)
    }
}

/// The members of a finite set without large numbers.
fn small(set: &SubtractionSet) -> Option<Vec<u64>> {
    let ranges = set.finite()?;
    let last = ranges.last().map_or(0, |range| *range.end());
    let members = ranges.iter().fold(0u64, |sum, range| sum.saturating_add(range.end() - range.start() + 1));
    (last <= LARGEST && members < 64).then(|| ranges.into_iter().flatten().collect())
}

/// A word with a bit for each value.
pub(in crate::heap::sequence) trait Word:
    Copy + Default + Debug + Eq + BitOr<Output = Self> + BitOrAssign + BitAnd<Output = Self> + Not<Output = Self>
{
    /// The bit that stands for a value, if there is one.
    fn of(value: u32) -> Option<Self>;

    /// The lowest bit that is not set. There is one.
    fn lowest_clear(self) -> Self;

    /// The place of the only bit that is set.
    fn place(self) -> u8;
}

macro_rules! word {
    ($word:ty) => {
        impl Word for $word {
            fn of(value: u32) -> Option<Self> {
                Self::from(1u8).checked_shl(value)
            }

            #[inline(always)]
            fn lowest_clear(self) -> Self {
                !self & self.wrapping_add(1)
            }

            #[inline(always)]
            #[expect(clippy::cast_possible_truncation, reason = "a word has at most 64 bits")]
            fn place(self) -> u8 {
                self.wrapping_sub(1).count_ones() as u8
            }
        }
    };
}

word!(u16);
word!(u32);
word!(u64);

/// The values of the last heaps, each as the bit that stands for it.
#[derive(Debug)]
pub(in crate::heap::sequence) struct OneHot<W> {
    /// Heaps in a block, at most `LANES`.
    lanes: usize,
    /// Takes that reach back before every block.
    far: Vec<usize>,
    /// The others, largest first: the value that is needed last is that of the heap before.
    near: Vec<usize>,
    /// A bit for each heap up to the next one to be computed; none for the heaps below 0, of which there are as many as
    /// the largest take reaches back to.
    bits: Vec<W>,
    /// How far back is looked.
    reach: usize,
}

impl<W: Word> OneHot<W> {
    fn new(takes: Vec<usize>) -> Self {
        let reach = takes.last().copied().unwrap_or(0).max(LANES);
        // Shorter blocks without near takes are faster than longer ones with some.
        let lanes = takes.first().map_or(LANES, |&least| if least < LANES / 4 { LANES } else { least.min(LANES) });
        let (mut near, far): (Vec<usize>, Vec<usize>) = takes.into_iter().partition(|&take| take < lanes);
        near.reverse();
        Self { lanes, far, near, bits: vec![W::default(); reach], reach }
    }

    fn after<T: Cell>(self, table: &[T]) -> Option<Self> {
        let last = &table[table.len().saturating_sub(self.reach)..];
        let mut bits = vec![W::default(); self.reach - last.len()];
        for value in last {
            bits.push(W::of(value.get())?);
        }
        Some(Self { bits, ..self })
    }

    fn extend<T: Cell>(&mut self, table: &mut Vec<T>, to: usize, meter: &mut Meter<'_>) -> Result<(), Error> {
        while table.len() <= to {
            let from = table.len();
            let left = meter.positions_left().unwrap_or(u64::MAX);
            if left == 0 {
                meter.step()?; // says that the limit was reached
            }
            let left = usize::try_from(left).unwrap_or(usize::MAX);
            let until = from.saturating_add((LANES * BLOCKS).min(left)).min(to.saturating_add(1));
            table.reserve(until - from);
            // Values are below 64, so the table has bytes, unless a checkpoint had wider cells than it needs.
            match T::as_byte_vec(table) {
                Some(table) => blocks(self, table, until),
                None => {
                    let mut values = Vec::with_capacity(until - from);
                    blocks(self, &mut values, until - from);
                    table.extend(values.into_iter().map(T::from));
                }
            }
            let done = (until - from) as u64;
            meter.steps(done, done * (self.far.len() / 16 + self.near.len() + 1) as u64)?;
            meter.grow(done * size_of::<T>() as u64)?;
        }
        Ok(())
    }
}

/// Appends the values of the next heaps to `table` until it has the length `until`.
#[multiversion::multiversion(targets(
    "x86_64+avx512f+avx512bw+avx512vl+avx512dq+bmi1+bmi2+lzcnt+popcnt",
    "x86_64+avx2+bmi1+bmi2+lzcnt+popcnt"
))]
fn blocks<W: Word>(engine: &mut OneHot<W>, table: &mut Vec<u8>, until: usize) {
    let OneHot { lanes, far, near, bits, reach } = engine;
    while table.len() < until {
        // Not to move what is still needed for every few heaps.
        if bits.len() > 4 * *reach + (1 << 14) {
            let old = bits.len() - *reach;
            bits.copy_within(old.., 0);
            bits.truncate(*reach);
        }
        let count = (*lanes).min(until - table.len());
        let mut seen = [W::default(); LANES];
        for &take in far.iter() {
            // What lies past the known heaps is for lanes that are not used.
            let known = &bits[bits.len() - take..];
            match known.first_chunk::<LANES>() {
                Some(known) => seen.iter_mut().zip(known).for_each(|(seen, &bit)| *seen |= bit),
                None => seen.iter_mut().zip(known).for_each(|(seen, &bit)| *seen |= bit),
            }
        }
        if near.is_empty() {
            for seen in &mut seen {
                *seen = seen.lowest_clear();
            }
        } else {
            let mut recent = [W::default(); 2 * LANES];
            recent[..LANES].copy_from_slice(&bits[bits.len() - LANES..]);
            for (place, seen) in seen.iter_mut().enumerate() {
                for &take in near.iter() {
                    *seen |= recent[(LANES + place - take) % (2 * LANES)];
                }
                *seen = seen.lowest_clear();
                recent[LANES + place] = *seen;
            }
        }
        bits.extend_from_slice(&seen[..count]);
        let values = seen.map(W::place);
        table.extend_from_slice(&values[..count]);
    }
}
