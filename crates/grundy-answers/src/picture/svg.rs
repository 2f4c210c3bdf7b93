//! Pictures as SVG.
//!
//! Source: Scalable Vector Graphics 1.1 (W3C 2011); what XML 1.0 has no way to write is replaced.

use std::fmt::Write;

use super::{Coordinates, Picture, PictureNode, PictureVertex, column_label, row_label, shortened, within};
use crate::Component;

/// The most components that are drawn.
const MOST_COMPONENTS: usize = 40;
/// The side of a square, in pixels; other measures follow from it.
const SIDE: usize = 32;
/// The distance of neighbouring vertices.
const APART: usize = 64;
const MARGIN: usize = 16;
/// The height of a line of text.
const LINE: usize = 20;
/// The width of a character, at most.
const CHARACTER: usize = 9;
/// More characters of a text are not drawn.
const LONGEST: usize = 80;
/// Tokens that are drawn one by one, and the length of a bar.
const MOST_TOKENS: u64 = 40;
const BAR: u64 = 480;

/// The pictures of components as an SVG document, one below the other. The document is small whatever the positions, has a title and
/// a description, and is the same whenever it is made.
///
/// # Examples
/// ```
/// use grundy::{Limits, Meter};
/// use grundy_answers::{Session, Solve, picture_svg};
/// let question = Solve { picture: true, ..Solve::from("cram(2x3)") };
/// let answer = Session::new().solve_within(&question, &mut Meter::new(&Limits::default()))?;
/// assert!(picture_svg(&answer.components).starts_with("<svg xmlns="));
/// # Ok::<(), grundy_answers::Failure>(())
/// ```
#[must_use]
pub fn picture_svg(components: &[Component]) -> String {
    let drawn: Vec<&Component> = components.iter().filter(|component| component.picture.is_some()).collect();
    let largest = drawn.iter().filter_map(|component| heap(component)).map(|(tokens, _)| tokens).max().unwrap_or(0);
    let mut page = Page { body: String::new(), width: 0, height: MARGIN };
    for component in drawn.iter().take(MOST_COMPONENTS) {
        page.line(&component.position, "label");
        match &component.picture {
            Some(Picture::Heap { tokens, taken }) => page.heap(*tokens, *taken, largest),
            Some(Picture::Board { rows, size, coordinates, marked }) => page.board(rows, *size, *coordinates, marked),
            Some(Picture::Graph { vertices, edges, directed, hidden }) => {
                page.graph(vertices, edges, *directed, *hidden);
            }
            Some(Picture::Tree { nodes, more }) => page.tree(nodes, *more),
            None => {}
        }
        let marked = component.picture.as_ref().is_some_and(Picture::is_marked);
        if let Some(name) = component.marked_move.as_ref().filter(|_| marked) {
            page.line(&format!("marked: {name}"), "note");
        }
        page.height += MARGIN;
    }
    if drawn.len() > MOST_COMPONENTS {
        page.line(&format!("and {} more components", drawn.len() - MOST_COMPONENTS), "note");
    }
    let positions: Vec<&str> = components.iter().take(MOST_COMPONENTS).map(|component| &*component.position).collect();
    page.document(&shortened(&positions.join(" + "), LONGEST), &description(&drawn))
}

fn heap(component: &Component) -> Option<(u64, u64)> {
    if let Some(Picture::Heap { tokens, taken }) = component.picture { Some((tokens, taken)) } else { None }
}

/// What the pictures show, in words.
fn description(components: &[&Component]) -> String {
    let said = |component: &&Component| {
        let what = match component.picture.as_ref()? {
            Picture::Heap { tokens, .. } => format!("a heap of {tokens}"),
            Picture::Board { size: [rows, columns], .. } => format!("a board of {rows} by {columns} squares"),
            Picture::Graph { vertices, edges, hidden, .. } => {
                format!("a graph of {} vertices, with {} edges drawn", vertices.len() as u64 + hidden, edges.len())
            }
            Picture::Tree { .. } => "a position by its options, and theirs".to_owned(),
        };
        Some(match &component.marked_move {
            Some(name) => format!("{what}; a move is marked: {}", shortened(name, LONGEST)),
            None => what,
        })
    };
    components.iter().take(MOST_COMPONENTS).filter_map(said).collect::<Vec<_>>().join(". ")
}

/// Text as XML holds it: signs of the markup are escaped, characters that XML does not know are replaced.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for sign in text.chars() {
        match sign {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\u{fffe}' | '\u{ffff}' => out.push('\u{fffd}'),
            sign if sign.is_control() => out.push('\u{fffd}'),
            sign => out.push(sign),
        }
    }
    out
}

/// A document that grows downwards.
struct Page {
    body: String,
    width: usize,
    height: usize,
}

const STYLE: &str = "text{font:14px sans-serif;fill:#222}\
.label{font-weight:bold}.note{fill:#555}.middle{text-anchor:middle;dominant-baseline:central}\
.free{fill:#fff;stroke:#888}.filled{fill:#e8c9a0;stroke:#888}.blocked{fill:#999;stroke:#888}\
.token{fill:#9ec5fe;stroke:#456}.marked{fill:#ffd866;stroke:#a60}.edge{stroke:#888;fill:none}";

impl Page {
    /// Appends markup; to write to a string cannot fail.
    fn push(&mut self, markup: std::fmt::Arguments<'_>) {
        let _ = self.body.write_fmt(markup);
        self.body.push('\n');
    }

    fn reach(&mut self, width: usize) {
        self.width = self.width.max(width);
    }

    fn text(&mut self, (x, y): (usize, usize), class: &str, text: &str) {
        let text = escaped(&shortened(text, LONGEST));
        self.push(format_args!("<text x=\"{x}\" y=\"{y}\" class=\"{class}\">{text}</text>"));
    }

    /// A line of text below what is there.
    fn line(&mut self, text: &str, class: &str) {
        self.height += LINE;
        self.text((MARGIN, self.height - 6), class, text);
        self.reach(MARGIN + text.chars().count().min(LONGEST) * CHARACTER);
    }

    fn heap(&mut self, tokens: u64, taken: u64, largest: u64) {
        if largest <= MOST_TOKENS {
            for token in 0..usize::try_from(tokens).unwrap_or_default() {
                let class = if token as u64 >= tokens.saturating_sub(taken) { "marked" } else { "token" };
                let (x, y) = (MARGIN + 10 + 24 * token, self.height + 12);
                self.push(format_args!("<circle cx=\"{x}\" cy=\"{y}\" r=\"10\" class=\"{class}\"/>"));
                self.reach(x + 10);
            }
        } else {
            // In 128 bits, since a heap may be as large as a number can be.
            let scaled = |part: u64| (u128::from(part) * u128::from(BAR)).div_ceil(u128::from(largest));
            let (all, gone) = (scaled(tokens), scaled(taken.min(tokens)));
            let (x, y, kept) = (MARGIN as u128, self.height + 2, all - gone);
            self.push(format_args!("<rect x=\"{x}\" y=\"{y}\" width=\"{kept}\" height=\"20\" class=\"token\"/>"));
            if gone > 0 {
                let x = x + kept;
                self.push(format_args!("<rect x=\"{x}\" y=\"{y}\" width=\"{gone}\" height=\"20\" class=\"marked\"/>"));
            }
            let number = MARGIN + usize::try_from(all).unwrap_or_default() + 8;
            self.text((number, self.height + 17), "note", &tokens.to_string());
            self.reach(number + 20 * CHARACTER);
        }
        self.height += 26;
    }

    fn board(&mut self, rows: &[String], size: [u64; 2], coordinates: Coordinates, marked: &[[usize; 2]]) {
        let named = coordinates != Coordinates::None;
        let (left, top) = (MARGIN + if named { SIDE } else { 0 }, self.height + if named { LINE } else { 4 });
        let across = rows.iter().map(|row| row.chars().count()).max().unwrap_or_default();
        let centre = |at: usize| at * SIDE + SIDE / 2;
        if named {
            for column in 0..across {
                self.text((left + centre(column), top - 10), "note middle", &column_label(coordinates, column));
            }
        }
        for (at, row) in rows.iter().enumerate() {
            if named {
                self.text((left - SIDE / 2, top + centre(at)), "note middle", &row_label(coordinates, at));
            }
            for (column, sign) in row.chars().enumerate().filter(|&(_, sign)| sign != ' ') {
                let class = match (marked.binary_search(&[at, column]), sign) {
                    (Ok(_), _) => "marked",
                    (_, '#') => "blocked",
                    (_, 'O' | '!') => "filled",
                    _ => "free",
                };
                let (x, y) = (left + column * SIDE, top + at * SIDE);
                self.push(format_args!(
                    "<rect x=\"{x}\" y=\"{y}\" width=\"{SIDE}\" height=\"{SIDE}\" class=\"{class}\"/>"
                ));
                let (x, y) = (left + centre(column), top + centre(at));
                match sign {
                    'o' => self.push(format_args!("<circle cx=\"{x}\" cy=\"{y}\" r=\"10\" class=\"token\"/>")),
                    'x' => self.text((x, y), "middle", "×"),
                    '!' => self.text((x, y), "middle", "!"),
                    _ => {}
                }
            }
        }
        self.reach(left + across * SIDE);
        self.height = top + rows.len() * SIDE + 4;
        let [height, width] = size;
        let (right, below) = (width.saturating_sub(across as u64), height.saturating_sub(rows.len() as u64));
        if right > 0 || below > 0 {
            self.line(&format!("and {right} more columns, {below} more rows"), "note");
        }
    }

    fn graph(&mut self, vertices: &[PictureVertex], edges: &[[usize; 2]], directed: bool, hidden: u64) {
        let points = layout(vertices);
        let (left, top) = (MARGIN + APART / 2, self.height + APART / 2);
        let at = |vertex: usize| (left + points[vertex].0, top + points[vertex].1);
        for [from, to] in within(vertices, edges) {
            let ((x1, y1), (x2, y2)) = (at(from), at(to));
            if from == to {
                let y = y1.saturating_sub(22);
                self.push(format_args!("<circle cx=\"{x1}\" cy=\"{y}\" r=\"10\" class=\"edge\"/>"));
                continue;
            }
            let arrow = if directed { " marker-end=\"url(#arrow)\"" } else { "" };
            self.push(format_args!("<line x1=\"{x1}\" y1=\"{y1}\" x2=\"{x2}\" y2=\"{y2}\" class=\"edge\"{arrow}/>"));
        }
        for (number, vertex) in vertices.iter().enumerate() {
            let (x, y) = at(number);
            let class = match (vertex.marked, vertex.token) {
                (true, _) => "marked",
                (false, true) => "token",
                (false, false) => "free",
            };
            self.push(format_args!("<circle cx=\"{x}\" cy=\"{y}\" r=\"16\" class=\"{class}\"/>"));
            self.text((x, y), "middle", &shortened(&vertex.name, 12));
            self.reach(x + APART / 2 + 4);
        }
        let lowest = points.iter().map(|point| point.1).max().unwrap_or_default();
        self.height = top + lowest + APART / 2;
        if let Some(token) = vertices.iter().find(|vertex| vertex.token) {
            self.line(&format!("the token is on {}", token.name), "note");
        }
        if hidden > 0 {
            self.line(&format!("and {hidden} more vertices"), "note");
        }
    }

    fn tree(&mut self, nodes: &[PictureNode], more: bool) {
        const INDENT: usize = 24;
        // The last node at each depth that a line can lead down from.
        let mut parents: Vec<usize> = Vec::new();
        for node in nodes {
            self.height += LINE;
            let (x, y) = (MARGIN + node.depth * INDENT, self.height - 6);
            parents.truncate(node.depth);
            if let (Some(&parent), 1..) = (parents.last(), node.depth) {
                let (side, end) = (x - INDENT + 8, x - 4);
                let middle = y - 5;
                self.push(format_args!("<path d=\"M{side} {parent}V{middle}H{end}\" class=\"edge\"/>"));
            }
            parents.resize(node.depth + 1, y + 4);
            self.text((x, y), "", &node.text);
            self.reach(x + node.text.chars().count().min(LONGEST) * CHARACTER);
        }
        if more {
            self.line("and more options", "note");
        }
    }

    fn document(self, title: &str, description: &str) -> String {
        let (width, height) = (self.width + MARGIN, self.height + MARGIN);
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\" \
             role=\"img\" aria-labelledby=\"title desc\">\n<title id=\"title\">{}</title>\n<desc id=\"desc\">{}</desc>\n\
             <style>{STYLE}</style>\n<defs><marker id=\"arrow\" viewBox=\"0 0 10 10\" refX=\"27\" refY=\"5\" \
             markerWidth=\"9\" markerHeight=\"9\" orient=\"auto\"><path d=\"M0 0L10 5L0 10z\" fill=\"#888\"/></marker></defs>\n\
             <rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n{}</svg>\n",
            escaped(title),
            escaped(description),
            self.body
        )
    }
}

/// Where the vertices are, in pixels from the first place: on their grid, else on a circle.
fn layout(vertices: &[PictureVertex]) -> Vec<(usize, usize)> {
    let places: Option<Vec<[usize; 2]>> =
        vertices.iter().map(|vertex| vertex.place.filter(|place| place.iter().all(|&at| at < 1000))).collect();
    if let Some(places) = places {
        return places.into_iter().map(|[row, column]| (column * APART, row * APART)).collect();
    }
    let count = vertices.len();
    #[expect(clippy::cast_precision_loss, reason = "there are few vertices")]
    let radius = (count * APART) as f64 / std::f64::consts::TAU;
    let radius = if count > 1 { radius.max(APART as f64 / 2.0) } else { 0.0 };
    let point = |number: usize| {
        #[expect(clippy::cast_precision_loss, reason = "there are few vertices")]
        let angle = std::f64::consts::TAU * number as f64 / count as f64;
        // From the top and clockwise; rounded, so that no library of mathematics makes a difference.
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "from 0 to twice the radius")]
        let along = |part: f64| (radius + radius * part).round() as usize;
        (along(angle.sin()), along(-angle.cos()))
    };
    (0..count).map(point).collect()
}
