//! Classes of values: which of them are *rare*.
//!
//! Let every splitting move leave two heaps a, b >= 1. A class assigns to every value x at a heap n a bit c(n, x), 0
//! for *rare*, 1 for *common*: the parity of x & mask, plus the parity of n + c if the class has a parity c. Let c(n)
//! be c(n, g(n)).
//!
//! **Lemma.** If a class has no parity, or if every move that leaves two heaps takes i = c (mod 2) tokens, then a pair
//! of heaps a + b = n - i has at n the value x = g(a) xor g(b) with c(n, x) = c(a) + c(b) (mod 2): x is common at n
//! exactly if one of the two heaps is rare and the other is not.
//!
//! *Proof*. The parity of (v xor w) & mask is the sum of the parities of v & mask and w & mask. With a parity,
//! c(a) + c(b) contains the additional term a + b + 2c = n - i, and c(n, x) contains n + c, which is the same if
//! i = c (mod 2). ∎

use serde::{Deserialize, Serialize};

use crate::{Code, Refusal, Verdict};

/// The class of values called *rare*, a hint that makes computing them faster: with a good class few heaps are rare.
/// Values never depend on it. With a bad class the computation takes longer, possibly longer than the limits allow.
///
/// A value is rare if it has an even number of bits in common with the mask. With a parity c it is rare at a heap n if
/// that number plus n + c is even.
///
/// # Source
/// Berlekamp, Conway & Guy, *Winning Ways*, ch. 4 (*sparse spaces*); the parity is ours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Class {
    /// The bits that are counted.
    pub mask: u64,
    /// 0 or 1: every digit that lets a move leave two heaps must have an index with this remainder modulo 2. Without a
    /// parity (no field, not `null`) the number of the heap does not matter.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub parity: Option<u8>,
}

impl Class {
    /// Checks that the lemma holds for this class and the code.
    pub(crate) fn fits(self, code: &Code) -> Verdict {
        let reason = match self.parity {
            _ if code.most_heaps_left() > 2 => "a move of the rule may leave three heaps",
            Some(2..) => "its parity is neither 0 nor 1",
            Some(parity) if code.takes_that_leave(2).any(|take| take % 2 != usize::from(parity)) => {
                "a move that leaves two heaps takes a number of tokens of the other parity"
            }
            _ => return Ok(()),
        };
        Err(Refusal::Class { reason })
    }

    /// Whether the value is rare at the heap.
    pub(crate) fn is_rare(self, value: usize, heap: usize) -> bool {
        let place = self.parity.map_or(0, |parity| heap + usize::from(parity));
        ((value as u64 & self.mask).count_ones() as usize + place).is_multiple_of(2)
    }
}
