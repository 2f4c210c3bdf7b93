//! The last heaps by their indices: a plane of bits for each index, a bit for each heap.

use super::{BLOCKS, LANES, WORDS};

/// For each index and each of the last heaps: whether the heap has it.
#[derive(Clone, Debug)]
pub(super) struct BitPlanes {
    bits: Vec<u8>,
    /// Bytes from one plane to the next.
    stride: usize,
    /// The heap of the first bit.
    base: usize,
    /// How many heaps before the next one are kept, at least.
    reach: usize,
}

/// Heaps between two moves of the planes.
const SPAN: usize = BLOCKS * LANES;
/// Bytes in a row of bits.
const ROW: usize = 8 * WORDS;

/// A bit for each heap of a block.
pub(super) type Row = [u64; WORDS];

/// The bits of planes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bits<'a>(&'a [u8]);

impl Bits<'_> {
    /// Those of 64 heaps side by side for each word, from this place on.
    #[inline(always)]
    pub(super) fn at(&self, place: usize) -> &[u8; ROW] {
        // One range, and so one comparison with the length.
        self.0[place..place.wrapping_add(ROW)].first_chunk().unwrap_or(&[0; ROW])
    }
}

impl BitPlanes {
    /// Planes for so many indices that hold these heaps, the last ones before `next`; their number and `next` are multiples
    /// of 8.
    pub(super) fn new(indices: usize, last: &[u8], next: usize) -> Self {
        let reach = last.len();
        let stride = (reach + SPAN) / 8 + ROW + 8;
        let mut planes = Self { bits: vec![0; indices * stride], stride, base: next - reach, reach };
        planes.put(next - reach, last);
        planes
    }

    /// Where the bits of a plane begin.
    pub(super) const fn plane(&self, index: usize) -> usize {
        index * self.stride
    }

    /// How many heaps before the next one are kept, at least.
    pub(super) const fn reach(&self) -> usize {
        self.reach
    }

    /// Where the bits of a heap are in a plane; the heap is a multiple of 8.
    pub(super) const fn place(&self, heap: usize) -> usize {
        (heap - self.base) / 8
    }

    /// All bits.
    #[inline(always)]
    pub(super) fn bits(&self) -> Bits<'_> {
        Bits(&self.bits)
    }

    /// Says that the heaps from this one on have these indices.
    #[inline(always)]
    pub(super) fn put(&mut self, heap: usize, indices: &[u8]) {
        let bits = &mut self.bits[..];
        for (bit, index) in (heap - self.base..).zip(indices) {
            bits[usize::from(*index) * self.stride + bit / 8] |= 1 << (bit % 8);
        }
    }

    /// Makes room for a block from the heap `next` on, a multiple of 8.
    pub(super) fn slide(&mut self, next: usize) {
        if next + LANES <= self.base + self.reach + SPAN {
            return;
        }
        let from = self.place(next - self.reach);
        for plane in self.bits.chunks_exact_mut(self.stride) {
            plane.copy_within(from.., 0);
            let kept = plane.len() - from;
            plane[kept..].fill(0);
        }
        self.base = next - self.reach;
    }
}

/// A row of bytes as words.
#[inline(always)]
pub(super) fn words(bytes: [u8; ROW]) -> Row {
    let mut row = [0; WORDS];
    for (word, bytes) in row.iter_mut().zip(bytes.as_chunks().0) {
        *word = u64::from_le_bytes(*bytes);
    }
    row
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bit_is_where_it_was_put_however_often_the_planes_have_moved() {
        let index = |heap: usize| u8::try_from(heap * heap / 7 % 5).unwrap();
        let heaps = |from: usize, to: usize| (from..to).map(index).collect::<Vec<u8>>();
        let (reach, first) = (2048, 4096);
        let mut planes = BitPlanes::new(5, &heaps(first - reach, first), first);
        for block in 0..5 * BLOCKS {
            let next = first + block * LANES;
            planes.slide(next);
            planes.put(next, &heaps(next, next + LANES));
            for plane in 0..5 {
                for from in [next - reach, next - 8, next] {
                    let row = words(*planes.bits().at(planes.plane(plane) + planes.place(from)));
                    for lane in (0..64 * WORDS).filter(|lane| from + lane < next + LANES) {
                        let bit = row[lane / 64] >> (lane % 64) & 1 == 1;
                        assert_eq!(bit, usize::from(index(from + lane)) == plane, "{plane} {from} {lane}");
                    }
                }
            }
        }
    }
}
