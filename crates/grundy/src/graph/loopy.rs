//! The values of the vertices where play need not end, by rounds.

use super::mex::mex;
use super::{Csr, Graph};
use crate::nimber::Excludant;
use crate::{Error, LoopyValue, Meter, Nimber, Outcome};

/// The values of the vertices of one graph, which may have cycles.
#[derive(Clone, Debug)]
pub struct LoopyValues {
    /// [`INFINITE`], or the nimber.
    labels: Vec<u32>,
}

/// The label of a vertex that is worth no nim-heap. No nimber is as large: a vertex has at most as many options as there
/// are vertices, and these are fewer.
const INFINITE: u32 = u32::MAX;

impl LoopyValues {
    /// The nimber that `vertex` is worth; `None` if its value is infinite.
    ///
    /// # Panics
    /// If the graph has no such vertex.
    #[must_use]
    pub fn nimber(&self, vertex: u32) -> Option<u32> {
        Some(self.labels[vertex as usize]).filter(|&label| label != INFINITE)
    }

    /// The value of `vertex` of `graph`, which must be the graph that was labelled. Time O(options).
    ///
    /// # Panics
    /// If the graph has no such vertex.
    #[must_use]
    pub fn get(&self, graph: &Graph, vertex: u32) -> LoopyValue {
        self.of_row(graph.csr(), vertex)
    }

    pub(crate) fn of_row(&self, rows: &Csr, vertex: u32) -> LoopyValue {
        match self.nimber(vertex) {
            Some(value) => Nimber(value.into()).into(),
            None => {
                let options = rows.row(vertex).iter().filter_map(|&option| self.nimber(option));
                LoopyValue::infinity(options.map(u64::from))
            }
        }
    }

    /// Who wins from `vertex` of `graph` in normal play. Time O(options).
    ///
    /// # Panics
    /// If the graph has no such vertex.
    #[must_use]
    pub fn outcome(&self, graph: &Graph, vertex: u32) -> Outcome {
        match self.nimber(vertex) {
            Some(value) => Outcome::of(Nimber(value.into())),
            None if graph.options(vertex).iter().any(|&option| self.nimber(option) == Some(0)) => Outcome::N,
            None => Outcome::D,
        }
    }
}

/// The value of every vertex in normal play, where play may go on for ever: see [`LoopyValue`].
///
/// The vertices from which play ends are valued by the mex of their options. The others get labels in rounds k = 0, 1, 2, ….
/// In round k a vertex is labelled k if options of it are labelled 0 to k - 1, none k, and each option without a label has an
/// option labelled k: whoever moves there is answered by a move to k. What has no label after the last round is infinite.
///
/// # Errors
/// [`Error::Budget`] when the meter says so; [`Error::Overflow`] if a vertex has 2^30 options or more.
///
/// # Complexity
/// Time O(vertices + edges), and for the vertices that reach a cycle O(edges) a round, of the edges only that lead to vertices
/// with an option of that label: O(rounds · edges) at most, since a vertex of value n takes part in n + 1 rounds. Space
/// O(vertices + edges).
///
/// # Source
/// Smith 1966; Fraenkel & Perl 1975; Siegel, *Combinatorial Game Theory*, IV.4.
///
/// # Examples
/// ```
/// use grundy::graph::{loopy_values, read};
/// use grundy::{Limits, LoopyValue, Meter, Nimber};
/// // From a one can only go to b, and is answered by the move to the end, so a is worth 0 though play may lead back to it.
/// // On the ring of x and y play never ends, unless somebody who is in y leaves it for the end.
/// let graph = read(b"a b\nb a\nb end\nx y\ny x\ny y\ny end\n")?;
/// let values = loopy_values(&graph, &mut Meter::new(&Limits::default()))?;
/// let value = |name| values.get(&graph, graph.vertex(name).expect("it is there"));
/// assert_eq!([value("a"), value("b")], [0, 1].map(|value| Nimber(value).into()));
/// assert_eq!(value("x"), Nimber(0).into());
/// assert_eq!(value("y"), LoopyValue::infinity([0]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn loopy_values(graph: &Graph, meter: &mut Meter<'_>) -> Result<LoopyValues, Error> {
    of_csr(graph.csr(), meter)
}

/// The same of any rows.
pub(crate) fn of_csr(rows: &Csr, meter: &mut Meter<'_>) -> Result<LoopyValues, Error> {
    let count = rows.len();
    meter.stage("vertices", Some(count as u64));
    meter.steps(count as u64, 0)?;
    meter.grow_for::<u32>(count)?;
    let held = meter.held();
    let mut ending = Ending { rows, labels: vec![INFINITE; count], excludant: Excludant::default() };
    // Where the numbers of vertices tell which way play goes, either pass may be all that is needed.
    ending.pass(rows.numbers().rev(), meter)?;
    ending.pass(rows.numbers(), meter)?;
    let mut labels = ending.labels;
    if labels.contains(&INFINITE) {
        // The states, the numbers of options, three lists, and the rows turned round.
        meter.grow_for::<(State, [u32; 4])>(count)?;
        meter.grow(rows.bytes() as u64)?;
        let backward = rows.reversed();
        ending = Ending { rows, labels, excludant: ending.excludant };
        let unlabelled = ending.follow(&backward, meter)?;
        labels = Rounds::begin(backward, ending.labels, &unlabelled, meter)?.finish(meter)?;
    }
    meter.release_to(held);
    Ok(LoopyValues { labels })
}

/// The vertices from which play ends: they are valued by the recurrence of the mex, and what is left over recurs.
struct Ending<'a> {
    rows: &'a Csr,
    labels: Vec<u32>,
    excludant: Excludant,
}

impl Ending<'_> {
    /// Values the vertices whose options are valued, in this order.
    fn pass(&mut self, vertices: impl Iterator<Item = u32>, meter: &mut Meter<'_>) -> Result<(), Error> {
        for vertex in vertices {
            let options = self.rows.row(vertex);
            let known = |&option: &u32| self.labels[option as usize] != INFINITE;
            if self.labels[vertex as usize] == INFINITE && options.iter().all(known) {
                self.value(vertex);
            }
            meter.work(1 + options.len() as u64)?;
        }
        Ok(())
    }

    /// Values the others from which play ends, each when the last of its options is. Returns how many options of each vertex
    /// have no value.
    fn follow(&mut self, backward: &Csr, meter: &mut Meter<'_>) -> Result<Vec<u32>, Error> {
        // An option is listed once, so there are no more of them than vertices.
        #[allow(clippy::cast_possible_truncation)]
        let mut left: Vec<u32> = self.rows.numbers().map(|vertex| self.rows.row(vertex).len() as u32).collect();
        let known = self.rows.numbers().filter(|&vertex| self.labels[vertex as usize] != INFINITE);
        let mut ready: Vec<u32> = known.collect();
        while let Some(vertex) = ready.pop() {
            let sources = backward.row(vertex);
            for &source in sources {
                let left = &mut left[source as usize];
                *left -= 1;
                if *left == 0 && self.labels[source as usize] == INFINITE {
                    self.value(source);
                    ready.push(source);
                }
            }
            meter.work(1 + sources.len() as u64)?;
        }
        Ok(left)
    }

    fn value(&mut self, vertex: u32) {
        let values = self.rows.row(vertex).iter().map(|&option| self.labels[option as usize]);
        self.labels[vertex as usize] = mex(values, &mut self.excludant);
    }
}

/// What a round knows of a vertex: both numbers lie side by side, since they are met together and at random.
#[derive(Clone, Copy)]
struct State {
    /// Of a candidate for the label of this round: how many options have neither a label nor an option of this label. With
    /// [`REVERTED`] and [`OUT`] added it is not a number any more.
    waiting: u32,
    /// How many options have no label.
    unlabelled: u32,
}

/// The vertex has an option of this round's label, so it does not get that label, and a move to it is reverted.
const REVERTED: u32 = 1 << 31;
/// The vertex gets no label in this round or later: it has one, or lacks an option of an earlier label.
const OUT: u32 = 1 << 30;

impl State {
    fn with(options: u32) -> Result<Self, Error> {
        if options >= OUT {
            return Err(Error::Overflow("a vertex has 2^30 options or more".to_owned()));
        }
        Ok(Self { waiting: options, unlabelled: options })
    }
}

struct Rounds {
    backward: Csr,
    labels: Vec<u32>,
    states: Vec<State>,
    /// Vertices from which play ends, and that are options of others, the smallest values last.
    ends: Vec<u32>,
    /// Vertices that have options of all labels so far, and no label.
    candidates: Vec<u32>,
    /// Vertices that got this round's label, and were not followed back yet.
    labelled: Vec<u32>,
    /// Vertices without a label that have an option of this round's label.
    reverted: Vec<u32>,
}

impl Rounds {
    /// Before the first round: labels are known of the vertices from which play ends.
    fn begin(backward: Csr, labels: Vec<u32>, unlabelled: &[u32], meter: &mut Meter<'_>) -> Result<Self, Error> {
        let mut states = Vec::with_capacity(labels.len());
        let (mut ends, mut candidates) = (Vec::new(), Vec::new());
        for vertex in backward.numbers() {
            if labels[vertex as usize] == INFINITE {
                states.push(State::with(unlabelled[vertex as usize])?);
                candidates.push(vertex);
                continue;
            }
            states.push(State { waiting: OUT | REVERTED, unlabelled: 0 });
            let sources = backward.row(vertex);
            if sources.iter().any(|&source| labels[source as usize] == INFINITE) {
                ends.push(vertex);
            }
            meter.work(1 + sources.len() as u64)?;
        }
        ends.sort_unstable_by_key(|&vertex| std::cmp::Reverse(labels[vertex as usize]));
        Ok(Self { backward, labels, states, ends, candidates, labelled: Vec::new(), reverted: Vec::new() })
    }

    fn finish(mut self, meter: &mut Meter<'_>) -> Result<Vec<u32>, Error> {
        let mut label = 0;
        while !self.candidates.is_empty() {
            self.round(label, meter)?;
            label += 1;
        }
        Ok(self.labels)
    }

    /// One round. The candidates, which have options of all labels before, become those of the next round.
    fn round(&mut self, label: u32, meter: &mut Meter<'_>) -> Result<(), Error> {
        while let Some(vertex) = self.ends.pop_if(|vertex| self.labels[*vertex as usize] == label) {
            let sources = self.backward.row(vertex);
            sources.iter().for_each(|&source| revert(source, &mut self.states, &mut self.reverted));
            meter.work(1 + sources.len() as u64)?;
        }
        for &vertex in &self.candidates {
            let state = &mut self.states[vertex as usize];
            if state.waiting == 0 {
                state.waiting = OUT | REVERTED;
                self.labels[vertex as usize] = label;
                self.labelled.push(vertex);
            }
        }
        meter.work(self.candidates.len() as u64)?;
        let mut followed = self.follow_reverted(0, label, meter)?;
        while let Some(vertex) = self.labelled.pop() {
            let sources = self.backward.row(vertex);
            for &source in sources {
                self.states[source as usize].unlabelled -= 1;
                revert(source, &mut self.states, &mut self.reverted);
            }
            meter.work(1 + sources.len() as u64)?;
            followed = self.follow_reverted(followed, label, meter)?;
        }
        // Who is left without an option of this label is infinite.
        for vertex in self.candidates.drain(..) {
            let state = &mut self.states[vertex as usize];
            if state.waiting < OUT {
                state.waiting = OUT;
            }
        }
        for vertex in self.reverted.drain(..) {
            let state = &mut self.states[vertex as usize];
            state.waiting &= !REVERTED;
            if state.waiting & OUT == 0 {
                state.waiting = state.unlabelled;
                self.candidates.push(vertex);
            }
        }
        meter.work(self.candidates.len() as u64)
    }

    /// Tells those that wait for reverted vertices, from the place `from` of the list on; labels those that wait for nothing
    /// more. Returns the place after the last.
    fn follow_reverted(&mut self, from: usize, label: u32, meter: &mut Meter<'_>) -> Result<usize, Error> {
        for &vertex in &self.reverted[from..] {
            let sources = self.backward.row(vertex);
            for &source in sources {
                let state = &mut self.states[source as usize];
                if state.waiting < OUT {
                    state.waiting -= 1;
                    if state.waiting == 0 {
                        // All options are labelled or reverted, and none of them can get this label any more.
                        state.waiting = OUT | REVERTED;
                        self.labels[source as usize] = label;
                        self.labelled.push(source);
                    }
                }
            }
            meter.work(1 + sources.len() as u64)?;
        }
        Ok(self.reverted.len())
    }
}

/// Notes that a vertex has an option of this round's label, unless it has a label.
fn revert(vertex: u32, states: &mut [State], reverted: &mut Vec<u32>) {
    let state = &mut states[vertex as usize];
    if state.waiting & REVERTED == 0 {
        state.waiting |= REVERTED;
        reverted.push(vertex);
    }
}

#[cfg(test)]
mod tests;
