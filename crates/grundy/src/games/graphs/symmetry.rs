//! The symmetries of a graph.

use super::adjacency::Adjacency;
use super::set::vertices;

/// Some symmetries of a graph other than the identity, ready to be applied to sets of vertices.
#[derive(Clone, Debug, Default)]
pub(super) struct Symmetries(Vec<Symmetry>);

/// A permutation of the vertices that preserves the edges, stored as the images of the sets within each byte.
#[derive(Clone, Debug)]
struct Symmetry {
    images: Vec<[u128; 256]>,
    /// The vertices that are neither equal nor adjacent to their images. Empty unless the symmetry is an involution.
    mirrored: u128,
}

/// The most symmetries that are kept; more cost more than they save.
const MOST: usize = 15;
/// How many vertices the search for symmetries places at most. The remaining symmetries of the graph are not used.
const STEPS: usize = 100_000;

impl Symmetry {
    fn new(images: &[usize], graph: Adjacency<'_>) -> Self {
        let is_own_inverse = images.iter().enumerate().all(|(vertex, &image)| images[image] == vertex);
        let far = |&(vertex, &image): &(usize, &usize)| image != vertex && graph.rows[vertex] & 1 << image == 0;
        let mirrored = match is_own_inverse {
            true => images.iter().enumerate().filter(far).fold(0, |all, (vertex, _)| all | 1 << vertex),
            false => 0,
        };
        let bytes = images.chunks(8).map(|bits| {
            let mut sets = [0_u128; 256];
            for (set, image) in sets.iter_mut().enumerate() {
                *image = vertices(set as u128).filter(|&bit| bit < bits.len()).fold(0, |all, bit| all | 1 << bits[bit]);
            }
            sets
        });
        Self { images: bytes.collect(), mirrored }
    }

    fn image(&self, set: u128) -> u128 {
        let bytes = set.to_le_bytes();
        self.images.iter().zip(bytes).fold(0, |image, (images, byte)| image | images[usize::from(byte)])
    }
}

impl Symmetries {
    /// All symmetries of a graph if there are few, otherwise some of them.
    pub(super) fn of(graph: Adjacency<'_>) -> Self {
        let found = find(graph);
        let moves = |images: &&Vec<usize>| images.iter().enumerate().any(|(vertex, &image)| image != vertex);
        Self(found.iter().filter(moves).map(|images| Symmetry::new(images, graph)).collect())
    }

    /// The smallest of the images of a set. If these are all symmetries of the graph, equivalent sets have the same
    /// smallest image. In any case the result is an image of the set.
    pub(super) fn least(&self, set: u128) -> u128 {
        self.0.iter().map(|symmetry| symmetry.image(set)).fold(set, u128::min)
    }

    /// Whether some involution maps the set to itself and each vertex to one that is neither itself nor a neighbour. If
    /// so, the second player can answer every move with its image.
    pub(super) fn mirrors(&self, set: u128) -> bool {
        self.0.iter().any(|symmetry| set & !symmetry.mirrored == 0 && symmetry.image(set) == set)
    }
}

/// Finds permutations that preserve edges and loops, by placing one vertex after the other, each next to a placed one.
fn find(graph: Adjacency<'_>) -> Vec<Vec<usize>> {
    let count = graph.rows.len();
    let alike = alike(graph);
    let order = order(graph, &alike);
    // The possible images of the next vertex, once those before it in the order have their images.
    let choices_of = |images: &[usize]| {
        let Some(&vertex) = order.get(images.len()) else { return 0 };
        images.iter().zip(&order).fold(alike[vertex], |choices, (&image, &other)| {
            let row = graph.rows[image];
            choices & !(1 << image) & if graph.rows[vertex] >> other & 1 == 1 { row } else { !row }
        })
    };
    let mut found = Vec::new();
    // Depth first: the images of the first vertices of the order, and the choices left for each of them and the next.
    let mut images: Vec<usize> = Vec::new();
    let mut choices: Vec<u128> = vec![choices_of(&images)];
    let mut steps = 0;
    loop {
        if images.len() == count {
            let mut permutation = vec![0; count];
            for (&vertex, &image) in order.iter().zip(&images) {
                permutation[vertex] = image;
            }
            found.push(permutation);
        }
        while choices.last() == Some(&0) {
            choices.pop();
            images.pop();
        }
        let Some(choice) = choices.last_mut() else { break };
        steps += 1;
        if steps > STEPS || found.len() > MOST {
            break;
        }
        images.push(choice.trailing_zeros() as usize);
        *choice &= *choice - 1;
        choices.push(choices_of(&images));
    }
    found
}

/// For each vertex the set of vertices with the same colour; every symmetry maps this set to itself.
fn alike(graph: Adjacency<'_>) -> Vec<u128> {
    let count = graph.rows.len();
    let mut colours: Vec<usize> = (0..count).map(|vertex| usize::from(graph.loops >> vertex & 1 == 1)).collect();
    let mut different = 0;
    loop {
        let seen = |vertex: usize| {
            let mut around: Vec<usize> = vertices(graph.rows[vertex]).map(|other| colours[other]).collect();
            around.sort_unstable();
            (colours[vertex], around)
        };
        let seen: Vec<_> = (0..count).map(seen).collect();
        let mut sorted = seen.clone();
        sorted.sort_unstable();
        sorted.dedup();
        colours = seen.iter().map(|seen| sorted.partition_point(|other| other < seen)).collect();
        // Stop when a round distinguishes no more vertices than the one before.
        if sorted.len() == different {
            break;
        }
        different = sorted.len();
    }
    let same = |&colour: &usize| {
        (0..count).filter(|&other| colours[other] == colour).fold(0, |set, other| set | 1_u128 << other)
    };
    colours.iter().map(same).collect()
}

/// An order of the vertices in which each leaves few choices: next to vertices before it, or otherwise in a small class
/// of vertices that look alike.
fn order(graph: Adjacency<'_>, alike: &[u128]) -> Vec<usize> {
    let mut order = Vec::with_capacity(alike.len());
    let mut placed = 0_u128;
    for _ in alike {
        let left = (0..alike.len()).filter(|&vertex| placed & 1 << vertex == 0);
        let next = left.max_by_key(|&v| (graph.degree(v, placed), std::cmp::Reverse(alike[v].count_ones())));
        if let Some(next) = next {
            placed |= 1 << next;
            order.push(next);
        }
    }
    order
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows(count: usize, edges: impl IntoIterator<Item = (usize, usize)>) -> Vec<u128> {
        let mut rows = vec![0; count];
        for (a, b) in edges {
            rows[a] |= 1 << b;
            rows[b] |= 1 << a;
        }
        rows
    }

    fn grid(height: usize, width: usize) -> Vec<u128> {
        let right = (0..height * width).filter(|v| (v + 1) % width != 0).map(|v| (v, v + 1));
        let down = (0..(height - 1) * width).map(|v| (v, v + width));
        rows(height * width, right.chain(down))
    }

    #[test]
    fn a_grid_is_turned_and_mirrored() {
        for (height, width, symmetries) in [(3, 4, 4), (3, 3, 8), (2, 2, 8), (11, 11, 8), (1, 9, 2)] {
            let rows = grid(height, width);
            let found = find(Adjacency { rows: &rows, loops: 0 });
            assert_eq!(found.len(), symmetries, "{height}x{width}");
            for images in found {
                let edge = |a: usize, b: usize| rows[a] >> b & 1;
                assert!((0..rows.len()).all(|a| (0..rows.len()).all(|b| edge(a, b) == edge(images[a], images[b]))));
            }
        }
        // With a loop in a corner only the reflection in the diagonal remains.
        let rows = grid(3, 3);
        assert_eq!(find(Adjacency { rows: &rows, loops: 1 }).len(), 2);
    }

    #[test]
    fn the_least_image_is_the_same_for_all_images() {
        let rows = grid(3, 4);
        let symmetries = Symmetries::of(Adjacency { rows: &rows, loops: 0 });
        // Corners.
        assert!([1 << 0, 1 << 3, 1 << 8, 1 << 11].iter().all(|&corner| symmetries.least(corner) == 1));
    }

    #[test]
    fn grids_with_two_even_sides_mirror_themselves() {
        for (height, width, mirrored) in [(2, 2, true), (4, 6, true), (3, 3, false), (2, 3, false), (3, 4, false)] {
            let rows = grid(height, width);
            let symmetries = Symmetries::of(Adjacency { rows: &rows, loops: 0 });
            assert_eq!(symmetries.mirrors((1 << (height * width)) - 1), mirrored, "{height}x{width}");
        }
    }

    #[test]
    fn a_graph_of_very_many_symmetries_gets_some() {
        let rows = rows(20, (0..20).flat_map(|a| (0..a).map(move |b| (a, b))));
        assert_eq!(find(Adjacency { rows: &rows, loops: 0 }).len(), MOST + 1);
        assert_eq!(find(Adjacency { rows: &[], loops: 0 }).len(), 1);
    }
}
