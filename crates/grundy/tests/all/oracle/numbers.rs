//! Positions that are a few numbers, with their rules as players know them.

use std::collections::BTreeSet;

/// A game whose position is some numbers.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Numbers {
    /// Two heaps: any number from one, or i and j from both with |i - j| < t.
    Wythoff(u64),
    Queen,
    Rook,
    Bishop,
    King,
    Knight,
    /// Whether both numbers stay positive.
    Euclid(bool),
    /// Tokens from up to so many heaps.
    Moore(usize),
    Staircase,
    Nimble,
    SilverDollar,
    Welter,
    /// The heap, then what was taken, if anything.
    FibonacciNim,
}

impl Numbers {
    /// The position as the notation has it.
    pub(crate) fn text(&self, numbers: &[u64]) -> String {
        let name = match self {
            Self::Wythoff(1) => "wythoff".to_owned(),
            Self::Wythoff(t) => format!("wythoff{{{t}}}"),
            Self::Queen => "queen".to_owned(),
            Self::Rook => "rook".to_owned(),
            Self::Bishop => "bishop".to_owned(),
            Self::King => "king".to_owned(),
            Self::Knight => "knight".to_owned(),
            Self::Euclid(false) => "euclid".to_owned(),
            Self::Euclid(true) => "euclid{positive}".to_owned(),
            Self::Moore(k) => format!("moore{{{k}}}"),
            Self::Staircase => "staircase".to_owned(),
            Self::Nimble => "nimble".to_owned(),
            Self::SilverDollar => "silver-dollar".to_owned(),
            Self::Welter => "welter".to_owned(),
            Self::FibonacciNim => "fibonacci-nim".to_owned(),
        };
        let numbers: Vec<String> = numbers.iter().map(u64::to_string).collect();
        format!("{name}({})", numbers.join(", "))
    }

    /// Every option: the numbers below these, or around them, that a move may leave.
    pub(crate) fn options(&self, numbers: &[u64]) -> BTreeSet<Vec<u64>> {
        match self {
            Self::FibonacciNim => {
                let most = match *numbers {
                    [heap] => heap.saturating_sub(1),
                    [heap, taken] => heap.min(2 * taken),
                    _ => panic!("a heap, and what was taken"),
                };
                (1..=most).map(|take| vec![numbers[0] - take, take]).collect()
            }
            // Coins that cannot be told apart, and lie in order.
            Self::Nimble | Self::SilverDollar | Self::Welter => {
                let mut left = BTreeSet::new();
                for (coin, &from) in numbers.iter().enumerate() {
                    for to in (0..from).filter(|&to| self.may_go(numbers, from, to)) {
                        let mut after = numbers.to_vec();
                        after[coin] = to;
                        after.sort_unstable();
                        left.insert(after);
                    }
                }
                left
            }
            Self::Staircase => {
                let mut left = BTreeSet::new();
                for step in 0..numbers.len() {
                    let mut after = numbers.to_vec();
                    // One coin more goes down each time.
                    while after[step] > 0 {
                        after[step] -= 1;
                        if step > 0 {
                            after[step - 1] += 1;
                        }
                        left.insert(after.clone());
                    }
                }
                left
            }
            // All positions near by are tried.
            _ => {
                let around = numbers.iter().map(|&number| 0..=number + 1);
                let mut boxes = vec![Vec::new()];
                for range in around {
                    let longer =
                        |start: &Vec<u64>| range.clone().map(|next| [&start[..], &[next]].concat()).collect::<Vec<_>>();
                    boxes = boxes.iter().flat_map(longer).collect();
                }
                boxes.into_iter().filter(|after| self.is_move(numbers, after)).collect()
            }
        }
    }

    fn may_go(&self, coins: &[u64], from: u64, to: u64) -> bool {
        match self {
            Self::Nimble => true,
            Self::Welter => !coins.contains(&to),
            _ => to > 0 && (to..from).all(|square| !coins.contains(&square)),
        }
    }

    fn is_move(&self, before: &[u64], after: &[u64]) -> bool {
        let signed = |n: u64| i64::try_from(n).expect("small numbers");
        let by: Vec<i64> = before.iter().zip(after).map(|(&before, &after)| signed(before) - signed(after)).collect();
        let takes = by.iter().all(|&by| by >= 0) && by.iter().any(|&by| by > 0);
        let sorted = || {
            let mut sizes: Vec<i64> = by.iter().map(|by| by.abs()).collect();
            sizes.sort_unstable();
            sizes
        };
        match self {
            Self::Wythoff(t) => takes && (by.contains(&0) || by[0].abs_diff(by[1]) < *t),
            Self::Queen => takes && (by.contains(&0) || by[0] == by[1]),
            Self::Rook => takes && by.contains(&0),
            Self::Bishop => takes && by[0] == by[1],
            Self::King => takes && by.iter().all(|&by| by <= 1),
            Self::Knight => sorted() == [1, 2] && by.contains(&2),
            Self::Euclid(positive) => {
                let least = signed(*before.iter().min().expect("two numbers"));
                let larger = if by[0] == 0 { before[1] >= before[0] } else { before[0] >= before[1] };
                let subtracts = takes && by.contains(&0) && larger && least > 0 && (by[0] + by[1]) % least == 0;
                subtracts && (!positive || after.iter().all(|&number| number > 0))
            }
            Self::Moore(k) => takes && by.iter().filter(|&&by| by > 0).count() <= *k,
            _ => false,
        }
    }
}
