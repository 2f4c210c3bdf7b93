//! Pictures of positions as data, and what draws them: [`text`] for terminals, [`svg`] for pages.

pub(crate) mod svg;
pub(crate) mod text;

use grundy::picture::{self as told, Cell};
use serde::{Deserialize, Serialize};

/// What a position looks like. It is small whatever the position: of a large one it lists the beginning.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "kind", rename_all = "lowercase")]
#[non_exhaustive]
pub enum Picture {
    /// A heap of tokens.
    Heap {
        /// How many tokens there are.
        tokens: u64,
        /// How many of them the marked move takes.
        taken: u64,
    },
    /// A board of squares; a strip is a board of one row.
    Board {
        /// The squares row by row, a character each: `.` free, `O` filled, `x` a cross, `o` a token, `#` blocked, `!` poisoned, a
        /// blank where there is no square.
        rows: Vec<String>,
        /// How many rows and columns the board has, more than are listed if it is large.
        size: [u64; 2],
        /// How squares are called in the names of moves: `b2`, or row 2, column 3.
        coordinates: Coordinates,
        /// The rows and columns, from 0, of the squares that the marked move touches.
        marked: Vec<[usize; 2]>,
    },
    /// Vertices and edges.
    Graph {
        /// The vertices.
        vertices: Vec<PictureVertex>,
        /// The edges, from the first end to the second, by the places of the vertices in the list.
        edges: Vec<[usize; 2]>,
        /// Whether an edge can be used in its direction only.
        directed: bool,
        /// How many vertices are not listed.
        hidden: u64,
    },
    /// Options within options.
    Tree {
        /// The nodes; the options of a node follow it, one deeper.
        nodes: Vec<PictureNode>,
        /// Whether there are nodes that are not listed.
        more: bool,
    },
}

/// How the squares of a board are called.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum Coordinates {
    /// They have no names.
    None,
    /// A letter for the column and a number for the row, from the top: `b2`.
    Squares,
    /// Numbers of rows and columns, from 1 and from the top.
    Numbers,
}

/// A vertex of a picture.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct PictureVertex {
    /// Its name as moves call it.
    pub name: String,
    /// Its row and column on a grid, if it has a place on one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub place: Option<[usize; 2]>,
    /// Whether the token is on it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub token: bool,
    /// Whether the marked move touches it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub marked: bool,
}

/// A node of a picture.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct PictureNode {
    /// How deep it is, from 0.
    pub depth: usize,
    /// The position, shortened if it is long.
    pub text: String,
}

/// What stands for a cell in the rows of a board.
const fn sign(cell: Cell) -> char {
    match cell {
        Cell::Free => '.',
        Cell::Filled => 'O',
        Cell::Cross => 'x',
        Cell::Token => 'o',
        Cell::Blocked => '#',
        Cell::Poisoned => '!',
        Cell::Absent => ' ',
        _ => '?',
    }
}

impl Picture {
    /// Whether it shows more than the position says anyway: a board or a graph, not a heap.
    #[must_use]
    pub const fn is_telling(&self) -> bool {
        matches!(self, Self::Board { .. } | Self::Graph { .. })
    }

    /// Whether it marks what a move touches.
    #[must_use]
    pub fn is_marked(&self) -> bool {
        match self {
            Self::Heap { taken, .. } => *taken > 0,
            Self::Board { marked, .. } => !marked.is_empty(),
            Self::Graph { vertices, .. } => vertices.iter().any(|vertex| vertex.marked),
            Self::Tree { .. } => false,
        }
    }

    /// About how much memory it takes, in bytes.
    pub(crate) fn bytes(&self) -> usize {
        size_of::<Self>()
            + match self {
                Self::Heap { .. } => 0,
                Self::Board { rows, marked, .. } => {
                    rows.iter().map(|row| size_of::<String>() + row.len()).sum::<usize>()
                        + size_of_val(marked.as_slice())
                }
                Self::Graph { vertices, edges, .. } => {
                    vertices.iter().map(|vertex| size_of::<PictureVertex>() + vertex.name.len()).sum::<usize>()
                        + size_of_val(edges.as_slice())
                }
                Self::Tree { nodes, .. } => {
                    nodes.iter().map(|node| size_of::<PictureNode>() + node.text.len()).sum::<usize>()
                }
            }
    }

    /// The picture that a game tells, if it is of a kind that is known here.
    pub(crate) fn of(told: told::Picture) -> Option<Self> {
        Some(match told {
            told::Picture::Heap(told::Heap { tokens, taken }) => Self::Heap { tokens, taken },
            told::Picture::Board(board) => Self::Board {
                rows: board.cells().iter().map(|row| row.iter().map(|&cell| sign(cell)).collect()).collect(),
                size: board.size().into(),
                coordinates: match board.coordinates() {
                    told::Coordinates::Squares => Coordinates::Squares,
                    told::Coordinates::Numbers => Coordinates::Numbers,
                    _ => Coordinates::None,
                },
                marked: board.marked().iter().map(|&square| square.into()).collect(),
            },
            told::Picture::Graph(told::Diagram { mut vertices, edges, directed, hidden }) => Self::Graph {
                hidden: hidden + vertices.len().saturating_sub(told::Diagram::MOST) as u64,
                edges: {
                    vertices.truncate(told::Diagram::MOST);
                    let listed = |&(from, to): &(usize, usize)| from.max(to) < vertices.len();
                    edges.into_iter().filter(listed).map(Into::into).collect()
                },
                vertices: vertices
                    .into_iter()
                    .map(|told::Vertex { name, place, token, marked }| PictureVertex {
                        name,
                        place: place.map(Into::into),
                        token,
                        marked,
                    })
                    .collect(),
                directed,
            },
            told::Picture::Tree(told::Tree { nodes, more }) => Self::Tree {
                more: more || nodes.len() > told::Tree::MOST,
                nodes: nodes
                    .into_iter()
                    .take(told::Tree::MOST)
                    .map(|told::Node { depth, text }| PictureNode { depth: depth.min(told::Tree::MOST), text })
                    .collect(),
            },
            _ => return None,
        })
    }
}

/// The edges of a picture that lead between its vertices, as all should.
fn within<'a>(vertices: &[PictureVertex], edges: &'a [[usize; 2]]) -> impl Iterator<Item = [usize; 2]> + use<'a> {
    let count = vertices.len();
    edges.iter().copied().filter(move |&[from, to]| from.max(to) < count)
}

/// The label of a column of a board.
fn column_label(coordinates: Coordinates, column: usize) -> String {
    match coordinates {
        Coordinates::Squares => {
            let letter = |number: usize| char::from(b'a' + u8::try_from(number % 26).unwrap_or_default());
            let first = (column >= 26).then(|| letter(column / 26 - 1));
            first.into_iter().chain([letter(column)]).collect()
        }
        Coordinates::Numbers => (column + 1).to_string(),
        Coordinates::None => String::new(),
    }
}

/// The label of a row of a board.
fn row_label(coordinates: Coordinates, row: usize) -> String {
    if coordinates == Coordinates::None { String::new() } else { (row + 1).to_string() }
}

/// A text with its middle left out if it has more than so many characters.
fn shortened(text: &str, most: usize) -> String {
    let count = text.chars().count();
    if count <= most || most < 3 {
        return text.to_owned();
    }
    let (first, last) = (most * 2 / 3, most - most * 2 / 3 - 1);
    text.chars().take(first).chain(['…']).chain(text.chars().skip(count - last)).collect()
}
