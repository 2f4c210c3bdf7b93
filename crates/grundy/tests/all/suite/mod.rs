//! Every method of the library, asked for the same fact.

pub(crate) mod contest;

use std::collections::BTreeMap;
use std::fmt::Debug;

use grundy::heap::{HeapRule, PeriodSearch, PeriodTheorem, Sequence, Status, SubtractionSet};
use grundy::notation::Reader;
use grundy::search::{Grundy, Labels};
use grundy::strategy::{Detail, Solution, Solver};
use grundy::{Component, Convention, Game, Limits, Meter, Misere, Nimber, Outcome, Rules, Sum};
use serde_json::Value;

use crate::oracle::{listed, of_components};

/// Heaps up to here are also asked of the search without closed forms: its time grows with the square.
const SEARCHED: u64 = 800;
/// Heaps up to here are also asked of the oracle in misère play: its time grows exponentially.
const MISERE_ORACLE: u64 = 8;

/// What was compared so far, and what did not agree.
#[derive(Default)]
pub(crate) struct Suite {
    reader: Reader,
    /// The case in hand.
    pub(crate) case: String,
    /// How many facts each method was asked for.
    pub(crate) compared: BTreeMap<&'static str, usize>,
    pub(crate) wrong: Vec<String>,
}

impl Suite {
    /// Compares one fact.
    pub(crate) fn compare<T: PartialEq + Debug>(&mut self, method: &'static str, found: &T, want: &T) {
        *self.compared.entry(method).or_default() += 1;
        if found != want {
            self.wrong.push(format!("{}: {method}: found {found:?}, want {want:?}", self.case));
        }
    }

    pub(crate) fn facts(&self) -> usize {
        self.compared.values().sum()
    }

    pub(crate) fn read(&mut self, text: &str) -> Sum {
        self.reader.sum(text).unwrap_or_else(|error| panic!("{}: {text}: {error}", self.case))
    }

    /// The values of the heaps from `first` on, of a rule of one heap.
    pub(crate) fn values(&mut self, game: &Value, first: u64, want: &[u64]) {
        let last = first + want.len() as u64 - 1;
        let start = usize::try_from(first).expect("a small heap");
        let limits = Limits::default();
        let mut meter = Meter::new(&limits);
        let name = rule(game);

        if let Some(rule) = heap_rule(game) {
            self.compare("the definition, heap by heap", &by_definition(rule, last)[start..].to_vec(), &want.to_vec());
        }
        let named = self.reader.rule(&name).unwrap_or_else(|error| panic!("{name}: {error}"));
        let heaps = named.heaps().expect("a rule of one heap");
        let rules = named.rules.clone();
        let components: Vec<Component> = (first..=last).map(|heap| heaps.at(heap).unwrap()).collect();
        let mut found = Vec::new();
        let mut push = |_, value: Nimber| {
            found.push(value.0);
            true
        };
        heaps.for_each_value(first, last, &mut meter, &mut push).unwrap();
        self.compare("the table or the closed form", &found, &want.to_vec());

        let mut solver = Solver::new(rules.clone());
        let mut solve = |component: &Component| {
            solver
                .solve(&[*component], Convention::Normal, Detail::Outcome, &mut meter)
                .unwrap()
                .value
                .unwrap()
                .nimber()
                .unwrap()
                .0
        };
        let found: Vec<u64> = components.iter().map(&mut solve).collect();
        self.compare("the solver", &found, &want.to_vec());
        self.searched(&rules, &components, Grundy::default(), "the search with closed forms", want);
        if last <= SEARCHED {
            self.searched(&rules, &components, Grundy::plain(), "the search alone", want);
        }
    }

    fn searched(
        &mut self,
        rules: &Rules,
        components: &[Component],
        recurrence: Grundy,
        method: &'static str,
        want: &[u64],
    ) {
        let limits = Limits::default();
        let mut meter = Meter::new(&limits);
        let mut labels = Labels::new(rules.clone(), recurrence);
        let found: Vec<u64> = components.iter().map(|c| labels.value(c, &mut meter).unwrap().0).collect();
        self.compare(method, &found, &want.to_vec());
    }

    /// Values, single values such as `v16`, and the period, as far as the case states them.
    pub(crate) fn sequence(&mut self, game: &Value, answer: &Value, first: u64, by_definition: bool) {
        if answer["values"].is_array() {
            self.values(game, first, &integers(&answer["values"]));
        }
        for (key, value) in answer.as_object().unwrap() {
            if let Some(Ok(heap)) = key.strip_prefix('v').map(str::parse) {
                self.values(game, heap, &[value.as_u64().unwrap()]);
            }
        }
        if let Some(period) = answer["period"].as_u64() {
            let last_exception = answer["last_exception"].as_u64().map(|heap| heap + 1);
            let preperiod = answer["preperiod"].as_u64().or(last_exception);
            self.proved(game, Some(period), preperiod);
            if by_definition {
                self.period(game, period, preperiod);
            }
        }
        if let (Some(largest), Some(heap)) = (answer["largest_value"].as_u64(), answer["largest_at"].as_u64())
            && by_definition
        {
            self.values(game, heap, &[largest]);
        }
    }

    /// The period that is proved for a rule, and its certificate.
    pub(crate) fn proved(&mut self, game: &Value, period: Option<u64>, preperiod: Option<u64>) {
        let rule = heap_rule(game).expect("a rule with a period");
        let search = PeriodSearch { heaps: 30_000_000, theorem: PeriodTheorem::Any };
        let finding = Sequence::new(rule.clone()).find_period(&search, &mut Meter::new(&Limits::default())).unwrap();
        let Status::Proved(found) = finding.status else { panic!("{}: {finding:?}", self.case) };
        if let Some(period) = period {
            self.compare("the proved period", &found.period, &period);
        }
        if let Some(preperiod) = preperiod {
            self.compare("the proved preperiod", &found.preperiod, &preperiod);
        }
        let certificate = found.certificate(&rule).expect("a certificate");
        self.compare("the certificate", &certificate.verify(&grundy_check::Limits::default()), &Ok(()));
    }

    /// The least period and preperiod of a rule, seen over the whole range that the theorem of Guy and Smith asks for.
    pub(crate) fn period(&mut self, game: &Value, period: u64, preperiod: Option<u64>) {
        let (k, s) = last_digit_and_most_heaps(game);
        let m = preperiod.unwrap_or(0).max(1);
        let values = by_definition(heap_rule(game).expect("a rule with a period"), s * m + s * period + k - 1);
        let preperiod_of = |p: usize| (0..values.len() - p).rev().find(|&n| values[n] != values[n + p]);
        let p = usize::try_from(period).expect("a small period");
        let least = preperiod_of(p);
        if let Some(preperiod) = preperiod {
            self.compare("the period, over the range of the theorem", &least.map_or(0, |n| n as u64 + 1), &preperiod);
        }
        let smaller = (1..p).find(|&smaller| preperiod_of(smaller) <= least);
        self.compare("no smaller period", &smaller, &None);
    }

    /// The value and the outcome of a sum.
    pub(crate) fn value(&mut self, text: &str, want: u64) {
        let sum = self.read(text);
        self.compare("the value of the sum", &sum.value(&Limits::default()).unwrap(), &Nimber(want));
        self.compare("the solver", &solve(&sum, Convention::Normal).value, &Some(Nimber(want).into()));
        let limits = Limits::default();
        let mut plain = Labels::new(sum.rules.clone(), Grundy::plain());
        if sum.components.iter().all(|component| sum.rules.heap(component).is_none_or(|heap| heap <= SEARCHED)) {
            let value = |component| plain.value(component, &mut Meter::new(&limits)).unwrap();
            self.compare("the search alone", &sum.components.iter().map(value).sum(), &Nimber(want));
        }
    }

    pub(crate) fn outcome(&mut self, text: &str, convention: Convention, want: Outcome) {
        let sum = self.read(text);
        let found = match convention {
            Convention::Normal => sum.outcome(&Limits::default()),
            Convention::Misere => sum.misere_outcome(&Limits::default()),
        };
        self.compare("the outcome of the sum", &found.unwrap(), &want);
        self.compare("the solver", &solve(&sum, convention).outcome, &want);
        if sum.components.iter().all(|component| sum.rules.heap(component).is_none_or(|heap| heap <= MISERE_ORACLE)) {
            let found = of_components(&sum.rules).outcome(&sum.components, convention);
            self.compare("the oracle", &found, &want);
        }
    }

    /// The winning moves, as the component and how many tokens go from it.
    pub(crate) fn takes(&mut self, text: &str, convention: Convention, want: &[(usize, u64)]) {
        let sum = self.read(text);
        let heap = |component: &Component| sum.rules.heap(component).expect("heaps only");
        let winning = solve(&sum, convention).winning;
        assert!(!winning.more);
        let taken = |place: usize, parts: &[Component]| {
            (place, heap(&sum.components[place]) - parts.iter().map(heap).sum::<u64>())
        };
        let mut found: Vec<_> = winning.list.iter().map(|to| taken(to.component, &to.parts)).collect();
        let mut want = want.to_vec();
        found.sort_unstable();
        want.sort_unstable();
        self.compare("winning moves of the solver", &found, &want);
    }

    /// What the winning moves of one position leave in normal play, as the notation has it.
    pub(crate) fn wins(&mut self, text: &str, want: &[String]) {
        let sum = self.read(text);
        let winning = solve(&sum, Convention::Normal).winning;
        let mut found: Vec<String> = winning.list.iter().map(|to| sum.rules.show_sum(&to.parts)).collect();
        let mut want = want.to_vec();
        found.sort_unstable();
        want.sort_unstable();
        self.compare("winning moves of the solver", &found, &want);
        let mut oracle = of_components(&sum.rules);
        let wins = listed(&sum.rules, &sum.components[0]).into_iter();
        let mut found: Vec<String> = wins
            .filter(|parts| !oracle.wins(parts, Convention::Normal))
            .map(|parts| sum.rules.show_sum(&parts))
            .collect();
        found.sort_unstable();
        self.compare("winning moves of the oracle", &found, &want);
    }

    /// The misère values of a sum with 0, 1, 2, … nim-heaps `*2` beside it: the superscripts of its genus.
    pub(crate) fn superscripts(&mut self, text: &str, want: &[u64]) {
        let Sum { rules, components } = self.read(text);
        let limits = Limits::default();
        let mut misere = Misere::new(rules.clone());
        let mut solver = Solver::new(rules.clone());
        let small = components.iter().all(|component| rules.heap(component).is_none_or(|heap| heap <= MISERE_ORACLE));
        let mut oracle = small.then(|| of_components(&rules));
        for (twos, &want) in want.iter().enumerate() {
            let sum = [&components[..], &vec![Component::Nim(2); twos]].concat();
            let mut meter = Meter::new(&limits);
            self.compare("misère values", &misere.value(&sum, &mut meter).unwrap(), &Nimber(want));
            let outcome = Outcome::of(Nimber(want));
            self.compare("misère outcomes", &misere.outcome(&sum, &mut meter).unwrap(), &outcome);
            let solution = solver.solve(&sum, Convention::Misere, Detail::Outcome, &mut meter).unwrap();
            self.compare("the solver", &solution.outcome, &outcome);
            if let Some(oracle) = &mut oracle {
                self.compare("the oracle", &oracle.mex(&sum, Convention::Misere), &want);
            }
        }
    }

    /// The options of a heap, as the sizes that they leave.
    pub(crate) fn options(&mut self, text: &str) -> Vec<Vec<u64>> {
        let Sum { rules, components } = self.read(text);
        let sizes = |parts: Vec<Component>| parts.iter().map(|part| rules.heap(part).expect("a heap")).collect();
        listed(&rules, &components[0]).into_iter().map(sizes).collect()
    }
}

/// Who wins, and all winning moves.
pub(crate) fn solve(sum: &Sum, convention: Convention) -> Solution {
    let limits = Limits::default();
    let mut solver = Solver::new(sum.rules.clone());
    solver.solve(&sum.components, convention, Detail::Moves(usize::MAX), &mut Meter::new(&limits)).unwrap()
}

/// The values of the heaps 0 to `last`, by the definition.
pub(crate) fn by_definition(rule: HeapRule, last: u64) -> Vec<u64> {
    let mut sequence = Sequence::plain(rule);
    sequence.extend(last, &mut Meter::new(&Limits::default())).unwrap();
    sequence.values().map(u64::from).collect()
}

/// The rule of a case of one heap, as the notation writes it.
pub(crate) fn rule(game: &Value) -> String {
    let list = |name: &str, numbers: &Value| format!("{name}{{{}}}", join(&integers(numbers)));
    match game["type"].as_str().unwrap() {
        "take_and_break" => game["digits"].as_str().unwrap().to_owned(),
        "heap" => game["rule"].as_str().unwrap().to_owned(),
        "split_unequal" => "grundys-game".to_owned(),
        "subtraction" if game["set"].is_string() => format!("subtract{{{}}}", game["set"].as_str().unwrap()),
        "subtraction" => list("subtract", &game["set"]),
        "all_but_subtraction" => list("allbut", &game["forbidden"]),
        "nim" => "nim".to_owned(),
        "nim_with_one_pass_per_heap" => "nim-with-pass".to_owned(),
        other => panic!("a rule of type {other}"),
    }
}

/// The rule of a case as data, where positions are no more than the size of the heap.
pub(crate) fn heap_rule(game: &Value) -> Option<HeapRule> {
    let numbers = |numbers: &Value| integers(numbers).into_iter().map(|n| n..=n);
    Some(match game["type"].as_str().unwrap() {
        "take_and_break" => HeapRule::Code(game["digits"].as_str().unwrap().parse().unwrap()),
        "split_unequal" => HeapRule::GrundysGame,
        "subtraction" if game["set"] == "squares" => HeapRule::Subtraction(SubtractionSet::squares()),
        "subtraction" => HeapRule::Subtraction(SubtractionSet::ranges(numbers(&game["set"])).unwrap()),
        "all_but_subtraction" => HeapRule::Subtraction(SubtractionSet::all_but(numbers(&game["forbidden"])).unwrap()),
        _ => return None,
    })
}

/// The index of the last digit of a code that is not zero, and the most heaps that a move leaves, at least 1.
fn last_digit_and_most_heaps(game: &Value) -> (u64, u64) {
    if let Some(code) = game["digits"].as_str() {
        let digits: Vec<u32> = code.chars().filter_map(|c| c.to_digit(16)).collect();
        let last = digits.iter().rposition(|&digit| digit != 0).unwrap_or(0);
        let most = digits.iter().map(|digit| digit.checked_ilog2().unwrap_or(0)).max().unwrap_or(0);
        return (last as u64, u64::from(most.max(1)));
    }
    (integers(&game["set"]).into_iter().max().unwrap(), 1)
}

pub(crate) fn integers(list: &Value) -> Vec<u64> {
    list.as_array().unwrap().iter().map(|n| n.as_u64().unwrap()).collect()
}

pub(crate) fn text(value: &Value) -> &str {
    value.as_str().unwrap()
}

pub(crate) fn apply(rule: &str, heaps: &[u64]) -> String {
    format!("{rule}({})", join(heaps))
}

/// The numbers as arguments.
pub(crate) fn join(numbers: &[u64]) -> String {
    numbers.iter().map(u64::to_string).collect::<Vec<_>>().join(", ")
}

/// N or P, as a letter or as whether the player to move wins.
pub(crate) fn outcome(answer: &Value) -> Outcome {
    match answer {
        Value::Bool(true) => Outcome::N,
        Value::Bool(false) => Outcome::P,
        letter if letter == "N" => Outcome::N,
        letter if letter == "P" => Outcome::P,
        other => panic!("{other} is not an outcome"),
    }
}
