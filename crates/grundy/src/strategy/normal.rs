//! Normal play: the Sprague–Grundy theorem, and Smith's theory where play need not end.

use super::moves::distinct;
use super::{Detail, Move, Moves, Solution, Solver};
use crate::{Component, Convention, Error, Game, LoopyValue, Meter, Nimber, Options, Outcome};

/// The value of a component, and whether its play need not end.
#[derive(Clone, Debug)]
pub(super) struct Valued {
    pub(super) value: LoopyValue,
    pub(super) loopy: bool,
}

/// The values of the components of a sum.
pub(super) struct Values {
    pub(super) each: Vec<Valued>,
    /// The sum of the finite values, and the places of the infinite ones.
    finite: Nimber,
    infinite: Vec<usize>,
}

impl Values {
    fn new(each: Vec<Valued>) -> Self {
        let finite = each.iter().filter_map(|valued| valued.value.nimber()).sum();
        let infinite = (0..each.len()).filter(|&place| each[place].value.nimber().is_none()).collect();
        Self { each, finite, infinite }
    }

    pub(super) fn total(&self) -> LoopyValue {
        self.of_infinite(self.infinite.iter().copied()) + self.finite.into()
    }

    /// The value of the sum of all components but one.
    pub(super) fn others(&self, place: usize) -> LoopyValue {
        let finite = self.finite + self.each[place].value.nimber().unwrap_or_default();
        self.of_infinite(self.infinite.iter().copied().filter(|&other| other != place)) + finite.into()
    }

    /// The value of the sum of these infinite components. Two of them determine it.
    fn of_infinite(&self, places: impl Iterator<Item = usize>) -> LoopyValue {
        places.take(2).map(|place| self.each[place].value.clone()).sum()
    }

    /// Whether play of the sum need not end.
    pub(super) fn is_loopy(&self) -> bool {
        self.each.iter().any(|valued| valued.loopy)
    }
}

impl Solver {
    pub(super) fn solve_normal(
        &mut self,
        sum: &[Component],
        detail: Detail,
        meter: &mut Meter<'_>,
    ) -> Result<Solution, Error> {
        let values = self.component_values(sum, meter)?;
        let total = values.total();
        let outcome = total.outcome();
        let (mut winning, mut drawing, mut unlisted) = (Moves::default(), Moves::default(), None);
        if detail != Detail::Outcome {
            for (place, of) in sum.iter().enumerate() {
                let others = values.others(place);
                let found = match others.nimber() {
                    // The sum has value 0 after the move iff this component then has the value of all the others.
                    Some(value) if outcome == Outcome::N && !values.each[place].loopy => {
                        self.winning_to(value, of, place, detail, meter, &mut winning)
                    }
                    _ if outcome != Outcome::P => {
                        let all = values.each[place].loopy;
                        let mut split = Split { place, others, all, winning: &mut winning, drawing: &mut drawing };
                        self.split_moves(of, &mut split, detail, meter)
                    }
                    _ => Ok(()), // every move loses
                };
                match found {
                    // The game knew the value without its options.
                    Err(error @ Error::Rules { .. }) => {
                        winning.more |= outcome == Outcome::N;
                        drawing.more = true;
                        unlisted.get_or_insert(error);
                    }
                    found => found?,
                }
                if detail == Detail::OneMove && !winning.list.is_empty() {
                    winning.more = true;
                    unlisted = None;
                    break;
                }
            }
        }
        if outcome == Outcome::N && detail.moves() > 0 && winning.list.is_empty() && unlisted.is_none() {
            // By the definition of mex some option wins, so the game reports a wrong value.
            let position = Some(self.rules.show_sum(sum));
            let reason = format!("the game gives the value {total}, but no move leads to the value 0");
            return Err(Error::Rules { position, reason });
        }
        let drawing = values.is_loopy().then(|| {
            // Some moves keep a draw. For a position that is won, this is not known without looking.
            drawing.more |= outcome != Outcome::P && (detail.moves() == 0 || detail == Detail::OneMove);
            drawing
        });
        let values = values.each.into_iter().map(|valued| valued.value).collect();
        let value = Some(total);
        Ok(Solution { convention: Convention::Normal, values, value, outcome, winning, drawing, unlisted })
    }

    /// The moves in one component that leave it with Grundy value `value`.
    fn winning_to(
        &mut self,
        value: Nimber,
        of: &Component,
        component: usize,
        detail: Detail,
        meter: &mut Meter<'_>,
        winning: &mut Moves,
    ) -> Result<(), Error> {
        if detail == Detail::OneMove {
            let mut options = Options::at_most(1);
            self.options_worth(of, value, &mut options, meter)?;
            winning.list.extend(options.iter().map(|parts| Move { component, parts: parts.to_vec() }));
            return Ok(());
        }
        let most = detail.moves() - winning.list.len();
        let options = distinct(most, meter, |out, meter| self.options_worth(of, value, out, meter))?;
        winning.more |= options.more;
        winning.list.extend(options.list.into_iter().map(|parts| Move { component, parts }));
        Ok(())
    }

    /// Divides the moves in one component into winning and drawing ones by the sum they leave. If the component may
    /// have more options than can be listed, only as many are examined as are needed to fill the list.
    fn split_moves(
        &mut self,
        of: &Component,
        split: &mut Split<'_>,
        detail: Detail,
        meter: &mut Meter<'_>,
    ) -> Result<(), Error> {
        let most = detail.moves();
        let mut length = if split.all { usize::MAX } else { most.saturating_add(1) };
        loop {
            let options = distinct(length, meter, |out, meter| self.list(of, out, meter))?;
            let (mut winning, mut drawing) = (Vec::new(), Vec::new());
            for parts in options.list {
                let value = self.worth(&parts, meter)? + split.others.clone();
                match value.outcome() {
                    Outcome::P => winning.push(Move { component: split.place, parts }),
                    Outcome::D => drawing.push(Move { component: split.place, parts }),
                    Outcome::N => {}
                }
            }
            let full = split.drawing.list.len() + drawing.len() > most;
            if options.more && !full {
                length = length.saturating_mul(2);
                continue;
            }
            split.drawing.more |= options.more;
            add(split.winning, winning, most);
            add(split.drawing, drawing, most);
            return Ok(());
        }
    }

    pub(super) fn component_values(&mut self, sum: &[Component], meter: &mut Meter<'_>) -> Result<Values, Error> {
        Ok(Values::new(sum.iter().map(|component| self.valued(component, meter)).collect::<Result<_, _>>()?))
    }

    /// The value of a component. If its play need not end, that is an error, unless its game or the solver allows
    /// positions to repeat.
    pub(super) fn valued(&mut self, component: &Component, meter: &mut Meter<'_>) -> Result<Valued, Error> {
        let recurring = |value| Valued { value, loopy: true };
        if let Component::Of(rule, _) = component
            && self.recurring.contains(rule)
            && let Some(value) = self.rules.loopy_value(component, meter)?
        {
            return Ok(recurring(value));
        }
        if let Some(value) = self.whole.known_value(&[*component]) {
            return Ok(recurring(value));
        }
        let cycle = match self.values.value(component, meter) {
            Ok(value) => return Ok(Valued { value: value.into(), loopy: false }),
            Err(error @ Error::Cycle(_)) => error,
            Err(error) => return Err(error),
        };
        if let Some(value) = self.rules.loopy_value(component, meter)? {
            if let Component::Of(rule, _) = component {
                self.recurring.insert(*rule);
            }
            return Ok(recurring(value));
        }
        if self.loopy { self.whole.value(&[*component], meter).map(recurring) } else { Err(cycle) }
    }

    /// The value of an option with these parts.
    pub(super) fn worth(&mut self, parts: &[Component], meter: &mut Meter<'_>) -> Result<LoopyValue, Error> {
        // Play of several parts together may be endless although play in each part ends. Then the sum was searched as a
        // whole, if at all.
        if let Some(value) = self.whole.known_value(parts) {
            return Ok(value);
        }
        parts.iter().map(|part| self.valued(part, meter).map(|valued| valued.value)).sum()
    }

    /// Appends the options of a component that have Grundy value `value`.
    pub(super) fn options_worth(
        &mut self,
        component: &Component,
        value: Nimber,
        out: &mut Options<Component>,
        meter: &mut Meter<'_>,
    ) -> Result<(), Error> {
        if !self.rules.options_worth(component, value, meter, out)? {
            let mut all = Options::new();
            self.list(component, &mut all, meter)?;
            for parts in all.iter() {
                if self.worth(parts, meter)?.nimber() == Some(value) {
                    out.push_sum(parts.iter().copied());
                }
            }
        }
        match out.failure() {
            Some(error) => Err(error.clone().at(|| self.rules.show(component))),
            None => Ok(()),
        }
    }
}

/// The division of the moves in a component into winning and drawing ones.
struct Split<'a> {
    place: usize,
    /// The value of all other components.
    others: LoopyValue,
    /// Whether all moves must be examined, since some of them may win.
    all: bool,
    winning: &'a mut Moves,
    drawing: &'a mut Moves,
}

/// Appends moves, up to a total of `most`.
fn add(moves: &mut Moves, more: Vec<Move>, most: usize) {
    let room = most - moves.list.len();
    moves.more |= more.len() > room;
    moves.list.extend(more.into_iter().take(room));
}
