//! Compressed sparse rows: the edges of a graph.

use std::fmt;
use std::ops::Range;

/// The edges of a graph in compressed sparse rows: for each vertex a row of vertices, all in one table.
///
/// # Complexity
/// Memory: 4 bytes per edge and 4 per vertex, or 8 per vertex from 2^32 edges on.
#[derive(Clone)]
pub struct Csr {
    /// Row v is `targets[ends[v]..ends[v + 1]]`: one entry more than there are rows.
    offsets: Offsets,
    targets: Vec<u32>,
}

/// Places in the table of targets, in the narrower width that holds them all.
#[derive(Clone, Debug)]
pub(super) enum Offsets {
    Narrow(Vec<u32>),
    Wide(Vec<u64>),
}

/// A place in the table of targets.
pub(super) trait Offset: Copy + Default {
    /// A place that is known to fit.
    fn new(place: usize) -> Self;

    fn get(self) -> usize;
}

impl Offset for u32 {
    #[allow(clippy::cast_possible_truncation)] // the caller knows that all places fit
    fn new(place: usize) -> Self {
        place as Self
    }

    fn get(self) -> usize {
        self as usize
    }
}

impl Offset for u64 {
    fn new(place: usize) -> Self {
        place as Self
    }

    #[allow(clippy::cast_possible_truncation)] // it came from a usize
    fn get(self) -> usize {
        self as usize
    }
}

impl Csr {
    /// Row v holds the targets of the edges from v in their order, each target once, where it came first.
    ///
    /// Time and space O(vertices + edges).
    pub(super) fn from_edges(vertices: usize, sources: Vec<u32>, targets: Vec<u32>) -> Self {
        if u32::try_from(targets.len()).is_ok() {
            let (ends, targets) = gathered(vertices, sources, targets);
            Self { offsets: Offsets::Narrow(ends), targets }
        } else {
            let (ends, targets) = gathered(vertices, sources, targets);
            Self { offsets: Offsets::Wide(ends), targets }
        }
    }

    /// No row yet.
    #[must_use]
    pub(crate) fn new() -> Self {
        Self { offsets: Offsets::Narrow(vec![0]), targets: Vec::new() }
    }

    /// Adds a row at the end. Its entries may be numbers of rows that come later.
    pub(crate) fn push(&mut self, row: &[u32]) {
        self.targets.extend(row);
        let end = self.targets.len();
        match &mut self.offsets {
            Offsets::Narrow(ends) if u32::try_from(end).is_ok() => ends.push(Offset::new(end)),
            Offsets::Narrow(ends) => {
                let wide = ends.iter().map(|place| Offset::new(place.get())).chain([Offset::new(end)]);
                self.offsets = Offsets::Wide(wide.collect());
            }
            Offsets::Wide(ends) => ends.push(Offset::new(end)),
        }
    }

    /// The numbers of the rows.
    #[allow(clippy::cast_possible_truncation)] // there are at most as many as can be numbered
    pub(super) const fn numbers(&self) -> Range<u32> {
        0..self.len() as u32
    }

    /// The number of rows.
    #[must_use]
    pub const fn len(&self) -> usize {
        match &self.offsets {
            Offsets::Narrow(ends) => ends.len() - 1,
            Offsets::Wide(ends) => ends.len() - 1,
        }
    }

    /// Whether there is no row.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The number of entries of all rows.
    #[must_use]
    pub const fn edge_count(&self) -> usize {
        self.targets.len()
    }

    /// The row of `vertex`.
    ///
    /// # Panics
    /// If there is no such row.
    #[must_use]
    #[inline]
    pub fn row(&self, vertex: u32) -> &[u32] {
        let vertex = vertex as usize;
        match &self.offsets {
            Offsets::Narrow(ends) => &self.targets[ends[vertex].get()..ends[vertex + 1].get()],
            Offsets::Wide(ends) => &self.targets[ends[vertex].get()..ends[vertex + 1].get()],
        }
    }

    /// Row v of the result lists, in ascending order, in whose rows v is. Time and space O(vertices + edges).
    #[must_use]
    pub(super) fn reversed(&self) -> Self {
        match &self.offsets {
            Offsets::Narrow(ends) => {
                let (ends, targets) = reversed(ends, &self.targets);
                Self { offsets: Offsets::Narrow(ends), targets }
            }
            Offsets::Wide(ends) => {
                let (ends, targets) = reversed(ends, &self.targets);
                Self { offsets: Offsets::Wide(ends), targets }
            }
        }
    }

    /// Where the rows begin and end in the table of targets, and that table.
    pub(super) const fn offsets_and_targets(&self) -> (&Offsets, &Vec<u32>) {
        (&self.offsets, &self.targets)
    }

    /// The bytes that the rows take.
    #[must_use]
    pub const fn bytes(&self) -> usize {
        let ends = match &self.offsets {
            Offsets::Narrow(ends) => ends.len() * size_of::<u32>(),
            Offsets::Wide(ends) => ends.len() * size_of::<u64>(),
        };
        ends + self.targets.len() * size_of::<u32>()
    }
}

impl fmt::Debug for Csr {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (rows, edges) = (self.len(), self.edge_count());
        f.debug_struct("Csr").field("rows", &rows).field("edges", &edges).finish_non_exhaustive()
    }
}

fn gathered<P: Offset>(vertices: usize, sources: Vec<u32>, targets: Vec<u32>) -> (Vec<P>, Vec<u32>) {
    // Files that list the edges vertex by vertex are the common case, and need no second copy of the targets.
    let in_order = sources.is_sorted();
    let mut next = starts(vertices, &sources);
    let mut table = if in_order {
        next.remove(0);
        targets
    } else {
        let mut table = vec![0; targets.len()];
        for (&source, target) in sources.iter().zip(targets) {
            scatter(&mut next, &mut table, source, target);
        }
        next.pop();
        table
    };
    drop(sources);
    keep_each_once(&mut next, &mut table);
    table.shrink_to_fit();
    (next, table)
}

fn reversed<P: Offset>(ends: &[P], targets: &[u32]) -> (Vec<P>, Vec<u32>) {
    let mut next = starts(ends.len() - 1, targets);
    let mut table = vec![0; targets.len()];
    for (source, row) in (0..).zip(ends.windows(2)) {
        for &target in &targets[row[0].get()..row[1].get()] {
            scatter(&mut next, &mut table, target, source);
        }
    }
    next.pop();
    (next, table)
}

/// Where each row begins, at the place one after its number, so that it can move on to where the row ends; one more
/// entry before and one after.
fn starts<P: Offset>(rows: usize, sources: &[u32]) -> Vec<P> {
    let mut next = vec![P::default(); rows + 2];
    for &source in sources {
        let count = &mut next[source as usize + 2];
        *count = P::new(count.get() + 1);
    }
    let mut sum = 0;
    for place in &mut next {
        sum += place.get();
        *place = P::new(sum);
    }
    next
}

/// Puts one entry where the next of its row belongs.
fn scatter<P: Offset>(next: &mut [P], table: &mut [u32], row: u32, entry: u32) {
    let place = &mut next[row as usize + 1];
    table[place.get()] = entry;
    *place = P::new(place.get() + 1);
}

/// Rows up to this length are searched for an entry that they have already; longer ones have stamps.
const SHORT: usize = 32;

/// Leaves of each row every entry once, where it came first.
fn keep_each_once<P: Offset>(ends: &mut [P], table: &mut Vec<u32>) {
    // The last row that each vertex was seen in; no row has the number of the initial mark.
    let mut seen = Vec::new();
    let (mut start, mut kept) = (0, 0);
    for row in 0..ends.len() - 1 {
        let end = ends[row + 1].get();
        let first = kept;
        if end - start <= SHORT {
            for edge in start..end {
                let target = table[edge];
                if !table[first..kept].contains(&target) {
                    table[kept] = target;
                    kept += 1;
                }
            }
        } else {
            seen.resize(ends.len() - 1, u32::MAX);
            for edge in start..end {
                let target = table[edge];
                // There are fewer rows than 2^32.
                #[allow(clippy::cast_possible_truncation)]
                if std::mem::replace(&mut seen[target as usize], row as u32) != row as u32 {
                    table[kept] = target;
                    kept += 1;
                }
            }
        }
        start = end;
        ends[row + 1] = P::new(kept);
    }
    table.truncate(kept);
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn lists(vertices: usize, edges: &[(u32, u32)]) -> Vec<Vec<u32>> {
        let mut lists = vec![Vec::new(); vertices];
        for &(from, to) in edges {
            if !lists[from as usize].contains(&to) {
                lists[from as usize].push(to);
            }
        }
        lists
    }

    fn rows(offsets: Offsets, targets: Vec<u32>) -> Vec<Vec<u32>> {
        let rows = Csr { offsets, targets };
        (0..u32::try_from(rows.len()).unwrap()).map(|row| rows.row(row).to_vec()).collect()
    }

    #[test]
    fn there_may_be_no_row() {
        let rows = Csr::from_edges(0, Vec::new(), Vec::new());
        assert!(rows.is_empty() && rows.reversed().is_empty());
    }

    proptest! {
        #[test]
        fn rows_are_those_of_plain_lists_in_either_width(
            mut edges in prop::collection::vec((0..50_u32, 0..50_u32), 0..300),
            in_order in any::<bool>(),
            hub in prop::option::of(0..50_u32),
        ) {
            // One vertex may have a long row.
            if let Some(hub) = hub {
                edges.iter_mut().skip(3).step_by(2).for_each(|edge| edge.0 = hub);
            }
            if in_order {
                edges.sort_by_key(|edge| edge.0);
            }
            let want = lists(50, &edges);
            let (sources, targets): (Vec<u32>, Vec<u32>) = edges.iter().copied().unzip();
            let (narrow, table) = gathered(50, sources.clone(), targets.clone());
            prop_assert_eq!(&rows(Offsets::Narrow(narrow), table), &want);
            let (wide, table) = gathered(50, sources, targets);
            prop_assert_eq!(&rows(Offsets::Wide(wide.clone()), table.clone()), &want);

            let mut back: Vec<(u32, u32)> =
                (0..).zip(&want).flat_map(|(from, row)| row.iter().map(move |&to| (to, from))).collect();
            back.sort_unstable();
            let want = lists(50, &back);
            let (wide, table) = reversed(&wide, &table);
            prop_assert_eq!(&rows(Offsets::Wide(wide), table), &want);
        }

        #[test]
        fn to_reverse_twice_sorts_the_rows(edges in prop::collection::vec((0..9_u32, 0..9_u32), 0..40)) {
            let (sources, targets): (Vec<u32>, Vec<u32>) = edges.iter().copied().unzip();
            let rows = Csr::from_edges(9, sources, targets);
            let twice = rows.reversed().reversed();
            for row in 0..9 {
                let mut want = rows.row(row).to_vec();
                want.sort_unstable();
                prop_assert_eq!(twice.row(row), want);
            }
        }
    }
}
