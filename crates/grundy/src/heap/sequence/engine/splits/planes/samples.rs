//! A sample of the heaps so far, on which choices are tried.

use super::Entry;

/// Stretches of heaps whose values are known, [`STRETCHES`] side by side, a bit each: options so much smaller are as many
/// places before, in all stretches at once.
#[derive(Debug)]
pub(super) struct Samples {
    /// For each index, each place from `reach` before the stretches on: the stretches whose heap there has the index.
    bits: Vec<u64>,
    reach: usize,
}

/// Stretches that are sampled.
pub(super) const STRETCHES: usize = 128;
/// Heaps in a stretch.
const STRETCH: usize = 480;
const WORDS: usize = STRETCHES / 64;

/// The heaps of all stretches for which something holds.
pub(super) type Marks = [u64; WORDS * STRETCH];

impl Samples {
    /// How many heaps there are.
    pub(super) const HEAPS: usize = STRETCHES * STRETCH;

    /// Stretches that are spread evenly from the heap `from` on; options have offsets up to `reach`, and `from` is not
    /// smaller.
    pub(super) fn new(heaps: &[u8], from: usize, indices: usize, reach: usize) -> Self {
        let width = reach + STRETCH;
        let mut bits = vec![0; WORDS * indices * width];
        for stretch in 0..STRETCHES {
            // Even, so that the parity of a place is that of its heaps.
            let first = from + stretch * (heaps.len() - STRETCH - from) / STRETCHES / 2 * 2;
            for (place, index) in heaps[first - reach..first + STRETCH].iter().enumerate() {
                bits[WORDS * (usize::from(*index) * width + place) + stretch / 64] |= 1 << (stretch % 64);
            }
        }
        Self { bits, reach }
    }

    /// Bytes that a sample takes.
    pub(super) const fn bytes(indices: usize, reach: usize) -> u64 {
        (8 * WORDS * indices) as u64 * (reach + STRETCH) as u64
    }

    /// For each index, and one more that no heap has: the heaps whose index is at least so much.
    pub(super) fn at_least(&self, indices: u8) -> Vec<Marks> {
        let mut least = vec![[0; WORDS * STRETCH]];
        for index in (0..indices).rev() {
            let mut marks = least.last().copied().unwrap_or([0; WORDS * STRETCH]);
            let own = self.having(Entry { index: 0, offset: 0 }, index);
            marks.iter_mut().zip(own).for_each(|(marks, own)| *marks |= own);
            least.push(marks);
        }
        least.reverse();
        least
    }

    /// The even heaps, or the odd ones, of a set.
    pub(super) fn of_parity(marks: &Marks, parity: usize) -> Marks {
        let mut marks = *marks;
        for (place, words) in marks.as_chunks_mut::<WORDS>().0.iter_mut().enumerate() {
            if place % 2 != parity {
                *words = [0; WORDS];
            }
        }
        marks
    }

    /// Options, each of which gives the index to at least `least` of the open heaps to which none before does; the best
    /// first, roughly. The heaps that are covered are open no more. (Greedy set cover.)
    pub(super) fn choose(&self, options: &[Entry], index: u8, least: u32, open: &mut Marks) -> Vec<Entry> {
        let mut gains: Vec<u32> = options.iter().map(|option| self.gain(*option, index, open)).collect();
        let mut chosen = Vec::new();
        let mut threshold = gains.iter().copied().max().unwrap_or(0);
        while threshold >= least {
            // What an option gained before is a bound for what it gains now.
            for (gain, option) in gains.iter_mut().zip(options).filter(|(gain, _)| **gain >= threshold) {
                *gain = self.gain(*option, index, open);
                if *gain >= threshold {
                    self.cover(*option, index, open);
                    chosen.push(*option);
                    *gain = 0;
                }
            }
            threshold = if threshold == least { 0 } else { (threshold - threshold.div_ceil(5)).max(least) };
        }
        chosen
    }

    /// How many of the open heaps have the index as this option.
    pub(super) fn gain(&self, option: Entry, index: u8, open: &Marks) -> u32 {
        common(self.having(option, index), open)
    }

    /// The same, among the first places only: a quarter of the heaps.
    pub(super) fn part_of_gain(&self, option: Entry, index: u8, open: &Marks) -> u32 {
        const PART: usize = WORDS * STRETCH / 4;
        common(&self.having(option, index)[..PART], &open[..PART])
    }

    /// The open heaps that have the index as this option are open no more.
    pub(super) fn cover(&self, option: Entry, index: u8, open: &mut Marks) {
        open.iter_mut().zip(self.having(option, index)).for_each(|(open, having)| *open &= !having);
    }

    /// The heaps that have the index as this option.
    fn having(&self, option: Entry, index: u8) -> &Marks {
        let plane = usize::from(index ^ option.index) * (self.reach + STRETCH);
        let place = WORDS * (plane + self.reach - option.offset);
        self.bits.get(place..).and_then(|bits| bits.first_chunk()).unwrap_or(&[0; WORDS * STRETCH])
    }
}

/// How many heaps are in both.
#[multiversion::multiversion(targets(
    "x86_64+avx512f+avx512bw+avx512vl+avx512dq+avx512vpopcntdq+bmi1+bmi2+lzcnt+popcnt",
    "x86_64+avx2+bmi1+bmi2+lzcnt+popcnt"
))]
fn common(some: &[u64], others: &[u64]) -> u32 {
    // Side by side, for the vectors.
    let mut sums = [0u64; 8];
    for (some, others) in some.as_chunks::<8>().0.iter().zip(others.as_chunks::<8>().0) {
        for ((sum, some), others) in sums.iter_mut().zip(some).zip(others) {
            *sum = sum.wrapping_add(u64::from((some & others).count_ones()));
        }
    }
    u32::try_from(sums.iter().sum::<u64>()).unwrap_or(u32::MAX)
}
