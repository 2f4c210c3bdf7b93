//! The games of a sum, combined into one game.

use std::fmt;
use std::sync::Arc;

use rustc_hash::FxHashSet;

use super::Component;
use super::rule::{NumberedGame, Rule};
use super::sets::Sets;
use crate::move_name::heap_move;
use crate::picture::Picture;
use crate::search::Method;
use crate::{Error, Game, Knowledge, LoopyValue, Meter, Nimber, Options, Outcome};

/// The number of a game in [`Rules`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RuleId(u32);

/// The games of a sum, each with the values found so far, and the set positions.
///
/// Clones share everything, so a component made by one of them is known to all. As a [`Game`] its positions are
/// [`Component`]s. Several threads may ask about the same game. Each question uses an engine of its own, and what the
/// engine computes serves later questions.
#[derive(Clone, Default)]
pub struct Rules {
    rules: Arc<boxcar::Vec<Arc<dyn Rule>>>,
    pub(super) sets: Sets,
}

/// A game that was added to [`Rules`]; it turns positions of the game into components.
pub struct RuleHandle<G: Game + ?Sized> {
    id: RuleId,
    rule: Arc<NumberedGame<G>>,
}

impl<G: Game + ?Sized> Clone for RuleHandle<G> {
    fn clone(&self) -> Self {
        Self { id: self.id, rule: Arc::clone(&self.rule) }
    }
}

impl<G: Game + ?Sized> RuleHandle<G> {
    /// The component for this position.
    ///
    /// # Errors
    /// [`Error::Overflow`] after 2^32 - 1 positions of the game.
    pub fn at(&self, position: G::Position) -> Result<Component, Error> {
        self.rule.position(position).map(|number| Component::Of(self.id, number))
    }

    /// The value of a position in normal play, from the tables shared with the components.
    ///
    /// # Errors
    /// As for [`Values::value`](crate::Values::value).
    pub fn value(&self, position: &G::Position, meter: &mut Meter<'_>) -> Result<Nimber, Error> {
        self.rule.value_of(position, meter)
    }

    /// The game.
    #[must_use]
    pub fn game(&self) -> &G {
        self.rule.game()
    }
}

impl Rules {
    /// Adds a game.
    pub fn add<G: Game>(&self, game: G) -> RuleHandle<G> {
        self.add_shared(Arc::new(game))
    }

    /// Adds a game that may be known by its type of positions alone, `Arc<dyn Game<Position = P>>`. The engines are compiled
    /// once for all such games with the same type of positions, and call the game through a table of functions: the right
    /// choice for a game whose values are seldom searched for.
    pub fn add_shared<G: Game + ?Sized>(&self, game: Arc<G>) -> RuleHandle<G> {
        let rule = Arc::new(NumberedGame::new(game));
        let place = self.rules.push(Arc::clone(&rule) as Arc<dyn Rule>);
        // Each rule is a separate allocation, so memory runs out before the numbers do.
        #[expect(clippy::cast_possible_truncation, reason = "there are far fewer than 2^32 rules")]
        let id = RuleId(place as u32);
        RuleHandle { id, rule }
    }

    /// The position with these options, each given by its components. Equal sets are the same component.
    ///
    /// # Errors
    /// [`Error::Overflow`] after 2^32 - 1 sets.
    pub fn set(&self, options: impl IntoIterator<Item = Vec<Component>>) -> Result<Component, Error> {
        self.sets.make(options).map(Component::Set)
    }

    /// The option of a component that leaves these parts, in the notation that people read and write. The component's
    /// own game writes it, since without parts only the component shows which game has ended: `nim(0)`, not `*0`.
    #[must_use]
    pub fn show_option(&self, of: &Component, parts: &[Component]) -> String {
        match (*of, parts) {
            (Component::Of(rule, _), []) => self.rule(rule).show_sum(&[]),
            _ => self.write(parts),
        }
    }

    /// The value of a component of a rule in normal play, unless it takes a long search that has not been made.
    pub(crate) fn at_hand(&self, id: RuleId, number: u32, meter: &mut Meter<'_>) -> Result<Option<Nimber>, Error> {
        self.rule(id).at_hand(number, meter)
    }

    /// Whether the sum of these components of one rule has Grundy value `value` in normal play.
    pub(crate) fn are_worth(
        &self,
        id: RuleId,
        numbers: &[u32],
        value: Nimber,
        meter: &mut Meter<'_>,
    ) -> Result<bool, Error> {
        self.rule(id).are_worth(numbers, value, meter)
    }

    /// How the value of a component was found: the method for each of its independent parts; the empty game has none. A
    /// method is chosen while the value is searched for, so ask afterwards.
    ///
    /// # Errors
    /// As for [`Values::value`](crate::Values::value).
    pub fn methods(&self, component: &Component, meter: &mut Meter<'_>) -> Result<Vec<Method>, Error> {
        match *component {
            Component::Nim(_) => Ok(vec![Method::Known]),
            Component::Set(_) => Ok(vec![Method::FullExpansion]),
            Component::Of(id, number) => self.rule(id).methods(number, meter),
        }
    }

    /// How the files were understood that the games of these components come from, each game once, in the order of the components.
    #[must_use]
    pub fn file_notes(&self, components: &[Component]) -> Vec<String> {
        self.named(components).into_iter().filter_map(|id| self.rule(id).file_note()).collect()
    }

    /// What the values of these components rest on beside the rules of their games; see [`Game::premise`].
    #[must_use]
    pub fn premises(&self, components: &[Component]) -> Vec<String> {
        self.named(components).into_iter().filter_map(|id| self.rule(id).premise()).collect()
    }

    /// The rules that occur in these components, also inside sets: each once, in the order of the components.
    fn named(&self, components: &[Component]) -> Vec<RuleId> {
        let (mut rules, mut sets) = (FxHashSet::default(), FxHashSet::default());
        let mut named = Vec::new();
        // The components still to be looked at, the next one on top; sets may be nested deeply.
        let mut work: Vec<Component> = components.iter().rev().copied().collect();
        while let Some(component) = work.pop() {
            match component {
                Component::Nim(_) => {}
                Component::Of(id, _) if rules.insert(id) => named.push(id),
                Component::Of(..) => {}
                Component::Set(set) if sets.insert(set) => {
                    work.extend(self.sets.members(set).iter().rev().flat_map(|parts| parts.iter().rev().copied()));
                }
                Component::Set(_) => {}
            }
        }
        named
    }

    pub(super) fn rule(&self, id: RuleId) -> &dyn Rule {
        &*self.rules[id.0 as usize]
    }
}

/// How many components at the start of a sum belong to this rule.
fn run_of(id: RuleId, sum: &[Component]) -> usize {
    sum.iter().take_while(|part| matches!(part, Component::Of(rule, _) if *rule == id)).count()
}

/// The numbers of components that belong to a rule.
pub(super) fn numbers(run: &[Component]) -> Vec<u32> {
    run.iter().filter_map(|part| if let Component::Of(_, number) = part { Some(*number) } else { None }).collect()
}

/// Turns options of a rule into options of the combined game.
fn lift(id: RuleId, options: &Options<u32>, out: &mut Options<Component>) {
    out.absorb(options);
    for parts in options.iter() {
        if out.is_full() {
            break;
        }
        out.push_sum(parts.iter().map(|&number| Component::Of(id, number)));
    }
}

fn push_nim(size: u64, out: &mut Options<Component>) {
    if size == 0 { out.push_sum([]) } else { out.push(Component::Nim(size)) }
}

impl Game for Rules {
    type Position = Component;

    fn options(&self, component: &Component, out: &mut Options<Component>) {
        match *component {
            Component::Nim(size) => {
                for size in 0..size {
                    push_nim(size, out);
                    if out.more() {
                        return;
                    }
                }
            }
            Component::Set(set) => {
                for parts in self.sets.members(set).iter() {
                    out.push_sum(parts.iter().copied());
                }
            }
            Component::Of(id, number) => {
                let mut options = out.inner();
                self.rule(id).options(&number, &mut options);
                lift(id, &options, out);
            }
        }
    }

    fn reduce(&self, component: Component, parts: &mut Vec<Component>) -> Result<(), Error> {
        match component {
            Component::Of(id, number) => {
                let mut reduced = Vec::new();
                self.rule(id).reduce(number, &mut reduced)?;
                parts.extend(reduced.into_iter().map(|number| Component::Of(id, number)));
            }
            Component::Nim(_) | Component::Set(_) => parts.push(component),
        }
        Ok(())
    }

    fn value(&self, component: &Component, meter: &mut Meter<'_>) -> Result<Option<Nimber>, Error> {
        match *component {
            Component::Nim(size) => Ok(Some(Nimber(size))),
            Component::Set(_) => Ok(None),
            Component::Of(id, number) => self.rule(id).value(&number, meter),
        }
    }

    fn knowledge(&self, component: &Component) -> Option<Knowledge> {
        match *component {
            Component::Nim(_) => Some(Knowledge::Theorem("*n is worth n".to_owned())),
            Component::Set(_) => None,
            Component::Of(id, number) => self.rule(id).knowledge(&number),
        }
    }

    fn outcome(&self, component: &Component) -> Option<Outcome> {
        match *component {
            Component::Nim(size) => Some(Outcome::of(Nimber(size))),
            Component::Set(_) => None,
            Component::Of(id, number) => self.rule(id).outcome(&number),
        }
    }

    fn loopy_value(&self, component: &Component, meter: &mut Meter<'_>) -> Result<Option<LoopyValue>, Error> {
        match *component {
            Component::Nim(size) => Ok(Some(Nimber(size).into())),
            Component::Set(_) => Ok(None),
            Component::Of(id, number) => self.rule(id).loopy_value(&number, meter),
        }
    }

    fn options_worth(
        &self,
        component: &Component,
        value: Nimber,
        meter: &mut Meter<'_>,
        out: &mut Options<Component>,
    ) -> Result<bool, Error> {
        match *component {
            Component::Nim(size) => {
                if value.0 < size {
                    push_nim(value.0, out);
                }
                Ok(true)
            }
            Component::Set(_) => Ok(false),
            Component::Of(id, number) => {
                let mut options = out.inner();
                self.rule(id).options_worth(&number, value, meter, &mut options)?;
                lift(id, &options, out);
                Ok(true)
            }
        }
    }

    fn nim_heap(&self, component: &Component) -> Option<u64> {
        match *component {
            Component::Nim(size) => Some(size),
            Component::Set(_) => None,
            Component::Of(id, number) => self.rule(id).nim_heap(&number),
        }
    }

    fn heap(&self, component: &Component) -> Option<u64> {
        match *component {
            Component::Nim(_) | Component::Set(_) => None,
            Component::Of(id, number) => self.rule(id).heap(&number),
        }
    }

    fn show(&self, component: &Component) -> String {
        self.write(&[*component])
    }

    fn show_sum(&self, parts: &[Component]) -> String {
        self.write(parts)
    }

    fn name_move(&self, component: &Component, parts: &[Component]) -> Option<String> {
        match *component {
            Component::Nim(size) => {
                let left: Option<Vec<u64>> = parts.iter().map(|part| self.nim_heap(part)).collect();
                heap_move(size, &left?)
            }
            Component::Set(_) => None,
            Component::Of(id, number) => {
                let numbers = numbers(parts);
                // A part of another rule would be a move of which the game knows nothing.
                (run_of(id, parts) == parts.len()).then(|| self.rule(id).name_move(&number, &numbers))?
            }
        }
    }

    fn check_named(&self, component: &Component, parts: &[Component]) -> Result<(), Error> {
        match *component {
            Component::Of(id, number) if run_of(id, parts) == parts.len() => {
                self.rule(id).check_named(&number, &numbers(parts))
            }
            _ => Ok(()),
        }
    }

    fn picture(&self, component: &Component, left: Option<&[Component]>) -> Option<Picture> {
        match *component {
            Component::Nim(size) => {
                let left =
                    left.and_then(|left| left.iter().map(|part| self.nim_heap(part)).collect::<Option<Vec<u64>>>());
                Some(Picture::heap(size, left.as_deref()))
            }
            Component::Set(_) => Some(Picture::Tree(self.tree(component))),
            Component::Of(id, number) => {
                let left = left.filter(|left| run_of(id, left) == left.len()).map(numbers);
                self.rule(id).picture(&number, left.as_deref())
            }
        }
    }

    fn check_shown(&self, component: &Component) -> Result<(), Error> {
        match *component {
            Component::Nim(_) => Ok(()),
            // What a set holds was read from a text.
            Component::Set(_) => Ok(()),
            Component::Of(id, number) => self.rule(id).check_shown(&number),
        }
    }

    fn remark(&self) -> Option<String> {
        let remarks: Vec<String> = self.rules.iter().filter_map(|(_, rule)| rule.remark()).collect();
        (!remarks.is_empty()).then(|| remarks.join("; "))
    }

    fn bytes(&self, component: &Component) -> usize {
        match *component {
            Component::Nim(_) | Component::Set(_) => 0,
            Component::Of(id, number) => self.rule(id).bytes(&number),
        }
    }
}

impl fmt::Debug for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Rules").field("rules", &self.rules.count()).field("sets", &self.sets).finish()
    }
}

impl<G: Game + ?Sized> fmt::Debug for RuleHandle<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("RuleHandle").field(&self.id).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::heap::HeapGame;
    use crate::search::{Grundy, Labels};
    use crate::{Limits, Misere, Outcome};

    fn value(rules: &Rules, component: Component) -> Nimber {
        let limits = Limits::default();
        Labels::new(rules.clone(), Grundy::default()).value(&component, &mut Meter::new(&limits)).unwrap()
    }

    #[test]
    fn the_opening_of_nim_1_2_2_as_sets_is_worth_1() {
        let rules = Rules::default();
        let set = |options: &[Component]| rules.set(options.iter().map(|&option| vec![option])).unwrap();
        let [one, two] = [1, 2].map(Component::Nim);
        let s1 = set(&[one]);
        let a = set(&[one, s1, two]);
        let left = set(&[two, a]);
        let ss1 = set(&[s1]);
        let right = set(&[s1, ss1, a]);
        let whole = set(&[a, left, right]);
        assert_eq!(value(&rules, whole), Nimber(1));
        assert_eq!(rules.show(&whole), "{{*1, *2, {*1}}, {*2, {*1, *2, {*1}}}, {{*1}, {*1, *2, {*1}}, {{*1}}}}");
    }

    #[test]
    fn a_hundred_thousand_nested_sets_are_made_valued_and_written() {
        let rules = Rules::default();
        let mut set = rules.set([]).unwrap();
        for _ in 0..100_000 {
            set = rules.set([vec![set]]).unwrap();
        }
        assert_eq!(value(&rules, set), Nimber(0));
        assert_eq!(rules.show(&set).len(), 200_002);
        let limits = Limits::default();
        let outcome = Misere::new(rules).outcome(&[set], &mut Meter::new(&limits)).unwrap();
        assert_eq!(outcome, Outcome::N);
    }

    #[test]
    fn the_empty_game_is_one_option_however_it_is_written() {
        let rules = Rules::default();
        let set = rules.set([vec![], vec![Component::Nim(0)], vec![Component::Nim(0), Component::Nim(0)]]).unwrap();
        assert_eq!(rules.show(&set), "{*0}");
        assert_eq!(value(&rules, set), Nimber(1));
    }

    #[test]
    fn components_of_one_rule_are_written_together() {
        let rules = Rules::default();
        let kayles = rules.add("0.77".parse::<HeapGame>().unwrap());
        let at = |n| kayles.at(n).unwrap();
        let sum = [at(3), at(4), Component::Nim(2), at(5)];
        assert_eq!(rules.show_sum(&sum), "0.77(3, 4) + *2 + 0.77(5)");
        assert_eq!(rules.show_sum(&[]), "*0");
    }

    #[test]
    fn the_option_that_ends_a_component_is_written_by_its_game() {
        let rules = Rules::default();
        let kayles = rules.add("0.77".parse::<HeapGame>().unwrap());
        let at = |n| kayles.at(n).unwrap();
        assert_eq!(rules.show_option(&at(2), &[]), "0.77(0)");
        assert_eq!(rules.show_option(&at(4), &[at(1), at(2)]), "0.77(1, 2)");
        assert_eq!(rules.show_option(&Component::Nim(2), &[]), "*0");
    }

    #[test]
    fn the_search_of_a_mixed_sum_needs_no_help_from_its_games() {
        let rules = Rules::default();
        let kayles = rules.add("0.77".parse::<HeapGame>().unwrap());
        let inner = vec![kayles.at(3).unwrap(), Component::Nim(2)];
        let set = rules.set([inner, vec![Component::Nim(1)]]).unwrap();
        let limits = Limits::default();
        let mut meter = Meter::new(&limits);
        let mut plain = Labels::new(rules.clone(), Grundy::plain());
        // {0.77(3) + *2, *1}: option values 3 xor 2 = 1 and 1.
        assert_eq!(plain.value(&set, &mut meter).unwrap(), Nimber(0));
        assert_eq!(value(&rules, set), Nimber(0));
    }
}
