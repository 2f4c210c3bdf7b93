//! Sums in misère play, searched as multisets of forms.

use super::{Form, Forms, misere_nim_value};
use crate::nimber::Excludant;
use crate::search::{Labels, OptionLabels, Recurrence};
use crate::{Error, Game, Meter, Nimber, Options, Outcome};

/// A sum as the sorted forms of its components, without components that have no options.
type Multiset = Box<[Form]>;

/// The game whose positions are whole sums; they are never split into components.
struct Multisets(Forms);

impl Game for Multisets {
    type Position = Multiset;

    fn options(&self, sum: &Multiset, out: &mut Options<Multiset>) {
        for (place, &form) in sum.iter().enumerate() {
            if place > 0 && sum[place - 1] == form {
                continue; // moves in equal components lead to the same sums
            }
            self.0.for_each_option(form, |parts| {
                if out.is_full() {
                    out.mark_more();
                    return false;
                }
                let mut rest: Vec<Form> = Vec::with_capacity(sum.len() - 1 + parts.len());
                rest.extend(&sum[..place]);
                rest.extend(&sum[place + 1..]);
                for &part in parts {
                    rest.insert(rest.partition_point(|&other| other < part), part);
                }
                out.push(rest.into_boxed_slice());
                true
            });
        }
    }

    fn bytes(&self, sum: &Multiset) -> usize {
        size_of_val::<[Form]>(sum)
    }
}

/// The value of a sum whose components are all nim-heaps.
fn known(sum: &[Form]) -> Option<Nimber> {
    let heaps: Option<Vec<u64>> =
        sum.iter().map(|form| if let Form::Nim(heap) = form { Some(*heap) } else { None }).collect();
    heaps.map(misere_nim_value)
}

/// The outcome: the empty sum is N, and any other sum is P iff none of its options is.
struct WinOrLose;

impl Recurrence<Multisets> for WinOrLose {
    type Label = Outcome;
    const SETTLES: bool = true;

    fn known(&mut self, _: &Multisets, sum: &Multiset, _: &mut Meter<'_>) -> Result<Option<Outcome>, Error> {
        Ok(known(sum).map(Outcome::of))
    }

    fn settles(&mut self, option: &mut dyn Iterator<Item = Outcome>) -> Option<Outcome> {
        (option.next() == Some(Outcome::P)).then_some(Outcome::N) // an option is one whole sum
    }

    fn label(&mut self, options: OptionLabels<'_, Outcome>) -> Result<Outcome, Error> {
        Ok(if options.is_empty() { Outcome::N } else { Outcome::P })
    }
}

/// The misère value: mex over the options, 1 without options.
struct MisereValue(Excludant);

impl Recurrence<Multisets> for MisereValue {
    type Label = Nimber;

    fn known(&mut self, _: &Multisets, sum: &Multiset, _: &mut Meter<'_>) -> Result<Option<Nimber>, Error> {
        Ok(known(sum))
    }

    fn label(&mut self, options: OptionLabels<'_, Nimber>) -> Result<Nimber, Error> {
        if options.is_empty() {
            return Ok(Nimber(1));
        }
        self.0.start(options.len());
        for option in options.iter() {
            self.0.add(option.sum()); // an option is one whole sum
        }
        Ok(self.0.mex())
    }
}

/// Misère play of sums of positions of one game.
///
/// Each component is expanded once into its form, and then each multiset of forms that occurs is expanded once. Their
/// number can grow exponentially with the number of components. Sums of nim-heaps from any game are answered
/// immediately.
///
/// # Examples
/// ```
/// use grundy::{Limits, Meter, Misere, Outcome, heap::HeapGame};
/// let limits = Limits::default();
/// let mut kayles = Misere::new("0.77".parse::<HeapGame>()?);
/// assert_eq!(kayles.outcome(&[5, 5], &mut Meter::new(&limits))?, Outcome::N);
/// assert_eq!(kayles.outcome(&[1], &mut Meter::new(&limits))?, Outcome::P);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Misere<G: Game> {
    forms: Labels<G, Forms>,
    outcomes: Labels<Multisets, WinOrLose>,
    values: Labels<Multisets, MisereValue>,
}

impl<G: Game> Misere<G> {
    /// A new engine for `game`, with empty tables.
    pub fn new(game: G) -> Self {
        let forms = Forms::default();
        Self {
            outcomes: Labels::new(Multisets(forms.clone()), WinOrLose),
            values: Labels::new(Multisets(forms.clone()), MisereValue(Excludant::default())),
            forms: Labels::new(game, forms),
        }
    }

    /// The sum of these positions as the forms of its components.
    ///
    /// # Errors
    /// As for [`Labels::labels`]: a cycle, a limit, or rules that fail.
    pub fn forms(&mut self, positions: &[G::Position], meter: &mut Meter<'_>) -> Result<Vec<Form>, Error> {
        let mut sum = Vec::new();
        for position in positions {
            sum.extend(self.forms.forms(position, meter)?);
        }
        sum.sort_unstable();
        Ok(sum)
    }

    /// The outcome of the sum of these positions in misère play.
    ///
    /// # Errors
    /// As for [`Labels::labels`]: a cycle, a limit, or rules that fail.
    pub fn outcome(&mut self, positions: &[G::Position], meter: &mut Meter<'_>) -> Result<Outcome, Error> {
        let sum = self.forms(positions, meter)?.into_boxed_slice();
        let labels = self.outcomes.labels(&sum, meter)?;
        Ok(if labels.contains(&Outcome::N) { Outcome::N } else { Outcome::P })
    }

    /// The misère value of the sum of these positions: the mex of the options' misère values, or 1 if there are no
    /// options. It is 0 iff the sum is a P-position. The values of the components do not determine the value of their
    /// sum.
    ///
    /// # Errors
    /// As for [`Labels::labels`]: a cycle, a limit, or rules that fail.
    ///
    /// # Source
    /// Conway, *On Numbers and Games*, ch. 12 (the first superscript of the genus).
    pub fn value(&mut self, positions: &[G::Position], meter: &mut Meter<'_>) -> Result<Nimber, Error> {
        let sum = self.forms(positions, meter)?.into_boxed_slice();
        Ok(self.values.labels(&sum, meter)?.into_iter().sum())
    }
}
