//! Fibonacci Nim: take at most twice what was taken before.

use super::Entry;
use super::numbers::one_position;
use crate::picture::Picture;
use crate::syntax::NotationError;
use crate::{Error, Game, Knowledge, Meter, Nimber, Options, Outcome};

pub(super) const ENTRY: Entry = Entry {
    name: "fibonacci-nim",
    parameters: "",
    arguments: "the heap, or the heap and the number just taken",
    rules: "Take at most twice as many tokens as the opponent just took; the first move takes any number but not the whole heap.",
    example: "fibonacci-nim(20)",
    source: "Whinihan, Fibonacci Nim, 1963",
    build: |call, rules| {
        call.no_parameters()?;
        Ok(one_position(rules, FibonacciNim, |_, numbers, span| match *numbers {
            [(heap, _)] => Ok(FibonacciHeap { heap, taken: None }),
            [(heap, _), (taken, _)] => Ok(FibonacciHeap { heap, taken: Some(taken) }),
            _ => {
                let message = format!("a position of `fibonacci-nim` is one or two numbers, not {}", numbers.len());
                let help =
                    "write the heap and the number just taken, `fibonacci-nim(10, 4)`; semicolons separate positions";
                Err(NotationError::new(span, message).with_help(help))
            }
        }))
    },
};

/// Fibonacci Nim: one heap, from which a player takes at least one token and at most twice as many as the opponent just took.
/// The first move takes any number, but not the whole heap.
///
/// A number is in one way a sum of Fibonacci numbers no two of which are neighbours in the sequence (Zeckendorf). The player to
/// move wins iff the least of them may be taken, and the moves that win take the least ones, as many as may be taken at once,
/// if the next one is more than twice as large as what is taken. For the values no formula is known.
///
/// # Source
/// Whinihan 1963, *Fibonacci Nim*.
///
/// # Examples
/// ```
/// use grundy::games::{FibonacciHeap, FibonacciNim};
/// use grundy::{Game, Outcome};
/// let start = |heap| FibonacciNim.outcome(&FibonacciHeap { heap, taken: None });
/// assert_eq!((start(20), start(21)), (Some(Outcome::N), Some(Outcome::P)));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct FibonacciNim;

/// A heap of [`FibonacciNim`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct FibonacciHeap {
    /// The tokens left.
    pub heap: u64,
    /// The number that was just taken; `None` before the first move.
    pub taken: Option<u64>,
}

impl FibonacciHeap {
    /// The largest number that may be taken.
    const fn limit(self) -> u64 {
        match self.taken {
            None => self.heap.saturating_sub(1),
            Some(taken) => {
                let twice = taken.saturating_mul(2);
                if twice < self.heap { twice } else { self.heap }
            }
        }
    }

    const fn after(self, taken: u64) -> Self {
        Self { heap: self.heap - taken, taken: Some(taken) }
    }

    /// The numbers that leave a P-position, the smallest first: those taken together are the least Zeckendorf parts.
    fn wins(self) -> impl Iterator<Item = u64> {
        let parts = zeckendorf(self.heap);
        let mut taken = 0;
        (0..parts.len()).filter_map(move |number| {
            taken += parts[number];
            let next = parts.get(number + 1).copied();
            let is_lost = next.is_none_or(|next| next.div_ceil(2) > taken);
            (taken <= self.limit() && is_lost).then_some(taken)
        })
    }
}

/// The Zeckendorf parts of a number, the least first.
fn zeckendorf(mut number: u64) -> Vec<u64> {
    let mut fibonacci = vec![1_u64, 2];
    while let [.., a, b] = fibonacci[..]
        && let Some(next) = a.checked_add(b).filter(|&next| next <= number)
    {
        fibonacci.push(next);
    }
    let mut parts = Vec::new();
    for part in fibonacci.into_iter().rev() {
        if part <= number {
            number -= part;
            parts.push(part);
        }
    }
    parts.reverse();
    parts
}

impl Game for FibonacciNim {
    type Position = FibonacciHeap;

    fn options(&self, position: &FibonacciHeap, out: &mut Options<FibonacciHeap>) {
        for taken in 1..=position.limit() {
            out.push(position.after(taken));
            if out.more() {
                return;
            }
        }
    }

    fn reduce(&self, position: FibonacciHeap, parts: &mut Vec<FibonacciHeap>) -> Result<(), Error> {
        // The number taken matters no further than it limits the next move.
        let taken = position.taken.map(|taken| taken.min(position.heap.div_ceil(2)));
        parts.push(FibonacciHeap { taken, ..position });
        Ok(())
    }

    fn value(&self, position: &FibonacciHeap, _: &mut Meter<'_>) -> Result<Option<Nimber>, Error> {
        Ok((self.outcome(position) == Some(Outcome::P)).then_some(Nimber::ZERO))
    }

    fn outcome(&self, position: &FibonacciHeap) -> Option<Outcome> {
        let wins = zeckendorf(position.heap).first().is_some_and(|&least| least <= position.limit());
        Some(if wins { Outcome::N } else { Outcome::P })
    }

    fn knowledge(&self, position: &FibonacciHeap) -> Option<Knowledge> {
        (self.outcome(position) == Some(Outcome::P)).then(|| {
            let statement = "the player to move loses iff the least Zeckendorf part of the heap, a sum of Fibonacci numbers that are not neighbours, may not be taken";
            Knowledge::Theorem(statement.to_owned())
        })
    }

    fn options_worth(
        &self,
        position: &FibonacciHeap,
        value: Nimber,
        _: &mut Meter<'_>,
        out: &mut Options<FibonacciHeap>,
    ) -> Result<bool, Error> {
        if value.is_zero() {
            position.wins().for_each(|taken| out.push(position.after(taken)));
        }
        Ok(value.is_zero())
    }

    fn ends(&self) -> bool {
        true
    }

    fn weight(&self, position: &FibonacciHeap) -> u64 {
        position.heap
    }

    fn name_move(&self, _: &FibonacciHeap, parts: &[FibonacciHeap]) -> Option<String> {
        Some(format!("take {}", parts.first()?.taken?))
    }

    fn picture(&self, position: &FibonacciHeap, left: Option<&[FibonacciHeap]>) -> Option<Picture> {
        let rest = left.and_then(<[_]>::first).map(|left| left.heap);
        Some(Picture::heap(position.heap, rest.as_ref().map(std::slice::from_ref)))
    }

    fn show(&self, FibonacciHeap { heap, taken }: &FibonacciHeap) -> String {
        match taken {
            None => format!("fibonacci-nim({heap})"),
            Some(taken) => format!("fibonacci-nim({heap}, {taken})"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Limits;
    use crate::search::{Grundy, Labels};

    #[test]
    fn who_wins_and_how_is_what_the_search_says() {
        let limits = Limits::default();
        let mut meter = Meter::new(&limits);
        let mut plain = Labels::new(FibonacciNim, Grundy::plain());
        for heap in 0..60 {
            for taken in std::iter::once(None).chain((0..40).map(Some)) {
                let position = FibonacciHeap { heap, taken };
                let value = plain.value(&position, &mut meter).unwrap();
                assert_eq!(FibonacciNim.outcome(&position), Some(Outcome::of(value)), "{position:?}");
                let mut want: Vec<u64> = (1..=position.limit()).collect();
                want.retain(|&taken| plain.value(&position.after(taken), &mut meter).unwrap().is_zero());
                assert_eq!(position.wins().collect::<Vec<_>>(), want, "{position:?}");
            }
        }
    }

    #[test]
    fn parts_of_large_numbers_add_up() {
        for number in [u64::MAX, u64::MAX - 1, 12_200_160_415_121_876_738, 1] {
            let parts = zeckendorf(number);
            assert_eq!(parts.iter().sum::<u64>(), number);
            assert!(parts.windows(2).all(|pair| pair[1] >= 2 * pair[0]), "{parts:?}");
        }
    }
}
