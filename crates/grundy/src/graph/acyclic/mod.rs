//! The values of all vertices, by one sweep from the ends of play back.

mod given_order;
pub(super) mod topological;

use self::given_order::{Direction, GivenOrder};
use self::topological::{FoundOrder, topological_order};
use super::Graph;
use super::depth_first::values_from;
use super::value_table::ValueTable;
use crate::compact::{Cell, CompactTable};
use crate::{Bound, Error, Meter};

/// The value of every vertex in normal play, by its number.
///
/// # Errors
/// [`Error::Cycle`] if the graph has a cycle, anywhere, with its vertices by name in order of play;
/// [`Error::Budget`] when the meter says so.
///
/// # Complexity
/// Time and space O(vertices + edges), however long play lasts: each vertex is one step of the meter.
///
/// # Source
/// Sprague 1936, Grundy 1939; topological order, Kahn 1962.
///
/// # Examples
/// ```
/// use grundy::graph::{read, values};
/// use grundy::{Limits, Meter};
/// let graph = read(b"0 1\n0 2\n1 3\n2 3\n")?;
/// assert_eq!(values(&graph, &mut Meter::new(&Limits::default()))?, [0, 1, 1, 0]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn values(graph: &Graph, meter: &mut Meter<'_>) -> Result<Vec<u32>, Error> {
    Ok(sweep(graph, meter)?.to_vec())
}

/// The same as [`values`], in a table that takes a byte a vertex where values are below 256, as they nearly always are.
///
/// If the numbers of the vertices are in an order of play, from either end, that is noticed on the way, and the sweep
/// reads the edges once, from front to back or from back to front. Otherwise an order is found first.
///
/// # Errors
/// As for [`values`].
pub fn sweep(graph: &Graph, meter: &mut Meter<'_>) -> Result<ValueTable, Error> {
    let count = graph.vertex_count() as u64;
    meter.stage("vertices", Some(count));
    if meter.positions_left().is_some_and(|left| left < count) {
        return Err(meter.stopped(Bound::Positions));
    }
    let held = meter.held();
    for direction in [Direction::Down, Direction::Up] {
        if let Some(values) = widening(&mut GivenOrder::new(graph, direction), graph, meter)? {
            meter.steps(count, 0)?;
            return Ok(values);
        }
        meter.release_to(held);
    }
    if let Some(order) = topological_order(graph, meter)?
        && let Some(values) = widening(&mut FoundOrder::new(graph, order), graph, meter)?
    {
        meter.steps(count, 0)?;
        return Ok(values);
    }
    meter.release_to(held);
    // There is a cycle, and depth first it is met.
    let values = values_from(graph, graph.vertices(), meter)?;
    Ok(ValueTable(CompactTable::U32(graph.vertices().filter_map(|vertex| values.get(vertex)).collect())))
}

/// A sweep over the vertices in some order, which can continue in a wider table.
pub(super) trait Sweep {
    /// Continues the sweep. The values of the vertices that it has not reached are not read.
    fn go_on<W: Cell>(&mut self, values: &mut [W], meter: &mut Meter<'_>) -> Result<SweepOutcome, Error>;
}

/// How a sweep ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SweepOutcome {
    /// All vertices have their values.
    Finished,
    /// A value is too large for the table.
    TooWide,
    /// A vertex has an option that comes after it: the sweep does not follow an order of play.
    NotAnOrder,
}

/// The values by `sweep`, in the narrowest table that holds them; `None` if its order is not an order of play.
pub(super) fn widening(
    sweep: &mut impl Sweep,
    graph: &Graph,
    meter: &mut Meter<'_>,
) -> Result<Option<ValueTable>, Error> {
    let count = graph.vertex_count();
    let held = meter.held();
    let table = |reached, values| (reached == SweepOutcome::Finished).then_some(ValueTable(values));
    meter.grow_for::<u8>(count)?;
    let mut bytes = vec![0_u8; count];
    let reached = sweep.go_on(&mut bytes, meter)?;
    if reached != SweepOutcome::TooWide {
        return Ok(table(reached, CompactTable::U8(bytes)));
    }
    meter.grow_for::<u16>(count)?;
    let mut shorts: Vec<u16> = bytes.into_iter().map(u16::from).collect();
    let reached = sweep.go_on(&mut shorts, meter)?;
    if reached != SweepOutcome::TooWide {
        return Ok(table(reached, CompactTable::U16(shorts)));
    }
    meter.release_to(held);
    meter.grow_for::<u16>(count)?;
    meter.grow_for::<u32>(count)?;
    let mut words: Vec<u32> = shorts.into_iter().map(u32::from).collect();
    let reached = sweep.go_on(&mut words, meter)?;
    Ok(table(reached, CompactTable::U32(words)))
}
