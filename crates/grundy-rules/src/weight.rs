//! A guess at how much play is left in a position, by which nimber search orders options.
//!
//! The number of options is a good guess and costs a call of the file. The sum of the integers in a position costs nothing, and in
//! games of heaps it puts positions into the same order. So the first positions are weighed both ways, and the cheap guess is used
//! from then on if it agrees. A wrong guess costs time only.

use crate::memo::Memos;
use crate::position::Position;

/// How many positions may be weighed by a call for each that is searched, and for how many searched beforehand.
const WEIGHED: u64 = 4;
const FREE: u64 = 256;

/// How many positions are weighed both ways.
const SAMPLE: usize = 64;

/// What the weights of positions are guessed from.
#[derive(Default)]
pub(crate) struct Weighing {
    /// How often options were listed for the search, and how often for a weight.
    listed: u64,
    weighed: u64,
    /// How many options there were the last time.
    last: u64,
    /// The size and the number of options of the first positions that were weighed.
    sample: Vec<(u64, u64)>,
    /// Whether sizes order positions as the numbers of their options do.
    by_size: bool,
}

impl Weighing {
    /// A position was searched, and has so many options.
    pub(crate) fn searched(&mut self, position: Position, options: u64, memos: &mut Memos) {
        self.listed += 1;
        self.last = options;
        // Full expansion asks for no weights, and need not keep them.
        if self.weighed > 0 && !self.by_size {
            memos.weights.put(position, options);
            memos.report();
        }
    }

    /// The weight of a position, if it needs no call. Once options were listed too often for this alone, it is the number that
    /// the position searched last has, which this one follows.
    pub(crate) fn without_call(&self, position: &Position, memos: &mut Memos) -> Option<u64> {
        if self.by_size {
            return Some(position.size());
        }
        let known = memos.weights.get(position);
        known.or_else(|| (self.weighed > WEIGHED * (self.listed + FREE)).then_some(self.last))
    }

    /// A position was weighed by a call; `None`: the call failed. The search reports that if it expands this position.
    pub(crate) fn called(&mut self, position: Position, options: Option<u64>, memos: &mut Memos) -> u64 {
        self.weighed += 1;
        let weight = options.unwrap_or(self.last);
        if options.is_some() && self.sample.len() < SAMPLE {
            self.sample.push((position.size(), weight));
            self.by_size = self.sample.len() == SAMPLE && agree(&self.sample);
        }
        memos.weights.put(position, weight);
        memos.report();
        weight
    }
}

/// Whether nineteen of twenty pairs whose second numbers differ are ordered alike by the first ones, and there are such pairs.
fn agree(sample: &[(u64, u64)]) -> bool {
    let (mut alike, mut differ) = (0, 0);
    for (place, &(size, options)) in sample.iter().enumerate() {
        for &(other_size, other_options) in &sample[place + 1..] {
            if options != other_options {
                differ += 1;
                alike += usize::from(size.cmp(&other_size) == options.cmp(&other_options));
            }
        }
    }
    differ > 0 && 20 * alike >= 19 * differ
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::AtomicUsize;

    use super::*;

    fn memos() -> Memos {
        Memos::at_most(1 << 20, Arc::new(AtomicUsize::new(0)))
    }

    /// Whether sizes are used after a sample with these numbers of options.
    fn is_by_size(options: impl Fn(i64) -> u64) -> bool {
        let (mut weighing, mut memos) = (Weighing::default(), memos());
        for n in 0..SAMPLE as i64 {
            assert_eq!(weighing.without_call(&n.into(), &mut memos), None);
            assert_eq!(weighing.called(n.into(), Some(options(n)), &mut memos), options(n));
        }
        let large = Position::from(1_000_000);
        let guess = weighing.without_call(&large, &mut memos);
        assert!(guess.is_none_or(|size| size == 1_000_000));
        guess.is_some()
    }

    #[test]
    fn sizes_are_weights_where_they_agree_with_numbers_of_options() {
        assert!(is_by_size(|n| n as u64 / 7));
        // Positions that all have the same number of options show nothing.
        assert!(!is_by_size(|_| 6));
        // The bits of a board.
        assert!(!is_by_size(|n| n.count_ones().into()));
        assert!(!is_by_size(|n| 100 - n as u64));
    }

    #[test]
    fn calls_for_weights_alone_are_bounded() {
        let (mut weighing, mut memos) = (Weighing::default(), memos());
        weighing.searched(5.into(), 17, &mut memos);
        let calls = (0..10_000).filter(|&n: &i64| {
            let text = Position::from(n.to_string().as_str());
            let asks = weighing.without_call(&text, &mut memos).is_none();
            if asks {
                weighing.called(text, Some(n as u64 % 2 + 1), &mut memos);
            }
            asks
        });
        assert_eq!(calls.count() as u64, WEIGHED * (1 + FREE) + 1);
    }
}
