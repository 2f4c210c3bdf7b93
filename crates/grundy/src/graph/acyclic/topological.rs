//! An order of play where the numbers of the vertices are none, and the sweep in it.
//!
//! Vertices without a move to them come first, and a vertex comes when all moves to it have been counted (Kahn 1962). This
//! needs no reversed edges: the order that it finds is read from its end. Numbers that say nothing make each row a jump to
//! another page of memory; so rows are asked for some time before they are read, a batch at a time, and the processor
//! fetches all of a batch side by side.

use std::hint::black_box;

use super::{Sweep, SweepOutcome};
use crate::compact::Cell;
use crate::graph::Graph;
use crate::graph::csr::{Offset, Offsets};
use crate::graph::mex::mex;
use crate::nimber::Excludant;
use crate::{Error, Meter};

/// All vertices, each before its options, or `None` if there is a cycle.
///
/// Time and space O(vertices + edges).
///
/// Source: A. B. Kahn, "Topological sorting of large networks", 1962.
pub(in crate::graph) fn topological_order(graph: &Graph, meter: &mut Meter<'_>) -> Result<Option<Vec<u32>>, Error> {
    let (ends, targets) = graph.csr().offsets_and_targets();
    match ends {
        Offsets::Narrow(ends) => order_of_csr(ends, targets, meter),
        Offsets::Wide(ends) => order_of_csr(ends, targets, meter),
    }
}

fn order_of_csr<P: Offset>(ends: &[P], targets: &[u32], meter: &mut Meter<'_>) -> Result<Option<Vec<u32>>, Error> {
    let vertices = ends.len() - 1;
    let held = meter.held();
    meter.grow_for::<u8>(vertices)?;
    meter.grow_for::<u32>(vertices)?;
    let found = match moves_to_each::<u8>(vertices, targets, meter)? {
        Some(counts) => sorted(ends, targets, counts, meter)?,
        None => {
            meter.grow_for::<[u8; size_of::<u32>() - size_of::<u8>()]>(vertices)?;
            match moves_to_each::<u32>(vertices, targets, meter)? {
                Some(counts) => sorted(ends, targets, counts, meter)?,
                None => unreachable!("there are fewer moves to a vertex than there are vertices"),
            }
        }
    };
    meter.release_to(held);
    if let Some(order) = &found {
        meter.grow(size_of_val(order.as_slice()) as u64)?;
    }
    Ok(found)
}

/// How many moves lead to each vertex, unless a number is too large.
fn moves_to_each<C: Cell>(vertices: usize, targets: &[u32], meter: &mut Meter<'_>) -> Result<Option<Vec<C>>, Error> {
    let mut counts = vec![C::default(); vertices];
    for block in targets.chunks(EDGES) {
        for &target in block {
            let count = &mut counts[target as usize];
            match C::fit(count.get() + 1) {
                Some(more) => *count = more,
                None => return Ok(None),
            }
        }
        meter.look()?;
    }
    Ok(Some(counts))
}

/// The vertices in order of play, each before its options, with the number of moves to each.
fn sorted<P: Offset, C: Cell>(
    ends: &[P],
    targets: &[u32],
    mut counts: Vec<C>,
    meter: &mut Meter<'_>,
) -> Result<Option<Vec<u32>>, Error> {
    let vertices = counts.len();
    // One place more, so that every target can be written behind the last vertex, whether it is to stay or not.
    let mut order = vec![0; vertices + 1];
    let mut found = 0;
    for (vertex, count) in (0..).zip(&counts) {
        order[found] = vertex;
        found += usize::from(count.get() == 0);
    }
    let mut followed = 0;
    meter.stage("vertices put in order", Some(vertices as u64));
    let mut batch = Batch::default();
    while followed < found {
        let size = BATCH.min(found - followed);
        batch.ask(ends, targets, &order[followed..followed + size]);
        let mut edges = 0;
        for &(start, end) in &batch.rows[..size] {
            for &target in &targets[start..end] {
                let count = &mut counts[target as usize];
                let left = count.get() - 1;
                *count = C::fit(left).unwrap_or_default();
                order[found] = target;
                found += usize::from(left == 0);
            }
            edges += end - start;
        }
        followed += size;
        meter.resume("vertices put in order", followed as u64, Some(vertices as u64));
        meter.work((edges + size) as u64)?;
    }
    order.truncate(vertices);
    Ok((found == vertices).then_some(order))
}

/// Rows that are read together: enough to keep all ways to memory busy, few enough to stay in the nearest cache.
const BATCH: usize = 64;

/// Edges between two looks at the clock.
const EDGES: usize = 1 << 16;

/// Where the rows of a few vertices begin and end.
struct Batch {
    rows: [(usize, usize); BATCH],
}

impl Default for Batch {
    fn default() -> Self {
        Self { rows: [(0, 0); BATCH] }
    }
}

impl Batch {
    /// Looks up the rows of `vertices`, and touches each so that it is in the cache when it is read.
    fn ask<P: Offset>(&mut self, ends: &[P], targets: &[u32], vertices: &[u32]) {
        for (row, &vertex) in self.rows.iter_mut().zip(vertices) {
            *row = (ends[vertex as usize].get(), ends[vertex as usize + 1].get());
        }
        let mut touched = 0;
        for &(start, end) in &self.rows[..vertices.len()] {
            if let [first, .., last] = targets[start..end] {
                touched ^= first ^ last;
            }
        }
        black_box(touched);
    }
}

/// A sweep in an order that was found, from its end.
pub(super) struct FoundOrder<'a> {
    graph: &'a Graph,
    order: Vec<u32>,
    /// How many vertices are valued.
    done: usize,
    excludant: Excludant,
}

impl<'a> FoundOrder<'a> {
    pub(super) fn new(graph: &'a Graph, order: Vec<u32>) -> Self {
        Self { graph, order, done: 0, excludant: Excludant::default() }
    }

    fn go_on_in<P: Offset, W: Cell>(
        &mut self,
        ends: &[P],
        targets: &[u32],
        values: &mut [W],
        meter: &mut Meter<'_>,
    ) -> Result<SweepOutcome, Error> {
        let mut batch = Batch::default();
        let count = self.order.len();
        while self.done < count {
            let left = count - self.done;
            let vertices = &self.order[left.saturating_sub(BATCH)..left];
            batch.ask(ends, targets, vertices);
            let mut edges = 0;
            for (&vertex, &(start, end)) in vertices.iter().zip(&batch.rows).rev() {
                let row = &targets[start..end];
                let (mut set, mut all) = (0_u64, 0);
                for &option in row {
                    let value = values[option as usize].get();
                    set |= 1 << (value & 63);
                    all |= value;
                }
                let value = if all < 64 {
                    set.trailing_ones()
                } else {
                    mex(row.iter().map(|&option| values[option as usize].get()), &mut self.excludant)
                };
                let Some(value) = W::fit(value) else { return Ok(SweepOutcome::TooWide) };
                values[vertex as usize] = value;
                self.done += 1;
                edges += end - start;
            }
            meter.resume("vertices", self.done as u64, Some(count as u64));
            meter.work((edges + vertices.len()) as u64)?;
        }
        Ok(SweepOutcome::Finished)
    }
}

impl Sweep for FoundOrder<'_> {
    fn go_on<W: Cell>(&mut self, values: &mut [W], meter: &mut Meter<'_>) -> Result<SweepOutcome, Error> {
        let (ends, targets) = self.graph.csr().offsets_and_targets();
        match ends {
            Offsets::Narrow(ends) => self.go_on_in(ends, targets, values, meter),
            Offsets::Wide(ends) => self.go_on_in(ends, targets, values, meter),
        }
    }
}
