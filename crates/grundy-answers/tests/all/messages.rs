//! Questions, answers and failures as messages: what may be left out, what is refused, what is read back.

use grundy::{Limits, Meter};
use grundy_answers::{
    Compare, CompareAnswer, Detail, Equal, Explain, Failure, Games, Graph, Kind, Limit, Moves, Period, PeriodAnswer,
    PeriodBy, Question, Session, Solve, Table, Tree, Values,
};
use serde_json::{Value, json};

use crate::common::{answer, failure, positions, question, session_in};

/// Graphs: a path, a ring that nobody wants to leave, and two vertices that lead to each other.
use crate::questions::*;

#[test]
fn fields_that_are_left_out_have_the_values_that_their_documentation_says() {
    let ask = |json: Value| question(json);
    assert_eq!(
        ask(json!({"ask": "solve", "position": "*1"})),
        Question::Solve(Solve {
            position: "*1".into(),
            misere: false,
            loopy: false,
            detail: Detail::Moves(1000),
            merge: false,
            plan: false,
            check_rules: false,
            picture: false,
        })
    );
    assert_eq!(
        ask(json!({"ask": "tree", "position": "*1"})),
        Question::Tree(Tree { position: "*1".into(), misere: false, loopy: false, most: 200 })
    );
    assert_eq!(
        ask(json!({"ask": "moves", "position": "*1"})),
        Question::Moves(Moves {
            position: "*1".into(),
            misere: false,
            loopy: false,
            remoteness: false,
            merge: false,
            most: 100_000
        })
    );
    assert_eq!(
        ask(json!({"ask": "explain", "position": "*1"})),
        Question::Explain(Explain {
            position: "*1".into(),
            misere: false,
            loopy: false,
            remoteness: false,
            merge: false,
            most: 20,
            picture: false
        })
    );
    assert_eq!(
        ask(json!({"ask": "values", "rule": "nim"})),
        Question::Values(Values { rule: "nim".into(), from: 0, to: 0, misere: false, no_period: false })
    );
    assert_eq!(
        ask(json!({"ask": "table", "rule": "nim"})),
        Question::Table(Table { rule: "nim".into(), rows: [0, 0], columns: [0, 0], misere: false })
    );
    assert_eq!(
        ask(json!({"ask": "period", "rule": "nim"})),
        Question::Period(Period {
            rule: "nim".into(),
            max: 50_000_000,
            by: PeriodBy::Any,
            certificate: false,
            values: 100
        })
    );
    assert_eq!(
        ask(json!({"ask": "compare", "rules": ["nim", "kayles"]})),
        Question::Compare(Compare { rules: ["nim".into(), "kayles".into()], max: 1_000_000, shift: None })
    );
    assert_eq!(
        ask(json!({"ask": "equal", "positions": ["*1", "*2"]})),
        Question::Equal(Equal { positions: ["*1".into(), "*2".into()], misere: false, loopy: false, most: 20 })
    );
    assert_eq!(
        ask(json!({"ask": "graph", "file": "line"})),
        Question::Graph(Graph {
            file: "line".into(),
            text: None,
            format: None,
            loopy: false,
            misere: false,
            remoteness: false
        })
    );
    assert_eq!(ask(json!({"ask": "games"})), Question::Games(Games::default()));
    let one = Games { name: Some("nim".to_owned()) };
    assert_eq!(ask(json!({"ask": "games", "name": "nim"})), Question::Games(one));
}

#[test]
fn what_is_no_question_is_refused_with_its_reason() {
    let refused = |json: Value| serde_json::from_value::<Question>(json).unwrap_err().to_string();
    let names = [
        "solve",
        "moves",
        "explain",
        "values",
        "table",
        "p-positions",
        "period",
        "compare",
        "equal",
        "graph",
        "check",
        "games",
    ];
    for name in names {
        let error = refused(json!({"ask": name, "positoin": "nim(3)"}));
        assert!(error.contains("unknown field `positoin`"), "{name}: {error}");
        let error = refused(json!({"ask": name, "answer": 1}));
        assert!(error.contains("unknown field `answer`"), "{name}: {error}");
    }
    assert!(refused(json!({"ask": "win", "position": "nim(3)"})).contains("unknown variant `win`"));
    assert!(refused(json!({"position": "nim(3)"})).contains("missing field `ask`"));
    for wrong in [
        json!({"ask": "solve", "position": 3}),
        json!({"ask": "solve", "detail": "everything"}),
        json!({"ask": "values", "rule": "nim", "to": -1}),
        json!({"ask": "compare", "rules": ["nim"]}),
        json!({"ask": "period", "rule": "nim", "by": "chance"}),
    ] {
        assert!(serde_json::from_value::<Question>(wrong.clone()).is_err(), "{wrong}");
    }
}

#[test]
fn failures_read_back_as_they_were_and_point_at_their_place() {
    let folder = graphs();
    let session = session_in(&folder);
    let cases = [
        (json!({"ask": "solve", "position": "nim(1) + kyales(3)"}), Kind::Notation, Some((9, 15))),
        (json!({"ask": "solve"}), Kind::Notation, Some((0, 0))),
        (json!({"ask": "moves", "position": "nim(3"}), Kind::Notation, Some((5, 5))),
        (json!({"ask": "explain", "position": "graph(\"missing\", a)"}), Kind::Io, Some((6, 15))),
        (json!({"ask": "solve", "position": "sprouts(4)"}), Kind::Unsupported, Some((0, 7))),
        (json!({"ask": "solve", "position": "{graph(\"cycle\", a)}"}), Kind::Cycle, None),
        (json!({"ask": "compare", "rules": ["nim", "kyales"]}), Kind::Notation, Some((0, 6))),
        (json!({"ask": "equal", "positions": ["*1", "*"]}), Kind::Notation, Some((0, 1))),
        (json!({"ask": "values", "rule": "cram", "to": 3}), Kind::Usage, None),
        (json!({"ask": "period", "rule": "cram"}), Kind::Usage, None),
        (json!({"ask": "values", "rule": "nim", "from": 2, "to": 1}), Kind::Usage, None),
        (json!({"ask": "graph", "text": "{", "file": "x.json"}), Kind::Notation, None),
        (json!({"ask": "solve", "position": "sprouts(3, 5)"}), Kind::Unsupported, Some((0, 7))),
        (json!({"ask": "values", "rule": "domineering", "to": 3}), Kind::Partizan, Some((0, 11))),
        (json!({"ask": "games", "name": "\"take.star\""}), Kind::Usage, None),
        (json!({"ask": "games", "name": "kyales"}), Kind::Notation, Some((0, 6))),
    ];
    for (asked, kind, span) in cases {
        let mut failure = failure(&session, asked.clone(), &Limits::default());
        assert_eq!(
            (failure.kind, failure.span.map(|span| (span.start, span.end))),
            (kind, span),
            "{asked}: {failure:?}"
        );
        let json = serde_json::to_string(&failure).unwrap();
        let again: Failure = serde_json::from_str(&json).unwrap();
        // The text is the asker's own.
        failure.text = None;
        assert_eq!(again, failure, "{json}");
    }
    let text = failure(&session, json!({"ask": "equal", "positions": ["*1", "nim("]}), &Limits::default());
    assert_eq!(text.text.as_deref(), Some("nim("));
    let budget = failure(&session, json!({"ask": "solve", "position": "cram(5x5)"}), &positions(1));
    assert_eq!((budget.kind, budget.limit, budget.done.is_some()), (Kind::Budget, Some(Limit::Positions), true));
}

#[test]
fn a_session_without_files_opens_none() {
    let folder = graphs();
    let session = Session::new();
    let file = folder.path().join("line");
    let name = file.to_str().unwrap();
    for asked in [
        json!({"ask": "solve", "position": format!("graph(\"{name}\", a)")}),
        json!({"ask": "solve", "position": format!("node-kayles(\"{name}\")")}),
        json!({"ask": "graph", "file": name}),
    ] {
        let failure = failure(&session, asked.clone(), &Limits::default());
        assert_eq!(failure.kind, Kind::Io, "{asked}: {failure:?}");
    }
    // Rule files are another matter: nobody has said how to run them.
    let rules = failure(&session, json!({"ask": "solve", "position": "\"take.star\"(3)"}), &Limits::default());
    assert_eq!(rules.kind, Kind::Unsupported);
}

#[test]
fn typed_questions_have_the_same_answers() {
    let session = Session::new();
    let limits = Limits::default();
    let meter = &mut Meter::new(&limits);
    let typed = session.solve("kayles(12, 30)").unwrap();
    assert_eq!(
        answer(&session, json!({"ask": "solve", "position": "kayles(12, 30)"})),
        serde_json::to_value(typed).unwrap()
    );
    let period: PeriodAnswer = session.period(&Period { rule: "kayles".into(), ..Period::default() }, meter).unwrap();
    assert_eq!(answer(&session, json!({"ask": "period", "rule": "kayles"})), serde_json::to_value(period).unwrap());
    let rules = ["0.07".to_owned(), "0.137".to_owned()];
    let compare: CompareAnswer = session.compare(&Compare { rules, ..Compare::default() }, meter).unwrap();
    let asked = json!({"ask": "compare", "rules": ["0.07", "0.137"]});
    assert_eq!(answer(&session, asked), serde_json::to_value(compare).unwrap());
}
