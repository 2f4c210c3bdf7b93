//! Who wins from each vertex, and how long that takes, by going back from the ends of play.

use super::{Csr, Graph};
use crate::{Convention, Error, Meter, Outcome};

/// Who wins from every vertex and the *remoteness* of every vertex: how many moves play lasts if the winner makes haste and
/// the loser delays. Where play can be drawn it lasts for ever.
///
/// In normal play the remoteness is even exactly where the player to move loses, in misère play where that player wins,
/// since play ends where nobody can move.
#[derive(Clone, Debug)]
pub struct Remoteness {
    convention: Convention,
    /// [`FOR_EVER`] where play is drawn.
    moves: Vec<u32>,
}

/// No end of play is so far: there are fewer vertices.
const FOR_EVER: u32 = u32::MAX;

impl Remoteness {
    /// How many moves play lasts from `vertex`; `None` where it is drawn.
    ///
    /// # Panics
    /// If the graph has no such vertex.
    #[must_use]
    pub fn moves(&self, vertex: u32) -> Option<u32> {
        Some(self.moves[vertex as usize]).filter(|&moves| moves != FOR_EVER)
    }

    /// Who wins from `vertex`.
    ///
    /// # Panics
    /// If the graph has no such vertex.
    #[must_use]
    pub fn outcome(&self, vertex: u32) -> Outcome {
        self.moves(vertex).map_or(Outcome::D, |moves| outcome_after(moves, self.convention))
    }
}

/// Who wins where play lasts so many moves.
pub(crate) const fn outcome_after(moves: u32, convention: Convention) -> Outcome {
    let last_mover_wins = matches!(convention, Convention::Normal);
    if moves.is_multiple_of(2) == last_mover_wins { Outcome::P } else { Outcome::N }
}

/// Who wins from each vertex, and how long that takes; the graph may have cycles, and play that does not end is a draw.
///
/// # Errors
/// [`Error::Budget`] when the meter says so.
///
/// # Complexity
/// Time and space O(vertices + edges).
///
/// # Source
/// Steinhaus 1925; Smith 1966; Berlekamp, Conway & Guy, *Winning Ways*, ch. 9 (remoteness).
///
/// # Examples
/// ```
/// use grundy::graph::{read, remoteness};
/// use grundy::{Convention, Limits, Meter, Outcome};
/// let graph = read(b"a b\nb a\nb c\nc d\n")?;
/// let play = remoteness(&graph, Convention::Normal, &mut Meter::new(&Limits::default()))?;
/// let [a, b, c, d] = ["a", "b", "c", "d"].map(|name| graph.vertex(name).expect("it is there"));
/// assert_eq!([a, b, c, d].map(|vertex| play.outcome(vertex)), [Outcome::D, Outcome::D, Outcome::N, Outcome::P]);
/// assert_eq!([a, b, c, d].map(|vertex| play.moves(vertex)), [None, None, Some(1), Some(0)]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn remoteness(graph: &Graph, convention: Convention, meter: &mut Meter<'_>) -> Result<Remoteness, Error> {
    of_csr(graph.csr(), convention, meter)
}

/// The same of any rows.
pub(crate) fn of_csr(rows: &Csr, convention: Convention, meter: &mut Meter<'_>) -> Result<Remoteness, Error> {
    let count = rows.len();
    meter.stage("vertices", Some(count as u64));
    let held = meter.held();
    meter.grow_for::<[u32; 4]>(count)?;
    meter.grow(rows.bytes() as u64)?;
    let backward = rows.reversed();
    let mut moves = vec![FOR_EVER; count];
    // How many options are not known to be won for the player who then moves.
    let mut left = vec![0_u32; count];
    // The vertices from which play lasts so many moves, and those from which it lasts one more.
    let (mut level, mut next) = (Vec::new(), Vec::new());
    for vertex in rows.numbers() {
        // An option is listed once, so there are no more of them than vertices.
        #[allow(clippy::cast_possible_truncation)]
        let options = rows.row(vertex).len() as u32;
        left[vertex as usize] = options;
        if options == 0 {
            moves[vertex as usize] = 0;
            level.push(vertex);
        }
        meter.step()?;
    }
    let mut lasts = 0;
    while !level.is_empty() {
        let lost = outcome_after(lasts, convention) == Outcome::P;
        lasts += 1;
        for vertex in level.drain(..) {
            let sources = backward.row(vertex);
            for &source in sources {
                let place = source as usize;
                if moves[place] != FOR_EVER {
                    continue;
                }
                left[place] -= 1;
                // One move to a lost position wins, and the first that is found is the fastest; who loses has no move
                // but to won positions, and the last that is found is the slowest.
                if lost || left[place] == 0 {
                    moves[place] = lasts;
                    next.push(source);
                }
            }
            meter.work(1 + sources.len() as u64)?;
        }
        std::mem::swap(&mut level, &mut next);
    }
    meter.release_to(held);
    meter.grow_for::<u32>(count)?;
    Ok(Remoteness { convention, moves })
}
