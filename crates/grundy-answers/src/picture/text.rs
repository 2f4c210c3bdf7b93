//! Pictures as text.

use unicode_width::UnicodeWidthStr;

use super::{Coordinates, Picture, PictureNode, PictureVertex, column_label, row_label, shortened};
use crate::Component;

mod graph;

/// What a text is drawn for: how much room it has, and which characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Screen {
    /// How many columns a line has.
    pub columns: usize,
    /// How many lines there may be.
    pub lines: usize,
    /// Whether characters beyond ASCII can be shown.
    pub unicode: bool,
}

/// The characters of a drawing.
struct Signs {
    token: char,
    taken: char,
    bar: char,
    taken_bar: char,
    marked: char,
    across: char,
    down: char,
    right: char,
    left: char,
    below: char,
    above: char,
    branch: &'static str,
    last: &'static str,
    beside: &'static str,
    more: &'static str,
}

const UNICODE: Signs = Signs {
    token: '●',
    taken: '○',
    bar: '█',
    taken_bar: '░',
    marked: '◆',
    across: '─',
    down: '│',
    right: '→',
    left: '←',
    below: '↓',
    above: '↑',
    branch: "├─ ",
    last: "└─ ",
    beside: "│  ",
    more: "…",
};

const ASCII: Signs = Signs {
    token: 'o',
    taken: '-',
    bar: '#',
    taken_bar: '-',
    marked: '*',
    across: '-',
    down: '|',
    right: '>',
    left: '<',
    below: 'v',
    above: '^',
    branch: "|- ",
    last: "`- ",
    beside: "|  ",
    more: "...",
};

impl Screen {
    const fn signs(self) -> &'static Signs {
        if self.unicode { &UNICODE } else { &ASCII }
    }
}

/// The pictures of components as lines of text, with the position above each and below it what marks mean. What the screen has no
/// room for is left out, and the text says how much that is.
///
/// # Examples
/// ```
/// use grundy::{Limits, Meter};
/// use grundy_answers::{Screen, Session, Solve, picture_text};
/// let question = Solve { picture: true, ..Solve::from("cram(2x3)") };
/// let answer = Session::new().solve_within(&question, &mut Meter::new(&Limits::default()))?;
/// let screen = Screen { columns: 80, lines: 24, unicode: false };
/// let drawn = picture_text(&answer.components, screen);
/// assert!(drawn.contains("1 . * ."), "{drawn}");
/// # Ok::<(), grundy_answers::Failure>(())
/// ```
#[must_use]
pub fn picture_text(components: &[Component], screen: Screen) -> String {
    let mut lines: Vec<String> = Vec::new();
    let mut rest = components;
    while let Some(first) = rest.first() {
        if lines.len() > screen.lines {
            break;
        }
        let is_heap = |component: &&Component| matches!(component.picture, Some(Picture::Heap { .. }));
        let heaps = rest.iter().take_while(is_heap).count();
        if heaps > 0 {
            draw_heaps(&rest[..heaps], screen, &mut lines);
            rest = &rest[heaps..];
            continue;
        }
        rest = &rest[1..];
        let Some(picture) = &first.picture else { continue };
        // The root of a tree is the position.
        if !matches!(picture, Picture::Tree { .. }) {
            lines.push(shortened(&first.position, screen.columns));
        }
        match picture {
            Picture::Board { rows, size, coordinates, marked } => {
                draw_board(rows, *size, *coordinates, marked, screen, &mut lines);
            }
            Picture::Graph { vertices, edges, directed, hidden } => {
                graph::draw((vertices, edges, *directed), *hidden, screen, &mut lines);
            }
            Picture::Tree { nodes, more } => draw_tree(nodes, *more, screen, &mut lines),
            Picture::Heap { .. } => {}
        }
        let is_marked = picture.is_marked();
        if let Some(name) = first.marked_move.as_ref().filter(|_| is_marked) {
            let sign = match picture {
                Picture::Graph { .. } => "[ ]".to_owned(),
                _ => screen.signs().marked.to_string(),
            };
            lines.push(format!("  {sign} {name}"));
        }
    }
    let undrawn = rest.iter().filter(|component| component.picture.is_some()).count();
    // A line is kept for what is left out.
    let all = lines.len() <= screen.lines && undrawn == 0;
    let kept = if all { lines.len() } else { lines.len().min(screen.lines.saturating_sub(1)) };
    let mut text = String::new();
    for line in &lines[..kept] {
        text.push_str(line.trim_end());
        text.push('\n');
    }
    if !all {
        let left_out = match (lines.len() - kept, undrawn) {
            (lines, 0) => format!("{lines} more lines"),
            (0, components) => format!("{components} more components"),
            (lines, components) => format!("{lines} more lines, {components} more components"),
        };
        text.push_str(&format!("{}\n", more(screen, &left_out)));
    }
    text
}

/// A remark about what is left out.
fn more(screen: Screen, what: &str) -> String {
    format!("{} {what}", screen.signs().more)
}

/// The fewest and the most columns that a bar takes.
const BAR: [usize; 2] = [8, 60];

fn draw_heaps(components: &[Component], screen: Screen, lines: &mut Vec<String>) {
    let signs = screen.signs();
    let heap = |component: &Component| match component.picture {
        Some(Picture::Heap { tokens, taken }) => (tokens, taken),
        _ => (0, 0),
    };
    let label = |component: &Component| shortened(&component.position, screen.columns / 3);
    let shown = components.len().min(screen.lines.saturating_sub(3).max(1));
    let components_shown = &components[..shown];
    let label_width = components_shown.iter().map(|component| label(component).width()).max().unwrap_or_default();
    let largest = components_shown.iter().map(|component| heap(component).0).max().unwrap_or_default();
    let number_width = largest.to_string().len();
    let room = screen.columns.saturating_sub(label_width + number_width + 6).clamp(BAR[0], BAR[1]);
    // With a unit of one, each mark is a token.
    let unit = largest.div_ceil(room as u64).max(1);
    let count = |tokens: u64| usize::try_from(tokens.div_ceil(unit)).unwrap_or(room).min(room);
    let (kept, taken) = if unit == 1 { (signs.token, signs.taken) } else { (signs.bar, signs.taken_bar) };
    for component in components_shown {
        let (tokens, takes) = heap(component);
        let all = count(tokens);
        // What is left is seen, however little it is.
        let gone = count(takes).min(if takes < tokens { all - 1 } else { all });
        let bar: String = std::iter::repeat_n(kept, all - gone).chain(std::iter::repeat_n(taken, gone)).collect();
        let label = label(component);
        let mut line = format!("{label}{}  ", " ".repeat(label_width - label.width()));
        line.push_str(&format!("{bar}{}  {tokens:>number_width$}", " ".repeat(count(largest) - all)));
        if let Some(name) = component.marked_move.as_ref().filter(|_| gone > 0) {
            line.push_str(&format!("  {taken} {name}"));
        }
        lines.push(line);
    }
    if shown < components.len() {
        lines.push(format!("  {}", more(screen, &format!("{} more heaps", components.len() - shown))));
    }
    if unit > 1 {
        lines.push(format!("  {kept} is {unit} tokens or fewer"));
    }
}

/// How a cell is drawn.
fn cell(sign: char, unicode: bool) -> char {
    match (sign, unicode) {
        ('.', true) => '·',
        ('O', true) => '■',
        ('x', true) => '×',
        ('o', true) => '●',
        ('#', true) => '█',
        (sign, _) => sign,
    }
}

fn draw_board(
    rows: &[String],
    [height, width]: [u64; 2],
    coordinates: Coordinates,
    marked: &[[usize; 2]],
    screen: Screen,
    lines: &mut Vec<String>,
) {
    let signs = screen.signs();
    let across = rows.iter().map(|row| row.chars().count()).max().unwrap_or_default();
    let wide = across.checked_sub(1).map_or(1, |last| column_label(coordinates, last).len().max(1));
    let margin = rows.len().checked_sub(1).map_or(0, |last| row_label(coordinates, last).len());
    let room = (screen.columns.saturating_sub(margin + 4) / (wide + 1)).max(1);
    let shown = across.min(room);
    if coordinates != Coordinates::None && shown > 0 {
        let labels = (0..shown).map(|column| format!(" {:>wide$}", column_label(coordinates, column)));
        lines.push(format!("  {}{}", " ".repeat(margin), labels.collect::<String>()));
    }
    for (at, row) in rows.iter().enumerate() {
        let mut line = format!("  {:>margin$}", row_label(coordinates, at));
        for (column, sign) in row.chars().take(shown).enumerate() {
            let drawn = match marked.binary_search(&[at, column]) {
                Ok(_) => signs.marked,
                Err(_) => cell(sign, screen.unicode),
            };
            line.push_str(&" ".repeat(wide));
            line.push(drawn);
        }
        lines.push(line);
    }
    let (right, below) = (width.saturating_sub(shown as u64), height.saturating_sub(rows.len() as u64));
    if right > 0 {
        lines.push(format!("  {}", more(screen, &format!("{right} more columns"))));
    }
    if below > 0 {
        lines.push(format!("  {}", more(screen, &format!("{below} more rows"))));
    }
    if rows.is_empty() {
        lines.push("  (no squares)".to_owned());
    }
}

fn draw_tree(nodes: &[PictureNode], more_nodes: bool, screen: Screen, lines: &mut Vec<String>) {
    let signs = screen.signs();
    let deepest = nodes.iter().map(|node| node.depth).max().unwrap_or_default();
    // From below: whether a node at each depth comes later with the same parent.
    let mut later = vec![false; deepest + 2];
    let mut drawn = Vec::with_capacity(nodes.len());
    for node in nodes.iter().rev() {
        later[node.depth + 1..].fill(false);
        let mut line = String::from("  ");
        for &beside in later.iter().take(node.depth).skip(1) {
            line.push_str(if beside { signs.beside } else { "   " });
        }
        if node.depth > 0 {
            line.push_str(if later[node.depth] { signs.branch } else { signs.last });
        }
        later[node.depth] = true;
        let width = line.width();
        if width + 8 > screen.columns {
            line = more(screen, "deeper");
        } else if screen.unicode {
            line.push_str(&shortened(&node.text, screen.columns - width));
        } else {
            line.push_str(&shortened(&node.text, screen.columns - width).replace('…', "..."));
        }
        drawn.push(line);
    }
    drawn.reverse();
    drawn.dedup_by(|line, before| line == before && line.ends_with("deeper"));
    lines.extend(drawn);
    if more_nodes {
        lines.push(format!("  {}", more(screen, "more options")));
    }
}

/// A name with what is known of its vertex: `[5]` if the move touches it, `<5>` if the token is on it.
fn decorated(vertex: &PictureVertex) -> String {
    let name = shortened(&vertex.name, 24);
    match (vertex.token, vertex.marked) {
        (false, false) => name,
        (false, true) => format!("[{name}]"),
        (true, false) => format!("<{name}>"),
        (true, true) => format!("<[{name}]>"),
    }
}
