//! What is compared. To compare something else, add a line to [`CASES`].

use crate::program::{Program, Rule};
use Program::{Cgt, Igsolve, Ogsolve, TutorialCpp, TutorialPython};

/// One question for several programs: the value of one heap.
pub struct Case {
    pub rule: Rule,
    pub heap: u64,
    /// Run in turn with `grundy`, round after round.
    pub peers: &'static [Program],
    /// Too slow for that: run once, and not at all in the quick mode.
    pub once: &'static [Program],
}

const fn code(code: &'static str, heap: u64, peers: &'static [Program]) -> Case {
    Case { rule: Rule::Code(code), heap, peers, once: &[] }
}

const fn subtraction(heap: u64, peers: &'static [Program]) -> Case {
    Case { rule: Rule::Subtract(MOVES), heap, peers, once: &[] }
}

const fn cram(rows: u64, columns: u64) -> Case {
    Case { rule: Rule::Cram(rows, columns), heap: rows * columns, peers: &[Igsolve], once: &[] }
}

impl Case {
    const fn and_once(self, once: &'static [Program]) -> Self {
        Self { once, ..self }
    }
}

/// 1000, and nine numbers up to 1000 from splitmix64 with the seed 1: `1 + x % 1000`.
const MOVES: &[u64] = &[46, 49, 236, 466, 520, 521, 534, 591, 762, 1000];

/// The methods of ogsolve that are not its best for the games with sparse values.
const OTHERS: &[Program] = &[Ogsolve("rc2s"), Ogsolve("naive"), Ogsolve("rc"), Ogsolve("rcs")];

pub const CASES: &[Case] = &[
    // values that are sparse: few heaps have a rare one
    code("0.106", 100_000, &[Ogsolve("rc2")]).and_once(OTHERS),
    code("0.106", 1_000_000, &[Ogsolve("rc2")]),
    code("0.106", 10_000_000, &[Ogsolve("rc2")]),
    code("0.104", 100_000, &[Ogsolve("rc2")]).and_once(OTHERS),
    code("0.104", 1_000_000, &[Ogsolve("rc2")]),
    code("0.16", 100_000, &[Ogsolve("rc2")]).and_once(OTHERS),
    code("0.16", 1_000_000, &[Ogsolve("rc2")]),
    code("0.6", 200_000, &[Ogsolve("rc"), Ogsolve("rc2")]).and_once(&[Ogsolve("naive")]),
    // known periods
    code("0.77", 100_000, &[Ogsolve("rc2")]).and_once(&[Ogsolve("rc"), Ogsolve("naive")]),
    code("0.137", 30_000, &[Ogsolve("naive")]).and_once(&[Ogsolve("rc"), Ogsolve("rc2")]),
    // what one writes after a tutorial
    code("0.77", 15_000, &[TutorialCpp]),
    code("0.77", 6_000, &[TutorialPython]),
    code("0.106", 15_000, &[TutorialCpp]),
    code("0.106", 7_000, &[TutorialPython]),
    subtraction(5_000_000, &[Cgt, TutorialCpp]),
    subtraction(1_000_000, &[TutorialPython]),
    subtraction(50_000_000, &[]).and_once(&[Cgt]),
    // boards
    cram(5, 6),
    cram(4, 9),
    cram(5, 7),
];
