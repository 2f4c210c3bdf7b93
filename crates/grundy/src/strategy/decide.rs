//! The outcome in normal play and one winning move, without values that are not needed for them.

use super::moves::distinct;
use super::{Detail, Move, Moves, Solution, Solver};
use crate::{Component, Convention, Error, Game, Meter, Method, Nimber, Options, Outcome, RuleId};

/// A position with more options than this is not valued by search if its game knows what else is asked for.
const MANY: usize = 1 << 14;

/// A component whose value takes a long search.
struct Hard {
    place: usize,
    rule: RuleId,
    number: u32,
}

impl Solver {
    /// The outcome, and one winning move if it is wanted. If components are hard to value, those of one rule are not
    /// valued. The search only determines whether they balance all the others, and the solution has no values.
    pub(super) fn decide(
        &mut self,
        sum: &[Component],
        detail: Detail,
        meter: &mut Meter<'_>,
    ) -> Result<(Solution, Option<Error>), Error> {
        let (mut others, mut hard) = self.hard_ones(sum, meter)?;
        // Choose a rule where the outcome of a component is known: that may suffice if the others have value 0.
        let is_decided = |hard: &&Hard| self.rules.outcome(&sum[hard.place]).is_some();
        let Some(rule) = hard.iter().find(is_decided).or(hard.last()).map(|hard| hard.rule) else {
            return self.step_by_step(sum, Convention::Normal, detail, meter);
        };
        for other in hard.extract_if(.., |hard| hard.rule != rule) {
            others += self.values.value(&sum[other.place], meter)?;
        }
        let numbers: Vec<u32> = hard.iter().map(|hard| hard.number).collect();
        let balanced = self.rules.are_worth(rule, &numbers, others, meter)?;
        let outcome = if balanced { Outcome::P } else { Outcome::N };
        let winning = Moves { list: Vec::new(), more: !balanced };
        let mut solution = without_values(outcome, winning);
        if balanced || detail == Detail::Outcome {
            return Ok((solution, None));
        }
        // A winning move in the only hard component gives it the value of the others.
        let found = match &hard[..] {
            [only] => self
                .one_worth(&sum[only.place], others, meter)
                .map(|parts| parts.map(|parts| vec![Move { component: only.place, parts }])),
            _ => Ok(None),
        };
        match found {
            Ok(Some(list)) => solution.winning.list = list,
            Ok(None) => match self.solve(sum, Convention::Normal, Detail::OneMove, meter) {
                Ok(valued) => solution = valued,
                Err(error @ Error::Budget { .. }) => return Ok((solution, Some(error))),
                Err(error) => return Err(error),
            },
            Err(error @ Error::Budget { .. }) => return Ok((solution, Some(error))),
            Err(error) => return Err(error),
        }
        Ok((solution, None))
    }

    /// The outcome and all winning moves, where the game of the only component that is hard to value knows both without a value,
    /// the other components are worth 0, and the component has too many options to be searched.
    pub(super) fn known_moves(
        &mut self,
        sum: &[Component],
        most: usize,
        meter: &mut Meter<'_>,
    ) -> Result<Option<Solution>, Error> {
        let (others, hard) = self.hard_ones(sum, meter)?;
        let [Hard { place, .. }] = hard[..] else { return Ok(None) };
        if !others.is_zero() || self.rules.outcome(&sum[place]) != Some(Outcome::N) {
            return Ok(None);
        }
        // A search is out of the question where a single position has so many options.
        let mut options = Options::at_most(MANY);
        self.list(&sum[place], &mut options, meter)?;
        if !options.more() {
            return Ok(None);
        }
        let mut known = true;
        let found = distinct(most, meter, |out, meter| {
            known = self.rules.options_worth(&sum[place], Nimber::ZERO, meter, out)?;
            Ok(())
        })?;
        let list = found.list.into_iter().map(|parts| Move { component: place, parts }).collect();
        Ok(known.then(|| without_values(Outcome::N, Moves { list, more: found.more })))
    }

    /// The sum of the values that take no long search, and the components whose values take one.
    fn hard_ones(&mut self, sum: &[Component], meter: &mut Meter<'_>) -> Result<(Nimber, Vec<Hard>), Error> {
        let mut others = Nimber::ZERO;
        let mut hard = Vec::new();
        for (place, component) in sum.iter().enumerate() {
            let value = match *component {
                Component::Of(id, number) => self.rules.at_hand(id, number, meter)?,
                Component::Nim(_) | Component::Set(_) => Some(self.values.value(component, meter)?),
            };
            match (value, *component) {
                (None, Component::Of(rule, number)) => hard.push(Hard { place, rule, number }),
                (value, _) => others += value.unwrap_or_default(),
            }
        }
        Ok((others, hard))
    }

    /// The parts of one option of Grundy value `value`.
    fn one_worth(
        &mut self,
        component: &Component,
        value: Nimber,
        meter: &mut Meter<'_>,
    ) -> Result<Option<Vec<Component>>, Error> {
        let mut options = Options::at_most(1);
        self.options_worth(component, value, &mut options, meter)?;
        Ok(options.iter().next().map(<[Component]>::to_vec))
    }

    /// How a question about each component is answered: in normal play by which method for each of its independent
    /// parts, in misère play by which method for the sum. A method is chosen while the answer is searched for, so ask
    /// afterwards.
    ///
    /// # Errors
    /// As for [`solve`](Self::solve).
    pub fn plan(
        &mut self,
        sum: &[Component],
        convention: Convention,
        meter: &mut Meter<'_>,
    ) -> Result<Vec<Vec<Method>>, Error> {
        if convention == Convention::Misere {
            let method = match self.nim_heaps(sum, meter)? {
                Some(_) => Method::MisereNim,
                None if self.misere_outcome(sum, meter)?.1 => Method::WholeSum,
                None => Method::MisereSearch,
            };
            return Ok(sum.iter().map(|_| vec![method]).collect());
        }
        let mut plan = Vec::with_capacity(sum.len());
        for component in sum {
            plan.push(match self.rules.methods(component, meter) {
                // It was solved, so positions may repeat: the solver or the game allows it.
                Err(Error::Cycle(_)) => match self.rules.loopy_value(component, meter)? {
                    Some(_) => vec![Method::LoopyLabels],
                    None => vec![Method::WholeSum],
                },
                methods => methods?,
            });
        }
        Ok(plan)
    }
}

/// What is known of a sum in normal play without the values of its components.
const fn without_values(outcome: Outcome, winning: Moves) -> Solution {
    Solution {
        convention: Convention::Normal,
        values: Vec::new(),
        value: None,
        outcome,
        winning,
        drawing: None,
        unlisted: None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Limits;
    use crate::notation::Reader;

    fn solver(text: &str) -> (Solver, Vec<Component>) {
        let sum = Reader::default().sum(text).unwrap();
        (Solver::new(sum.rules.clone()), sum.components)
    }

    #[test]
    fn outcomes_and_moves_without_values_are_those_that_values_give() {
        let limits = Limits::default();
        for text in [
            "cram(4x5)",
            "cram(5x5)",
            "cram(4x5) + *2",
            "cram(4x5) + cram(5x5)",
            "cram(5x5) + *1",
            "kayles(9) + cram(4x5) + nim(3)",
            "chomp(5x6)",
            "chomp(5x6) + chomp(4x4) + nim(2)",
            "chomp(4x4) + chomp(4x4)",
            "chomp(4x4) + chomp(4, 3, 1) + cram(5x5)",
            "poset(grid:3x4) + *5",
            "poset(edges:0-2,1-2)",
            "geography(grid:3x4)",
            "geography{from:1}(grid:3x3) + geography(grid:2x5)",
            "geography{directed,from:a}(edges:a-b,b-c,c-a,a-c)",
        ] {
            let (mut solver, sum) = solver(text);
            let (mut valued, same) = self::solver(text);
            let whole = valued.solve(&same, Convention::Normal, Detail::Outcome, &mut Meter::new(&limits)).unwrap();
            for detail in [Detail::Outcome, Detail::OneMove] {
                let mut meter = Meter::new(&limits);
                let (decided, stopped) = solver.solve_within(&sum, Convention::Normal, detail, &mut meter).unwrap();
                assert!(stopped.is_none(), "{text} {stopped:?}");
                assert_eq!(decided.outcome, whole.outcome, "{text}");
                let moves = usize::from(whole.outcome == Outcome::N && detail == Detail::OneMove);
                assert_eq!(decided.winning.list.len(), moves, "{text}");
                for to in &decided.winning.list {
                    let left = solver.worth(&to.apply(&sum), &mut meter).unwrap();
                    assert_eq!(left.nimber(), Some(Nimber::ZERO), "{text}");
                }
            }
        }
    }

    #[test]
    fn who_wins_where_no_search_could_tell() {
        let limits = Limits { positions: Some(10), ..Limits::default() };
        for (text, outcome) in [
            ("chomp(64x64)", Outcome::N),
            ("chomp(64x64) + chomp(50x70) + chomp(64x64)", Outcome::N),
            ("chomp(64x64) + chomp(64x64)", Outcome::P),
            ("chomp(64x64) + nim(3) + *3", Outcome::N),
            ("poset(grid:8x16)", Outcome::N),
            ("chomp(64x64) + chomp(3, 2) + cram(4x4)", Outcome::N),
            ("geography(grid:11x11)", Outcome::P),
            ("geography(grid:11x10)", Outcome::N),
        ] {
            let (mut solver, sum) = solver(text);
            let mut meter = Meter::new(&limits);
            let (decided, stopped) =
                solver.solve_within(&sum, Convention::Normal, Detail::Outcome, &mut meter).unwrap();
            assert_eq!((decided.outcome, stopped.is_none()), (outcome, true), "{text}");
            let plan = solver.plan(&sum, Convention::Normal, &mut meter).unwrap();
            assert!(plan.iter().flatten().all(|&method| method == Method::Known), "{text} {plan:?}");
        }
    }

    #[test]
    fn moves_that_a_game_knows_need_no_value() {
        let limits = Limits { positions: Some(20), ..Limits::default() };
        for (text, wins) in [
            ("wythoff(1000000000000000000, 1000000000000000007)", 2),
            ("wythoff(1000000000000000000, 1000000000000000007) + wythoff(1, 2) + nim(3, 3)", 2),
            ("wythoff{3}(18446744073709551615, 18446744073709551614)", 2),
            ("fibonacci-nim(1000000000000000000)", 20),
            ("moore{2}(1000000000000, 999999999999, 7, 1)", 2),
            ("euclid(1000000000000, 7)", 1),
        ] {
            let (mut solver, sum) = solver(text);
            let mut meter = Meter::new(&limits);
            let (known, stopped) =
                solver.solve_within(&sum, Convention::Normal, Detail::Moves(1000), &mut meter).unwrap();
            assert!(stopped.is_none() && known.values.is_empty() && !known.winning.more, "{text} {known:?}");
            assert_eq!((known.outcome, known.winning.list.len()), (Outcome::N, wins), "{text}");
            for to in &known.winning.list {
                assert_eq!(solver.rules().outcome(&to.parts[0]), Some(Outcome::P), "{text}");
            }
            let (cut, _) = solver.solve_within(&sum, Convention::Normal, Detail::Moves(1), &mut meter).unwrap();
            assert_eq!((cut.winning.list.len(), cut.winning.more), (1, wins > 1), "{text}");
        }
        // Where a search is possible, there is a value.
        for text in ["wythoff(300, 307)", "fibonacci-nim(100)", "moore{2}(5, 4, 3, 2)", "euclid(100, 7)"] {
            let (mut solver, sum) = solver(text);
            let limits = Limits::default();
            let mut meter = Meter::new(&limits);
            let (known, _) = solver.solve_within(&sum, Convention::Normal, Detail::Moves(9), &mut meter).unwrap();
            assert!(known.value.is_some(), "{text}");
        }
    }

    #[test]
    fn a_plan_of_misere_play_is_one_of_the_sum_and_loops_have_one_too() {
        let limits = Limits::default();
        for (text, method) in [("nim(1, 2) + *3", Method::MisereNim), ("nim(1) + kayles(5)", Method::MisereSearch)] {
            let (mut solver, sum) = solver(text);
            let plan = solver.plan(&sum, Convention::Misere, &mut Meter::new(&limits)).unwrap();
            assert!(plan.len() == sum.len() && plan.iter().all(|methods| methods == &[method]), "{text} {plan:?}");
        }
        let ring = crate::graph::read(b"a b\nb a\nb c\n").unwrap();
        let rules = crate::Rules::default();
        let tokens = rules.add(crate::graph::TokenGame::new(std::sync::Arc::new(ring), "ring"));
        let sum = [tokens.at(0).unwrap(), Component::Nim(2)];
        let plan = Solver::new(rules).plan(&sum, Convention::Normal, &mut Meter::new(&limits)).unwrap();
        assert_eq!(plan, [[Method::LoopyLabels], [Method::Known]]);
    }

    #[test]
    fn the_method_is_chosen_by_what_the_first_positions_are_like() {
        let limits = Limits::default();
        for (text, method) in [
            ("nim(1000)", Method::Known),
            ("cram(4x4)", Method::Known),
            ("cram(3x4)", Method::FullExpansion),
            ("cram(4x7)", Method::NimberSearch),
            ("chomp(9x9)", Method::FullExpansion),
            ("{*1, {*2}}", Method::FullExpansion),
        ] {
            let (mut solver, sum) = solver(text);
            let mut meter = Meter::new(&limits);
            solver.solve(&sum, Convention::Normal, Detail::Outcome, &mut meter).unwrap();
            assert_eq!(solver.plan(&sum, Convention::Normal, &mut meter).unwrap(), [[method]], "{text}");
        }
    }
}
