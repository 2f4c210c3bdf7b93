//! Maximum matchings.

use super::adjacency::Adjacency;
use super::set::vertices;

/// Whether every maximum matching of the subgraph induced by `left` covers `vertex`.
///
/// A maximum matching of the rest can be extended by one augmenting path from the vertex if there is such a path. There
/// is none iff some maximum matching does not cover the vertex (Berge 1957). Paths are found by shrinking blossoms to
/// their bases (Edmonds 1965).
///
/// # Complexity
/// Time O(n^3) for n vertices.
pub(super) fn is_in_every_maximum_matching(vertex: usize, graph: Adjacency<'_>, left: u128) -> bool {
    let mut matching = Matching { graph, left: left & !(1 << vertex), mate: [NONE; 128] };
    for root in vertices(matching.left) {
        if matching.mate[root] == NONE {
            // Each pair matched greedily saves a search.
            let free = vertices(graph.rows[root] & matching.left).find(|&other| matching.mate[other] == NONE);
            if let Some(other) = free {
                matching.pair(root, other);
            }
        }
    }
    for root in vertices(matching.left) {
        if matching.mate[root] == NONE {
            matching.augment(root);
        }
    }
    matching.left = left;
    matching.augment(vertex)
}

const NONE: usize = usize::MAX;

struct Matching<'a> {
    graph: Adjacency<'a>,
    left: u128,
    /// The other end of the edge that covers each vertex.
    mate: [usize; 128],
}

impl Matching<'_> {
    fn pair(&mut self, a: usize, b: usize) {
        (self.mate[a], self.mate[b]) = (b, a);
    }

    /// Looks for an augmenting path from an uncovered vertex to another one, whose edges are alternately outside and
    /// inside the matching. If there is one, exchanges the edges along it and returns `true`.
    fn augment(&mut self, root: usize) -> bool {
        // For each vertex reached by an odd number of steps, the vertex before it; and the base of each vertex's
        // blossom.
        let mut before = [NONE; 128];
        let mut base: [usize; 128] = std::array::from_fn(|vertex| vertex);
        // The vertices reached by an even number of steps, and those whose edges are still to be examined.
        let mut even = 1_u128 << root;
        let mut queue = even;
        while queue != 0 {
            let vertex = queue.trailing_zeros() as usize;
            queue &= queue - 1;
            for other in vertices(self.graph.rows[vertex] & self.left) {
                if base[vertex] == base[other] || self.mate[vertex] == other {
                    continue;
                }
                if even & 1 << other != 0 {
                    // Two vertices at even distance are adjacent: a blossom.
                    let stem = self.common_base(vertex, other, &base, &before);
                    let mut blossom = 0;
                    self.mark(vertex, other, stem, &base, &mut before, &mut blossom);
                    self.mark(other, vertex, stem, &base, &mut before, &mut blossom);
                    for member in vertices(self.left) {
                        if blossom & 1 << base[member] != 0 {
                            base[member] = stem;
                            if even & 1 << member == 0 {
                                even |= 1 << member;
                                queue |= 1 << member;
                            }
                        }
                    }
                } else if before[other] == NONE {
                    before[other] = vertex;
                    match self.mate[other] {
                        NONE => {
                            self.exchange(other, &before);
                            return true;
                        }
                        mate => {
                            even |= 1 << mate;
                            queue |= 1 << mate;
                        }
                    }
                }
            }
        }
        false
    }

    /// The first base that the paths back from two vertices have in common.
    fn common_base(&self, a: usize, b: usize, base: &[usize; 128], before: &[usize; 128]) -> usize {
        let back = |vertex: usize| match self.mate[vertex] {
            NONE => None,
            mate => Some(base[before[mate]]),
        };
        let mut on_the_way = 0_u128;
        let mut at = Some(base[a]);
        while let Some(vertex) = at {
            on_the_way |= 1 << vertex;
            at = back(vertex);
        }
        let mut vertex = base[b];
        while on_the_way & 1 << vertex == 0 {
            // Both paths end at the root, which is on the first one.
            let Some(next) = back(vertex) else { return vertex };
            vertex = next;
        }
        vertex
    }

    /// Marks the bases between a vertex and the stem of its blossom, and redirects them through `child`.
    fn mark(
        &self,
        mut vertex: usize,
        mut child: usize,
        stem: usize,
        base: &[usize; 128],
        before: &mut [usize; 128],
        blossom: &mut u128,
    ) {
        while base[vertex] != stem {
            let mate = self.mate[vertex];
            *blossom |= 1 << base[vertex] | 1 << base[mate];
            before[vertex] = child;
            child = mate;
            vertex = before[mate];
        }
    }

    /// Exchanges the edges of the path that ends at a vertex.
    fn exchange(&mut self, mut vertex: usize, before: &[usize; 128]) {
        while vertex != NONE {
            let previous = before[vertex];
            let next = self.mate[previous];
            self.pair(vertex, previous);
            vertex = next;
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// The largest number of disjoint edges, by brute force.
    fn most(rows: &[u128], left: u128) -> usize {
        let Some(vertex) = vertices(left).next() else { return 0 };
        let rest = left & !(1 << vertex);
        let paired = vertices(rows[vertex] & rest).map(|other| 1 + most(rows, rest & !(1 << other)));
        paired.max().unwrap_or(0).max(most(rows, rest))
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(2000) })]

        #[test]
        fn a_vertex_is_in_every_maximum_matching_iff_the_rest_has_a_smaller_one(
            edges in prop::collection::vec((0..11_usize, 0..11_usize), 0..20),
            gone in 0..2048_u128,
        ) {
            let mut rows = [0_u128; 11];
            for (a, b) in edges.into_iter().filter(|(a, b)| a != b) {
                rows[a] |= 1 << b;
                rows[b] |= 1 << a;
            }
            let left = 0x7ff & !gone;
            let graph = Adjacency { rows: &rows, loops: 0 };
            for vertex in vertices(left) {
                let want = most(&rows, left & !(1 << vertex)) < most(&rows, left);
                prop_assert_eq!(is_in_every_maximum_matching(vertex, graph, left), want, "{} of {:b}", vertex, left);
            }
        }
    }
}
