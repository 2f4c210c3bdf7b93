//! Sets of vertices.

/// A set of vertices of a graph with at most [`VertexSet::MOST`] vertices.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct VertexSet {
    // Two words instead of one of 128 bits, so that positions are aligned to 8 bytes and smaller.
    high: u64,
    low: u64,
}

impl VertexSet {
    /// The largest number of vertices of a graph.
    pub const MOST: usize = 128;

    /// The vertices 0 to n-1.
    ///
    /// # Panics
    /// If n is above [`MOST`](Self::MOST).
    #[must_use]
    pub const fn first(n: usize) -> Self {
        assert!(n <= Self::MOST);
        Self::of(if n == 0 { 0 } else { u128::MAX >> (Self::MOST - n) })
    }

    /// The vertices whose bits are set.
    #[must_use]
    #[expect(clippy::cast_possible_truncation, reason = "the two halves")]
    pub const fn of(bits: u128) -> Self {
        Self { high: (bits >> 64) as u64, low: bits as u64 }
    }

    /// The set as bits.
    #[must_use]
    pub const fn bits(self) -> u128 {
        (self.high as u128) << 64 | self.low as u128
    }
}

/// The vertices of a set, in order.
pub(super) fn vertices(mut bits: u128) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let vertex = (bits != 0).then(|| bits.trailing_zeros() as usize);
        bits &= bits.wrapping_sub(1);
        vertex
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_is_its_bits() {
        for bits in [0, 1, 1 << 63, 1 << 64, u128::MAX, 1 << 127 | 5] {
            assert_eq!(VertexSet::of(bits).bits(), bits);
            let back = vertices(bits).fold(0, |set, vertex| set | 1 << vertex);
            assert_eq!((back, vertices(bits).count()), (bits, bits.count_ones() as usize));
        }
        assert_eq!(VertexSet::first(0).bits(), 0);
        assert_eq!(VertexSet::first(3).bits(), 7);
        assert_eq!(VertexSet::first(128).bits(), u128::MAX);
    }
}
