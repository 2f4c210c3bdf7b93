//! What a move may do to a heap.

use std::ops::ControlFlow;

use super::compare::takes;
use super::{Code, SubtractionSet};

/// The rule of a one-heap game: a move replaces a heap of n tokens by no, one or several heaps with at most n tokens
/// together.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum HeapRule {
    /// A take-and-break game.
    Code(Code),
    /// A subtraction game: take one of these numbers of tokens.
    Subtraction(SubtractionSet),
    /// Grundy's game: split the heap into two heaps of different sizes.
    GrundysGame,
}

impl HeapRule {
    /// The canonical name of the rule: different rules have different names.
    pub(super) fn name(&self) -> String {
        match self {
            Self::Code(code) => code.to_string(),
            Self::Subtraction(set) => set.name(),
            Self::GrundysGame => "grundys-game".to_owned(),
        }
    }

    /// The take-and-break code that allows the same moves, if there is one whose digits repeat after at most
    /// [`LONGEST_CODE`](Self::LONGEST_CODE): the code itself, or the code of a subtraction set, which has the digit 3 for each
    /// number that may be taken.
    ///
    /// # Examples
    /// ```
    /// use grundy::heap::{HeapRule, SubtractionSet};
    /// let set = HeapRule::Subtraction(SubtractionSet::ranges([3..=4, 1..=1])?);
    /// assert_eq!(set.code().map(|code| code.to_string()).as_deref(), Some("0.3033"));
    /// assert_eq!(HeapRule::GrundysGame.code(), None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn code(&self) -> Option<Code> {
        if let Self::Code(code) = self {
            return Some(code.clone());
        }
        let mut digits = vec![0];
        let mut repeated = 0;
        for range in takes(self)? {
            let last = if *range.end() == u64::MAX { *range.start() } else { *range.end() };
            if last > Self::LONGEST_CODE {
                return None;
            }
            for take in digits.len() as u64..=last {
                digits.push(if range.contains(&take) { 3 } else { 0 });
            }
            if *range.end() == u64::MAX {
                repeated = 3;
            }
        }
        Code::new(digits, repeated).ok()
    }

    /// The most digits of the code of a subtraction set in [`code`](Self::code).
    pub const LONGEST_CODE: u64 = 64;

    /// Calls `each` with every option of a heap of `heap` tokens, as the non-empty heaps that it leaves, until `each`
    /// breaks. No option is listed twice. This is the definition that every faster method is tested against.
    pub fn for_each_option(&self, heap: u64, mut each: impl FnMut(&[u64]) -> ControlFlow<()>) {
        // The result only says whether `each` had enough, which it knows itself.
        let _ = match self {
            Self::Code(code) => code_options(code, heap, &mut each),
            Self::Subtraction(set) => subtraction_options(set, heap, &mut each),
            Self::GrundysGame => (1..heap.div_ceil(2)).try_for_each(|part| each(&[part, heap - part])),
        };
    }
}

fn code_options(code: &Code, heap: u64, each: &mut impl FnMut(&[u64]) -> ControlFlow<()>) -> ControlFlow<()> {
    let (digits, repeated) = code.digits();
    // Of the digits after these, bit 0 allows only to take the heap whole.
    let last = if repeated & !1 == 0 { digits.len() as u64 - 1 } else { heap }.min(heap);
    for taken in 0..=last {
        let digit = code.digit(taken);
        let rest = heap - taken;
        if digit & 1 != 0 && rest == 0 {
            each(&[])?;
        }
        if digit & 2 != 0 && rest >= 1 {
            each(&[rest])?;
        }
        if digit & 4 != 0 {
            (1..=rest / 2).try_for_each(|a| each(&[a, rest - a]))?;
        }
        if digit & 8 != 0 {
            for a in 1..=rest / 3 {
                (a..=(rest - a) / 2).try_for_each(|b| each(&[a, b, rest - a - b]))?;
            }
        }
    }
    if last < heap && code.digit(heap) & 1 != 0 {
        each(&[])?;
    }
    ControlFlow::Continue(())
}

fn subtraction_options(
    set: &SubtractionSet,
    heap: u64,
    each: &mut impl FnMut(&[u64]) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let mut flow = ControlFlow::Continue(());
    set.for_each_up_to(heap, |take| {
        flow = if take == heap { each(&[]) } else { each(&[heap - take]) };
        flow.is_continue()
    });
    flow
}

#[cfg(test)]
mod tests {
    use super::*;

    fn options(rule: &HeapRule, heap: u64) -> Vec<Vec<u64>> {
        let mut options = Vec::new();
        rule.for_each_option(heap, |parts| {
            options.push(parts.to_vec());
            ControlFlow::Continue(())
        });
        options
    }

    fn code(text: &str) -> HeapRule {
        HeapRule::Code(text.parse().unwrap())
    }

    /// Every multiset of at most three non-empty heaps that a code allows, from the meaning of its bits alone.
    fn by_definition(code: &Code, heap: u64) -> Vec<Vec<u64>> {
        let mut options = Vec::new();
        for taken in 0..=heap {
            let rest = heap - taken;
            let allows = |parts: usize| code.digit(taken) >> parts & 1 == 1;
            let parts = |n| 1..=n;
            if rest == 0 && allows(0) {
                options.push(vec![]);
            }
            for a in parts(rest) {
                if a == rest && allows(1) {
                    options.push(vec![a]);
                }
                for b in parts(rest).filter(|b| *b >= a) {
                    if a + b == rest && allows(2) {
                        options.push(vec![a, b]);
                    }
                    for c in parts(rest).filter(|c| *c >= b) {
                        if a + b + c == rest && allows(3) {
                            options.push(vec![a, b, c]);
                        }
                    }
                }
            }
        }
        options.sort();
        options
    }

    #[test]
    fn codes_list_what_their_bits_allow() {
        for text in [
            "0.77", "0.137", "0.07", "4.3", "C.8F", "0.[3]", "4.[7]", "8.2", "0.F", "0.0", "4.00F", "0.1248", "0.[1]",
            "4.3[1]", "0.2[5]",
        ] {
            let parsed: Code = text.parse().unwrap();
            for heap in 0..=14 {
                let mut found = options(&code(text), heap);
                found.sort();
                assert_eq!(found, by_definition(&parsed, heap), "{text} {heap}");
            }
        }
    }

    #[test]
    fn the_code_of_a_subtraction_set_allows_the_same_moves() {
        let finite = |ranges: &[std::ops::RangeInclusive<u64>]| SubtractionSet::ranges(ranges.iter().cloned()).unwrap();
        let all_but =
            |ranges: &[std::ops::RangeInclusive<u64>]| SubtractionSet::all_but(ranges.iter().cloned()).unwrap();
        for (set, written) in [
            (finite(&[1..=1, 3..=4]), "0.3033"),
            (finite(&[2..=2]), "0.03"),
            (finite(&[]), "0.0"),
            (all_but(&[]), "0.[3]"),
            (all_but(&[2..=3, 7..=7]), "0.3003330[3]"),
            (all_but(&[1..=1]), "0.0[3]"),
            (all_but(&[5..=u64::MAX]), "0.3333"),
        ] {
            let rule = HeapRule::Subtraction(set);
            let found = rule.code().unwrap();
            assert_eq!(found.to_string(), written);
            for heap in 0..=20 {
                let mut want = options(&rule, heap);
                let mut have = options(&HeapRule::Code(found.clone()), heap);
                want.sort();
                have.sort();
                assert_eq!(have, want, "{written} {heap}");
            }
        }
        for set in [finite(&[65..=65]), finite(&[1..=u64::MAX - 1]), SubtractionSet::squares(), all_but(&[70..=70])] {
            assert_eq!(HeapRule::Subtraction(set).code(), None);
        }
    }

    #[test]
    fn unequal_splits_are_counted_without_overflow() {
        assert_eq!(options(&HeapRule::GrundysGame, 92679).len(), 46339);
        assert_eq!(options(&HeapRule::GrundysGame, 7), [[1, 6], [2, 5], [3, 4]]);
        assert_eq!(options(&HeapRule::GrundysGame, 6), [[1, 5], [2, 4]]);
        assert!(options(&HeapRule::GrundysGame, 2).is_empty());
        assert!(options(&HeapRule::GrundysGame, 0).is_empty());
    }

    #[test]
    fn the_largest_heap_lists_its_first_options_at_once() {
        let subtract = HeapRule::Subtraction(SubtractionSet::all_but([]).unwrap());
        let single = code("0.[1]");
        assert_eq!(options(&single, u64::MAX), [[0u64; 0]; 1]);
        for rule in [code("0.[3]"), code("0.77"), code("4.F"), HeapRule::GrundysGame, subtract] {
            let mut first = Vec::new();
            rule.for_each_option(u64::MAX, |parts| {
                first.push(parts.to_vec());
                if first.len() < 3 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
            });
            assert_eq!(first.len(), 3, "{rule:?}");
        }
    }
}
