//! Values by the method that suits the game.

use super::{Grundy, Labels, Nimbers};
use crate::{Error, Game, Meter, Nimber};

/// The values of one game in normal play: full expansion, or nimber search, as the first positions advise.
///
/// The first [`SAMPLE`] positions are valued by full expansion. That answers small questions, and it shows what the game is like.
/// Nimber search asks of an option whether it has a certain value, at most once for each value up to that of the position;
/// full expansion asks each option once. So nimber search is chosen if twice the mean of value + 1 does not pass the mean
/// number of options, over the positions of the sample; it begins with the values of the sample. Otherwise full expansion
/// goes on.
pub(crate) struct Values<G: Game> {
    labels: Labels<G, Grundy>,
    /// Once nimber search has been chosen.
    nimbers: Option<Nimbers<G>>,
}

/// How a value was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// The game knows it: a closed form, a table, a sweep.
    Known,
    /// Every position that can be reached is valued.
    FullExpansion,
    /// Nimber search.
    NimberSearch,
}

/// Positions that are valued by full expansion before a method is chosen: some milliseconds of work.
const SAMPLE: usize = 1 << 12;

impl<G: Game + Clone> Values<G> {
    pub(crate) fn new(game: G) -> Self {
        Self { labels: Labels::new(game, Grundy::default()), nimbers: None }
    }

    /// The value of a position.
    ///
    /// # Errors
    /// As for [`Labels::labels`].
    pub(crate) fn value(&mut self, position: &G::Position, meter: &mut Meter<'_>) -> Result<Nimber, Error> {
        let mut components = Vec::new();
        let game = self.labels.game();
        game.reduce(position.clone(), &mut components).map_err(|error| error.at(|| game.show(position)))?;
        components.into_iter().map(|component| self.component(component, meter)).sum()
    }

    fn component(&mut self, component: G::Position, meter: &mut Meter<'_>) -> Result<Nimber, Error> {
        if let Some(value) = self.sampled(&component, meter)? {
            return Ok(value);
        }
        match &mut self.nimbers {
            Some(nimbers) => nimbers.value(&component, meter),
            None => self.labels.value(&component, meter),
        }
    }

    /// The value of a position, if it takes no nimber search that has not been made.
    ///
    /// # Errors
    /// As for [`Labels::labels`].
    pub(crate) fn at_hand(&mut self, position: &G::Position, meter: &mut Meter<'_>) -> Result<Option<Nimber>, Error> {
        let mut components = Vec::new();
        let game = self.labels.game();
        game.reduce(position.clone(), &mut components).map_err(|error| error.at(|| game.show(position)))?;
        let mut total = Nimber::ZERO;
        for component in components {
            let value = match (self.sampled(&component, meter)?, &self.nimbers) {
                (Some(value), _) => value,
                (None, None) => self.labels.value(&component, meter)?,
                (None, Some(nimbers)) => match nimbers.at_hand(component, meter)? {
                    Some(value) => value,
                    None => return Ok(None),
                },
            };
            total += value;
        }
        Ok(Some(total))
    }

    /// Whether a sum of positions is worth `value`: it may cost less than the value.
    ///
    /// # Errors
    /// As for [`Labels::labels`].
    pub(crate) fn is(&mut self, sum: &[G::Position], value: Nimber, meter: &mut Meter<'_>) -> Result<bool, Error> {
        if let Some(nimbers) = &mut self.nimbers {
            return nimbers.is(sum, value, meter);
        }
        let worth: Nimber = sum.iter().map(|position| self.value(position, meter)).sum::<Result<_, _>>()?;
        Ok(worth == value)
    }

    /// The value of a component as far as the sample goes. Once it is at its end, the method is chosen.
    fn sampled(&mut self, component: &G::Position, meter: &mut Meter<'_>) -> Result<Option<Nimber>, Error> {
        if let Some(value) = self.labels.found(component) {
            meter.work(1)?;
            return Ok(Some(value));
        }
        if self.nimbers.is_some() || self.labels.labelled() > SAMPLE {
            return Ok(None);
        }
        if let Some(value) = self.labels.label_within(component.clone(), SAMPLE, meter)? {
            return Ok(Some(value));
        }
        if self.advises_nimber_search() {
            let mut nimbers = Nimbers::new(self.labels.game().clone());
            for (component, value) in self.labels.iter() {
                nimbers.learn(component, value, meter);
            }
            self.nimbers = Some(nimbers);
        }
        Ok(None)
    }

    fn advises_nimber_search(&self) -> bool {
        let Grundy { labelled, options, values, .. } = self.labels.recurrence();
        2 * values.saturating_add(*labelled) <= *options
    }

    /// How the value of a component is found that has been asked for.
    pub(crate) fn method(&self, component: &G::Position, meter: &mut Meter<'_>) -> Result<Method, Error> {
        if self.labels.game().value(component, meter)?.is_some() {
            return Ok(Method::Known);
        }
        Ok(match &self.nimbers {
            Some(_) if self.labels.found(component).is_none() => Method::NimberSearch,
            _ => Method::FullExpansion,
        })
    }
}
