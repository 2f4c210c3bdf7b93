//! Sets of small values, a bit each, for many heaps side by side.

use std::fmt::Debug;
use std::ops::{BitOr, BitOrAssign};

/// Heaps that are computed side by side.
pub(super) const LANES: usize = 32;

/// A set of values below [`BITS`](Self::BITS), as the bits of a word. The narrower the word, the more of them a vector
/// register holds.
pub(super) trait Lane:
    Copy + Default + Debug + Into<u64> + BitOr<Output = Self> + BitOrAssign + Send + Sync + 'static
{
    /// How many values it is for.
    const BITS: u32;

    /// The set of one value, which must be below `BITS`.
    fn of(value: u32) -> Self;
}

macro_rules! lane {
    ($word:ty) => {
        impl Lane for $word {
            const BITS: u32 = <$word>::BITS;

            #[inline(always)]
            fn of(value: u32) -> Self {
                debug_assert!(value < Self::BITS);
                (1 as $word).wrapping_shl(value)
            }
        }
    };
}

lane!(u16);
lane!(u32);
lane!(u64);
