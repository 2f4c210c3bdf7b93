//! What a position looks like, as data: heaps, squares or vertices. A game tells them, and renderers draw.
//!
//! A picture is bounded whatever the position: it lists the first squares or vertices and says how many there are.

/// What a position looks like, with what one move of it touches, if a move is shown.
///
/// # Examples
/// ```
/// use grundy::games::{Cram, CramBoard};
/// use grundy::picture::{Cell, Picture};
/// use grundy::{Game, Options};
///
/// let board = CramBoard::rectangle(1, 3).expect("three squares");
/// let mut options = Options::new();
/// Cram.options(&board, &mut options);
/// let Some(Picture::Board(drawn)) = Cram.picture(&board, options.iter().next()) else { panic!("a board") };
/// assert_eq!(drawn.cells(), [[Cell::Free; 3]]);
/// assert_eq!(drawn.marked().len(), 2); // the domino
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Picture {
    /// A heap of tokens.
    Heap(Heap),
    /// A board of squares; a strip is a board of one row.
    Board(Board),
    /// Vertices and edges.
    Graph(Diagram),
    /// Options within options.
    Tree(Tree),
}

/// A heap of tokens, some of which a move takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Heap {
    /// How many tokens there are.
    pub tokens: u64,
    /// How many of them the move takes.
    pub taken: u64,
}

impl Picture {
    /// A heap of this size, and the heaps that a move leaves of it. A move that adds tokens takes none.
    #[must_use]
    pub fn heap(tokens: u64, left: Option<&[u64]>) -> Self {
        let rest = left.and_then(|left| left.iter().try_fold(0_u64, |sum, &heap| sum.checked_add(heap)));
        Self::Heap(Heap { tokens, taken: rest.map_or(0, |rest| tokens.saturating_sub(rest)) })
    }

    /// A strip of these squares, each `cell`, and the strips that a move leaves of it: one at the beginning, or one on either
    /// side of what it takes. A strip that is longer than a picture may be is drawn as a heap.
    #[must_use]
    pub fn strip(length: u64, cell: Cell, left: Option<&[u64]>) -> Self {
        if length > Board::MOST_COLUMNS as u64 {
            return Self::heap(length, left);
        }
        let board = Board::new(1, length, Coordinates::None, |_, _| cell);
        let (first, second) = match left {
            None => (length, 0),
            Some(left) => (left.first().copied().unwrap_or(0), left.get(1).copied().unwrap_or(0)),
        };
        Self::Board(
            board.marking(|_, column| column as u64 >= first && (column as u64) < length.saturating_sub(second)),
        )
    }
}

/// What is on a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Cell {
    /// Nothing: it can be used.
    Free,
    /// Something that can be taken, such as a piece of chocolate.
    Filled,
    /// A cross.
    Cross,
    /// A token, a coin or a pin.
    Token,
    /// It cannot be used.
    Blocked,
    /// The square that nobody wants.
    Poisoned,
    /// There is no square here.
    Absent,
}

/// How the squares of a board are called in the names of moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Coordinates {
    /// They have no names.
    None,
    /// A letter for the column and a number for the row, from the top: `b2`.
    Squares,
    /// Numbers of rows and columns, from 1 and from the top: row 2, column 3.
    Numbers,
}

/// A board, or its upper left part if it is larger than a picture may be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    cells: Vec<Vec<Cell>>,
    size: (u64, u64),
    coordinates: Coordinates,
    marked: Vec<(usize, usize)>,
}

impl Board {
    /// The most rows that are listed.
    pub const MOST_ROWS: usize = 100;
    /// The most columns that are listed.
    pub const MOST_COLUMNS: usize = 200;

    /// The board with so many rows and columns; `cell` tells what is on a square, by its row and column from 0.
    #[must_use]
    pub fn new(rows: u64, columns: u64, coordinates: Coordinates, cell: impl Fn(usize, usize) -> Cell) -> Self {
        let listed = |count: u64, most: usize| usize::try_from(count).map_or(most, |count| count.min(most));
        let (down, across) = (listed(rows, Self::MOST_ROWS), listed(columns, Self::MOST_COLUMNS));
        let cells = (0..down).map(|row| (0..across).map(|column| cell(row, column)).collect()).collect();
        Self { cells, size: (rows, columns), coordinates, marked: Vec::new() }
    }

    /// The same board with marks on the squares that a move touches.
    #[must_use]
    pub fn marking(self, touched: impl Fn(usize, usize) -> bool) -> Self {
        let squares = self.cells.iter().enumerate().flat_map(|(row, cells)| (0..cells.len()).map(move |at| (row, at)));
        let marked = squares.filter(|&(row, column)| touched(row, column)).collect();
        Self { marked, ..self }
    }

    /// The squares that are listed, row by row.
    #[must_use]
    pub fn cells(&self) -> &[Vec<Cell>] {
        &self.cells
    }

    /// How many rows and columns the board has.
    #[must_use]
    pub const fn size(&self) -> (u64, u64) {
        self.size
    }

    /// How its squares are called.
    #[must_use]
    pub const fn coordinates(&self) -> Coordinates {
        self.coordinates
    }

    /// The rows and columns, from 0, of the squares that the move touches.
    #[must_use]
    pub fn marked(&self) -> &[(usize, usize)] {
        &self.marked
    }
}

/// Vertices and edges, not more than [`MOST`](Self::MOST) vertices.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Diagram {
    /// The vertices that are listed.
    pub vertices: Vec<Vertex>,
    /// The edges between listed vertices, by their numbers in the list, from the first end to the second.
    pub edges: Vec<(usize, usize)>,
    /// Whether an edge can be used in its direction only.
    pub directed: bool,
    /// How many vertices are not listed.
    pub hidden: u64,
}

/// A vertex of a diagram.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Vertex {
    /// Its name as moves call it.
    pub name: String,
    /// Its row and column on a grid, if it has a place on one.
    pub place: Option<(usize, usize)>,
    /// Whether the token is on it.
    pub token: bool,
    /// Whether the move touches it.
    pub marked: bool,
}

impl Diagram {
    /// The most vertices that are listed.
    pub const MOST: usize = 128;

    /// A path of the vertices 0, 1, …, closed to a cycle or not, of which a move touches those that `touched` tells.
    #[must_use]
    pub fn path(length: u64, closed: bool, touched: impl Fn(u64) -> bool) -> Self {
        let listed = usize::try_from(length).map_or(Self::MOST, |length| length.min(Self::MOST));
        let vertex = |number: usize| Vertex {
            name: number.to_string(),
            place: (!closed).then_some((0, number)),
            token: false,
            marked: touched(number as u64),
        };
        let mut edges: Vec<(usize, usize)> = (1..listed).map(|number| (number - 1, number)).collect();
        if closed && length == listed as u64 && (listed > 2 || listed == 1) {
            edges.push((listed - 1, 0));
        }
        Self { vertices: (0..listed).map(vertex).collect(), edges, directed: false, hidden: length - listed as u64 }
    }
}

/// Options within options, in the order in which they are written.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tree {
    /// The nodes that are listed; the options of a node follow it, one deeper.
    pub nodes: Vec<Node>,
    /// Whether there are nodes that are not listed.
    pub more: bool,
}

/// A node of a tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Node {
    /// How deep it is, from 0.
    pub depth: usize,
    /// The position, shortened if it is long.
    pub text: String,
}

impl Tree {
    /// The most nodes that are listed.
    pub const MOST: usize = 200;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_picture_of_a_huge_position_is_small() {
        let board = Board::new(u64::MAX, 1 << 60, Coordinates::Squares, |_, _| Cell::Free);
        assert_eq!((board.cells().len(), board.cells()[0].len()), (Board::MOST_ROWS, Board::MOST_COLUMNS));
        assert_eq!(board.size(), (u64::MAX, 1 << 60));
        let path = Diagram::path(u64::MAX, true, |_| false);
        assert_eq!((path.vertices.len(), path.edges.len(), path.hidden), (128, 127, u64::MAX - 128));
        assert_eq!(Picture::strip(1 << 60, Cell::Token, Some(&[5])), Picture::heap(1 << 60, Some(&[5])));
    }

    #[test]
    fn what_a_move_takes_is_marked() {
        assert_eq!(Picture::heap(7, Some(&[2, 3])), Picture::Heap(Heap { tokens: 7, taken: 2 }));
        assert_eq!(Picture::heap(7, Some(&[9])), Picture::Heap(Heap { tokens: 7, taken: 0 }));
        assert_eq!(Picture::heap(7, None), Picture::Heap(Heap { tokens: 7, taken: 0 }));
        let marked = |left: Option<&[u64]>| match Picture::strip(6, Cell::Token, left) {
            Picture::Board(board) => board.marked().iter().map(|&(_, column)| column).collect::<Vec<_>>(),
            _ => panic!("a strip"),
        };
        assert_eq!(marked(Some(&[1, 3])), [1, 2]);
        assert_eq!(marked(Some(&[4])), [4, 5]);
        assert_eq!(marked(Some(&[])), [0, 1, 2, 3, 4, 5]);
        assert_eq!(marked(None), [0_usize; 0]);
    }

    #[test]
    fn a_cycle_is_closed_once() {
        let edges = |length| Diagram::path(length, true, |_| false).edges;
        assert_eq!(edges(1), [(0, 0)]);
        assert_eq!(edges(2), [(0, 1)]);
        assert_eq!(edges(3), [(0, 1), (1, 2), (2, 0)]);
        assert_eq!(Diagram::path(3, false, |_| false).edges, [(0, 1), (1, 2)]);
    }
}
