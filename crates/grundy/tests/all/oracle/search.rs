//! Win or lose, by trying everything.

use std::collections::{BTreeSet, HashMap};
use std::hash::Hash;

use grundy::{Convention, Outcome};

/// The search of whole sums of positions, whose options a function lists. A sum is a multiset: it is kept sorted.
pub(crate) struct Oracle<P, F> {
    options: F,
    wins: HashMap<(Convention, Vec<P>), bool>,
    mexes: HashMap<(Convention, Vec<P>), u64>,
}

impl<P: Clone + Ord + Hash, F: Fn(&P) -> Vec<Vec<P>>> Oracle<P, F> {
    pub(crate) fn new(options: F) -> Self {
        Self { options, wins: HashMap::new(), mexes: HashMap::new() }
    }

    /// Every sum that one move leaves.
    pub(crate) fn moves(&self, sum: &[P]) -> Vec<Vec<P>> {
        let mut moves = Vec::new();
        for (place, position) in sum.iter().enumerate() {
            for parts in (self.options)(position) {
                moves.push(replaced(sum, place, &parts));
            }
        }
        moves
    }

    /// Whether the player to move wins: who cannot move loses in normal play and wins in misère play.
    pub(crate) fn wins(&mut self, sum: &[P], convention: Convention) -> bool {
        let key = (convention, sorted(sum));
        if let Some(&wins) = self.wins.get(&key) {
            return wins;
        }
        let moves = self.moves(sum);
        let wins = match convention {
            Convention::Misere if moves.is_empty() => true,
            _ => moves.iter().any(|left| !self.wins(left, convention)),
        };
        self.wins.insert(key, wins);
        wins
    }

    pub(crate) fn outcome(&mut self, sum: &[P], convention: Convention) -> Outcome {
        if self.wins(sum, convention) { Outcome::N } else { Outcome::P }
    }

    /// The value in normal play, as it is defined: the n for which the sum with the nim-heap `*n` is a P-position.
    pub(crate) fn value(&mut self, sum: &[P], nim_heap: impl Fn(u64) -> P) -> u64 {
        let with = |n| [sum, &[nim_heap(n)]].concat();
        (0..).find(|&n| !self.wins(&with(n), Convention::Normal)).expect("one of the nim-heaps balances the sum")
    }

    /// The minimal excludant over the moves of the whole sum. A sum without moves counts 0 in normal play, which makes
    /// this its value, and 1 in misère play.
    pub(crate) fn mex(&mut self, sum: &[P], convention: Convention) -> u64 {
        let key = (convention, sorted(sum));
        if let Some(&mex) = self.mexes.get(&key) {
            return mex;
        }
        let moves = self.moves(sum);
        let mex = if convention == Convention::Misere && moves.is_empty() {
            1
        } else {
            let reached: BTreeSet<u64> = moves.iter().map(|left| self.mex(left, convention)).collect();
            (0..).find(|n| !reached.contains(n)).expect("a finite set leaves a number out")
        };
        self.mexes.insert(key, mex);
        mex
    }
}

/// The sum in which `parts` replace one position.
pub(crate) fn replaced<P: Clone>(sum: &[P], place: usize, parts: &[P]) -> Vec<P> {
    [&sum[..place], parts, &sum[place + 1..]].concat()
}

fn sorted<P: Clone + Ord>(sum: &[P]) -> Vec<P> {
    let mut sum = sum.to_vec();
    sum.sort();
    sum
}
