//! What the moves of Node Kayles and of Arc Kayles take off a graph.

use super::super::adjacency::Adjacency;
use super::super::set::vertices;

/// What a move takes off a graph.
pub trait RemovalRule: Send + Sync + 'static {
    /// The name of the rule.
    const NAME: &'static str;
    /// The take-and-break code of paths, a path of n vertices being the heap of n.
    const PATHS: &'static str;
    /// How many vertices a move takes from a cycle that has as many; the rest is a path.
    const OFF_A_CYCLE: u64;
    /// Whether a loop allows a move.
    const LOOPS: bool;

    /// Those of a set of vertices that can still go: the others are no part of the game.
    fn alive(graph: Adjacency<'_>, left: u128) -> u128;

    /// Calls `each` with what every move leaves of a set of vertices, until it answers `false`.
    fn for_each_move(graph: Adjacency<'_>, left: u128, each: &mut dyn FnMut(u128) -> bool);
}

/// Choose a vertex; it goes with its neighbours. Who has none to choose loses. The vertices that are chosen are an
/// independent set, and a game is over when no vertex can be added to it.
///
/// Source: Schaefer 1978, *On the complexity of some two-person perfect-information games*, who names it; paths are
/// Dawson's Chess, `0.137`, and a cycle is after one move a path. No other closed form is known: the game is hard
/// (PSPACE-complete).
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
}

/// Choose an edge; both its ends go, with all edges at them. A loop takes its vertex. Who has none to choose loses. The
/// edges that are chosen are a matching, and a game is over when no edge can be added to it.
///
/// Source: Schaefer 1978; paths are Dawson's Kayles, `0.07`. On a graph that has a loop at each vertex of a path it is
/// Kayles, and on a grid it is Cram.
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
            // Of the two ends of an edge the smaller one lists it.
            for other in vertices(graph.rows[vertex] & left & (u128::MAX << vertex)) {
                if !each(without & !(1 << other)) {
                    return;
                }
            }
        }
    }
}
