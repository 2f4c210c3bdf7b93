//! Any question, and its answer, as messages.

use grundy::Game as _;
use grundy::Meter;
use serde::{Deserialize, Serialize};

use crate::{
    Check, CheckAnswer, Compare, CompareAnswer, Equal, EqualAnswer, Explain, ExplainAnswer, Failure, Games,
    GamesAnswer, Graph, GraphAnswer, Moves, MovesAnswer, PPositions, PPositionsAnswer, Period, PeriodAnswer,
    RulesCheck, RulesCheckAnswer, Session, Solve, SolveAnswer, Table, TableAnswer, Tree, TreeAnswer, Values,
    ValuesAnswer,
};

/// Any question. In JSON the field `ask` names it, as in `{"ask": "solve", "position": "nim(3, 4)", "misere": true}`.
///
/// ```
/// use grundy::{Limits, Meter};
/// use grundy_answers::{Question, Session};
/// let question: Question = serde_json::from_str(r#"{"ask": "values", "rule": "kayles", "to": 5}"#)?;
/// let answer = Session::new().ask(&question, &mut Meter::new(&Limits::default()))?;
/// let json = serde_json::to_value(&answer)?;
/// assert_eq!(json["values"], serde_json::json!([0, 1, 2, 3, 1, 4]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "ask", rename_all = "lowercase")]
#[non_exhaustive]
pub enum Question {
    /// Who wins a position, and by which moves.
    Solve(Solve),
    /// Every move, and what it leads to.
    Moves(Moves),
    /// Why a position is won or lost.
    Explain(Explain),
    /// All positions that can be reached, and the moves between them.
    Tree(Tree),
    /// The values of the heaps of a rule.
    Values(Values),
    /// The values of a rule of two coordinates.
    Table(Table),
    /// The P-positions of a rule.
    #[serde(rename = "p-positions")]
    PPositions(PPositions),
    /// When they repeat.
    Period(Period),
    /// Where two rules differ.
    Compare(Compare),
    /// Whether two positions are equal.
    Equal(Equal),
    /// The value of every vertex of a graph.
    Graph(Graph),
    /// Whether a certificate proves what it claims.
    Check(Check),
    /// What a rule file looks like, and whether what it claims agrees with its options.
    Rules(RulesCheck),
    /// What can be played.
    Games(Games),
}

/// The answer to any question. In JSON it is that of the question itself.
#[derive(Serialize)]
#[serde(untagged)]
#[non_exhaustive]
#[expect(missing_docs, reason = "each is the answer to the question of the same name")]
pub enum Answer {
    Solve(SolveAnswer),
    Moves(MovesAnswer),
    Explain(ExplainAnswer),
    Tree(TreeAnswer),
    Values(ValuesAnswer),
    Table(TableAnswer),
    PPositions(PPositionsAnswer),
    Period(PeriodAnswer),
    Compare(CompareAnswer),
    Equal(EqualAnswer),
    Graph(GraphAnswer),
    Check(CheckAnswer),
    Rules(RulesCheckAnswer),
    Games(GamesAnswer),
}

impl Session {
    /// The answer to any question.
    ///
    /// # Errors
    /// Those of the question.
    pub fn ask(&self, question: &Question, meter: &mut Meter<'_>) -> Result<Answer, Failure> {
        // What was noticed before is not about this question.
        let _ = self.rules().remark();
        self.answer(question, meter).map_err(|failure| match self.rules().remark() {
            Some(remark) if failure.is_budget() => {
                Failure { message: format!("{}; {remark}", failure.message), ..failure }
            }
            _ => failure,
        })
    }

    fn answer(&self, question: &Question, meter: &mut Meter<'_>) -> Result<Answer, Failure> {
        Ok(match question {
            Question::Solve(question) => Answer::Solve(self.solve_within(question, meter)?),
            Question::Moves(question) => Answer::Moves(self.moves(question, meter)?),
            Question::Explain(question) => Answer::Explain(self.explain(question, meter)?),
            Question::Tree(question) => Answer::Tree(self.tree(question, meter)?),
            Question::Values(question) => Answer::Values(self.values(question, meter)?),
            Question::Table(question) => Answer::Table(self.table(question, meter)?),
            Question::PPositions(question) => Answer::PPositions(self.p_positions(question, meter)?),
            Question::Period(question) => Answer::Period(self.period(question, meter)?),
            Question::Compare(question) => Answer::Compare(self.compare(question, meter)?),
            Question::Equal(question) => Answer::Equal(self.equal(question, meter)?),
            Question::Graph(question) => Answer::Graph(self.graph(question, meter)?),
            Question::Check(question) => Answer::Check(self.check(question, meter)?),
            Question::Rules(question) => Answer::Rules(self.check_rules(question, meter)?),
            Question::Games(Games { name: None }) => Answer::Games(self.games()),
            Question::Games(Games { name: Some(name) }) => Answer::Games(GamesAnswer { games: vec![self.game(name)?] }),
        })
    }
}
