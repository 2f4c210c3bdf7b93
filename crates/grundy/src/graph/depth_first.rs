//! The values of some vertices and of what they lead to, depth first; and the cycle, where there is one.

use super::Graph;
use super::mex::mex;
use crate::nimber::Excludant;
use crate::{Cycle, Error, Meter};

/// The values of `roots` and of all that can be reached from them; a cycle elsewhere is no obstacle.
///
/// # Errors
/// As for [`values`](super::values()), of the part that is reached.
///
/// # Panics
/// If a root is not a vertex of the graph.
///
/// # Complexity
/// Time O(vertices and edges reached), after O(vertices) once for the table.
///
/// # Source
/// Depth-first search, Tarjan 1972.
///
/// # Examples
/// ```
/// use grundy::graph::{read, values_from};
/// use grundy::{Limits, Meter};
/// let graph = read(b"a b\nloop loop\n")?;
/// let known = values_from(&graph, [0], &mut Meter::new(&Limits::default()))?;
/// assert_eq!([known.get(0), known.get(1), known.get(2)], [Some(1), Some(0), None]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn values_from(
    graph: &Graph,
    roots: impl IntoIterator<Item = u32>,
    meter: &mut Meter<'_>,
) -> Result<PartialValues, Error> {
    meter.stage("vertices", None);
    let mut known = PartialValues::charged(graph, meter)?;
    known.extend(graph, roots, meter)?;
    Ok(known)
}

/// The values of those vertices of a graph that have been computed.
#[derive(Clone, Debug)]
pub struct PartialValues {
    /// The value, or [`UNKNOWN`] or [`OPEN`] of a vertex that has none yet.
    marks: Vec<u32>,
}

/// No sweep has come here.
const UNKNOWN: u32 = u32::MAX;
/// The sweep is valuing what can be reached from here. No value is as large: a vertex has fewer options than there are
/// vertices, which are at most as many as this.
const OPEN: u32 = u32::MAX - 1;

/// A vertex on the way from a root, and how many of its options have been followed.
struct Frame {
    vertex: u32,
    followed: u32,
}

impl PartialValues {
    /// No value is known yet.
    #[must_use]
    pub(super) fn new(graph: &Graph) -> Self {
        Self { marks: vec![UNKNOWN; graph.vertex_count()] }
    }

    /// The same, on the account of `meter`.
    fn charged(graph: &Graph, meter: &mut Meter<'_>) -> Result<Self, Error> {
        meter.grow_for::<u32>(graph.vertex_count())?;
        Ok(Self::new(graph))
    }

    /// The value of `vertex`, if it is known.
    #[must_use]
    pub fn get(&self, vertex: u32) -> Option<u32> {
        self.marks.get(vertex as usize).copied().filter(|&mark| mark < OPEN)
    }

    /// PartialValues `roots` and all that can be reached from them. After an error what was finished stays known.
    pub(super) fn extend(
        &mut self,
        graph: &Graph,
        roots: impl IntoIterator<Item = u32>,
        meter: &mut Meter<'_>,
    ) -> Result<(), Error> {
        let mut path = Vec::new();
        let mut excludant = Excludant::default();
        for root in roots {
            let done = self.visit(graph, root, &mut path, &mut excludant, meter);
            if done.is_err() {
                path.iter().for_each(|frame| self.marks[frame.vertex as usize] = UNKNOWN);
                return done;
            }
        }
        Ok(())
    }

    /// PartialValues one root, depth first, with the path of play in `path`: it is empty before, and after success.
    fn visit(
        &mut self,
        graph: &Graph,
        root: u32,
        path: &mut Vec<Frame>,
        excludant: &mut Excludant,
        meter: &mut Meter<'_>,
    ) -> Result<(), Error> {
        if self.marks[root as usize] != UNKNOWN {
            return Ok(());
        }
        self.open(root, path, meter)?;
        while let Some(frame) = path.last_mut() {
            let vertex = frame.vertex;
            let options = graph.options(vertex);
            let unvalued = |&&option: &&u32| self.marks[option as usize] >= OPEN;
            let mut rest = options[frame.followed as usize..].iter();
            match rest.find(unvalued) {
                Some(&option) => {
                    // No more options than vertices, whose numbers are of this type.
                    #[allow(clippy::cast_possible_truncation)]
                    {
                        frame.followed = (options.len() - rest.len()) as u32;
                    }
                    if self.marks[option as usize] == OPEN {
                        return Err(Error::Cycle(cycle(graph, path, option)));
                    }
                    self.open(option, path, meter)?;
                }
                None => {
                    self.marks[vertex as usize] =
                        mex(options.iter().map(|&option| self.marks[option as usize]), excludant);
                    path.pop();
                    meter.step()?;
                    meter.work(options.len() as u64)?;
                }
            }
        }
        Ok(())
    }

    fn open(&mut self, vertex: u32, path: &mut Vec<Frame>, meter: &mut Meter<'_>) -> Result<(), Error> {
        if path.len() == path.capacity() {
            path.reserve(1);
            meter.grow(((path.capacity() - path.len()) * size_of::<Frame>()) as u64)?;
        }
        self.marks[vertex as usize] = OPEN;
        path.push(Frame { vertex, followed: 0 });
        Ok(())
    }
}

/// The cycle that the end of `path` closes by moving to `back`, from its vertex of the least number.
fn cycle(graph: &Graph, path: &[Frame], back: u32) -> Cycle {
    let start = path.iter().rposition(|frame| frame.vertex == back).unwrap_or_default();
    let mut vertices: Vec<u32> = path[start..].iter().map(|frame| frame.vertex).collect();
    let least = (0..vertices.len()).min_by_key(|&place| vertices[place]).unwrap_or_default();
    vertices.rotate_left(least);
    Cycle { positions: vertices.into_iter().map(|vertex| graph.name(vertex).into_owned()).collect() }
}
