//! Classes of values: which of them are *rare*.
//!
//! Let all splitting moves leave two heaps a, b >= 1. A class gives every heap h a bit c(h), 0 for *rare* and 1 for
//! *common*: the parity of the bits that g(h) and the mask have in common, plus, for a class with a parity c, the parity
//! of h + c. In the same way it gives a bit c(n, x) to every value x at a heap n: the parity of x & mask, plus that of
//! n + c. So c(n, g(n)) = c(n).
//!
//! **Lemma.** If a class has no parity, or if every move that leaves two heaps takes i = c (mod 2) tokens, then a pair
//! of heaps a + b = n - i has at n the value x = g(a) xor g(b) with c(n, x) = c(a) + c(b) (mod 2): x is common at n
//! exactly if one of the two heaps is rare and the other is not.
//!
//! *Proof*. The parity of (v xor w) & mask is the sum of those of v & mask and w & mask. Without a parity that is all.
//! With one, c(a) + c(b) has a + b + 2c = n - i more, and c(n, x) has n + c more, which is the same if i = c (mod 2). ∎
//!
//! In Grundy's game i = 0, and that the heaps must differ changes nothing.

use serde::{Deserialize, Serialize};

use crate::Refusal;
use crate::certificate::given;
use crate::code::Code;

/// Which values are *rare*, a hint that makes computing them faster: with a good one few heaps are rare. Values
/// never depend on it; with a bad one computing takes longer, and perhaps longer than the limits allow.
///
/// A value v is rare if it has an even number of bits in common with the mask. With a parity c it also goes by the
/// heap n: v is rare at n if that number plus n + c is even. Source: the *sparse spaces* of Berlekamp, Conway and Guy,
/// *Winning Ways*, ch. 4; the parity is ours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Class {
    /// The bits that are counted.
    pub mask: u64,
    /// 0 or 1: every digit that lets a move leave two heaps must have an index with this remainder by 2. Without it
    /// (no field, not `null`) the heap's number does not matter.
    #[serde(default, deserialize_with = "given", skip_serializing_if = "Option::is_none")]
    pub parity: Option<u8>,
}

impl Class {
    /// Whether the lemma holds for this class and the code.
    pub(crate) fn fits(self, code: &Code) -> Result<(), Refusal> {
        let refuse = |reason| Err(Refusal::Class { reason });
        if code.most_heaps_left() > 2 {
            return refuse("a move of the rule may leave three heaps");
        }
        match self.parity {
            None => Ok(()),
            Some(parity) if parity > 1 => refuse("its parity is neither 0 nor 1"),
            Some(parity) if code.takes_that_leave(2).any(|take| take % 2 != usize::from(parity)) => {
                refuse("a move that leaves two heaps takes a number of tokens of the other parity")
            }
            Some(_) => Ok(()),
        }
    }

    /// Whether the value is rare at the heap.
    pub(crate) fn is_rare(self, value: u32, heap: usize) -> bool {
        let place = self.parity.map_or(0, |parity| heap + usize::from(parity));
        ((u64::from(value) & self.mask).count_ones() as usize + place).is_multiple_of(2)
    }
}
