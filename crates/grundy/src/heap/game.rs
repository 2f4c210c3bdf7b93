//! A one-heap game under its name, with its table of values.

use std::io::Read;
use std::ops::ControlFlow;
use std::str::FromStr;

use grundy_check::Certificate;

use super::classes;
use super::closed_form::ClosedForm;
use super::{
    CheckpointError, CheckpointSink, Code, CodeError, Finding, HeapRule, PeriodSearch, PeriodTheorem, Sequence, Status,
};
use crate::picture::{Cell, Picture};
use crate::pool::{Lent, Pool};
use crate::{Error, Game, Knowledge, Meter, Nimber, Options, heap_move};

/// A one-heap game. A position is the size of a heap; a sum of heaps is a sum of games.
///
/// Values come from a closed form where one is known, else from a table that grows as it is asked.
///
/// # Examples
/// ```
/// use grundy::{Limits, Nimber, heap::HeapGame, value};
/// let kayles: HeapGame = "0.77".parse()?;
/// assert_eq!(value(kayles, &100, &Limits::default())?, Nimber(1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct HeapGame {
    name: String,
    rule: HeapRule,
    /// Position n stands for the heap of n + shift tokens of the rule.
    shift: u64,
    /// What a strip is made of that a position is drawn as; without it, it is drawn as a heap.
    strip_of: Option<Cell>,
    closed_form: Option<ClosedForm>,
    /// Tables of the same values, one for each question that is being answered.
    tables: Pool<Sequence>,
}

/// The options of larger heaps that leave three heaps are too many to try.
const MANY: u64 = 1 << 12;
/// Values that are copied out of the table at once.
const PORTION: u64 = 1 << 12;

impl HeapGame {
    /// The game of this rule, its positions written `name(n)`.
    #[must_use]
    pub fn new(name: impl Into<String>, rule: HeapRule) -> Self {
        let closed_form = ClosedForm::of(&rule);
        Self { name: name.into(), rule, shift: 0, strip_of: None, closed_form, tables: Pool::default() }
    }

    /// The same game counted otherwise: position n stands for the heap of n + `shift` tokens of the rule, whose heaps of
    /// `shift` tokens and fewer must have no options.
    #[must_use]
    pub(crate) fn shifted(self, shift: u64) -> Self {
        Self { shift, ..self }
    }

    /// The same game, whose positions are drawn as strips of such cells: a row of pins.
    #[must_use]
    pub(crate) fn drawn_as(self, strip_of: Option<Cell>) -> Self {
        Self { strip_of, ..self }
    }

    /// The name under which positions are written.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The rule.
    #[must_use]
    pub const fn rule(&self) -> &HeapRule {
        &self.rule
    }

    /// Calls `each` with the values of the positions `from` to `to`, in order, until it answers `false`.
    ///
    /// # Errors
    /// [`Error::Budget`] at a limit, before `each` is called; [`Error::Overflow`] if a value or a heap is above 2^64 - 1.
    pub fn for_each_value(
        &self,
        from: u64,
        to: u64,
        meter: &mut Meter<'_>,
        mut each: impl FnMut(u64, Nimber) -> bool,
    ) -> Result<(), Error> {
        if from > to {
            return Ok(());
        }
        if let Some(closed_form) = self.closed_form {
            for position in from..=to {
                meter.work(1)?;
                if !each(position, closed_form.value(self.tokens(position)?)?) {
                    break;
                }
            }
            return Ok(());
        }
        self.table().extend(self.tokens(to)?, meter)?;
        // Copied out in portions: `each` may be slow, and may ask this game.
        let mut portion = Vec::new();
        let mut first = from;
        loop {
            let last = to.min(first.saturating_add(PORTION - 1));
            let mut table = self.table();
            for position in first..=last {
                portion.push(table.value(self.tokens(position)?, meter)?);
            }
            drop(table);
            // Values that follow from a period cost next to nothing, and there is no end of them.
            meter.work(last - first + 1)?;
            for (position, value) in (first..=last).zip(portion.drain(..)) {
                if !each(position, value) {
                    return Ok(());
                }
            }
            if last == to {
                return Ok(());
            }
            first = last + 1;
        }
    }

    /// Searches for the period of the values.
    ///
    /// # Errors
    /// Those of the values; limits, and a cancellation, end the search with what is known.
    pub fn find_period(&self, search: &PeriodSearch, meter: &mut Meter<'_>) -> Result<Finding, Error> {
        self.finding(|table| table.find_period(search, meter))
    }

    /// As [`find_period`](Self::find_period), with checkpoints, so that the search can be resumed after it has ended at any
    /// moment: see [`CheckpointSink`]. A closed form saves none.
    ///
    /// # Errors
    /// As for [`find_period`](Self::find_period).
    pub fn find_period_with_checkpoints(
        &self,
        search: &PeriodSearch,
        sink: &mut dyn CheckpointSink,
        meter: &mut Meter<'_>,
    ) -> Result<Finding, Error> {
        self.finding(|table| table.find_period_with_checkpoints(search, sink, meter))
    }

    /// Saves a checkpoint of a search for a proof by this theorem: see [`Sequence::checkpoint`]. A closed form saves none.
    pub fn save_checkpoint(&self, theorem: PeriodTheorem, sink: &mut dyn CheckpointSink) {
        if self.closed_form.is_none() {
            sink.save(&self.table().checkpoint(theorem));
        }
    }

    /// Resumes a search for a proof by this theorem from a checkpoint: see [`Sequence::resume`].
    ///
    /// # Errors
    /// [`CheckpointError`]; the game is unchanged then.
    pub fn resume(&self, theorem: PeriodTheorem, from: &mut dyn Read) -> Result<(), CheckpointError> {
        let resumed = Sequence::resume(self.rule.clone(), theorem, from)?;
        self.tables.replace(resumed);
        Ok(())
    }

    /// The period of the closed form, or what a search in the table finds; about positions.
    fn finding(&self, search: impl FnOnce(&mut Sequence) -> Result<Finding, Error>) -> Result<Finding, Error> {
        let mut finding = match self.closed_form {
            Some(form) => {
                Finding { status: Status::Proved(form.period()), checked_to: None, stopped: None, needs: None }
            }
            None => search(&mut self.table())?,
        };
        finding.status = finding.status.shifted(self.shift);
        finding.checked_to = finding.checked_to.and_then(|heap| heap.checked_sub(self.shift));
        Ok(finding)
    }

    /// The certificate of the period, once it is proved: about the rule, so in its numbers of tokens. `None` before, and for
    /// what has no form there, such as Nim, whose values never repeat.
    #[must_use]
    pub fn certificate(&self) -> Option<Certificate> {
        match self.closed_form {
            Some(form) => form.period().certificate(&self.rule),
            None => self.table().period()?.certificate(&self.rule),
        }
    }

    /// The table that knows most, unless another question has it.
    fn table(&self) -> Lent<'_, Sequence> {
        // Values are added one by one, each when it is right, so a panic elsewhere leaves a table that can be used.
        self.tables.lend(|table| (table.period().is_some(), table.len()), || Sequence::new(self.rule.clone()))
    }

    fn tokens(&self, position: u64) -> Result<u64, Error> {
        position
            .checked_add(self.shift)
            .ok_or_else(|| Error::Overflow(format!("{} is too large", self.show(&position))))
    }

    /// The positions of these heaps of the rule; those without options are left out.
    fn positions(&self, heaps: &[u64]) -> impl Iterator<Item = u64> {
        heaps.iter().filter_map(|heap| heap.checked_sub(self.shift)).filter(|&position| position > 0)
    }
}

impl HeapGame {
    /// The square, counted from 1, in which a move is made that leaves these strips. A square takes itself, and as many on
    /// either side as positions are shifted by; the strips stand for heaps, which together have one token less than there are
    /// squares.
    fn square(&self, squares: u64, left: &[u64]) -> Option<u64> {
        let rest = squares.checked_sub(1)?;
        let heap = |strip: u64| strip.checked_add(self.shift);
        let mut strips = left.iter().copied().filter(|&strip| strip > 0);
        let before = match (strips.next(), strips.next()) {
            (None, _) => rest.saturating_sub(self.shift),
            (Some(strip), None) => rest.checked_sub(heap(strip)?)?,
            (Some(one), Some(other)) => heap(one.min(other))?,
        };
        before.checked_add(1)
    }
}

impl Game for HeapGame {
    type Position = u64;

    fn options(&self, position: &u64, out: &mut Options<u64>) {
        let heap = match self.tokens(*position) {
            Ok(heap) => heap,
            Err(error) => return out.fail(error),
        };
        self.rule.for_each_option(heap, |heaps| {
            out.push_sum(self.positions(heaps));
            if out.more() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
    }

    fn value(&self, position: &u64, meter: &mut Meter<'_>) -> Result<Option<Nimber>, Error> {
        let heap = self.tokens(*position)?;
        let value = match self.closed_form {
            Some(closed_form) => closed_form.value(heap)?,
            None => self.table().value(heap, meter)?,
        };
        Ok(Some(value))
    }

    fn knowledge(&self, position: &u64) -> Option<Knowledge> {
        if let Some(closed_form) = self.closed_form {
            return Some(Knowledge::Theorem(closed_form.statement()));
        }
        let heap = self.tokens(*position).ok()?;
        let known = self.table().period().cloned()?;
        let (like, times) = known.fold(heap);
        let position = |heap: u64| heap.saturating_sub(self.shift);
        (like < heap).then(|| Knowledge::Period {
            period: known.period,
            preperiod: position(known.preperiod),
            saltus: known.saltus,
            like: position(like),
            times,
        })
    }

    fn options_worth(
        &self,
        position: &u64,
        value: Nimber,
        meter: &mut Meter<'_>,
        out: &mut Options<u64>,
    ) -> Result<bool, Error> {
        let heap = self.tokens(*position)?;
        if self.shift == 0
            && let Some(closed_form) = self.closed_form
        {
            closed_form.options_worth(heap, value.0, meter, out)?;
            return Ok(true);
        }
        let mut table = self.table();
        table.extend(heap, meter)?;
        if let (HeapRule::Code(code), Some(period)) = (&self.rule, table.period().cloned())
            && classes::applies(code, &period, heap)
        {
            classes::for_each_option_worth(code, &period, heap, value, &mut table, meter, |heaps| {
                out.push_sum(self.positions(heaps));
                if out.more() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            })?;
            return Ok(true);
        }
        if let (HeapRule::Subtraction(set), Some(period)) = (&self.rule, table.period().cloned())
            && period.saltus > 0
        {
            classes::for_each_take_worth(set, &period, heap, value, &mut table, meter, |left| {
                out.push_sum(self.positions(&[left]));
                if out.more() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            })?;
            return Ok(true);
        }
        // Some winning moves of a heap with too many options to try are found at once, and are not listed again.
        let first = match (&self.rule, table.period().cloned()) {
            (HeapRule::Code(code), Some(period)) if period.saltus > 0 && heap > MANY => {
                classes::equal_pair_options_worth(code, &period, heap, value, &mut table, meter)?
            }
            _ => Vec::new(),
        };
        for parts in &first {
            out.push_sum(self.positions(parts));
            if out.more() {
                return Ok(true);
            }
        }
        let mut result = Ok(());
        self.rule.for_each_option(heap, |heaps| {
            if first.binary_search_by(|parts| parts[..].cmp(heaps)).is_ok() {
                return ControlFlow::Continue(());
            }
            let worth: Result<Nimber, Error> = heaps.iter().map(|&part| table.value(part, meter)).sum();
            match worth.and_then(|worth| meter.work(1).map(|()| worth)) {
                Ok(worth) if worth == value => out.push_sum(self.positions(heaps)),
                Ok(_) => {}
                Err(error) => result = Err(error),
            }
            if result.is_err() || out.more() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        result.map(|()| true)
    }

    fn nim_heap(&self, position: &u64) -> Option<u64> {
        if *position == 0 {
            return Some(0);
        }
        self.closed_form.filter(|_| self.shift == 0)?.nim_heap(*position)
    }

    fn heap(&self, position: &u64) -> Option<u64> {
        Some(*position)
    }

    fn name_move(&self, &position: &u64, left: &[u64]) -> Option<String> {
        if self.shift > 0 {
            return self.square(position, left).map(|square| format!("square {square}"));
        }
        heap_move(position, left)
    }

    fn picture(&self, &position: &u64, left: Option<&[u64]>) -> Option<Picture> {
        Some(match self.strip_of {
            // Where positions are counted otherwise, what a move leaves does not say which squares it takes.
            Some(cell) => Picture::strip(position, cell, left.filter(|_| self.shift == 0)),
            None => Picture::heap(position, left.filter(|_| self.shift == 0)),
        })
    }

    fn show(&self, position: &u64) -> String {
        format!("{}({position})", self.name)
    }

    fn show_sum(&self, parts: &[u64]) -> String {
        let sizes: Vec<String> = parts.iter().map(u64::to_string).collect();
        // The heap that is gone is still a heap to a person who reads moves.
        format!("{}({})", self.name, if sizes.is_empty() { "0".to_owned() } else { sizes.join(", ") })
    }
}

impl From<Code> for HeapGame {
    fn from(code: Code) -> Self {
        Self::new(code.to_string(), HeapRule::Code(code))
    }
}

/// A game by its take-and-break code.
impl FromStr for HeapGame {
    type Err = CodeError;

    fn from_str(code: &str) -> Result<Self, CodeError> {
        code.parse::<Code>().map(Self::from)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Limits;
    use crate::search::{Grundy, Labels};

    fn treblecross() -> HeapGame {
        HeapGame::new("treblecross", HeapRule::Code("0.007".parse().unwrap())).shifted(2)
    }

    #[test]
    fn a_strip_of_treblecross_is_what_its_squares_say() {
        /// Strips of free squares no two squares from a cross; a cross splits one.
        struct Strip;
        impl Game for Strip {
            type Position = u64;
            fn options(&self, squares: &u64, out: &mut Options<u64>) {
                for place in 1..=*squares {
                    out.push_sum([place.saturating_sub(3), (squares - place).saturating_sub(2)]);
                }
            }
        }
        let limits = Limits::default();
        let mut meter = Meter::new(&limits);
        let mut slow = Labels::new(Strip, Grundy::default());
        let fast = treblecross();
        for squares in 0..60 {
            let want = slow.value(&squares, &mut meter).unwrap();
            assert_eq!(fast.value(&squares, &mut meter).unwrap(), Some(want), "{squares}");
        }
    }

    #[test]
    fn a_move_in_treblecross_is_named_by_its_square() {
        let game = treblecross();
        let left = |squares: u64, place: u64| {
            let mut left = [place.saturating_sub(3), (squares - place).saturating_sub(2)];
            left.sort_unstable();
            left.into_iter().filter(|&strip| strip > 0).collect::<Vec<u64>>()
        };
        for squares in 1..40 {
            for place in 1..=squares {
                let left_here = left(squares, place);
                let name = game.name_move(&squares, &left_here).unwrap();
                let named: u64 = name.strip_prefix("square ").unwrap().parse().unwrap();
                assert_eq!(left(squares, named), left_here, "{squares}: {place}, {name}");
            }
        }
    }

    #[test]
    fn the_search_agrees_with_the_table() {
        let limits = Limits::default();
        for code in ["0.77", "0.137", "0.007", "4.7", "0.3F", "8.2", "0.[7]", "4.[3]"] {
            let game: HeapGame = code.parse().unwrap();
            let mut search = Labels::new(code.parse::<HeapGame>().unwrap(), Grundy::plain());
            for heap in 0..40 {
                let want = search.value(&heap, &mut Meter::new(&limits)).unwrap();
                assert_eq!(game.value(&heap, &mut Meter::new(&limits)).unwrap(), Some(want), "{code} {heap}");
            }
        }
    }

    #[test]
    fn nim_heaps_in_disguise_have_the_options_of_a_nim_heap() {
        let limits = Limits::default();
        for code in ["0.[3]", "0.[7]", "4.[3]", "0.333", "0.77"] {
            let mut forms = Labels::new(code.parse::<HeapGame>().unwrap(), crate::misere::Forms::default());
            let plain: HeapGame = code.parse().unwrap();
            // The form of a heap, built from its options alone.
            for heap in 0..8u64 {
                let claimed = plain.nim_heap(&heap);
                let mut options = Options::new();
                plain.options(&heap, &mut options);
                let mut found = Vec::new();
                for parts in options.iter() {
                    let mut form = Vec::new();
                    for part in parts {
                        form.extend(forms.forms(part, &mut Meter::new(&limits)).unwrap());
                    }
                    found.push(form);
                }
                let built = crate::misere::Forms::default().form(found.into_iter()).unwrap();
                if let Some(size) = claimed {
                    assert_eq!(built, crate::misere::Form::Nim(size), "{code} {heap}");
                }
            }
        }
    }
}
