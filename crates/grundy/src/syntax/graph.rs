//! Graphs as arguments: `path:5`, `cycle:6`, `grid:2x5`, `edges:0-1,1-2`, `"file.json"`.

use super::character::quoted;
use super::{Item, NotationError, Span, nearest};

/// A graph as written. It extends to the closing bracket of its rule.
/// ```text
/// graph = path:N | cycle:N | grid:RxC | edges:[E{,E}] | string
/// E     = A-B | A                an edge, or a vertex that may have none
/// A, B  = word without `-` | string
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum GraphText {
    /// `path:N`: the vertices 0, 1, …, N-1, each joined to the next.
    Path(u64),
    /// `cycle:N`: the path of N vertices with its ends joined; N is at least 1. A single vertex is joined to itself,
    /// and two vertices are joined twice.
    Cycle(u64),
    /// `grid:RxC`: R rows of C vertices, numbered row by row from 0; each vertex is joined to the next in its row and
    /// in its column.
    Grid {
        /// The number of rows.
        rows: u64,
        /// The number of vertices in a row.
        columns: u64,
    },
    /// `edges:A-B,B-C,D`: a list of edges and vertices.
    Edges(Vec<EdgeText>),
    /// `"file"`: the name of a file that contains the graph.
    File(String),
}

/// An edge, or a single vertex, in a list of edges.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EdgeText {
    /// The first vertex.
    pub from: String,
    /// The second vertex; `None` for a single vertex.
    pub to: Option<String>,
    /// The place of the edge or vertex.
    pub span: Span,
}

const KINDS: [&str; 4] = ["path", "cycle", "grid", "edges"];

impl Item<'_> {
    /// The graph that is written here.
    ///
    /// # Errors
    /// If this is not the text of a graph.
    ///
    /// # Examples
    /// ```
    /// use grundy::syntax::{Arguments, GraphText};
    /// assert_eq!(Arguments::new("grid:2x5", 0).whole().graph()?, GraphText::Grid { rows: 2, columns: 5 });
    /// let GraphText::Edges(edges) = Arguments::new("edges: a-b, c", 0).whole().graph()? else { unreachable!() };
    /// assert_eq!((&*edges[0].from, edges[0].to.as_deref()), ("a", Some("b")));
    /// assert_eq!((&*edges[1].from, edges[1].to.as_deref()), ("c", None));
    /// # Ok::<(), grundy::syntax::NotationError>(())
    /// ```
    pub fn graph(&self) -> Result<GraphText, NotationError> {
        if self.is_string() {
            return self.string().map(GraphText::File);
        }
        let Some((kind, rest)) = self.split_once(":")? else { return Err(self.no_graph()) };
        match kind.text() {
            "path" => rest.only_integer().map(GraphText::Path),
            "cycle" => match rest.only_integer()? {
                0 => Err(NotationError::new(rest.span(), "a cycle has at least one vertex")),
                vertices => Ok(GraphText::Cycle(vertices)),
            },
            "grid" => {
                let (rows, columns) = rest.rows_by_columns()?;
                Ok(GraphText::Grid { rows, columns })
            }
            "edges" => rest.items()?.iter().map(Item::edge).collect::<Result<_, _>>().map(GraphText::Edges),
            _ => Err(kind.no_graph()),
        }
    }

    /// An edge `a-b`, or a single vertex.
    fn edge(&self) -> Result<EdgeText, NotationError> {
        let span = self.span();
        match self.split_once("-")? {
            None => Ok(EdgeText { from: self.vertex()?, to: None, span }),
            Some((from, to)) => Ok(EdgeText { from: from.vertex()?, to: Some(to.vertex()?), span }),
        }
    }

    /// The name of a vertex. The first `-` of an edge separates its ends, so another one is a mistake.
    fn vertex(&self) -> Result<String, NotationError> {
        if !self.is_string() && self.text().contains('-') {
            let message = format!("an edge has two ends, found {}", quoted(self.text()));
            let help = format!("write a name that contains `-` in double quotes: `\"{}\"`", self.text());
            return Err(NotationError::new(self.span(), message).with_help(help));
        }
        self.word().map(std::borrow::Cow::into_owned)
    }

    fn no_graph(&self) -> NotationError {
        let message = match self.text() {
            "" => "a graph is missing here".to_owned(),
            text => format!("expected a graph, found {}", quoted(text)),
        };
        let error = NotationError::new(self.span(), message);
        match nearest(self.text(), KINDS.into_iter()) {
            Some(kind) => error.with_help(format!("did you mean `{kind}:`?")),
            None => {
                error.with_help("write `path:5`, `cycle:6`, `grid:2x5`, `edges:0-1,1-2`, or a file in double quotes")
            }
        }
    }
}

/// The name of a vertex as written in a list of edges: as it is if possible, otherwise as a string.
///
/// # Examples
/// ```
/// use grundy::syntax::written_vertex;
/// assert_eq!(written_vertex("v_1"), "v_1");
/// assert_eq!(written_vertex("a-b"), "\"a-b\"");
/// ```
#[must_use]
pub fn written_vertex(name: &str) -> String {
    let bare = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '.';
    if !name.is_empty() && name.chars().all(bare) { name.to_owned() } else { super::string::encode(name) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::syntax::Arguments;

    fn read(text: &str) -> Result<GraphText, NotationError> {
        Arguments::new(text, 10).whole().graph()
    }

    #[test]
    fn every_form_is_read() {
        assert_eq!(read("path:0"), Ok(GraphText::Path(0)));
        assert_eq!(read(" cycle : 6 "), Ok(GraphText::Cycle(6)));
        assert_eq!(read("grid:2x5"), Ok(GraphText::Grid { rows: 2, columns: 5 }));
        assert_eq!(read("\"a b.json\""), Ok(GraphText::File("a b.json".to_owned())));
        assert_eq!(read("edges:"), Ok(GraphText::Edges(Vec::new())));
        let edge = |from: &str, to: Option<&str>, span| EdgeText {
            from: from.to_owned(),
            to: to.map(str::to_owned),
            span: Span::new(span, span + from.len() + to.map_or(0, |to| to.len() + 1)),
        };
        let edges = vec![edge("0", Some("1"), 16), edge("v_2", Some("v_2"), 20), edge("z", None, 29)];
        assert_eq!(read("edges:0-1,v_2-v_2, z"), Ok(GraphText::Edges(edges)));
        let Ok(GraphText::Edges(edges)) = read("edges:\"a-b\"-\"\", \"c, d\"") else { panic!("edges") };
        let names: Vec<_> = edges.iter().map(|edge| (&*edge.from, edge.to.as_deref())).collect();
        assert_eq!(names, [("a-b", Some("")), ("c, d", None)]);
        for name in ["0", "a-b", "", "a b", "é", "\"", "x.y_Z9"] {
            let Ok(GraphText::Edges(edges)) = read(&format!("edges:{}", written_vertex(name))) else {
                panic!("{name}")
            };
            assert_eq!(edges[0].from, name);
        }
    }

    #[test]
    fn what_is_no_graph_is_an_error_at_its_place() {
        for (text, span, message, help) in [
            ("", 10..10, "a graph is missing here", "write `path:5`"),
            ("5", 10..11, "expected a graph, found `5`", "write `path:5`"),
            ("pth:5", 10..13, "expected a graph, found `pth`", "did you mean `path:`?"),
            ("path:x", 15..16, "expected an integer, found `x`", ""),
            ("cycle:0", 16..17, "a cycle has at least one vertex", ""),
            ("edges:0-1-2", 18..21, "an edge has two ends, found `1-2`", "write a name that contains `-`"),
            ("edges:0-", 18..18, "a name is missing here", ""),
            ("edges:0-1,,", 20..21, "an argument is missing before this `,`", ""),
            ("edges:0-é", 18..20, "an unquoted name cannot contain `é`", "write it as a string"),
        ] {
            let error = read(text).unwrap_err();
            assert_eq!((error.span.range(), &*error.message), (span, message), "{text}");
            assert!(error.help.unwrap_or_default().starts_with(help), "{text}");
        }
    }
}
