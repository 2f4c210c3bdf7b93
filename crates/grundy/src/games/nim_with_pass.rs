//! Nim with one pass for each non-empty heap.

use super::heaps::heaps;
use super::{ArgumentReader, Context, Entry, Heaps, ReadError};
use crate::heap::{Finding, Period, PeriodSearch, Proof, Status};
use crate::move_name::heap_move;
use crate::picture::Picture;
use crate::syntax::Arguments;
use crate::{Component, Error, Game, Knowledge, Meter, Nimber, Options, RuleHandle};

pub(super) const ENTRY: Entry = Entry {
    name: "nim-with-pass",
    parameters: "",
    arguments: "heap sizes",
    rules: "Nim; each non-empty heap also allows one pass, which leaves it a heap of Nim.",
    example: "nim-with-pass(3, 4)",
    source: "",
    build: |call, rules| {
        call.no_parameters()?;
        Ok(Box::new(PassHeaps(rules.add(NimWithPass))))
    },
};

/// Nim in which each non-empty heap allows one pass. Whether the pass is still available is part of the position.
///
/// With the pass, g(0) = 0, g(n) = n + 1 for odd n and n - 1 for even n > 0. Without it, g(n) = n.
///
/// # Examples
/// ```
/// use grundy::{Limits, Nimber, games::{NimWithPass, PassHeap}, value};
/// assert_eq!(value(NimWithPass, &PassHeap::Fresh(3), &Limits::default())?, Nimber(4));
/// # Ok::<(), grundy::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct NimWithPass;

/// A heap of [`NimWithPass`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PassHeap {
    /// The pass is available.
    Fresh(u64),
    /// The pass has been used: a heap of Nim.
    Used(u64),
}

impl PassHeap {
    const fn size(&self) -> u64 {
        match *self {
            Self::Fresh(size) | Self::Used(size) => size,
        }
    }
}

/// The value of a fresh heap, or the fresh heap of a value: the map exchanges 2k-1 and 2k. `None` for 2^64.
const fn exchanged(n: u64) -> Option<u64> {
    match n {
        0 => Some(0),
        n if n % 2 == 1 => n.checked_add(1),
        n => Some(n - 1),
    }
}

/// The value of a fresh heap.
fn fresh(size: u64) -> Result<Nimber, Error> {
    let value = exchanged(size).map(Nimber);
    value.ok_or_else(|| {
        Error::Overflow(format!("the value of nim-with-pass({size}) is 2^64, above the largest nimber here"))
    })
}

impl Game for NimWithPass {
    type Position = PassHeap;

    fn options(&self, heap: &PassHeap, out: &mut Options<PassHeap>) {
        let (size, left): (u64, fn(u64) -> PassHeap) = match *heap {
            PassHeap::Fresh(size) => (size, PassHeap::Fresh),
            PassHeap::Used(size) => (size, PassHeap::Used),
        };
        if let PassHeap::Fresh(size @ 1..) = *heap {
            out.push(PassHeap::Used(size));
        }
        for size in (0..size).rev() {
            if out.more() {
                return;
            }
            if size == 0 { out.push_sum([]) } else { out.push(left(size)) }
        }
    }

    fn value(&self, heap: &PassHeap, _: &mut Meter<'_>) -> Result<Option<Nimber>, Error> {
        match *heap {
            PassHeap::Used(size) => Ok(Some(Nimber(size))),
            PassHeap::Fresh(size) => fresh(size).map(Some),
        }
    }

    fn knowledge(&self, heap: &PassHeap) -> Option<Knowledge> {
        let statement = match heap {
            PassHeap::Used(_) => "without its pass a heap of n is worth n",
            PassHeap::Fresh(_) => {
                "with its pass a heap of n is worth n + 1 for odd n, n - 1 for even n > 0, and 0 for n = 0"
            }
        };
        Some(Knowledge::Theorem(statement.to_owned()))
    }

    fn options_worth(
        &self,
        heap: &PassHeap,
        value: Nimber,
        _: &mut Meter<'_>,
        out: &mut Options<PassHeap>,
    ) -> Result<bool, Error> {
        match *heap {
            PassHeap::Used(size) if value.0 < size => push(PassHeap::Used(value.0), out),
            PassHeap::Used(_) => {}
            PassHeap::Fresh(size) => {
                if size > 0 && value.0 == size {
                    out.push(PassHeap::Used(size));
                }
                if let Some(left) = exchanged(value.0).filter(|&left| left < size) {
                    push(PassHeap::Fresh(left), out);
                }
            }
        }
        Ok(true)
    }

    fn nim_heap(&self, heap: &PassHeap) -> Option<u64> {
        match *heap {
            PassHeap::Used(size) => Some(size),
            PassHeap::Fresh(0) => Some(0),
            PassHeap::Fresh(_) => None,
        }
    }

    fn heap(&self, heap: &PassHeap) -> Option<u64> {
        // A used heap is written `nim(n)`, not as an integer of this game.
        if let PassHeap::Fresh(size) = *heap { Some(size) } else { None }
    }

    fn name_move(&self, heap: &PassHeap, parts: &[PassHeap]) -> Option<String> {
        match (heap, parts) {
            (PassHeap::Fresh(size), [PassHeap::Used(left)]) if size == left => Some("pass".to_owned()),
            _ => heap_move(heap.size(), &parts.iter().map(PassHeap::size).collect::<Vec<u64>>()),
        }
    }

    fn picture(&self, heap: &PassHeap, left: Option<&[PassHeap]>) -> Option<Picture> {
        let left: Option<Vec<u64>> = left.map(|left| left.iter().map(PassHeap::size).collect());
        Some(Picture::heap(heap.size(), left.as_deref()))
    }

    fn show(&self, heap: &PassHeap) -> String {
        match heap {
            PassHeap::Fresh(size) => format!("nim-with-pass({size})"),
            PassHeap::Used(size) => format!("nim({size})"),
        }
    }

    fn show_sum(&self, parts: &[PassHeap]) -> String {
        if parts.is_empty() {
            return "nim-with-pass(0)".to_owned();
        }
        parts.iter().map(|part| self.show(part)).collect::<Vec<_>>().join(" + ")
    }
}

/// Appends the option that leaves this heap; an empty heap is left out.
fn push(heap: PassHeap, out: &mut Options<PassHeap>) {
    match heap {
        PassHeap::Fresh(0) | PassHeap::Used(0) => out.push_sum([]),
        heap => out.push(heap),
    }
}

struct PassHeaps(RuleHandle<NimWithPass>);

impl ArgumentReader for PassHeaps {
    fn read(&self, arguments: &Arguments, _: &mut Context<'_, '_>) -> Result<Vec<Component>, ReadError> {
        heaps(&self.0, arguments, PassHeap::Fresh)
    }

    fn heaps(&self) -> Option<&dyn Heaps> {
        Some(self)
    }
}

impl Heaps for PassHeaps {
    fn at(&self, n: u64) -> Result<Component, Error> {
        self.0.at(PassHeap::Fresh(n))
    }

    fn value(&self, n: u64, _: &mut Meter<'_>) -> Result<Nimber, Error> {
        fresh(n)
    }

    fn find_period(&self, _: &PeriodSearch, _: &mut Meter<'_>) -> Result<Finding, Error> {
        // 0, 2, 1, 4, 3, 6, 5: the value of heap 2 is 1 more than that of heap 0; from heap 1 on, the values increase
        // by 2 every two heaps.
        let period = Period { period: 2, preperiod: 1, saltus: 2, proof: Proof::ClosedForm };
        Ok(Finding { status: Status::Proved(period), checked_to: None, stopped: None, needs: None })
    }
}

#[cfg(test)]
mod tests {
    use super::super::claims::agree_with_search;
    use super::*;
    use crate::Limits;

    #[test]
    fn the_closed_form_agrees_with_the_search() {
        let heaps = (0..60).flat_map(|n| [PassHeap::Fresh(n), PassHeap::Used(n)]);
        let claims = agree_with_search(NimWithPass, heaps);
        assert_eq!((claims.values, claims.wins), (claims.positions, claims.positions));
        let limits = Limits::default();
        let mut meter = Meter::new(&limits);
        let mut value = |n| NimWithPass.value(&PassHeap::Fresh(n), &mut meter).unwrap().unwrap().0;
        let values: Vec<u64> = (0..9).map(&mut value).collect();
        assert_eq!(values, [0, 2, 1, 4, 3, 6, 5, 8, 7]);
    }
}
