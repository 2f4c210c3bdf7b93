//! Graphs as text: on a grid, along paths and cycles, else vertex by vertex.

use std::collections::HashSet;

use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

use super::{Screen, Signs, decorated, more};
use crate::picture::{PictureVertex, within};

/// A graph: its vertices, its edges, and whether they are directed.
type Shown<'a> = (&'a [PictureVertex], &'a [[usize; 2]], bool);

pub(super) fn draw((vertices, edges, directed): Shown<'_>, hidden: u64, screen: Screen, lines: &mut Vec<String>) {
    let edges: Vec<[usize; 2]> = within(vertices, edges).collect();
    let graph = (vertices, &*edges, directed);
    let mut hidden = hidden;
    if vertices.is_empty() {
        lines.push("  (no vertices)".to_owned());
    } else if let Some(beyond) = on_a_grid(graph, screen, lines) {
        hidden = hidden.saturating_add(beyond as u64);
    } else {
        one_by_one(graph, screen, lines);
    }
    if hidden > 0 {
        lines.push(format!("  {}", more(screen, &format!("{hidden} more vertices"))));
    }
    if let Some(token) = vertices.iter().find(|vertex| vertex.token) {
        lines.push(format!("  < > the token, on {}", super::shortened(&token.name, 24)));
    }
}

/// Draws vertices that have places on a grid, and counts those that there is no room for. `None`, with nothing drawn, if there is no
/// such grid.
fn on_a_grid((vertices, edges, directed): Shown<'_>, screen: Screen, lines: &mut Vec<String>) -> Option<usize> {
    let signs = screen.signs();
    let places: Option<Vec<[usize; 2]>> = vertices.iter().map(|vertex| vertex.place).collect();
    let places = places?;
    let names: Vec<String> = vertices.iter().map(decorated).collect();
    if places.iter().flatten().any(|&at| at >= MOST_PLACES) {
        return None;
    }
    // The canvas has a character for each column of the terminal.
    let wide = names.iter().map(String::len).max().unwrap_or(1);
    let far = |axis: usize| places.iter().map(|place| place[axis]).max().unwrap_or_default() + 1;
    let (down, across) = (far(0), far(1));
    if !names.iter().all(|name| name.is_ascii()) || down * across > MOST_PLACES {
        return None;
    }
    let gap = if down > 1 { 3 } else { 1 + usize::from(directed) };
    let step = wide + gap;
    let room = (screen.columns.saturating_sub(2) + gap) / step;
    if room == 0 {
        return None;
    }
    let shown = across.min(room);
    let mut canvas = vec![vec![' '; shown * step]; 2 * down - 1];
    // Each name is in the middle of its place, or a little to the left of it.
    let start = |vertex: usize| places[vertex][1] * step + (wide - names[vertex].len()) / 2;
    let mut others = Vec::new();
    let both: HashSet<[usize; 2]> = edges.iter().copied().collect();
    for &[from, to] in edges {
        let ([row, column], [to_row, to_column]) = (places[from], places[to]);
        let is_arrow = directed && !both.contains(&[to, from]);
        match (row.abs_diff(to_row), column.abs_diff(to_column)) {
            (0, 1) if column.max(to_column) < shown => {
                let (left, right) = if column < to_column { (from, to) } else { (to, from) };
                let between = start(left) + names[left].len()..start(right);
                canvas[2 * row][between.clone()].fill(signs.across);
                match is_arrow {
                    true if left == from => canvas[2 * row][between.end - 1] = signs.right,
                    true => canvas[2 * row][between.start] = signs.left,
                    false => {}
                }
            }
            (1, 0) if column < shown => {
                canvas[2 * row.min(to_row) + 1][column * step + (wide - 1) / 2] = match (is_arrow, to_row > row) {
                    (false, _) => signs.down,
                    (true, true) => signs.below,
                    (true, false) => signs.above,
                };
            }
            _ if column >= shown || to_column >= shown => {}
            _ => others.push([from, to]),
        }
    }
    for (vertex, &[row, column]) in places.iter().enumerate() {
        if column < shown {
            for (at, sign) in names[vertex].chars().enumerate() {
                canvas[2 * row][start(vertex) + at] = sign;
            }
        }
    }
    lines.extend(canvas.into_iter().map(|line| format!("  {}", line.into_iter().collect::<String>())));
    for [from, to] in others {
        lines.push(format!("  {} {} {}", names[from], link(directed, signs), names[to]));
    }
    Some(places.iter().filter(|place| place[1] >= shown).count())
}

/// Places of a grid that is drawn: as many as a picture has vertices, and some that are empty.
const MOST_PLACES: usize = 4096;

fn link(directed: bool, signs: &Signs) -> String {
    match directed {
        true => format!("{}{}", signs.across, signs.right),
        false => signs.across.to_string(),
    }
}

/// Draws a graph that may be anything: paths and cycles on a line each, other vertices with those that they lead to.
fn one_by_one((vertices, edges, directed): Shown<'_>, screen: Screen, lines: &mut Vec<String>) {
    let signs = screen.signs();
    let names: Vec<String> = vertices.iter().map(decorated).collect();
    let mut next = vec![Vec::new(); vertices.len()];
    let mut reached = vec![false; vertices.len()];
    for &[from, to] in edges {
        next[from].push(to);
        reached[to] = true;
        if !directed && from != to {
            next[to].push(from);
        }
    }
    let mut drawn = vec![false; vertices.len()];
    for start in 0..vertices.len() {
        if drawn[start] {
            continue;
        }
        let walk = if directed { None } else { walk(start, &next) };
        if let Some(walk) = walk {
            walk.iter().for_each(|&vertex| drawn[vertex] = true);
            let walk: Vec<&str> = walk.iter().map(|&vertex| &*names[vertex]).collect();
            lines.push(fitted(&walk.join(&signs.across.to_string()), screen));
        } else {
            drawn[start] = true;
            // A vertex that leads nowhere is seen where others lead to it.
            if next[start].is_empty() && reached[start] {
                continue;
            }
            let mut line = names[start].clone();
            for (at, &to) in next[start].iter().enumerate() {
                let before = if at == 0 { format!(" {} ", link(directed, signs)) } else { ", ".to_owned() };
                line.push_str(&before);
                line.push_str(&names[to]);
                // The rest does not fit anyway.
                if line.len() > 8 * screen.columns {
                    break;
                }
            }
            lines.push(fitted(&line, screen));
        }
    }
}

/// A line of names, cut where the screen ends.
fn fitted(line: &str, screen: Screen) -> String {
    let room = screen.columns.saturating_sub(2);
    if line.width() <= room {
        return format!("  {line}");
    }
    let mut width = 0;
    let kept = line.chars().take_while(|sign| {
        width += sign.width().unwrap_or(0);
        width + screen.signs().more.len() < room
    });
    format!("  {} {}", kept.collect::<String>(), screen.signs().more)
}

/// The vertices of the component of `start` along a path, or round a cycle to where they began; `None` if it is neither, or if the
/// component is a path that `start` is not the first end of.
fn walk(start: usize, next: &[Vec<usize>]) -> Option<Vec<usize>> {
    let mut seen = vec![start];
    let mut at = 0;
    // All of the component, to begin at the end of a path.
    while let Some(&vertex) = seen.get(at) {
        at += 1;
        if next[vertex].len() > 2 || next[vertex].contains(&vertex) {
            return None;
        }
        for &other in &next[vertex] {
            if !seen.contains(&other) {
                seen.push(other);
            }
        }
    }
    let end = seen.iter().copied().filter(|&vertex| next[vertex].len() < 2).min();
    let mut walk = vec![end.unwrap_or(start)];
    while let Some(&vertex) = next[walk[walk.len() - 1]].iter().find(|&vertex| !walk.contains(vertex)) {
        walk.push(vertex);
    }
    if end.is_none() {
        walk.push(start);
    }
    Some(walk)
}
