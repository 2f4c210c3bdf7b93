//! The moves of Node Kayles and Arc Kayles.

use super::super::adjacency::Adjacency;
use super::super::set::vertices;

/// The moves of a game of removing vertices from a graph.
pub trait RemovalRule: Send + Sync + 'static {
    /// The name of the rule.
    const NAME: &'static str;
    /// The take-and-break code of paths: a path of n vertices is the heap of n.
    const PATHS: &'static str;
    /// How many vertices a move removes from a cycle with at least that many; the rest is a path.
    const OFF_A_CYCLE: u64;
    /// Whether a loop allows a move.
    const LOOPS: bool;

    /// The vertices of a set that can still be removed; the others do not matter.
    fn alive(graph: Adjacency<'_>, left: u128) -> u128;

    /// Calls `each` with the vertices that each move leaves of a set, until it returns `false`.
    fn for_each_move(graph: Adjacency<'_>, left: u128, each: &mut dyn FnMut(u128) -> bool);

    /// What is chosen in a move from the vertices `all` to the vertices `left`: a vertex, or the two ends of an edge, which are the
    /// same for a loop.
    fn chosen(graph: Adjacency<'_>, all: u128, left: u128) -> Option<(usize, Option<usize>)>;

    /// The same in a path of vertices 0, 1, … that is replaced by two paths, of which either may be empty.
    fn chosen_on_path(length: u64, left: [u64; 2]) -> (u64, Option<u64>);
}

/// Choose a vertex; it is removed together with its neighbours. The player who cannot move loses. The chosen vertices
/// form an independent set, and the game ends when no vertex can be added to it.
///
/// Paths are Dawson's Chess, `0.137`, and one move turns a cycle into a path. No other closed form is known; the game
/// is PSPACE-complete.
///
/// # Source
/// Schaefer 1978, *On the complexity of some two-person perfect-information games*, where it is named.
#[derive(Clone, Copy, Debug)]
pub struct NodeKayles;

impl RemovalRule for NodeKayles {
    const NAME: &'static str = "node-kayles";
    const PATHS: &'static str = "0.137";
    const OFF_A_CYCLE: u64 = 3;
    const LOOPS: bool = false;

    fn alive(_: Adjacency<'_>, left: u128) -> u128 {
        left
    }

    fn for_each_move(graph: Adjacency<'_>, left: u128, each: &mut dyn FnMut(u128) -> bool) {
        for vertex in vertices(left) {
            if !each(left & !(graph.rows[vertex] | 1 << vertex)) {
                return;
            }
        }
    }

    fn chosen(graph: Adjacency<'_>, all: u128, left: u128) -> Option<(usize, Option<usize>)> {
        let leaves = |vertex: &usize| all & !(graph.rows[*vertex] | 1 << vertex) == left;
        vertices(all).find(leaves).map(|vertex| (vertex, None))
    }

    fn chosen_on_path(length: u64, [first, second]: [u64; 2]) -> (u64, Option<u64>) {
        // A vertex inside takes one on either side along, the first one only one.
        let is_inside = second > 0 || length >= first + 3;
        match is_inside {
            true if second > 0 => (first + 1, None),
            true => (1, None),
            false => (0, None),
        }
    }
}

/// Choose an edge; both its ends are removed, with all edges at them. Choosing a loop removes its vertex. The player
/// who cannot move loses. The chosen edges form a matching, and the game ends when no edge can be added to it.
///
/// Paths are Dawson's Kayles, `0.07`. On a path with a loop at each vertex the game is Kayles, and on a grid it is
/// Cram.
///
/// # Source
/// Schaefer 1978.
#[derive(Clone, Copy, Debug)]
pub struct ArcKayles;

impl RemovalRule for ArcKayles {
    const NAME: &'static str = "arc-kayles";
    const PATHS: &'static str = "0.07";
    const OFF_A_CYCLE: u64 = 2;
    const LOOPS: bool = true;

    fn alive(graph: Adjacency<'_>, left: u128) -> u128 {
        let alone = vertices(left & !graph.loops).filter(|&vertex| graph.rows[vertex] & left == 0);
        alone.fold(left, |alive, vertex| alive & !(1 << vertex))
    }

    fn for_each_move(graph: Adjacency<'_>, left: u128, each: &mut dyn FnMut(u128) -> bool) {
        for vertex in vertices(left) {
            let without = left & !(1 << vertex);
            if graph.loops & 1 << vertex != 0 && !each(without) {
                return;
            }
            // Each edge is listed once, from its smaller end.
            for other in vertices(graph.rows[vertex] & left & (u128::MAX << vertex)) {
                if !each(without & !(1 << other)) {
                    return;
                }
            }
        }
    }

    fn chosen(graph: Adjacency<'_>, all: u128, left: u128) -> Option<(usize, Option<usize>)> {
        let gone = all & !left;
        let vertex = vertices(gone).next()?;
        let other = vertices(gone).nth(1).unwrap_or(vertex);
        let is_edge = if other == vertex { graph.loops } else { graph.rows[vertex] } & 1 << other != 0;
        (is_edge && gone.count_ones() <= 2).then_some((vertex, Some(other)))
    }

    fn chosen_on_path(_: u64, [first, second]: [u64; 2]) -> (u64, Option<u64>) {
        let vertex = if second > 0 { first } else { 0 };
        (vertex, Some(vertex + 1))
    }
}
