//! The sweep in the order of the numbers of the vertices, which is tested on the way.

use super::{Sweep, SweepOutcome};
use crate::compact::Cell;
use crate::graph::Graph;
use crate::graph::csr::{Offset, Offsets};
use crate::graph::mex::mex;
use crate::nimber::Excludant;
use crate::{Error, Meter};

/// Where options lead, if the order is one of play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Direction {
    /// To smaller numbers: the sweep goes from 0 up.
    Down,
    /// To larger ones: the sweep goes from the last number down.
    Up,
}

/// A sweep in the order of the numbers.
pub(super) struct GivenOrder<'a> {
    graph: &'a Graph,
    direction: Direction,
    /// How many vertices are valued.
    done: usize,
    excludant: Excludant,
}

impl<'a> GivenOrder<'a> {
    pub(super) fn new(graph: &'a Graph, direction: Direction) -> Self {
        Self { graph, direction, done: 0, excludant: Excludant::default() }
    }

    fn go_on_in<P: Offset, W: Cell>(
        &mut self,
        ends: &[P],
        targets: &[u32],
        values: &mut [W],
        meter: &mut Meter<'_>,
    ) -> Result<SweepOutcome, Error> {
        let count = values.len();
        loop {
            let to = count.min(self.done + BLOCK);
            let reached = match self.direction {
                Direction::Down => self.block::<P, W, true>(ends, targets, values, to),
                Direction::Up => self.block::<P, W, false>(ends, targets, values, to),
            };
            if reached != SweepOutcome::Finished || to == count {
                return Ok(reached);
            }
            meter.resume("vertices", to as u64, Some(count as u64));
            meter.look()?;
        }
    }

    /// Values the vertices until so many are, with options of smaller numbers if `DOWN`.
    fn block<P: Offset, W: Cell, const DOWN: bool>(
        &mut self,
        ends: &[P],
        targets: &[u32],
        values: &mut [W],
        to: usize,
    ) -> SweepOutcome {
        let vertex_at = |place| if DOWN { place } else { ends.len() - 2 - place };
        // Where the next row begins or ends: a row lies beside the one before.
        let mut edge = if self.done < to { ends[vertex_at(self.done) + usize::from(!DOWN)].get() } else { 0 };
        for place in self.done..to {
            self.done = place;
            let vertex = vertex_at(place);
            let other = ends[vertex + usize::from(DOWN)].get();
            let row = if DOWN { &targets[edge..other] } else { &targets[other..edge] };
            edge = other;
            let (low, high) = values.split_at_mut(if DOWN { vertex } else { vertex + 1 });
            // An option that is not among the known is found by the test of bounds that has to be made anyway.
            let (known, first, own) =
                if DOWN { (&*low, 0, &mut high[0]) } else { (&*high, vertex + 1, &mut low[vertex]) };
            let (mut set, mut all) = (0_u64, 0);
            for &option in row {
                let Some(value) = known.get((option as usize).wrapping_sub(first)) else {
                    return SweepOutcome::NotAnOrder;
                };
                let value = value.get();
                set |= 1 << (value & 63);
                all |= value;
            }
            let value = if all < 64 {
                set.trailing_ones()
            } else {
                mex(row.iter().map(|&option| known[option as usize - first].get()), &mut self.excludant)
            };
            let Some(value) = W::fit(value) else { return SweepOutcome::TooWide };
            *own = value;
        }
        self.done = to;
        SweepOutcome::Finished
    }
}

/// Vertices between two looks at the clock.
const BLOCK: usize = 1 << 14;

impl Sweep for GivenOrder<'_> {
    fn go_on<W: Cell>(&mut self, values: &mut [W], meter: &mut Meter<'_>) -> Result<SweepOutcome, Error> {
        let (ends, targets) = self.graph.csr().offsets_and_targets();
        match ends {
            Offsets::Narrow(ends) => self.go_on_in(ends, targets, values, meter),
            Offsets::Wide(ends) => self.go_on_in(ends, targets, values, meter),
        }
    }
}
