//! Codes that play alike once heaps without moves are dropped, whatever their periods are.
//!
//! **Heaps of one token without moves.** Let a code A have an even d1, so that a heap of 1 has no move, and read a heap
//! of n + 1 tokens as n tokens and one that does not count. A move that takes k tokens of n + 1 and leaves j >= 1
//! heaps, of a + 1, b + 1, … tokens, leaves n - (k + j - 1) counted tokens in them. Each of a, b, … is any number from
//! 0 up, and 0 stands for a heap of 1, which is as good as none: so it is a move that takes k + j - 1 tokens of n and
//! leaves 0 to j heaps. A move that takes all n + 1 takes all n counted ones. So with the code B in which bit j >= 1 of
//! A's digit d_k sets the bits 0 to j of d_(k+j-1), and bit 0 of A's d_k sets bit 0 of d_(k-1), **g_A(n + 1) = g_B(n)
//! for all n**: the options are the same but for heaps without moves. The least heap that has a move is one smaller in
//! B than in A; so after some steps d1 is odd, or there is no move at all.
//!
//! **Heaps that count for nothing.** Let bit j of d_k be set, and let i - k be the sum of some, but not all j, heaps whose
//! values have the xor 0: one heap of value 0, or two that are equal. A move that takes i tokens and leaves the other heaps,
//! those j less these, is worth what the move is worth that takes k and leaves all j. So the bit of d_i for that many heaps
//! changes no value, and all such bits are cleared at once: a bit that makes another idle and is idle itself is so by one of
//! more heaps, which makes both idle.
//!
//! **Heaps that may be taken whole.** Bit 0 of d_k gives the heap k, and no other, the option of value 0. If that heap has
//! another option of value 0, the bit changes no value: it is cleared.
//!
//! What is left is the *reduced* code. Codes with the same reduced code have the same values, up to the shift.
//!
//! Source: Guy & Smith 1956 (cousins and standard form); Berlekamp, Conway & Guy, *Winning Ways*, ch. 4.

use super::{Code, HeapRule, Sequence};
use crate::{Error, Meter};

/// A code without superfluous moves, and how much larger the heaps of the code are that it was made from.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Reduced {
    /// The reduced code: its d1 is odd, or it has no move.
    pub code: Code,
    /// g(n + shift) of the code it was made from is g(n) of this one, for all n; the heaps up to `shift` have the value 0.
    pub shift: u64,
}

/// More digits are not reduced: every step goes over all of them, and there may be as many steps.
pub(super) const MOST_DIGITS: usize = 64;

impl Code {
    /// The reduced code: two codes with the same one have the same values, those of one heaps that are larger by the
    /// difference of their shifts. `None` for codes without end, and for those of more than 64 digits.
    ///
    /// # Errors
    /// [`Error::Budget`] at a limit.
    ///
    /// # Complexity
    /// Time O(digits²) and that of the values of as many heaps.
    ///
    /// # Examples
    /// ```
    /// use grundy::{Limits, Meter, heap::Code};
    /// let reduced = |code: &str| code.parse::<Code>().unwrap().reduced(&mut Meter::new(&Limits::default()));
    /// let (kayles, other) = (reduced("0.77")?.unwrap(), reduced("4.41")?.unwrap());
    /// assert_eq!((other.code, other.shift), (kayles.code, 1));
    /// # Ok::<(), grundy::Error>(())
    /// ```
    pub fn reduced(&self, meter: &mut Meter<'_>) -> Result<Option<Reduced>, Error> {
        let (digits, repeated) = self.digits();
        if repeated != 0 || digits.len() > MOST_DIGITS {
            return Ok(None);
        }
        let (mut digits, mut shift) = (digits.to_vec(), 0);
        while digits.iter().any(|&digit| digit != 0) && digits.get(1).is_none_or(|digit| digit & 1 == 0) {
            digits = without_a_token(&digits);
            shift += 1;
            meter.work(digits.len() as u64)?;
        }
        let code = without_idle_bits(digits, meter)?;
        Ok(Some(Reduced { code, shift }))
    }
}

/// The code B of a code A whose heap of 1 has no move.
fn without_a_token(digits: &[u8]) -> Vec<u8> {
    // Bit 3 of the last digit is the one that goes furthest.
    let mut smaller = vec![0u8; digits.len() + 2];
    for (k, &digit) in digits.iter().enumerate() {
        for j in (0..4).filter(|j| digit >> j & 1 == 1) {
            // A heap of 1 cannot be taken, so bit 0 has k >= 2; d0 has no bits below 2.
            let (index, bits) = if j == 0 { (k - 1, 1) } else { (k + j - 1, (2 << j) - 1) };
            smaller[index] |= bits;
        }
    }
    while smaller.last() == Some(&0) {
        smaller.pop();
    }
    smaller
}

/// The code with each bit cleared of which it is known here that it changes no value.
fn without_idle_bits(mut digits: Vec<u8>, meter: &mut Meter<'_>) -> Result<Code, Error> {
    let rule = |digits: &[u8]| match Code::new(digits, 0) {
        Ok(code) => Ok(HeapRule::Code(code)),
        Err(error) => Err(Error::from(error.to_string())),
    };
    let mut values = Sequence::plain(rule(&digits)?);
    values.extend(digits.len() as u64, meter)?;
    let values: Vec<u32> = values.values().collect();
    let zero = |heap: usize| values[heap] == 0;
    let equal_pair = |both: usize| (1..=both / 2).any(|heap| values[heap] == values[both - heap]);
    let idle: Vec<u8> = (0..digits.len())
        .map(|i| {
            let from = |bit: u8, counts_for_nothing: &dyn Fn(usize) -> bool| {
                (0..i).any(|k| digits[k] & bit != 0 && counts_for_nothing(i - k))
            };
            let one = if from(4, &zero) || from(8, &equal_pair) { 2 } else { 0 };
            one | if from(8, &zero) { 4 } else { 0 }
        })
        .collect();
    digits.iter_mut().zip(idle).for_each(|(digit, idle)| *digit &= !idle);
    for k in 1..digits.len() {
        if digits[k] & 1 == 0 {
            continue;
        }
        digits[k] ^= 1;
        // Smaller heaps have their values, so this is the value by the other options of k.
        if Sequence::plain(rule(&digits)?).value(k as u64, meter)?.0 == 0 {
            digits[k] ^= 1;
        }
    }
    Code::new(digits, 0).map_err(|error| Error::from(error.to_string()))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::Limits;

    fn reduced(code: &str) -> Reduced {
        let code: Code = code.parse().unwrap();
        code.reduced(&mut Meter::new(&Limits::default())).unwrap().unwrap()
    }

    #[test]
    fn cousins_of_the_literature_are_reduced() {
        for (code, want, shift) in [
            ("0.0", "0.0", 0),
            ("0.77", "0.77", 0),
            ("4.41", "0.77", 1),
            ("0.07", "0.137", 1),
            ("0.6", "0.37", 1),
            ("0.007", "0.11337", 2),
            ("0.044", "0.113377", 3),
            ("0.2", "0.3", 1),
            ("0.27", "0.337", 1),
            ("0.26", "0.337", 1),
            ("0.1271", "0.127", 0),
            ("0.563", "0.56", 0),
            ("0.746", "0.744", 0),
            ("0.333", "0.333", 0),
            ("8.0", "0.137F", 2),
        ] {
            let want = Reduced { code: want.parse().unwrap(), shift };
            assert_eq!(reduced(code), want, "{code}");
        }
    }

    #[test]
    fn what_has_no_end_is_not_reduced() {
        let code: Code = "0.[3]".parse().unwrap();
        assert_eq!(code.reduced(&mut Meter::new(&Limits::default())).unwrap(), None);
        let long: Code = format!("0.{}7", "0".repeat(64)).parse().unwrap();
        assert_eq!(long.reduced(&mut Meter::new(&Limits::default())).unwrap(), None);
    }

    proptest! {
        #[test]
        fn the_values_are_those_of_the_definition(
            first in prop::sample::select(vec![0u8, 0, 0, 4, 8, 12]),
            digits in prop::collection::vec(0u8..16, 0..5),
        ) {
            let code = Code::new([&[first][..], &digits].concat(), 0).unwrap();
            let limits = Limits::default();
            let Reduced { code: reduced, shift } = code.reduced(&mut Meter::new(&limits)).unwrap().unwrap();
            prop_assert!(reduced.digit(1) & 1 == 1 || reduced.last() == Some(0));
            let values = |code: &Code| {
                let mut sequence = Sequence::plain(HeapRule::Code(code.clone()));
                sequence.extend(60, &mut Meter::new(&limits)).unwrap();
                sequence.values().collect::<Vec<_>>()
            };
            let (larger, smaller) = (values(&code), values(&reduced));
            let shift = usize::try_from(shift).unwrap();
            prop_assert!(larger[..=shift].iter().all(|&value| value == 0));
            prop_assert_eq!(&larger[shift..], &smaller[..=60 - shift]);
            // It is reduced for good.
            let again = reduced.reduced(&mut Meter::new(&limits)).unwrap().unwrap();
            prop_assert_eq!(again, Reduced { code: reduced, shift: 0 });
        }

        /// A bit that is idle is so whether or not others are there.
        #[test]
        fn codes_that_are_told_equal_are(
            digits in prop::collection::vec(0u8..16, 1..5),
            flips in prop::collection::vec(0u8..16, 1..5),
        ) {
            let flipped = digits.iter().zip(flips.iter().chain(&[0; 4]));
            let other: Vec<u8> = flipped.map(|(digit, flip)| digit ^ flip).collect();
            let code = |digits: &[u8]| Code::new([&[0], digits].concat(), 0).unwrap();
            let limits = Limits::default();
            let [a, b] = [code(&digits), code(&other)];
            let [x, y] = [&a, &b].map(|code| code.reduced(&mut Meter::new(&limits)).unwrap().unwrap());
            let values = |code: &Code| {
                let mut sequence = Sequence::plain(HeapRule::Code(code.clone()));
                sequence.extend(60, &mut Meter::new(&limits)).unwrap();
                sequence.values().collect::<Vec<_>>()
            };
            // Those that differ in whole heaps alone are told equal whenever they are.
            let in_whole_heaps = digits.iter().zip(&other).all(|(one, two)| one | 1 == two | 1);
            if x == y || in_whole_heaps {
                prop_assert_eq!(x == y, values(&a) == values(&b), "{} {}", a, b);
            }
        }
    }
}
