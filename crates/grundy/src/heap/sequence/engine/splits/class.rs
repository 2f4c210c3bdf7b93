//! Common and rare values: the classes of the sparse space.

/// A division of the values of heaps in *rare* and *common* ones, such that rare xor rare and common xor common are rare
/// options of the heap that they come from, and rare xor common are common ones.
///
/// A value v of heap h is rare iff the number of bits that v has in common with the mask is even; with a parity c, iff that
/// number plus h - c is. The second kind needs every splitting digit to have an index of the parity c.
///
/// Source: Berlekamp, Conway & Guy, *Winning Ways*, ch. 4 (sparse spaces); Grossman, *Games of No Chance 5*.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::heap::sequence) struct Class {
    mask: u32,
    /// `None`: the place of the heap does not matter.
    parity: Option<usize>,
}

impl Class {
    /// Whether `value` would be rare as the value of `heap`, or as the value of an option of `heap`.
    #[inline(always)]
    pub(in crate::heap::sequence) fn is_rare(self, value: u32, heap: usize) -> bool {
        let shift = self.parity.map_or(0, |c| (heap ^ c) & 1);
        ((value & self.mask).count_ones() as usize + shift) & 1 == 0
    }

    #[cfg(test)]
    pub(in crate::heap::sequence) const fn new(mask: u32, parity: Option<usize>) -> Self {
        Self { mask, parity }
    }

    /// The bits that are counted.
    pub(in crate::heap::sequence) const fn mask(self) -> u32 {
        self.mask
    }

    /// The class that counts this bit too.
    pub(in crate::heap::sequence) const fn counting(self, bit: u32) -> Self {
        Self { mask: self.mask | 1 << bit, ..self }
    }

    /// Whether the place of the heap matters, and how.
    pub(in crate::heap::sequence) const fn parity(self) -> Option<usize> {
        self.parity
    }

    /// The class with the fewest rare heaps, and their number, among heaps counted by value: `counts[h % 2][v]`. `splits`
    /// are the indices of the splitting digits.
    ///
    /// Time O(V log V) for V values: a Walsh-Hadamard transform counts the rare heaps of all masks at once.
    pub(in crate::heap::sequence) fn best(counts: &[Vec<u64>; 2], splits: &[usize]) -> Option<(Self, u64)> {
        let total: i64 = counts.iter().flatten().map(|&count| signed(count)).sum();
        let size = counts[0].len().max(counts[1].len()).max(2).next_power_of_two();
        let [even, odd] = [0, 1].map(|h| {
            let mut row: Vec<i64> = counts[h].iter().map(|&count| signed(count)).collect();
            row.resize(size, 0);
            walsh_hadamard(&mut row);
            row
        });
        let parity = splits.first().map(|split| split & 1).filter(|c| splits.iter().all(|split| split & 1 == *c));
        let mut best: Option<(Self, u64)> = None;
        // Mask 0 makes every value rare, or every other heap.
        for mask in 1..size {
            // The transform is the number of heaps with an even count of common bits less those with an odd one.
            let mut consider = |parity: Option<usize>, difference: i64| {
                let rare = u64::try_from((total + difference) / 2).unwrap_or(0);
                if best.is_none_or(|(_, fewest)| rare < fewest) {
                    let mask = u32::try_from(mask).unwrap_or(u32::MAX);
                    best = Some((Self { mask, parity }, rare));
                }
            };
            consider(None, even[mask] + odd[mask]);
            match parity {
                Some(0) => consider(parity, even[mask] - odd[mask]),
                Some(_) => consider(parity, odd[mask] - even[mask]),
                None => {}
            }
        }
        best
    }
}

impl From<Class> for crate::heap::Class {
    fn from(class: Class) -> Self {
        Self { mask: class.mask.into(), parity: class.parity.map(|parity| u8::from(parity == 1)) }
    }
}

fn signed(count: u64) -> i64 {
    i64::try_from(count).unwrap_or(i64::MAX)
}

fn walsh_hadamard(row: &mut [i64]) {
    let mut half = 1;
    while half < row.len() {
        for block in row.chunks_exact_mut(2 * half) {
            let (low, high) = block.split_at_mut(half);
            for (x, y) in low.iter_mut().zip(high) {
                (*x, *y) = (*x + *y, *x - *y);
            }
        }
        half *= 2;
    }
}
