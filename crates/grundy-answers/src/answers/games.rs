//! What can be played.

use grundy::games::{Entry, Heaps};
use grundy::heap::{Code, HeapGame};
use grundy::notation::NamedRule;
use grundy::syntax::{NodeKind, RuleKind, parse_rule, parse_sum};
use grundy::{Limits, Meter};
use serde::{Deserialize, Serialize};

use crate::{Failure, Kind, Session};

/// What can be played, with an example of each.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct Games {
    /// Only the game of this name, or of this rule: `kayles`, `0.137`, `subtract{1,3,4}`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
}

/// What can be played, in the order in which a person would want to read it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct GamesAnswer {
    /// The games that have a name.
    pub games: Vec<NamedGame>,
}

/// A game that has a name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct NamedGame {
    /// The name in the notation.
    pub name: String,
    /// The parameters in braces; empty if there are none.
    pub parameters: String,
    /// The arguments.
    pub arguments: String,
    /// The rules in one sentence.
    pub rules: String,
    /// A position that can be solved.
    pub example: String,
    /// Who described the game, when and where; empty if nobody has to be named.
    #[serde(default)]
    pub source: String,
    /// The rule of the example, without its arguments.
    #[serde(default)]
    pub rule: String,
    /// The questions that can be asked about it: `solve`, `moves`, `explain` and `equal` about positions, and about the rule
    /// `values`, `period` and `compare` if positions are single integers, `table` if they are pairs of integers.
    #[serde(default)]
    pub questions: Vec<String>,
    /// The take-and-break code with the same moves, and what its digits mean. Left out if there is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub code: Option<CodeMeaning>,
}

/// A take-and-break code, and what its digits mean.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct CodeMeaning {
    /// The code: `0.137`.
    pub code: String,
    /// The games with a name that are this code, in the order of the list of games.
    pub games: Vec<String>,
    /// How many more tokens than its position says a heap of the code has: a strip of n squares of Treblecross is the heap of
    /// n + 2 tokens of 0.007. Usually 0.
    pub shift: u64,
    /// The digits from d1 on, and before them d0 unless it is 0. Numbers of tokens without a digit cannot be taken.
    pub digits: Vec<DigitMeaning>,
}

/// What a digit of a take-and-break code means.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct DigitMeaning {
    /// The number of tokens that a move takes.
    pub take: u64,
    /// Whether the digit repeats forever, so that it speaks of all larger numbers of tokens too.
    pub or_more: bool,
    /// The digit as it is written, 0-9 or A-F.
    pub digit: String,
    /// Into how many heaps, none of them empty, a move may put the tokens that are left: the digit is the sum of 1 for none (the
    /// whole heap is taken), 2 for one, 4 for two and 8 for three. Empty: so many tokens cannot be taken.
    pub leaves: Vec<u8>,
}

const OF_POSITIONS: [&str; 4] = ["solve", "moves", "explain", "equal"];
const OF_HEAPS: [&str; 3] = ["values", "period", "compare"];
const OF_GRIDS: [&str; 1] = ["table"];

impl Session {
    /// What can be played.
    #[must_use]
    pub fn games(&self) -> GamesAnswer {
        GamesAnswer { games: self.reader().games().iter().map(|entry| self.named(entry, entry.example)).collect() }
    }

    /// The game of this name, or of this rule.
    ///
    /// # Errors
    /// A [`Failure`] of the kind `notation`, `partizan` or `unsupported` if there is none, and `usage` if the text names a file.
    pub fn game(&self, name: &str) -> Result<NamedGame, Failure> {
        let entry = |name: &str| self.reader().games().iter().find(|entry| entry.name == name);
        if let Some(entry) = entry(name) {
            return Ok(self.named(entry, entry.example));
        }
        if let Ok(rule) = parse_rule(name)
            && matches!(rule.kind, RuleKind::File(_))
        {
            let failure = Failure::new(Kind::Usage, format!("{name} is a rule file, not the name of a game"));
            return Err(failure.with_help("ask for its values or its period, or solve one of its positions"));
        }
        let rule = self.rule(name, &mut Meter::new(&Limits::default()))?;
        Ok(match entry(rule.name.split('{').next().unwrap_or_default()) {
            // The arguments of the example serve other parameters too.
            Some(entry) => {
                let arguments = entry.example.rsplit_once('(').map_or("", |(_, arguments)| arguments);
                let named = self.named(entry, &format!("{}({arguments}", rule.name));
                let parameters = rule.name.split_once('{').map_or("", |(_, rest)| rest.trim_end_matches('}'));
                NamedGame { parameters: parameters.to_owned(), ..named }
            }
            None => self.coded(&rule),
        })
    }

    fn named(&self, entry: &Entry, example: &str) -> NamedGame {
        let text = rule_of(example);
        let rule = self.rule(&text, &mut Meter::new(&Limits::default())).ok();
        NamedGame {
            name: entry.name.to_owned(),
            parameters: entry.parameters.to_owned(),
            arguments: entry.arguments.to_owned(),
            rules: entry.rules.to_owned(),
            example: example.to_owned(),
            source: entry.source.to_owned(),
            rule: text,
            questions: questions(rule.as_ref()),
            code: rule.and_then(|rule| self.code_of(&rule)),
        }
    }

    /// A rule that is a code.
    fn coded(&self, rule: &NamedRule) -> NamedGame {
        NamedGame {
            name: rule.name.clone(),
            parameters: String::new(),
            arguments: "heap sizes".to_owned(),
            rules: "Take tokens from a heap, and leave the rest in one or more heaps, as the digits of the code allow."
                .to_owned(),
            example: format!("{}(12)", rule.name),
            source: "Guy and Smith, The G-values of various games, 1956".to_owned(),
            rule: rule.name.clone(),
            questions: questions(Some(rule)),
            code: self.code_of(rule),
        }
    }

    /// The code of a rule, if it has one.
    fn code_of(&self, rule: &NamedRule) -> Option<CodeMeaning> {
        let heaps = rule.heaps()?;
        let code = heaps.heap_game()?.rule().code()?;
        let same = |entry: &&Entry| {
            let named = entry.parameters.is_empty().then(|| self.rule(entry.name, &mut Meter::new(&Limits::default())));
            let game = named.and_then(Result::ok);
            let heaps = game.as_ref().and_then(|game| game.heaps()).filter(|heaps| heaps.shift() == 0);
            heaps.and_then(Heaps::heap_game).map(HeapGame::rule).and_then(|rule| rule.code()).as_ref() == Some(&code)
        };
        let games = self.reader().games().iter().filter(same).map(|entry| entry.name.to_owned()).collect();
        Some(CodeMeaning { code: code.to_string(), games, shift: heaps.shift(), digits: digits(&code) })
    }
}

fn questions(rule: Option<&NamedRule>) -> Vec<String> {
    let mut questions = OF_POSITIONS.to_vec();
    if let Some(rule) = rule {
        questions.extend(rule.heaps().into_iter().flat_map(|_| OF_HEAPS));
        questions.extend(rule.grid().into_iter().flat_map(|_| OF_GRIDS));
    }
    questions.into_iter().map(str::to_owned).collect()
}

/// What the digits of a code mean.
fn digits(code: &Code) -> Vec<DigitMeaning> {
    let (before, repeated) = code.digits();
    let meaning = |take: usize, digit: u8, or_more: bool| DigitMeaning {
        take: take as u64,
        or_more,
        digit: format!("{digit:X}"),
        leaves: (0..4).filter(|heaps| digit >> heaps & 1 == 1).collect(),
    };
    let mut digits: Vec<DigitMeaning> =
        before.iter().enumerate().map(|(take, &digit)| meaning(take, digit, false)).collect();
    if before.first() == Some(&0) {
        digits.remove(0);
    }
    if repeated > 0 {
        digits.push(meaning(before.len(), repeated, true));
    }
    digits
}

/// The rule of the first component of a position.
fn rule_of(position: &str) -> String {
    let nodes = parse_sum(position).map(|syntax| syntax.nodes).unwrap_or_default();
    let mut rules = nodes.into_iter().filter_map(|node| match node.kind {
        NodeKind::Component { rule, .. } => Some(rule.canonical()),
        _ => None,
    });
    rules.next().unwrap_or_default()
}
