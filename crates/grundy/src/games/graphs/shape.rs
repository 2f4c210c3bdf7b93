//! Small connected graphs up to isomorphism, so that isomorphic components share a representative.

use super::adjacency::Adjacency;
use super::set::vertices;

/// A graph of at most 15 vertices, as the bits of its adjacency matrix and its number of vertices.
///
/// Equal shapes are isomorphic graphs, since the matrix determines the graph. Isomorphic graphs have equal
/// representatives unless the search for the smallest matrix was cut off, which happens only for graphs that look the
/// same from many vertices.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Shape {
    /// The number of vertices in the highest 4 bits, then the loops, then one bit for each pair of vertices.
    high: u64,
    low: u64,
}

/// The most vertices of a shape: 105 pairs, 15 loops and the number of vertices take 124 bits.
const MOST: usize = 15;
const PAIRS: usize = MOST * (MOST - 1) / 2;
/// How many numberings are tried in the search for the smallest matrix. After that, the smallest one so far is used.
const TRIED: u32 = 64;

/// The rows of a shape.
pub(super) struct ShapeRows {
    rows: [u128; MOST],
    vertices: usize,
    loops: u128,
}

impl ShapeRows {
    pub(super) fn graph(&self) -> Adjacency<'_> {
        Adjacency { rows: &self.rows[..self.vertices], loops: self.loops }
    }

    pub(super) const fn all(&self) -> u128 {
        (1 << self.vertices) - 1
    }
}

impl Shape {
    /// The most vertices of a shape.
    pub(super) const MOST: usize = MOST;

    const fn new(bits: u128) -> Self {
        #[expect(clippy::cast_possible_truncation, reason = "the two halves")]
        Self { high: (bits >> 64) as u64, low: bits as u64 }
    }

    /// The number of vertices.
    #[must_use]
    pub const fn vertex_count(self) -> usize {
        (self.high >> 60) as usize
    }

    /// The rows of the matrix.
    pub(super) fn rows(self) -> ShapeRows {
        let bits = u128::from(self.high) << 64 | u128::from(self.low);
        let count = self.vertex_count();
        let mut rows = [0; MOST];
        let mut pair = 0;
        for later in 1..count {
            let row = bits >> pair & ((1 << later) - 1);
            rows[later] |= row;
            for earlier in vertices(row) {
                rows[earlier] |= 1 << later;
            }
            pair += later;
        }
        ShapeRows { rows, vertices: count, loops: bits >> PAIRS & ((1 << MOST) - 1) }
    }

    /// The subgraph induced by a set of at most [`Shape::MOST`] vertices, which keep their order.
    pub(super) fn induced(graph: Adjacency<'_>, left: u128) -> Self {
        Small::induced(graph, left).shape()
    }

    /// The representative of the graphs isomorphic to this one.
    pub(super) fn canonical(self) -> Self {
        let rows = self.rows();
        let small = Small::induced(rows.graph(), rows.all());
        let mut search = Search { small: &small, best: None, tried: 0 };
        let mut colours = [0; MOST];
        for (vertex, colour) in colours.iter_mut().enumerate().take(small.count) {
            *colour = u8::from(small.loops & 1 << vertex != 0);
        }
        search.descend(colours);
        Self::new(search.best.unwrap_or_default())
    }
}

/// A small graph with rows of 16 bits.
struct Small {
    rows: [u16; MOST],
    loops: u16,
    count: usize,
}

impl Small {
    fn induced(graph: Adjacency<'_>, left: u128) -> Self {
        let mut small = Self { rows: [0; MOST], loops: 0, count: 0 };
        // The number of a vertex is the number of vertices of the set before it.
        for vertex in vertices(left) {
            let row = vertices(graph.rows[vertex] & left);
            small.rows[small.count] = row.fold(0, |row, other| row | 1 << (left & ((1 << other) - 1)).count_ones());
            small.loops |= u16::from(graph.loops & 1 << vertex != 0) << small.count;
            small.count += 1;
        }
        small
    }

    fn shape(&self) -> Shape {
        let mut order = [0; MOST];
        for (place, vertex) in order.iter_mut().zip(0..) {
            *place = vertex;
        }
        Shape::new(self.matrix(&order))
    }

    /// The bits of the matrix if vertex v has the number `numbers[v]`.
    fn matrix(&self, numbers: &[u8; MOST]) -> u128 {
        let mut bits = (self.count as u128) << 124;
        for (vertex, &row) in self.rows[..self.count].iter().enumerate() {
            let number = usize::from(numbers[vertex]);
            for other in vertices(u128::from(row) & ((1 << vertex) - 1)) {
                let other = usize::from(numbers[other]);
                let (later, earlier) = (number.max(other), number.min(other));
                bits |= 1 << (later * (later - 1) / 2 + earlier);
            }
            bits |= u128::from(self.loops >> vertex & 1) << (PAIRS + number);
        }
        bits
    }

    /// Whether exchanging the two vertices leaves the graph unchanged.
    fn are_twins(&self, a: usize, b: usize) -> bool {
        let others = !(1_u16 << a | 1 << b);
        self.rows[a] & others == self.rows[b] & others && (self.loops >> a ^ self.loops >> b) & 1 == 0
    }
}

/// The search for the numbering with the smallest matrix. Vertices are distinguished by colours that do not depend on
/// the numbering. Where the colours leave a choice, every choice is tried.
///
/// # Source
/// McKay 1981, *Practical graph isomorphism*.
struct Search<'a> {
    small: &'a Small,
    best: Option<u128>,
    tried: u32,
}

impl Search<'_> {
    /// Recursive; the depth is at most the number of vertices.
    fn descend(&mut self, mut colours: [u8; MOST]) {
        let count = self.small.count;
        let different = refine(self.small, &mut colours);
        if different == count {
            let matrix = self.small.matrix(&colours);
            self.best = Some(self.best.map_or(matrix, |best| best.min(matrix)));
            self.tried += 1;
            return;
        }
        // A colour is the number of vertices with smaller colours, so a colour is shared if the next number is not in
        // use.
        let cells = colours[..count].iter().fold([0_u8; MOST], |mut cells, &colour| {
            cells[usize::from(colour)] += 1;
            cells
        });
        let Some(cell) = cells.iter().position(|&size| size > 1) else { return };
        let members: Vec<usize> = (0..count).filter(|&v| usize::from(colours[v]) == cell).collect();
        for (place, &chosen) in members.iter().enumerate() {
            if self.tried >= TRIED {
                return;
            }
            if members[..place].iter().any(|&before| self.small.are_twins(before, chosen)) {
                continue;
            }
            let mut split = colours;
            for &other in &members {
                // The chosen vertex stays first in its cell.
                split[other] += u8::from(other != chosen);
            }
            self.descend(split);
        }
    }
}

/// Refines the colours until vertices of the same colour see the same colours around them, and returns the number of
/// colours. A colour is the number of vertices with smaller colours.
fn refine(small: &Small, colours: &mut [u8; MOST]) -> usize {
    let count = small.count;
    let mut before = 0;
    loop {
        let mut keys = [0_u64; MOST];
        for vertex in 0..count {
            let around = vertices(u128::from(small.rows[vertex]));
            let seen = around.fold(0_u64, |seen, other| seen.wrapping_add(mixed(colours[other])));
            keys[vertex] = u64::from(colours[vertex]) << 56 | seen >> 8;
        }
        let mut sorted = keys;
        sorted[..count].sort_unstable();
        let mut different = 0;
        for vertex in 0..count {
            #[expect(clippy::cast_possible_truncation, reason = "fewer than 15")]
            let smaller = sorted[..count].partition_point(|&key| key < keys[vertex]) as u8;
            colours[vertex] = smaller;
        }
        for place in 0..count {
            different += usize::from(place == 0 || sorted[place] != sorted[place - 1]);
        }
        if different == before || different == count {
            return different;
        }
        before = different;
    }
}

/// A number for each colour such that sums distinguish nearly all multisets of colours. Where they do not, the colours
/// are refined less than possible, which costs time.
const fn mixed(colour: u8) -> u64 {
    // The multiplier of the splitmix generator, which spreads the bits evenly.
    let x = (colour as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    (x ^ x >> 29).wrapping_mul(0xbf58_476d_1ce4_e5b9)
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use proptest::prelude::*;

    use super::*;

    /// The graph with these edges and another numbering of its vertices.
    fn shape(count: usize, edges: &[(usize, usize)], numbers: &[usize]) -> Shape {
        let mut rows = vec![0; count];
        let mut loops = 0;
        for &(a, b) in edges {
            let (a, b) = (numbers[a], numbers[b]);
            if a == b {
                loops |= 1 << a;
            } else {
                rows[a] |= 1 << b;
                rows[b] |= 1 << a;
            }
        }
        Shape::induced(Adjacency { rows: &rows, loops }, (1 << count) - 1)
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(500) })]

        /// The representative has the edges of the graph with other numbers, and does not depend on the numbering.
        #[test]
        fn isomorphic_graphs_have_one_representative(
            (count, edges, numbers) in (1..=MOST).prop_flat_map(|count| {
                let edges = prop::collection::vec((0..count, 0..count), 0..=2 * count);
                (Just(count), edges, Just((0..count).collect::<Vec<_>>()).prop_shuffle())
            })
        ) {
            let as_it_is = shape(count, &edges, &(0..count).collect::<Vec<_>>());
            let renumbered = shape(count, &edges, &numbers);
            prop_assert_eq!(as_it_is.canonical(), renumbered.canonical());
            let degrees = |shape: Shape| {
                let rows = shape.rows();
                let graph = rows.graph();
                let of = |v: usize| (graph.degree(v, rows.all()), graph.loops >> v & 1);
                let mut degrees: Vec<_> = (0..shape.vertex_count()).map(of).collect();
                degrees.sort_unstable();
                degrees
            };
            prop_assert_eq!(degrees(as_it_is), degrees(as_it_is.canonical()));
        }
    }

    /// All graphs of five vertices: there are 34, and 544 with an optional loop at each vertex (OEIS A000088, A000666).
    #[test]
    fn graphs_that_are_not_isomorphic_have_different_representatives() {
        let pairs: Vec<(usize, usize)> = (0..5).flat_map(|b| (0..b).map(move |a| (a, b))).collect();
        let numbers: Vec<usize> = (0..5).collect();
        let chosen = |all: &[(usize, usize)], set: usize| -> Vec<(usize, usize)> {
            (0..all.len()).filter(|&place| set >> place & 1 == 1).map(|place| all[place]).collect()
        };
        let simple: HashSet<Shape> =
            (0..1 << pairs.len()).map(|set| shape(5, &chosen(&pairs, set), &numbers).canonical()).collect();
        assert_eq!(simple.len(), 34);
        let with_loops: Vec<(usize, usize)> = pairs.into_iter().chain((0..5).map(|v| (v, v))).collect();
        let looped: HashSet<Shape> =
            (0..1 << with_loops.len()).map(|set| shape(5, &chosen(&with_loops, set), &numbers).canonical()).collect();
        assert_eq!(looped.len(), 544);
    }
}
