//! Bit planes against the sets of options, on the rare events too.

use super::*;
use crate::heap::sequence::engine::splits::block_options::Part;
use crate::heap::sequence::engine::splits::witness::{Hints, Witness, witness};
use crate::heap::{HeapRule, Sequence};
use crate::{Limits, Meter};

/// Bit planes as soon as they can be right, and however little it pays.
pub(in crate::heap::sequence) const EARLY: Plan =
    Plan { first: 0, worth: 0, witnesses: 2000, searched: 4 * LANES, spare: 8 };

/// A rule with the values of its first heaps.
struct Game {
    shape: Shape,
    table: Vec<u16>,
}

impl Game {
    fn new(rule: &HeapRule, heaps: usize) -> Self {
        let mut sequence = Sequence::without_period(rule.clone());
        sequence.extend(heaps as u64 - 1, &mut Meter::new(&Limits::default())).unwrap();
        let table = sequence.values().map(|value| u16::try_from(value).unwrap()).collect();
        Self { shape: Shape::of(rule).unwrap(), table }
    }

    fn code(text: &str, heaps: usize) -> Self {
        Self::new(&HeapRule::Code(text.parse().unwrap()), heaps)
    }

    /// The best class for the first heaps, or the best with a parity, and the heaps that are rare in it.
    fn sparse(&self, heaps: usize) -> Sparse {
        let mut counts = [vec![0; 512], vec![0; 512]];
        for (heap, value) in self.table[..heaps].iter().enumerate().skip(heaps / 2) {
            counts[heap % 2][usize::from(*value)] += 1;
        }
        let (class, _) = Class::best(&counts, &self.shape.split).unwrap();
        let parts = self.table[..heaps].iter().enumerate().skip(1);
        let parts = parts.map(|(heap, value)| Part { heap, value: u32::from(*value) });
        Sparse { class, rare: parts.filter(|part| class.is_rare(part.value, part.heap)).collect() }
    }

    fn planes(&self, heaps: usize, plan: Plan) -> Option<Box<Planes>> {
        Planes::enter(&self.shape, &self.sparse(heaps), &self.table[..heaps], usize::MAX, None, plan, 2)
    }

    /// Goes on in bit planes from `heaps` to the end of the table, or as far as they go: the heap that they came to.
    #[track_caller]
    fn run(&self, heaps: usize, plan: Plan, threads: usize) -> usize {
        let mut planes = self
            .planes(heaps, plan)
            .unwrap_or_else(|| panic!("{:?} {:?}", self.sparse(heaps).rare.last(), self.sparse(heaps).rare.len()));
        let mut next = heaps;
        while next + LANES <= self.table.len() {
            let blocks = ((self.table.len() - next) / LANES).min(7);
            let (values, unverified) = planes.advance(&self.shape, blocks, threads);
            let mut right = values.len();
            for Unverified { heap, value } in unverified {
                let known = KnownValues::all(&self.table[..heap]);
                if witness(&self.shape, known, heap, value, &mut Hints::default()) == Witness::None {
                    right = right.min(heap - next);
                }
            }
            let difference = (next..).zip(values).take(right).find(|(heap, value)| self.table[*heap] != **value);
            assert_eq!(difference, None, "{:?}", difference.map(|(heap, _)| self.table[heap]));
            if right < blocks * LANES {
                return next + right;
            }
            next += right;
        }
        next
    }
}

/// The first heap that a run may begin with if no heap is rare after the ones that are so far.
fn start(sparse: &Sparse) -> usize {
    (2 * sparse.rare.last().map_or(0, |part| part.heap) + 12_000).next_multiple_of(ALIGNED)
}

#[test]
fn values_are_those_of_the_sets() {
    // With and without a parity, with digits that leave one heap after an odd number of tokens, with values below 64 and
    // above.
    for text in ["0.16", "0.106", "0.104", "0.127", "0.77", "0.644", "0.6"] {
        let game = Game::code(text, 100_000);
        let from = start(&game.sparse(100_000));
        for threads in [1, 2] {
            let to = game.run(from, EARLY, threads);
            assert!(to > from + 10 * LANES && to + LANES > 100_000, "{text} ended at {to}");
        }
    }
}

#[test]
fn a_heap_that_is_rare_after_all_ends_the_run_just_before_it() {
    for (rule, from, rare) in [("0.56", 20_032, 22_778), ("grundys-game", 76_032, 82_860)] {
        let game = match rule {
            "grundys-game" => Game::new(&HeapRule::GrundysGame, 100_000),
            code => Game::code(code, 100_000),
        };
        let class = game.sparse(from).class;
        let is_rare = |heap: &usize| class.is_rare(game.table[*heap].into(), *heap);
        assert_eq!((from..100_000).find(is_rare), Some(rare));
        for threads in [1, 2] {
            assert_eq!(game.run(from, EARLY, threads), rare);
        }
    }
}

#[test]
fn a_run_goes_on_past_the_first_value_with_a_new_highest_bit() {
    let game = Game::code("0.56", 60_000);
    let (from, heap) = (20_032, 22_778);
    assert_eq!((game.table[heap], game.table[..heap].iter().max().copied()), (64, Some(61)));
    let mut planes = game.planes(from, EARLY).unwrap();
    let (_, unverified) = planes.advance(&game.shape, 3, 1);
    assert_eq!(unverified.first(), Some(&Unverified { heap, value: 64 }));
    planes.counting(game.sparse(from).class.counting(6));
    let mut next = heap.next_multiple_of(ALIGNED);
    planes.resume(KnownValues::all(&game.table[..next])).unwrap();
    while next + 7 * LANES <= game.table.len() {
        let (values, unverified) = planes.advance(&game.shape, 7, 2);
        assert_eq!((values, &unverified[..]), (&game.table[next..next + 7 * LANES], &[][..]));
        next += 7 * LANES;
    }
    assert!(game.table[heap + 1..next].iter().any(|value| *value >= 64), "no other such value comes");
}

#[test]
fn false_alarms_are_looked_into() {
    let game = Game::code("0.106", 100_000);
    let from = start(&game.sparse(100_000));
    // So few pairs are looked at that many witnesses are missed.
    let plan = Plan { witnesses: 32, searched: 0, ..EARLY };
    let mut planes = game.planes(from, plan).unwrap();
    assert!(!planes.advance(&game.shape, 7, 2).1.is_empty());
    assert!(game.run(from, plan, 1) + LANES > 100_000);
}

#[test]
fn a_value_without_a_plane_ends_the_run() {
    let game = Game::code("0.6", 100_000);
    let from = start(&game.sparse(100_000));
    let largest = |heaps: &[u16]| heaps.iter().copied().max();
    assert!(largest(&game.table[..from]) < largest(&game.table), "no larger value comes");
    let to = game.run(from, Plan { spare: 0, ..EARLY }, 1);
    assert!(to < 99_000 && largest(&game.table[..to]) <= largest(&game.table[..from]), "{to}");
}

/// Blocks as a processor without wider vectors than these computes them.
#[multiversion::multiversion(targets("x86_64+avx2+bmi1+bmi2+lzcnt+popcnt"))]
fn avx2(planes: &mut Planes, shape: &Shape) -> (bool, Vec<Unverified>) {
    portable(planes, shape)
}

#[inline(always)]
fn portable(planes: &mut Planes, shape: &Shape) -> (bool, Vec<Unverified>) {
    let Planes { choice, proposer, verifier, next, .. } = planes;
    let done = propose::propose_block_portable(proposer, choice, *next);
    let block = proposer.last(LANES).to_vec();
    let mut unverified = Vec::new();
    verifier.put(choice, *next, &block);
    verify::verify_block_portable(verifier, choice, shape, *next, &mut unverified);
    *next += LANES;
    (done, unverified)
}

#[test]
fn the_same_blocks_come_out_on_every_processor() {
    for text in ["0.16", "0.106", "0.6"] {
        let game = Game::code(text, 70_000);
        let from = start(&game.sparse(70_000));
        let plan = Plan { witnesses: 400, searched: 0, ..EARLY };
        let mut planes = game.planes(from, plan).unwrap();
        let mut others = [planes.clone(), planes.clone()];
        for _ in 0..6 {
            let (values, unverified) = planes.advance(&game.shape, 1, 1);
            for (other, block) in others.iter_mut().zip([avx2 as fn(&mut Planes, &Shape) -> _, portable]) {
                let (done, mut found) = block(other, &game.shape);
                assert!(done);
                found.sort_unstable();
                assert_eq!(other.verifier.last(LANES), values, "{text}");
                assert_eq!(found, unverified, "{text}");
            }
        }
    }
}

#[test]
fn a_choice_is_stale_when_a_value_costs_twice_as_much_as_at_first() {
    let game = Game::code("0.16", 60_000);
    let mut planes = game.planes(start(&game.sparse(60_000)), EARLY).unwrap();
    let heaps = usize::try_from(Rates::HEAPS).unwrap();
    planes.rates.count(heaps - 1, 0, 0);
    assert!(planes.rates.lately.is_none() && planes.pays() && !planes.is_stale());
    planes.rates.count(1, 0, 0);
    assert_eq!((planes.rates.first, planes.rates.lately), (Some(200), Some(200)));
    planes.rates.count(heaps, Rates::HEAPS / 10, Rates::HEAPS);
    assert!(!planes.is_stale());
    planes.rates.count(heaps, Rates::HEAPS / 5, Rates::HEAPS);
    assert!(planes.is_stale());
    // Few options: marking them all is cheaper.
    assert!(!planes.pays());
}
