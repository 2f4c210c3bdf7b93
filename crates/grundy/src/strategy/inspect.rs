//! What a game looks like, and whether what it claims of its positions agrees with its options.

use std::time::Duration;

use rustc_hash::FxHashMap;

use crate::listing::list_all;
use crate::{Component, Error, Game, Meter, Nimber, Options, Rules, mex};

/// What was seen of a game from some positions on.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Inspection {
    /// How many positions were expanded.
    pub positions: usize,
    /// Whether these are all that can be reached.
    pub complete: bool,
    /// How many options they have together, and the most that one of them has.
    pub options: u64,
    /// The most options of a position.
    pub most_options: usize,
    /// How long it took to list these options.
    pub listing: Duration,
    /// Positions that lead from each to the next, and from the last to the first, if any were met.
    pub cycle: Option<Vec<Component>>,
    /// The positions that were begun with and whose values follow from options that were listed.
    pub valued: Vec<(Component, Nimber)>,
    /// How many positions were compared with what their game claims of them: see [`inspect`].
    pub compared: usize,
    /// What is wrong, a sentence each; at most one of a kind.
    pub faults: Vec<String>,
}

/// The most positions that are compared.
const MOST_COMPARED: usize = 500;

/// Expands at most `most` positions that can be reached from these components, depth first and by their options alone, and values
/// those from which nothing else can be reached by the definition. Some of them, evenly spread, are compared with what the game
/// claims:
///
/// - the position is written so that it is read back ([`Game::check_shown`]);
/// - its representatives ([`Game::reduce`]) have its value, and a single one has the same tree of options;
/// - the value that the solver finds, from closed forms and representatives, is that of the options.
///
/// What is not claimed wrongly there may be wrong elsewhere.
///
/// # Errors
/// [`Error::Rules`] and [`Error::Partizan`] if options cannot be listed, [`Error::Budget`] at a limit.
///
/// # Complexity
/// Time O(options) for the positions that are expanded, and what the solver takes for those that are compared.
///
/// # Examples
/// ```
/// use grundy::{Limits, Meter, notation::Reader, strategy::inspect};
/// let sum = Reader::default().sum("kayles(9)")?;
/// let limits = Limits::default();
/// let seen = inspect(&sum.rules, &sum.components, 1000, &mut Meter::new(&limits))?;
/// assert!(seen.complete && seen.cycle.is_none() && seen.faults.is_empty());
/// assert_eq!(seen.positions, seen.compared);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn inspect(rules: &Rules, start: &[Component], most: usize, meter: &mut Meter<'_>) -> Result<Inspection, Error> {
    let mut search = Search {
        rules,
        nodes: Vec::new(),
        numbers: FxHashMap::default(),
        forms: FxHashMap::default(),
        left: most,
        valued: Vec::new(),
    };
    let mut seen = Inspection::default();
    for component in start {
        search.explore(*component, &mut seen, meter)?;
    }
    seen.complete = search.nodes.iter().all(|node| node.is_listed);
    for component in start {
        if let Some(found) = search.found(component) {
            seen.valued.push((*component, Nimber(found.value)));
        }
    }
    search.compare(&mut seen, most, meter)?;
    Ok(seen)
}

/// A position and its options.
struct Node {
    component: Component,
    /// The numbers of the parts of all options, and where each option ends.
    parts: Vec<usize>,
    ends: Vec<usize>,
    is_listed: bool,
    /// Whether it is on the stack.
    is_open: bool,
    found: Option<Found>,
}

/// What follows from the options alone.
#[derive(Clone, Copy)]
struct Found {
    value: u64,
    /// The number of its tree of options; 0 has none.
    form: usize,
}

struct Search<'r> {
    rules: &'r Rules,
    nodes: Vec<Node>,
    numbers: FxHashMap<Component, usize>,
    /// Trees of options: sets of multisets of trees, without components that have no options.
    forms: FxHashMap<Vec<Vec<usize>>, usize>,
    /// How many positions may be expanded still.
    left: usize,
    /// The positions that were valued, in this order.
    valued: Vec<(Component, Found)>,
}

impl Search<'_> {
    fn number(&mut self, component: Component) -> usize {
        *self.numbers.entry(component).or_insert_with(|| {
            self.nodes.push(Node {
                component,
                parts: Vec::new(),
                ends: Vec::new(),
                is_listed: false,
                is_open: false,
                found: None,
            });
            self.nodes.len() - 1
        })
    }

    fn found(&self, component: &Component) -> Option<Found> {
        self.numbers.get(component).and_then(|&number| self.nodes[number].found)
    }

    /// Expands what can be reached from a component, and values what is known whole.
    fn explore(&mut self, component: Component, seen: &mut Inspection, meter: &mut Meter<'_>) -> Result<(), Error> {
        let root = self.number(component);
        // Each position on the stack with the number of parts that were looked at.
        let mut stack: Vec<(usize, usize)> = Vec::new();
        let mut next = Some(root);
        loop {
            if let Some(number) = next.take()
                && !self.nodes[number].is_listed
                && self.left > 0
            {
                self.list(number, seen, meter)?;
                self.nodes[number].is_open = true;
                stack.push((number, 0));
            }
            let Some((number, looked_at)) = stack.last_mut() else { return Ok(()) };
            let part = self.nodes[*number].parts.get(*looked_at).copied();
            *looked_at += 1;
            match part {
                Some(part) if self.nodes[part].is_open => {
                    let from = stack.iter().position(|(number, _)| *number == part).unwrap_or_default();
                    let cycle = stack[from..].iter().map(|(number, _)| self.nodes[*number].component);
                    seen.cycle.get_or_insert_with(|| cycle.collect());
                }
                Some(part) => next = Some(part),
                None => {
                    let number = *number;
                    stack.pop();
                    self.nodes[number].is_open = false;
                    self.close(number);
                }
            }
        }
    }

    fn list(&mut self, number: usize, seen: &mut Inspection, meter: &mut Meter<'_>) -> Result<(), Error> {
        meter.step()?;
        let begun = meter.elapsed();
        let mut options = Options::new();
        list_all(self.rules, &self.nodes[number].component, &mut options, meter)?;
        seen.listing += meter.elapsed().saturating_sub(begun);
        seen.positions += 1;
        seen.options += options.len() as u64;
        seen.most_options = seen.most_options.max(options.len());
        self.left -= 1;
        let (mut numbers, mut ends) = (Vec::new(), Vec::with_capacity(options.len()));
        for parts in options.iter() {
            numbers.extend(parts.iter().map(|part| self.number(*part)));
            ends.push(numbers.len());
        }
        meter.grow(((ends.len() + numbers.len()) * size_of::<usize>() + 2 * size_of::<Node>()) as u64)?;
        let node = &mut self.nodes[number];
        (node.parts, node.ends, node.is_listed) = (numbers, ends, true);
        Ok(())
    }

    /// Values a position all of whose options are valued.
    fn close(&mut self, number: usize) {
        let mut values = Vec::new();
        let mut form = Vec::new();
        let node = &self.nodes[number];
        let found: Option<Vec<Found>> = node.parts.iter().map(|&part| self.nodes[part].found).collect();
        let Some(found) = found else { return };
        let starts = std::iter::once(0).chain(node.ends.iter().copied());
        for (start, &end) in starts.zip(&node.ends) {
            let parts = &found[start..end];
            values.push(parts.iter().map(|part| Nimber(part.value)).sum());
            let mut forms: Vec<usize> = parts.iter().map(|part| part.form).filter(|&form| form > 0).collect();
            forms.sort_unstable();
            form.push(forms);
        }
        form.sort_unstable();
        form.dedup();
        let next = self.forms.len() + 1;
        let form = if form.is_empty() { 0 } else { *self.forms.entry(form).or_insert(next) };
        let found = Found { value: mex(values).0, form };
        self.nodes[number].found = Some(found);
        self.valued.push((self.nodes[number].component, found));
    }

    /// Compares some of the valued positions with what their games claim.
    fn compare(&mut self, seen: &mut Inspection, most: usize, meter: &mut Meter<'_>) -> Result<(), Error> {
        // In the order in which they were valued: the smallest first.
        let valued = std::mem::take(&mut self.valued);
        let step = valued.len().div_ceil(MOST_COMPARED).max(1);
        let [mut shown, mut reduced, mut value] = [None, None, None];
        // Representatives may be positions that were not met.
        self.left += most;
        let mut unseen = Inspection::default();
        for (component, found) in valued.into_iter().step_by(step) {
            seen.compared += 1;
            if let (None, Err(error)) = (&shown, self.rules.check_shown(&component)) {
                shown = Some(error.to_string());
            }
            if reduced.is_none() {
                let wrong = self.reduced(component, found, &mut unseen, meter);
                if let Some(wrong) = heard(wrong, &mut reduced)? {
                    reduced = wrong;
                }
            }
            if value.is_none()
                && let Some(claimed) = heard(self.rules.value(&component, meter), &mut value)?.flatten()
                && claimed.0 != found.value
            {
                let (position, worth, claimed) = (self.rules.show(&component), found.value, claimed.0);
                value = Some(format!(
                    "{position} is worth {worth} by its options and {claimed} by what else its rules say"
                ));
            }
        }
        seen.faults.extend([shown, reduced, value].into_iter().flatten());
        Ok(())
    }

    /// What is wrong with the representatives of a position.
    fn reduced(
        &mut self,
        component: Component,
        found: Found,
        unseen: &mut Inspection,
        meter: &mut Meter<'_>,
    ) -> Result<Option<String>, Error> {
        let mut parts = Vec::new();
        self.rules.reduce(component, &mut parts)?;
        let mut all = Vec::new();
        for part in &parts {
            self.explore(*part, unseen, meter)?;
            match self.found(part) {
                Some(found) => all.push(found),
                None => return Ok(None),
            }
        }
        let value: Nimber = all.iter().map(|found| Nimber(found.value)).sum();
        let (from, to) = (self.rules.show(&component), self.rules.show_sum(&parts));
        if value.0 != found.value {
            let (worth, value) = (found.value, value.0);
            return Ok(Some(format!("{from} is worth {worth}, and {to}, which stands for it, is worth {value}")));
        }
        let differs = matches!(&all[..], [only] if only.form != found.form);
        Ok(differs.then(|| {
            format!("{from} and {to}, which stands for it, have the same value and not the same tree of options: misère play may differ")
        }))
    }
}

/// A result, or nothing if the rules failed: that is what is wrong then.
fn heard<T>(result: Result<T, Error>, wrong: &mut Option<String>) -> Result<Option<T>, Error> {
    match result {
        Err(error @ Error::Rules { .. }) => {
            *wrong = Some(error.to_string());
            Ok(None)
        }
        result => result.map(Some),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::Reader;
    use crate::{Limits, Values};

    fn seen(text: &str, most: usize) -> Inspection {
        let sum = Reader::default().sum(text).unwrap();
        inspect(&sum.rules, &sum.components, most, &mut Meter::new(&Limits::default())).unwrap()
    }

    /// A heap from which one or two are taken, with a claim about some of its positions.
    #[derive(Clone, Copy)]
    struct Claims {
        value: Option<(u64, u64)>,
        stands_for: Option<(u64, u64)>,
    }

    impl Game for Claims {
        type Position = u64;

        fn options(&self, heap: &u64, out: &mut Options<u64>) {
            (1..=2.min(*heap)).for_each(|taken| out.push(heap - taken));
            if *heap == 100 {
                out.push(100);
            }
        }

        fn reduce(&self, heap: u64, parts: &mut Vec<u64>) -> Result<(), Error> {
            parts.push(self.stands_for.filter(|&(from, _)| from == heap).map_or(heap, |(_, to)| to));
            Ok(())
        }

        fn value(&self, heap: &u64, _: &mut Meter<'_>) -> Result<Option<Nimber>, Error> {
            Ok(self.value.filter(|(at, _)| at == heap).map(|(_, value)| Nimber(value)))
        }
    }

    fn claims(claims: Claims, heap: u64) -> Inspection {
        let rules = Rules::default();
        let start = rules.add(claims).at(heap).unwrap();
        inspect(&rules, &[start], 1000, &mut Meter::new(&Limits::default())).unwrap()
    }

    #[test]
    fn the_games_of_the_library_claim_nothing_false() {
        for text in
            ["kayles(30)", "cram(3x3)", "chomp(3x4)", "nim(20)", "nim(5, 7)", "notakto(\"x../.x./...\")", "0.07(25)"]
        {
            let seen = seen(text, 3000);
            assert!(seen.complete && seen.faults.is_empty() && seen.cycle.is_none(), "{text} {:?}", seen.faults);
            assert!(seen.compared > 5 && !seen.valued.is_empty(), "{text}");
        }
    }

    #[test]
    fn false_claims_are_found() {
        let none = Claims { value: None, stands_for: None };
        assert!(claims(none, 9).faults.is_empty());
        let wrong = claims(Claims { value: Some((7, 2)), ..none }, 9);
        assert_eq!(wrong.faults.len(), 1);
        assert!(
            wrong.faults[0].contains("is worth 1 by its options and 2 by what else its rules say"),
            "{:?}",
            wrong.faults
        );
        assert!(claims(Claims { value: Some((7, 1)), ..none }, 9).faults.is_empty());
        let wrong = claims(Claims { stands_for: Some((7, 5)), ..none }, 9);
        assert!(wrong.faults[0].contains("which stands for it, is worth 2"), "{:?}", wrong.faults);
        // Of equal value, and another game: 4 is 1 + 3 moves, 1 is one.
        let wrong = claims(Claims { stands_for: Some((4, 1)), ..none }, 9);
        assert_eq!(wrong.faults.len(), 1);
        assert!(wrong.faults[0].contains("not the same tree of options"), "{:?}", wrong.faults);
        let cycle = claims(none, 101);
        assert_eq!(cycle.cycle.map(|cycle| cycle.len()), Some(1));
    }

    #[test]
    fn values_by_options_alone_are_those_of_the_solver_and_a_bound_is_kept() {
        let sum = Reader::default().sum("kayles(40)").unwrap();
        let limits = Limits::default();
        let mut meter = Meter::new(&limits);
        let seen = inspect(&sum.rules, &sum.components, 1000, &mut meter).unwrap();
        let kayles: crate::heap::HeapGame = "0.77".parse().unwrap();
        let want = Values::new(kayles).value(&40, &mut meter).unwrap();
        assert_eq!(seen.valued, [(sum.components[0], want)]);
        let few = inspect(&sum.rules, &sum.components, 7, &mut meter).unwrap();
        assert_eq!((few.positions, few.complete), (7, false));
    }
}
