//! What lies on the table: components of every kind, with their options and with the text that the notation has for them.

use super::board::{chomp, notakto};
use super::{Field, Numbers, Rule};

/// A component.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Piece {
    /// The nim-heap `*n`.
    Nim(u64),
    /// A heap of a rule, which the notation calls `name`.
    Heap { name: String, rule: Rule, size: u64 },
    /// A heap of Nim with a pass, which may have been used.
    PassHeap { size: u64, used: bool },
    /// A strip of so many squares of Treblecross, all of them free.
    Strip(usize),
    /// A few numbers that are one position.
    Numbers(Numbers, Vec<u64>),
    /// A board of Cram, row by row: `.` is a free square.
    Cram(Vec<String>),
    /// The rows of a board of Chomp.
    Chomp(Vec<usize>),
    /// The nine squares of a board of Notakto.
    Notakto(String),
    /// An order, an edge leading from the lower end to the one above.
    Poset(Field),
    /// A token that walks over a graph.
    Geography { field: Field, directed: bool, token: usize },
    /// A graph on which Node Kayles is played.
    NodeKayles(Field),
    /// A graph on which Arc Kayles is played.
    ArcKayles(Field),
    /// A token on a vertex of a graph.
    Token { graph: Graph, vertex: usize },
    /// A set of options.
    Set(Vec<Vec<Piece>>),
}

impl Piece {
    pub(crate) fn heap(name: impl Into<String>, rule: Rule, size: u64) -> Self {
        Self::Heap { name: name.into(), rule, size }
    }

    /// Every option, as the pieces that it leaves. An option may come twice.
    pub(crate) fn options(&self) -> Vec<Vec<Self>> {
        match self {
            Self::Nim(size) => (0..*size).map(|left| vec![Self::Nim(left)]).collect(),
            Self::Heap { name, rule, size } => {
                let heap = |&size: &u64| Self::heap(name, rule.clone(), size);
                rule.options(*size).iter().map(|parts| parts.iter().map(heap).collect()).collect()
            }
            Self::PassHeap { size, used } => {
                let pass = (*size > 0 && !used).then_some(Self::PassHeap { size: *size, used: true });
                let takes = (0..*size).map(|left| Self::PassHeap { size: left, used: *used });
                takes.chain(pass).map(|left| vec![left]).collect()
            }
            Self::Strip(squares) => (0..*squares).map(|crossed| strips_around(*squares, crossed)).collect(),
            Self::Numbers(game, numbers) => {
                let left = game.options(numbers).into_iter();
                left.map(|numbers| vec![Self::Numbers(game.clone(), numbers)]).collect()
            }
            Self::Cram(board) => dominoes(board).into_iter().map(|board| vec![Self::Cram(board)]).collect(),
            Self::Chomp(rows) => chomp(rows).into_iter().map(|rows| vec![Self::Chomp(rows)]).collect(),
            Self::Notakto(board) => notakto(board).into_iter().map(|board| vec![Self::Notakto(board)]).collect(),
            Self::Poset(field) => each(field.poset(), Self::Poset),
            Self::Geography { field, directed, token } => {
                let left =
                    |next| Self::Geography { field: field.without_one(*token), directed: *directed, token: next };
                field.next_to(*token, *directed).into_iter().map(|next| vec![left(next)]).collect()
            }
            Self::NodeKayles(field) => each(field.node_kayles(), Self::NodeKayles),
            Self::ArcKayles(field) => each(field.arc_kayles(), Self::ArcKayles),
            Self::Token { graph, vertex } => {
                graph.0[*vertex].iter().map(|&vertex| vec![Self::Token { graph: graph.clone(), vertex }]).collect()
            }
            Self::Set(options) => options.clone(),
        }
    }

    /// The piece as the notation has it.
    pub(crate) fn text(&self) -> String {
        match self {
            Self::Nim(size) => format!("*{size}"),
            Self::Heap { name, size, .. } => format!("{name}({size})"),
            Self::PassHeap { size, used: false } => format!("nim-with-pass({size})"),
            Self::PassHeap { size, used: true } => format!("nim({size})"),
            Self::Strip(squares) => format!("treblecross({squares})"),
            Self::Numbers(game, numbers) => game.text(numbers),
            Self::Cram(board) => format!("cram(\"{}\")", board.join("/")),
            Self::Chomp(rows) => {
                let rows: Vec<String> = rows.iter().map(usize::to_string).collect();
                format!("chomp({})", rows.join(","))
            }
            Self::Notakto(board) => format!("notakto(\"{}/{}/{}\")", &board[..3], &board[3..6], &board[6..]),
            Self::Poset(field) => format!("poset({})", field.text()),
            Self::Geography { field, directed, token } => {
                let directed = if *directed { "directed," } else { "" };
                format!("geography{{{directed}from:{}}}({})", Field::vertex_name(*token), field.text())
            }
            Self::NodeKayles(field) => format!("node-kayles({})", field.text()),
            Self::ArcKayles(field) => format!("arc-kayles({})", field.text()),
            Self::Token { graph, vertex } => {
                let name = serde_json::Value::from(Graph::vertex_name(*vertex));
                format!("graph(\"{}\", {name})", graph.file())
            }
            Self::Set(options) => format!("{{{}}}", options_text(options)),
        }
    }

    /// The graphs that the text names.
    pub(crate) fn graphs(&self) -> Vec<&Graph> {
        match self {
            Self::Token { graph, .. } => vec![graph],
            Self::Set(options) => options.iter().flatten().flat_map(Self::graphs).collect(),
            _ => Vec::new(),
        }
    }
}

/// Options as pieces of one kind.
fn each<P>(options: Vec<Vec<P>>, piece: impl Fn(P) -> Piece) -> Vec<Vec<Piece>> {
    options.into_iter().map(|parts| parts.into_iter().map(&piece).collect()).collect()
}

/// A sum as the notation has it.
pub(crate) fn sum_text(terms: impl IntoIterator<Item = String>) -> String {
    let terms: Vec<String> = terms.into_iter().collect();
    if terms.is_empty() { "*0".to_owned() } else { terms.join(" + ") }
}

/// Options as they stand between the braces of a set.
pub(crate) fn options_text(options: &[Vec<Piece>]) -> String {
    let options = options.iter().map(|parts| sum_text(parts.iter().map(Piece::text)));
    options.collect::<Vec<_>>().join(", ")
}

/// What a cross leaves of a strip: the squares where another does not let the opponent make three in a row at once, which
/// only a player who has lost allows. They lie in stretches, each a strip by itself.
fn strips_around(squares: usize, crossed: usize) -> Vec<Piece> {
    let safe: Vec<bool> = (0..squares).map(|square| square.abs_diff(crossed) > 2).collect();
    let stretches = safe.split(|&safe| !safe).map(<[bool]>::len);
    stretches.filter(|&squares| squares > 0).map(Piece::Strip).collect()
}

/// A board with one domino more, for every place that it can take.
fn dominoes(board: &[String]) -> Vec<Vec<String>> {
    let free = |row: usize, column: usize| board.get(row).is_some_and(|row| row.as_bytes().get(column) == Some(&b'.'));
    let mut boards = Vec::new();
    for (row, column) in (0..board.len()).flat_map(|row| (0..board[row].len()).map(move |column| (row, column))) {
        for (other_row, other_column) in [(row, column + 1), (row + 1, column)] {
            if free(row, column) && free(other_row, other_column) {
                let mut left = board.to_vec();
                left[row].replace_range(column..=column, "#");
                left[other_row].replace_range(other_column..=other_column, "#");
                boards.push(left);
            }
        }
    }
    boards
}

/// A graph without cycles: the vertices that each vertex leads to.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Graph(pub(crate) Vec<Vec<usize>>);

impl Graph {
    /// The name of a vertex: of the first ones some that are hard to write.
    pub(crate) fn vertex_name(vertex: usize) -> String {
        let hard = ["0", "a b", "\"", "x.y-z_1", "é, (", ""];
        hard.get(vertex).map_or_else(|| format!("v{vertex}"), |&name| name.to_owned())
    }

    /// The name of its file, which no other graph has.
    pub(crate) fn file(&self) -> String {
        let rows: Vec<String> = self.0.iter().map(|row| row.iter().map(usize::to_string).collect()).collect();
        format!("{}.json", rows.join("-"))
    }

    /// The content of its file.
    pub(crate) fn content(&self) -> String {
        let names =
            |row: &Vec<usize>| row.iter().map(|&vertex| Self::vertex_name(vertex)).collect::<serde_json::Value>();
        let rows = self.0.iter().enumerate().map(|(vertex, row)| (Self::vertex_name(vertex), names(row)));
        serde_json::Value::Object(rows.collect()).to_string()
    }
}
