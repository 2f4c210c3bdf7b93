//! The reader of positions and rules.

use std::collections::HashMap;
use std::sync::{Arc, PoisonError, RwLock};

use crate::games::{self, ArgumentReader, Call, Context, Entry, Files, Grid, Heaps, ReadError};
use crate::syntax::{NodeId, NodeKind, NotationError, RuleKind, RuleText, Syntax, nearest, parse_rule, parse_sum};
use crate::{Component, Limits, Meter, Rules, Sum};

/// Reads positions and keeps the games it has met, so that later texts reuse their tables.
///
/// Several threads may read at the same time.
///
/// # Examples
/// ```
/// use grundy::{Limits, Nimber, notation::Reader};
/// let reader = Reader::default();
/// let sum = reader.sum("nim(3, 4) + subtract{1,2,3}(10)")?;
/// assert_eq!(sum.value(&Limits::default())?, Nimber(5));
/// let error = reader.sum("kyales(3)").unwrap_err();
/// assert_eq!(error.to_string(), "there is no game `kyales`");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Reader {
    files: Files,
    rule_files: Option<OpenRules>,
    entries: Vec<Entry>,
    rules: Rules,
    games: RwLock<HashMap<String, Arc<dyn ArgumentReader>>>,
}

/// Opens the rule file with this name and adds its game to the rules.
pub type OpenRules =
    Box<dyn Fn(&str, &mut Context<'_, '_>) -> Result<Box<dyn ArgumentReader>, ReadError> + Send + Sync>;

impl Default for Reader {
    fn default() -> Self {
        Self {
            files: Files::default(),
            rule_files: None,
            entries: games::list(),
            rules: Rules::default(),
            games: RwLock::default(),
        }
    }
}

impl Reader {
    /// A reader that opens the files named in a text.
    #[must_use]
    pub fn with_files(files: Files) -> Self {
        Self { files, ..Self::default() }
    }

    /// The same reader, which also reads rule files named in a text, as in `"take.star"(10)`, through `open`. This
    /// library does not depend on the language of the rules.
    #[must_use]
    pub fn with_rule_files(self, open: OpenRules) -> Self {
        Self { rule_files: Some(open), ..self }
    }

    /// Adds a named game, which replaces any game of the same name. See [`Entry`] for an example.
    pub fn register(&mut self, entry: Entry) {
        self.entries.retain(|known| known.name != entry.name);
        let games = self.games.get_mut().unwrap_or_else(PoisonError::into_inner);
        games.retain(|rule, _| rule.split('{').next() != Some(entry.name));
        self.entries.push(entry);
    }

    /// The games of all positions that were read.
    #[must_use]
    pub const fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The named games, in the order in which they should be listed.
    #[must_use]
    pub fn games(&self) -> &[Entry] {
        &self.entries
    }

    /// The sum that a text describes, with its components in the order of the text; every heap is a component.
    ///
    /// # Errors
    /// [`ReadError`], with the place in the text.
    ///
    /// # Complexity
    /// Time O(length of the text), plus the time for reading files. Nested texts may be arbitrarily deep.
    pub fn sum(&self, text: &str) -> Result<Sum, ReadError> {
        self.sum_within(text, &mut Meter::new(&Limits::default()))
    }

    /// As [`sum`](Self::sum), within limits, which matter if the text names files.
    ///
    /// # Errors
    /// As for [`sum`](Self::sum), and [`ReadError::Game`] at a limit.
    pub fn sum_within(&self, text: &str, meter: &mut Meter<'_>) -> Result<Sum, ReadError> {
        let syntax = parse_sum(text).map_err(|error| bare_absent(text).unwrap_or_else(|| error.into()))?;
        let terms = self.terms(&syntax, meter)?;
        let components = syntax.terms.iter().flat_map(|term| terms[term.index()].iter().copied()).collect();
        Ok(Sum { rules: self.rules.clone(), components })
    }

    /// The rule that a text names.
    ///
    /// # Errors
    /// [`ReadError`], with the place in the text.
    pub fn rule(&self, text: &str) -> Result<NamedRule, ReadError> {
        self.rule_within(text, &mut Meter::new(&Limits::default()))
    }

    /// As [`rule`](Self::rule), within limits, which matter if the rule is a file.
    ///
    /// # Errors
    /// As for [`rule`](Self::rule), and [`ReadError::Game`] at a limit.
    pub fn rule_within(&self, text: &str, meter: &mut Meter<'_>) -> Result<NamedRule, ReadError> {
        let rule = parse_rule(text)?;
        let game = self.game(&rule, meter)?;
        Ok(NamedRule { name: rule.canonical(), rules: self.rules.clone(), game })
    }

    /// The components of every node, children first.
    fn terms(&self, syntax: &Syntax, meter: &mut Meter<'_>) -> Result<Vec<Vec<Component>>, ReadError> {
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
                    let game = self.game(rule, meter)?;
                    let mut components = Vec::new();
                    let pieces = if game.separates() { arguments.components()? } else { vec![arguments.clone()] };
                    for piece in &pieces {
                        components.extend(game.read(piece, &mut self.context(rule, meter))?);
                    }
                    components
                }
            };
            terms.push(components);
        }
        Ok(terms)
    }

    /// The game of a rule; it is made if it is new. If two threads make the same game, both use the one that was stored
    /// first.
    fn game(&self, rule: &RuleText, meter: &mut Meter<'_>) -> Result<Arc<dyn ArgumentReader>, ReadError> {
        let name = rule.canonical();
        // A game is added in one step, so the map is consistent even if a thread panicked while holding it.
        if let Some(game) = self.games.read().unwrap_or_else(PoisonError::into_inner).get(&name) {
            return Ok(Arc::clone(game));
        }
        let made = match (&rule.kind, &self.rule_files) {
            (RuleKind::File(file), Some(open)) => open(file, &mut self.context(rule, meter))?,
            _ => self.build(rule, &name)?,
        };
        let mut games = self.games.write().unwrap_or_else(PoisonError::into_inner);
        Ok(Arc::clone(games.entry(name).or_insert_with(|| made.into())))
    }

    fn context<'a, 'm>(&'a self, rule: &RuleText, meter: &'a mut Meter<'m>) -> Context<'a, 'm> {
        Context { rules: &self.rules, files: &self.files, rule: rule.span, meter }
    }

    fn build(&self, rule: &RuleText, canonical: &str) -> Result<Box<dyn ArgumentReader>, ReadError> {
        match &rule.kind {
            RuleKind::Code(text) => games::from_code(text, rule.span, &self.rules),
            RuleKind::File(_) => {
                Err(ReadError::Unsupported { name: canonical.to_owned(), span: rule.span, help: None })
            }
            RuleKind::Named { name, parameters } => match self.entries.iter().find(|entry| entry.name == name) {
                Some(Entry { build, .. }) => {
                    let call = Call { name: canonical.to_owned(), span: rule.span, parameters: parameters.as_ref() };
                    build(&call, &self.rules)
                }
                None => {
                    Err(games::absent(name, canonical, rule.span).unwrap_or_else(|| self.unknown(name, rule).into()))
                }
            },
        }
    }

    fn unknown(&self, name: &str, rule: &RuleText) -> NotationError {
        let error = NotationError::new(rule.span, format!("there is no game `{name}`"));
        let base = name.trim_end_matches(|c: char| c.is_ascii_digit());
        if base.len() < name.len()
            && self.entries.iter().any(|entry| entry.name == base && !entry.parameters.is_empty())
        {
            let braced = format!("{base}{{{}}}", &name[base.len()..]);
            return error
                .with_help(format!("write `{braced}`, in quotes: a shell takes braces away that are not quoted"));
        }
        match nearest(name, self.entries.iter().map(|entry| entry.name)) {
            Some(near) => error.with_help(format!("did you mean `{near}`?")),
            None => error.with_help("`grundy games` lists the games"),
        }
    }
}

/// The error for a text that is the name of a well-known game and nothing else, without its arguments.
fn bare_absent(text: &str) -> Option<ReadError> {
    let rule = parse_rule(text).ok()?;
    match &rule.kind {
        RuleKind::Named { name, .. } => games::absent(name, &rule.canonical(), rule.span),
        RuleKind::Code(_) | RuleKind::File(_) => None,
    }
}

/// A named rule, ready to be evaluated.
pub struct NamedRule {
    /// The rule in its canonical form.
    pub name: String,
    /// The games of the reader, including this one.
    pub rules: Rules,
    game: Arc<dyn ArgumentReader>,
}

impl NamedRule {
    /// The game as a sequence, if its positions are single integers.
    #[must_use]
    pub fn heaps(&self) -> Option<&dyn Heaps> {
        self.game.heaps()
    }

    /// The game as a table, if its positions are pairs of integers.
    #[must_use]
    pub fn grid(&self) -> Option<&dyn Grid> {
        self.game.grid()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::strategy::{Detail, Solver};
    use crate::{Convention, Nimber};

    #[test]
    fn one_solver_answers_for_all_sums_of_a_reader_even_those_that_are_read_later() {
        let reader = Reader::default();
        let texts = [("{*0, *1}", 2), ("{*1}", 0), ("{kayles(3), *0}", 1), ("{{*1}} + kayles(5)", 5)];
        let limits = Limits::default();
        let mut solver = Solver::new(reader.sum("nim(3)").unwrap().rules);
        for (text, value) in texts {
            let sum = reader.sum(text).unwrap();
            let solution =
                solver.solve(&sum.components, Convention::Normal, Detail::Outcome, &mut Meter::new(&limits)).unwrap();
            assert_eq!(solution.value, Some(Nimber(value).into()), "{text}");
        }
    }

    #[test]
    fn semicolons_separate_components_of_one_rule() {
        let reader = Reader::default();
        for (text, same) in [
            ("chomp(3, 2; 2, 1)", "chomp(3, 2) + chomp(2, 1)"),
            ("nim(1; 2, 3)", "nim(1, 2, 3)"),
            ("kayles( 5 ;7)", "kayles(5) + kayles(7)"),
            ("cram(2x3; \"../..\")", "cram(2x3) + cram(\"../..\")"),
            ("{chomp(2x2; 3x3)}", "{chomp(2x2) + chomp(3x3)}"),
            ("node-kayles(path:5; cycle:6)", "node-kayles(path:5) + node-kayles(cycle:6)"),
        ] {
            assert_eq!(reader.sum(text).unwrap().components, reader.sum(same).unwrap().components, "{text}");
        }
        for (text, span, message) in [
            ("nim(1;)", 5..6, "a component is missing after this `;`"),
            ("nim(;1)", 4..5, "a component is missing before this `;`"),
            ("nim(1; ;2)", 7..8, "a component is missing before this `;`"),
            ("nim(1; x)", 7..8, "x"),
        ] {
            let Err(ReadError::Notation(error)) = reader.sum(text) else { panic!("{text}") };
            assert_eq!(error.span.range(), span, "{text}: {error}");
            assert!(error.message.contains(message), "{text}: {error}");
        }
    }

    #[test]
    fn a_registered_game_takes_the_place_of_one_that_was_read_before() {
        let mut reader = Reader::default();
        let value = |reader: &Reader| reader.sum("nim(6) + subtract{1}(1)").unwrap().value(&Limits::default()).unwrap();
        assert_eq!(value(&reader), Nimber(7));
        let kayles = *reader.games().iter().find(|entry| entry.name == "kayles").unwrap();
        reader.register(Entry { name: "nim", ..kayles });
        assert_eq!(value(&reader), Nimber(2));
    }

    #[test]
    fn braces_that_a_shell_took_away_are_missed() {
        let help = |rule: &str| match Reader::default().rule(rule) {
            Err(ReadError::Notation(error)) => error.help.unwrap_or_default(),
            _ => panic!("{rule}"),
        };
        let advice = "write `subtract{12}`, in quotes: a shell takes braces away that are not quoted";
        assert_eq!(help("subtract12"), advice);
        assert_eq!(help("nim3"), "did you mean `nim`?");
    }

    #[test]
    fn many_components_of_many_games_are_read_in_linear_time() {
        let text: Vec<String> = (1..=20_000).map(|k| format!("subtract{{{k}}}(1)")).collect();
        assert_eq!(Reader::default().sum(&text.join(" + ")).unwrap().components.len(), 20_000);
    }

    #[test]
    fn threads_that_read_the_same_rule_share_its_game() {
        let reader = Reader::default();
        let sums: Vec<Sum> = std::thread::scope(|scope| {
            let threads: Vec<_> =
                (0..8).map(|_| scope.spawn(|| reader.sum("cram(3x4) + node-kayles(grid:2x5)").unwrap())).collect();
            threads.into_iter().map(|thread| thread.join().unwrap()).collect()
        });
        assert!(sums.iter().all(|sum| sum.components == sums[0].components));
    }
}
