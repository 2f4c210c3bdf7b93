//! Values of one class as numbers without gaps.

use crate::heap::sequence::engine::splits::class::Class;

/// The values of one class, numbered in their order: a value without the lowest bit of the mask, which the class and the
/// other bits tell. The index of a xor is the xor of the indices.
///
/// The lowest bit, because two values of one class then compare as their indices do: where they differ first is another bit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Index {
    class: Class,
    /// The bits below the one that is left out.
    below: u32,
}

impl Index {
    pub(super) const fn new(class: Class) -> Self {
        let lowest = class.mask() & class.mask().wrapping_neg();
        Self { class, below: lowest.wrapping_sub(1) }
    }

    /// The index of a value.
    #[inline(always)]
    pub(super) const fn of(self, value: u32) -> u32 {
        value & self.below | value >> 1 & !self.below
    }

    /// The rare, or the common, value of a heap that has this index.
    #[inline(always)]
    pub(super) fn value(self, index: u32, rare: bool, heap: usize) -> u32 {
        let value = index & self.below | (index & !self.below) << 1;
        if self.class.is_rare(value, heap) == rare { value } else { value | (self.below + 1) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_index_and_a_class_make_a_value_and_keep_the_order() {
        for mask in 1..64 {
            for parity in [None, Some(0), Some(1)] {
                let class = Class::new(mask, parity);
                let index = Index::new(class);
                for heap in [6, 7] {
                    for rare in [false, true] {
                        let values: Vec<u32> = (0..256).filter(|value| class.is_rare(*value, heap) == rare).collect();
                        for (at, &value) in (0..).zip(&values) {
                            assert_eq!((index.of(value), index.value(at, rare, heap)), (at, value));
                        }
                    }
                }
                assert!(
                    (0..4096).all(|pair| index.of(pair >> 6 ^ pair & 63) == index.of(pair >> 6) ^ index.of(pair & 63))
                );
            }
        }
    }
}
