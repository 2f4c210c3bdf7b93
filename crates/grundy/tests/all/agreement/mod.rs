//! Every question that the library answers about a sum, asked of it and of the oracle.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::fs;

use grundy::games::Files;
use grundy::notation::Reader;
use grundy::search::{Grundy, Labels};
use grundy::strategy::{Detail, Move, Moves, Solver};
use grundy::{Component, Convention, Game, Limits, Meter, Misere, Nimber, Options, Outcome, Sum};

use crate::oracle::{ComponentOracle, Piece, Shapes, listed, of_components, options_text, replaced, sum_text};

const CONVENTIONS: [Convention; 2] = [Convention::Normal, Convention::Misere];

/// Asserts that the library plays these pieces as their rules say.
pub(crate) fn assert_agreement(pieces: &[Piece]) {
    let folder = tempfile::tempdir().expect("a folder for graphs");
    for graph in pieces.iter().flat_map(Piece::graphs) {
        fs::write(folder.path().join(graph.file()), graph.content()).expect("a file in it");
    }
    let reader = Reader::with_files(Files::In(folder.path().to_owned()));
    // One text for the pieces and for sets of their options, so that they speak of the same sets. `nim()` is the empty
    // game, which has no component.
    let sets = pieces.iter().map(|piece| format!("{{{}}}", options_text(&piece.options())));
    let text = sum_text(["nim()".to_owned()].into_iter().chain(pieces.iter().map(Piece::text)).chain(sets));
    let mut sum = reader.sum(&text).unwrap_or_else(|error| panic!("{text}: {error}"));
    let by_the_rules = sum.components.split_off(pieces.len());
    assert_eq!(by_the_rules.len(), pieces.len(), "{text}");

    let mut table = Table::new(sum);
    table.options_are_those_of_the_rules(pieces, &by_the_rules);
    table.play_agrees();
    table.what_is_shown_is_read_back(&reader);
}

/// Asserts that the library plays a sum as the options of its components say.
pub(crate) fn assert_played_by_its_options(sum: Sum) {
    Table::new(sum).play_agrees();
}

/// A sum, with those who are asked about it.
struct Table {
    sum: Sum,
    oracle: ComponentOracle,
    solver: Solver,
}

impl Table {
    fn new(sum: Sum) -> Self {
        Self { oracle: of_components(&sum.rules), solver: Solver::new(sum.rules.clone()), sum }
    }

    fn play_agrees(&mut self) {
        self.values_agree();
        self.options_of_a_value_are_found();
        for convention in CONVENTIONS {
            self.outcomes_agree(convention);
            self.winning_moves_agree(convention);
            self.options_lead_where_they_say(convention);
            self.reasons_hold(convention);
            self.limits_cut_the_end(convention);
        }
    }

    /// Every move of a game has a name, and no other move has the same one.
    fn moves_have_names(&self, component: &Component, text: &str) {
        let mut names = HashMap::new();
        for parts in listed(&self.sum.rules, component) {
            let mut option = parts.clone();
            option.sort_unstable();
            let name = self.sum.rules.name_move(component, &parts);
            let name = name.unwrap_or_else(|| panic!("a move of {text} to {parts:?} has no name"));
            names.entry(option).or_insert(name);
        }
        let distinct: HashSet<&String> = names.values().collect();
        assert_eq!(distinct.len(), names.len(), "{text}: {names:?}");
    }

    /// The options are those that the rules give, and so are the options of those, down to the end of play.
    fn options_are_those_of_the_rules(&self, pieces: &[Piece], by_the_rules: &[Component]) {
        let mut shapes = Shapes::default();
        let (mut of_pieces, mut of_components) = (HashMap::new(), HashMap::new());
        for ((piece, component), by_the_rules) in pieces.iter().zip(&self.sum.components).zip(by_the_rules) {
            let found = self.distinct_options(component);
            let wanted = self.distinct_options(by_the_rules);
            assert_eq!(found, wanted, "options of {}", piece.text());
            if !matches!(piece, Piece::Set(_)) {
                let parts = listed(&self.sum.rules, component).concat();
                assert!(!parts.iter().any(|part| self.is_empty_heap(part)), "{} leaves an empty heap", piece.text());
                self.moves_have_names(component, &piece.text());
            }

            let list = |component: &Component| listed(&self.sum.rules, component);
            let shape = shapes.of(component, &list, &mut of_components);
            assert_eq!(shape, shapes.of(piece, &Piece::options, &mut of_pieces), "play of {}", piece.text());
            if let Some(size) = self.sum.rules.nim_heap(component) {
                assert_eq!(shape, shapes.of_nim_heap(size), "{} is the nim-heap {size}", piece.text());
            }
        }
    }

    /// The options of a component as the sorted texts of their parts, empty heaps left out.
    fn distinct_options(&self, component: &Component) -> BTreeSet<Vec<String>> {
        let rules = &self.sum.rules;
        let written = |parts: Vec<Component>| {
            let mut texts: Vec<String> =
                parts.iter().filter(|part| !self.is_empty_heap(part)).map(|part| rules.show(part)).collect();
            texts.sort();
            texts
        };
        listed(rules, component).into_iter().map(written).collect()
    }

    fn is_empty_heap(&self, part: &Component) -> bool {
        *part == Component::Nim(0) || self.sum.rules.heap(part) == Some(0)
    }

    fn values_agree(&mut self) {
        let Self { sum, oracle, solver, .. } = self;
        let Sum { rules, components } = &*sum;
        let limits = Limits::default();
        let mut meter = Meter::new(&limits);
        let total = Nimber(oracle.value(components, Component::Nim));
        assert_eq!(Nimber(oracle.mex(components, Convention::Normal)), total, "the two definitions of a value");
        assert_eq!(sum.value(&limits).unwrap(), total);

        let mut plain = Labels::new(rules.clone(), Grundy::plain());
        let mut values = Labels::new(rules.clone(), Grundy::default());
        let solution = solver.solve(components, Convention::Normal, Detail::Outcome, &mut meter).unwrap();
        assert_eq!(solution.value, Some(total.into()));
        for (place, component) in components.iter().enumerate() {
            let want = Nimber(oracle.mex(&[*component], Convention::Normal));
            let shown = rules.show(component);
            assert_eq!(plain.value(component, &mut meter).unwrap(), want, "{shown} by search");
            let known = rules.outcome(component);
            assert!(known.is_none_or(|known| known == Outcome::of(want)), "{shown}: {known:?} at a glance");
            assert_eq!(values.value(component, &mut meter).unwrap(), want, "{shown} by the cheapest way");
            assert_eq!(solution.values[place], want.into(), "{shown} by the solver");
            if let Some(value) = rules.value(component, &mut meter).unwrap() {
                assert_eq!(value, want, "{shown} by its game");
            }
        }
        let misere = Misere::new(rules.clone()).value(components, &mut meter).unwrap();
        assert_eq!(misere, Nimber(oracle.mex(components, Convention::Misere)), "misère value");
    }

    /// A game that finds the options of a value by itself finds all of them and no others.
    fn options_of_a_value_are_found(&mut self) {
        let Self { sum: Sum { rules, components }, oracle, .. } = self;
        let limits = Limits::default();
        for component in components.iter() {
            let mut by_value = BTreeMap::<u64, BTreeSet<_>>::new();
            for parts in listed(rules, component) {
                by_value.entry(oracle.mex(&parts, Convention::Normal)).or_default().insert(sorted(parts));
            }
            let largest = by_value.last_key_value().map_or(0, |(&value, _)| value);
            for value in 0..=largest + 2 {
                let mut out = Options::new();
                let mut meter = Meter::new(&limits);
                if rules.options_worth(component, Nimber(value), &mut meter, &mut out).unwrap() {
                    let found: BTreeSet<_> = out.iter().map(|parts| sorted(parts.to_vec())).collect();
                    let want = by_value.remove(&value).unwrap_or_default();
                    assert_eq!(found, want, "options of {} worth {value}", rules.show(component));
                }
            }
        }
    }

    fn outcomes_agree(&mut self, convention: Convention) {
        let Self { sum, oracle, solver, .. } = self;
        let limits = Limits::default();
        let mut meter = Meter::new(&limits);
        let want = oracle.outcome(&sum.components, convention);
        let found = match convention {
            Convention::Normal => sum.outcome(&limits).unwrap(),
            Convention::Misere => sum.misere_outcome(&limits).unwrap(),
        };
        assert_eq!(found, want, "{convention:?} play of {sum}");
        for detail in [Detail::Outcome, Detail::Moves(0), Detail::Moves(1), Detail::Moves(usize::MAX)] {
            let solution = solver.solve(&sum.components, convention, detail, &mut meter).unwrap();
            assert_eq!(solution.outcome, want, "{convention:?} play of {sum}, {detail:?}");
            assert_eq!(solution.convention, convention);
        }
    }

    /// The moves of the sum that leave a P-position, as the oracle sees it.
    fn wins(&mut self, convention: Convention) -> BTreeSet<(usize, Vec<Component>)> {
        let mut wins = BTreeSet::new();
        for (place, parts) in all_moves(&self.sum) {
            if !self.oracle.wins(&replaced(&self.sum.components, place, &parts), convention) {
                wins.insert((place, parts));
            }
        }
        wins
    }

    fn winning_moves_agree(&mut self, convention: Convention) {
        let wins = self.wins(convention);
        let found = self.winning(convention, usize::MAX);
        assert!(!found.more);
        assert_eq!(keys(&found.list), wins, "winning moves in {convention:?} play of {}", self.sum);
    }

    fn winning(&mut self, convention: Convention, most: usize) -> Moves {
        let limits = Limits::default();
        let mut meter = Meter::new(&limits);
        self.solver.solve(&self.sum.components, convention, Detail::Moves(most), &mut meter).unwrap().winning
    }

    fn options_lead_where_they_say(&mut self, convention: Convention) {
        let Self { sum, oracle, solver, .. } = self;
        let components = &sum.components[..];
        let limits = Limits::default();
        let mut meter = Meter::new(&limits);
        let options = solver.options(components, convention, usize::MAX, &mut meter).unwrap();
        assert!(!options.more);
        let moves: Vec<Move> = options.list.iter().map(|option| option.to.clone()).collect();
        assert_eq!(keys(&moves), all_moves(sum));
        for option in &options.list {
            let left = replaced(components, option.to.component, &option.to.parts);
            assert_eq!(option.to.apply(components), left);
            assert_eq!(option.outcome, oracle.outcome(&left, convention), "{convention:?}: {option:?}");
            let value = (convention == Convention::Normal).then(|| Nimber(oracle.mex(&left, convention)).into());
            assert_eq!(option.value, value, "{option:?}");
        }
    }

    /// A winning move wins, and a losing one is answered by a reply that wins.
    fn reasons_hold(&mut self, convention: Convention) {
        let wins = self.wins(convention);
        let Self { sum, oracle, solver, .. } = self;
        let components = &sum.components[..];
        let limits = Limits::default();
        let explanation = solver.explain(components, convention, usize::MAX, &mut Meter::new(&limits)).unwrap();
        assert!(!explanation.more);
        let lost = explanation.solution.outcome == Outcome::P;
        let moves: Vec<Move> = explanation.reasons.iter().map(|reason| reason.to.clone()).collect();
        assert_eq!(keys(&moves), if lost { all_moves(sum) } else { wins });
        for reason in &explanation.reasons {
            let worth =
                (convention == Convention::Normal).then(|| Nimber(oracle.mex(&reason.to.parts, convention)).into());
            assert_eq!(reason.worth, worth, "{reason:?}");
            // In misère play the last move loses, and nobody has to reply.
            let left = reason.to.apply(components);
            assert_eq!(reason.reply.is_some(), lost && !oracle.moves(&left).is_empty(), "{reason:?}");
            let Some(reply) = &reason.reply else { continue };
            let place = left.iter().position(|component| *component == reply.from).expect("the reply's component");
            assert!(listed(&sum.rules, &reply.from).contains(&reply.parts), "{reply:?} is a move");
            assert!(!oracle.wins(&replaced(&left, place, &reply.parts), convention), "{reply:?} wins");
        }
    }

    /// A shorter list is the beginning of the whole list, and says that there is more exactly if there is.
    fn limits_cut_the_end(&mut self, convention: Convention) {
        let whole = self.winning(convention, usize::MAX).list;
        for most in limits_below(whole.len()) {
            let cut = self.winning(convention, most);
            assert_eq!(cut.list, whole[..most.min(whole.len())], "{most} winning moves of {}", self.sum);
            assert_eq!(cut.more, most < whole.len(), "{most} winning moves of {}", self.sum);
        }
        let limits = Limits::default();
        let mut meter = Meter::new(&limits);
        let mut options = |most| {
            self.solver.options(&self.sum.components, convention, most, &mut meter).expect("options of a small sum")
        };
        let whole = options(usize::MAX).list;
        for most in limits_below(whole.len()) {
            let cut = options(most);
            assert_eq!(cut.list, whole[..most.min(whole.len())], "{most} options of {}", self.sum);
            assert_eq!(cut.more, most < whole.len(), "{most} options of {}", self.sum);
        }
    }

    fn what_is_shown_is_read_back(&mut self, reader: &Reader) {
        let Self { sum: Sum { rules, components }, oracle, .. } = self;
        let mut shown = vec![components.clone()];
        for component in components.iter() {
            shown.push(vec![*component]);
            shown.extend(listed(rules, component));
        }
        for sum in shown {
            let text = Sum { rules: rules.clone(), components: sum.clone() }.to_string();
            assert_eq!(text, rules.show_sum(&sum));
            let read = reader.sum(&text).unwrap_or_else(|error| panic!("{text}: {error}"));
            let mut again = of_components(&read.rules);
            for convention in CONVENTIONS {
                let (found, want) = (again.mex(&read.components, convention), oracle.mex(&sum, convention));
                assert_eq!(found, want, "{convention:?} play of {text}");
            }
        }
    }
}

/// Every move of a sum: the component, and what replaces it.
fn all_moves(sum: &Sum) -> BTreeSet<(usize, Vec<Component>)> {
    let of = |(place, component)| listed(&sum.rules, component).into_iter().map(move |parts| (place, sorted(parts)));
    sum.components.iter().enumerate().flat_map(of).collect()
}

fn sorted(mut parts: Vec<Component>) -> Vec<Component> {
    parts.sort_unstable();
    parts
}

/// The moves as keys to compare; each comes once.
fn keys(moves: &[Move]) -> BTreeSet<(usize, Vec<Component>)> {
    let keys: BTreeSet<_> = moves.iter().map(|to| (to.component, sorted(to.parts.clone()))).collect();
    assert_eq!(keys.len(), moves.len(), "a move is listed twice: {moves:?}");
    keys
}

/// Limits worth trying on a list of this length.
fn limits_below(length: usize) -> BTreeSet<usize> {
    [0, 1, 2, length / 2, length.saturating_sub(1), length, length + 1].into()
}
