//! Codes with moves that leave three heaps.
//!
//! For each number m the values of all pairs of heaps with the sum m are a set of bits. A move that leaves three heaps leaves
//! a smallest one, a, and a pair of the rest: its values are that set with a's value xored to every member, which for bits
//! is an exchange of words and of the bits within them.

use super::one_by_one::OneByOne;
use crate::compact::Cell;
use crate::heap::Code;
use crate::{Error, Meter};

/// The engine for one code. Time O(n·V/64) for the heap n with values up to V.
#[derive(Debug)]
pub(in crate::heap::sequence) struct Triples {
    /// A heap of exactly so many tokens may be taken whole.
    whole: Vec<usize>,
    /// After taking so many, the rest may be left as one heap, as two, as three.
    leave: [Vec<usize>; 3],
    /// For each number m, the values of the pairs of non-empty heaps with the sum m.
    pairs: Vec<Bits>,
    largest: u32,
}

/// A set of numbers below 64 times its length, which is a power of two.
type Bits = Box<[u64]>;

impl Triples {
    /// The engine, if the code is finite and has such moves.
    pub(super) fn of(code: &Code) -> Option<Self> {
        let (digits, repeated) = code.digits();
        let with = |bit: u8| (0..digits.len()).filter(|&k| digits[k] & bit != 0).collect::<Vec<_>>();
        let leave = [with(2), with(4), with(8)];
        let applies = repeated == 0 && !leave[2].is_empty();
        applies.then(|| Self { whole: with(1), leave, pairs: Vec::new(), largest: 0 })
    }

    /// The engine as it is when it has computed this table, but for the sets of pairs, which it makes anew.
    pub(super) fn after<T: Cell>(self, table: &[T]) -> Self {
        let largest = table.iter().map(|value| value.get()).max().unwrap_or(0);
        Self { largest, ..self }
    }

    /// The sets of pairs up to the sum that is the next heap.
    fn pair_up<T: Cell>(&mut self, table: &[T], words: usize, meter: &mut Meter<'_>) -> Result<(), Error> {
        while self.pairs.len() <= table.len() {
            let sum = self.pairs.len();
            let mut bits: Bits = vec![0; words].into();
            for (smaller, larger) in (1..=sum / 2).map(|smaller| (smaller, sum - smaller)) {
                let value = (table[smaller] ^ table[larger]).get();
                bits[value as usize / 64] |= 1 << (value % 64);
            }
            meter.work(sum as u64)?;
            meter.grow(8 * words as u64)?;
            self.pairs.push(bits);
        }
        Ok(())
    }
}

impl OneByOne for Triples {
    fn next<T: Cell>(&mut self, table: &[T], meter: &mut Meter<'_>) -> Result<u32, Error> {
        // The value before may have been added by the caller.
        self.largest = self.largest.max(table.last().map_or(0, |value| value.get()));
        let words = (self.largest as usize / 64 + 1).next_power_of_two();
        self.pair_up(table, words, meter)?;
        let heap = table.len();
        let mut seen = vec![0u64; words];
        if self.whole.binary_search(&heap).is_ok() {
            seen[0] |= 1;
        }
        let rests =
            |leave: &'_ [usize]| leave.iter().filter_map(move |taken| heap.checked_sub(*taken)).collect::<Vec<_>>();
        for rest in rests(&self.leave[0]).into_iter().filter(|&rest| rest > 0) {
            let value = table[rest].get();
            seen[value as usize / 64] |= 1 << (value % 64);
        }
        for rest in rests(&self.leave[1]) {
            add(&mut seen, &self.pairs[rest], 0);
        }
        for rest in rests(&self.leave[2]) {
            for (smallest, value) in table.iter().enumerate().take(rest / 3 + 1).skip(1) {
                add(&mut seen, &self.pairs[rest - smallest], value.get());
            }
            meter.work((rest / 3 * words) as u64)?;
        }
        let full = seen.iter().take_while(|&&word| word == u64::MAX).count();
        let last = seen.get(full).map_or(0, |word| word.trailing_ones());
        u32::try_from(64 * full as u64 + u64::from(last))
            .map_err(|_| Error::Overflow(format!("the value of heap {heap} is above 2^32 - 1")))
    }
}

/// Adds all members of a set, each xor `value`.
fn add(seen: &mut [u64], bits: &[u64], value: u32) {
    let (across, within) = (value as usize / 64, value % 64);
    for (place, &word) in bits.iter().enumerate().filter(|(_, word)| **word != 0) {
        seen[place ^ across] |= exchanged(word, within);
    }
}

/// The word whose bit i is the bit i xor `value` of this one.
#[inline]
const fn exchanged(mut word: u64, value: u32) -> u64 {
    const LOW: [u64; 6] = [
        0x5555_5555_5555_5555,
        0x3333_3333_3333_3333,
        0x0F0F_0F0F_0F0F_0F0F,
        0x00FF_00FF_00FF_00FF,
        0x0000_FFFF_0000_FFFF,
        0x0000_0000_FFFF_FFFF,
    ];
    let mut bit = 0;
    while bit < 6 {
        if value >> bit & 1 == 1 {
            let by = 1 << bit;
            word = (word & LOW[bit as usize]) << by | word >> by & LOW[bit as usize];
        }
        bit += 1;
    }
    word
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_are_exchanged() {
        for value in 0..64 {
            for bit in 0..64 {
                assert_eq!(exchanged(1 << bit, value), 1 << (bit ^ value));
            }
        }
    }
}
