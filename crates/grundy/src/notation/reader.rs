//! The reader of positions and rules.

use std::collections::HashMap;

use crate::games::{self, Call, Context, Entry, Files, Heaps, Playable, ReadError};
use crate::syntax::{NodeId, NodeKind, NotationError, RuleKind, RuleText, Syntax, nearest, parse_rule, parse_sum};
use crate::{Component, Rules, Sum};

/// Reads positions, keeping the games that it met, so that a second text finds their tables filled.
///
/// ```
/// use grundy::{Limits, Nimber, notation::Reader};
/// let mut reader = Reader::default();
/// let sum = reader.sum("nim(3, 4) + subtract{1,2,3}(10)")?;
/// assert_eq!(sum.value(&Limits::default())?, Nimber(5));
/// let error = reader.sum("kyales(3)").unwrap_err();
/// assert_eq!(error.to_string(), "there is no game `kyales`");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Default)]
pub struct Reader {
    files: Files,
    rule_files: Option<OpenRules>,
    rules: Rules,
    games: HashMap<String, Box<dyn Playable>>,
}

/// Opens the rule file of a name and puts its game on the table.
pub type OpenRules = Box<dyn Fn(&str, &mut Context<'_>) -> Result<Box<dyn Playable>, ReadError> + Send>;

impl Reader {
    /// A reader that opens the files which a text names.
    #[must_use]
    pub fn with_files(files: Files) -> Self {
        Self { files, ..Self::default() }
    }

    /// The same reader, which plays the rule files that a text names, `"take.star"(10)`, with the help of `open`: what
    /// rules are written in is not this library's business.
    #[must_use]
    pub fn with_rule_files(self, open: OpenRules) -> Self {
        Self { rule_files: Some(open), ..self }
    }

    /// The sum that a text describes, its components in textual order, each heap one.
    ///
    /// Time O(length of the text) besides what files hold; texts may nest as deep as they like.
    ///
    /// # Errors
    /// [`ReadError`], pointing at the place in the text.
    pub fn sum(&mut self, text: &str) -> Result<Sum, ReadError> {
        let syntax = parse_sum(text)?;
        let terms = self.terms(&syntax)?;
        let components = syntax.terms.iter().flat_map(|term| terms[term.index()].iter().copied()).collect();
        Ok(Sum { rules: self.rules.clone(), components })
    }

    /// The rule that a text names.
    ///
    /// # Errors
    /// [`ReadError`], pointing at the place in the text.
    pub fn rule(&mut self, text: &str) -> Result<NamedRule<'_>, ReadError> {
        let rule = parse_rule(text)?;
        let name = self.game(&rule)?;
        Ok(NamedRule { name: rule.canonical(), rules: self.rules.clone(), game: &*self.games[&name] })
    }

    /// The components of every node, children first.
    fn terms(&mut self, syntax: &Syntax) -> Result<Vec<Vec<Component>>, ReadError> {
        let mut terms: Vec<Vec<Component>> = Vec::with_capacity(syntax.nodes.len());
        for node in &syntax.nodes {
            let components = match &node.kind {
                NodeKind::Nimber(size) => vec![Component::Nim(*size)],
                NodeKind::Set(options) => {
                    let parts =
                        |option: &Vec<NodeId>| option.iter().flat_map(|part| terms[part.index()].clone()).collect();
                    vec![self.rules.set(options.iter().map(parts).collect::<Vec<_>>())?]
                }
                NodeKind::Component { rule, arguments } => {
                    let name = self.game(rule)?;
                    let Self { files, rules, games, .. } = self;
                    let mut context = Context { rules, files, rule: rule.span };
                    match games.get_mut(&name) {
                        Some(game) => game.read(arguments, &mut context)?,
                        None => Vec::new(), // it was put there by the line before
                    }
                }
            };
            terms.push(components);
        }
        Ok(terms)
    }

    /// Puts the game of a rule on the table if it is not there: the name under which it is.
    fn game(&mut self, rule: &RuleText) -> Result<String, ReadError> {
        let name = rule.canonical();
        if !self.games.contains_key(&name) {
            let Self { files, rule_files, rules, games } = self;
            let game = match (&rule.kind, rule_files) {
                (RuleKind::File(file), Some(open)) => open(file, &mut Context { rules, files, rule: rule.span })?,
                _ => build(rule, &name, rules)?,
            };
            games.insert(name.clone(), game);
        }
        Ok(name)
    }
}

fn build(rule: &RuleText, canonical: &str, rules: &mut Rules) -> Result<Box<dyn Playable>, ReadError> {
    let unsupported = || ReadError::Unsupported { name: canonical.to_owned(), span: rule.span };
    match &rule.kind {
        RuleKind::Code(text) => games::from_code(text, rule.span, rules),
        RuleKind::File(_) => Err(unsupported()),
        RuleKind::Named { name, parameters } => match games::list().into_iter().find(|entry| entry.name == name) {
            Some(Entry { build, .. }) => {
                build(&Call { name: canonical.to_owned(), span: rule.span, parameters: parameters.as_ref() }, rules)
            }
            None if games::is_planned(name) => Err(unsupported()),
            None => Err(unknown(name, rule).into()),
        },
    }
}

fn unknown(name: &str, rule: &RuleText) -> NotationError {
    let error = NotationError::new(rule.span, format!("there is no game `{name}`"));
    let list = games::list();
    match nearest(name, list.iter().map(|entry| entry.name)) {
        Some(near) => error.with_help(format!("did you mean `{near}`?")),
        None => error.with_help("`grundy games` lists the games"),
    }
}

/// A rule by its name, ready to be asked for values.
pub struct NamedRule<'a> {
    /// The rule as it is written.
    pub name: String,
    /// The games on the table, this one among them.
    pub rules: Rules,
    game: &'a dyn Playable,
}

impl NamedRule<'_> {
    /// The game as a sequence, if its positions are single integers.
    #[must_use]
    pub fn heaps(&self) -> Option<&dyn Heaps> {
        self.game.heaps()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::strategy::{Detail, Solver};
    use crate::{Convention, Limits, Meter, Nimber};

    #[test]
    fn one_solver_answers_for_all_sums_of_a_reader() {
        let mut reader = Reader::default();
        let texts = [("{*0, *1}", 2), ("{*1}", 0), ("{kayles(3), *0}", 1), ("{{*1}} + kayles(5)", 5)];
        let sums: Vec<Sum> = texts.iter().map(|(text, _)| reader.sum(text).unwrap()).collect();
        let mut solver = Solver::new(sums[3].rules.clone());
        let limits = Limits::default();
        for (sum, (text, value)) in sums.iter().zip(texts) {
            let solution =
                solver.solve(&sum.components, Convention::Normal, Detail::Outcome, &mut Meter::new(&limits)).unwrap();
            assert_eq!(solution.value, Some(Nimber(value).into()), "{text}");
        }
    }

    #[test]
    fn many_components_of_many_games_are_read_in_linear_time() {
        let text: Vec<String> = (1..=20_000).map(|k| format!("subtract{{{k}}}(1)")).collect();
        assert_eq!(Reader::default().sum(&text.join(" + ")).unwrap().components.len(), 20_000);
    }
}
