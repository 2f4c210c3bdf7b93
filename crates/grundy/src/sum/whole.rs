//! Whole sums as the vertices of a graph: a sum that no theorem splits into components is searched as it is.

use std::{iter, mem};

use rustc_hash::FxHashMap;

use super::{Component, Rules};
use crate::graph::{Csr, LoopyValues, Remoteness, loopy_values_of_csr, remoteness_of_csr};
use crate::search::Interner;
use crate::{Bound, Convention, Error, Game, LoopyValue, Meter, Options, Outcome};

/// A sum: sorted, without components that have no options.
type Position = Box<[Component]>;

/// All sums reachable from those that were asked about, and what is known about them.
///
/// A position is a multiset of components, each the representative of its isomorphism class, and each position is
/// expanded once. Their number can be exponential in the number of components. It is infinite if a component leads back
/// to itself with something beside it; then only a limit ends the search.
pub(crate) struct WholeSums {
    rules: Rules,
    positions: Interner<Position>,
    /// The options of each position. Positions that are not expanded yet have no row.
    rows: Csr,
    /// The options of every component met so far, so that the rules are asked only once.
    components: FxHashMap<Component, Moves>,
    /// The bytes that positions and components take outside the tables.
    owned: usize,
    reported: usize,
    values: Option<LoopyValues>,
    normal: Option<Remoteness>,
    misere: Option<Remoteness>,
}

/// The options of a component, one after the other.
#[derive(Default)]
struct Moves {
    parts: Box<[Component]>,
    /// Where each option ends in `parts`.
    ends: Box<[usize]>,
}

impl Moves {
    fn iter(&self) -> impl Iterator<Item = &[Component]> {
        let starts = iter::once(0).chain(self.ends.iter().copied());
        starts.zip(&self.ends).map(|(start, &end)| &self.parts[start..end])
    }

    fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    fn bytes(&self) -> usize {
        size_of_val::<[Component]>(&self.parts) + size_of_val::<[usize]>(&self.ends)
    }
}

impl WholeSums {
    pub(crate) fn new(rules: Rules) -> Self {
        Self {
            rules,
            positions: Interner::default(),
            rows: Csr::new(),
            components: FxHashMap::default(),
            owned: 0,
            reported: 0,
            values: None,
            normal: None,
            misere: None,
        }
    }

    /// The value of a sum in normal play.
    ///
    /// # Errors
    /// [`Error::Budget`] at a limit, [`Error::Rules`] if the rules fail, [`Error::Overflow`] after 2^32 - 1 positions.
    pub(crate) fn value(&mut self, sum: &[Component], meter: &mut Meter<'_>) -> Result<LoopyValue, Error> {
        let number = self.explore(sum, meter)?;
        let values = match self.values.take() {
            Some(values) => values,
            None => loopy_values_of_csr(&self.rows, meter)?,
        };
        let value = values.of_row(&self.rows, number);
        self.values = Some(values);
        Ok(value)
    }

    /// The value of a sum, if it was met in the search for the value of another one.
    pub(crate) fn known_value(&self, sum: &[Component]) -> Option<LoopyValue> {
        let values = self.values.as_ref()?;
        Some(values.of_row(&self.rows, self.positions.find(&self.known_position(sum)?)?))
    }

    /// How many moves play lasts if the winner wins as soon as possible and the loser delays; `None` for a draw.
    ///
    /// # Errors
    /// As for [`value`](Self::value).
    pub(crate) fn remoteness(
        &mut self,
        sum: &[Component],
        convention: Convention,
        meter: &mut Meter<'_>,
    ) -> Result<Option<u32>, Error> {
        let number = self.explore(sum, meter)?;
        self.play(convention, meter).map(|play| play.moves(number))
    }

    /// The outcome of a sum.
    ///
    /// # Errors
    /// As for [`value`](Self::value).
    pub(crate) fn outcome(
        &mut self,
        sum: &[Component],
        convention: Convention,
        meter: &mut Meter<'_>,
    ) -> Result<Outcome, Error> {
        let number = self.explore(sum, meter)?;
        self.play(convention, meter).map(|play| play.outcome(number))
    }

    /// The outcome of a sum, if it was met in the search for the outcome of another one.
    pub(crate) fn known_outcome(&self, sum: &[Component], convention: Convention) -> Option<Outcome> {
        let play = match convention {
            Convention::Normal => self.normal.as_ref()?,
            Convention::Misere => self.misere.as_ref()?,
        };
        Some(play.outcome(self.positions.find(&self.known_position(sum)?)?))
    }

    fn play(&mut self, convention: Convention, meter: &mut Meter<'_>) -> Result<&Remoteness, Error> {
        let known = match convention {
            Convention::Normal => self.normal.take(),
            Convention::Misere => self.misere.take(),
        };
        let play = match known {
            Some(play) => play,
            None => remoteness_of_csr(&self.rows, convention, meter)?,
        };
        let place = match convention {
            Convention::Normal => &mut self.normal,
            Convention::Misere => &mut self.misere,
        };
        Ok(place.insert(play))
    }

    /// Expands all positions reachable from a sum, and returns the number of its position. After an error, expanded
    /// positions are kept.
    fn explore(&mut self, sum: &[Component], meter: &mut Meter<'_>) -> Result<u32, Error> {
        meter.stage("positions", None);
        let root = self.reduced(sum)?;
        let root = self.position(root, meter)?;
        let number = self.intern(root)?;
        let mut row = Vec::new();
        while self.rows.len() < self.positions.len() {
            self.forget();
            // Less than the number of positions, which fits.
            #[allow(clippy::cast_possible_truncation)]
            self.expand(self.rows.len() as u32, &mut row, meter)?;
        }
        Ok(number)
    }

    /// Drops the results, which do not cover positions added later.
    fn forget(&mut self) {
        (self.values, self.normal, self.misere) = (None, None, None);
    }

    fn expand(&mut self, number: u32, row: &mut Vec<u32>, meter: &mut Meter<'_>) -> Result<(), Error> {
        meter.step()?;
        let position = self.positions.item(number).clone();
        row.clear();
        for (place, component) in position.iter().enumerate() {
            if place > 0 && position[place - 1] == *component {
                continue; // moves in equal components lead to the same sums
            }
            // The options are taken out of the map while they are used. If the component itself is looked up meanwhile,
            // it is known to have options.
            let options = mem::take(self.components.entry(*component).or_default());
            let listed: Result<(), Error> = options.iter().try_for_each(|parts| {
                let rest = position[..place].iter().chain(&position[place + 1..]);
                let left: Vec<Component> = rest.chain(parts).copied().collect();
                meter.work(4 * left.len() as u64)?;
                let left = self.position_besides(left, component, meter)?;
                row.push(self.intern(left)?);
                Ok(())
            });
            self.components.insert(*component, options);
            listed?;
        }
        row.sort_unstable();
        row.dedup();
        self.rows.push(row);
        self.charge(meter)
    }

    /// The position with these components, where `taken` is known to have options.
    fn position_besides(
        &mut self,
        mut sum: Vec<Component>,
        taken: &Component,
        meter: &mut Meter<'_>,
    ) -> Result<Position, Error> {
        let mut failed = Ok(());
        sum.retain(|component| {
            component == taken
                || match self.list(component, meter) {
                    Ok(ends) => !ends,
                    Err(error) => {
                        failed = Err(error);
                        false
                    }
                }
        });
        failed?;
        sum.sort_unstable();
        Ok(sum.into_boxed_slice())
    }

    fn position(&mut self, sum: Vec<Component>, meter: &mut Meter<'_>) -> Result<Position, Error> {
        let mut left = Vec::with_capacity(sum.len());
        for component in sum {
            if !self.list(&component, meter)? {
                left.push(component);
            }
        }
        left.sort_unstable();
        Ok(left.into_boxed_slice())
    }

    /// As [`position`](Self::position), if all these components have been met.
    fn known_position(&self, sum: &[Component]) -> Option<Position> {
        let mut left = self.reduced(sum).ok()?;
        if left.iter().any(|component| !self.components.contains_key(component)) {
            return None;
        }
        left.retain(|component| !self.components[component].is_empty());
        left.sort_unstable();
        Some(left.into_boxed_slice())
    }

    fn reduced(&self, sum: &[Component]) -> Result<Vec<Component>, Error> {
        let mut parts = Vec::with_capacity(sum.len());
        for component in sum {
            self.reduce(component, &mut parts)?;
        }
        Ok(parts)
    }

    fn reduce(&self, component: &Component, parts: &mut Vec<Component>) -> Result<(), Error> {
        self.rules.reduce(*component, parts).map_err(|error| error.at(|| self.rules.show(component)))
    }

    /// Lists the options of a component unless they are known, and returns whether it has none.
    fn list(&mut self, component: &Component, meter: &mut Meter<'_>) -> Result<bool, Error> {
        if let Some(options) = self.components.get(component) {
            return Ok(options.is_empty());
        }
        let room = meter.room_for(4 * (size_of::<Component>() + size_of::<Vec<Component>>()));
        let mut options = Options::new();
        options.fill(room, meter, |out| self.rules.options(component, out))?;
        if let Some(error) = options.failure() {
            return Err(error.clone().at(|| self.rules.show(component)));
        }
        if options.more() {
            return Err(meter.stopped(Bound::Bytes));
        }
        let (mut parts, mut ends) = (Vec::new(), Vec::with_capacity(options.len()));
        for option in options.iter() {
            for part in option {
                self.reduce(part, &mut parts)?;
            }
            ends.push(parts.len());
        }
        let moves = Moves { parts: parts.into(), ends: ends.into() };
        self.owned += self.rules.bytes(component) + moves.bytes();
        let is_end = moves.is_empty();
        self.components.insert(*component, moves);
        // One position may have very many components beside it whose options are listed.
        self.charge(meter)?;
        Ok(is_end)
    }

    fn intern(&mut self, position: Position) -> Result<u32, Error> {
        let (before, bytes) = (self.positions.len(), size_of_val::<[Component]>(&position));
        let number = self.positions.intern(position)?;
        if self.positions.len() > before {
            self.owned += bytes;
        }
        Ok(number)
    }

    fn charge(&mut self, meter: &mut Meter<'_>) -> Result<(), Error> {
        let tables = self.positions.bytes()
            + self.rows.bytes()
            + self.components.capacity() * (size_of::<Component>() + size_of::<Moves>());
        let bytes = tables + self.owned;
        meter.grow_to(bytes, &mut self.reported)?;
        Ok(())
    }
}
