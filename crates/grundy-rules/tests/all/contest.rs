//! Every sample of the contest cases, played by the example files.

#![allow(clippy::unwrap_used, reason = "a test may fail")]

use std::collections::{HashMap, HashSet};

use crate::common::{options, outcome, reader, sum, value};
use grundy::{Error, Limits, Outcome};
use serde_json::{Value, json};

/// A tuple of integers, or of tuples of integers, as the arguments of a rule file.
fn literal(value: &Value) -> String {
    match value {
        Value::Array(items) if items.len() == 1 => format!("({},)", literal(&items[0])),
        Value::Array(items) => format!("({})", items.iter().map(literal).collect::<Vec<_>>().join(", ")),
        other => other.to_string(),
    }
}

/// Heaps of one file, each a component.
fn heaps(file: &str, sizes: &Value) -> String {
    let heap = |size: &Value| format!("\"{file}\"({size})");
    sizes.as_array().unwrap().iter().map(heap).collect::<Vec<_>>().join(" + ")
}

fn letter(outcome: Outcome) -> Value {
    json!(if outcome == Outcome::N { "N" } else { "P" })
}

fn wins(text: &str) -> Value {
    json!(outcome(text) == Outcome::N)
}

/// The answer to one sample of a case; `None`: no example plays it.
fn answer(id: &str, input: &Value) -> Option<Value> {
    let call = |file: &str| format!("\"{file}\"({})", literal(input));
    Some(match id {
        "cp-lc294" => wins(&call("flip-game.star")),
        "cp-cf1194D" => letter(outcome(&call("one-two-k.star"))),
        "cp-dpK" => letter(outcome(&format!("\"stones.star\"({}, {})", input[1], literal(&input[0])))),
        "cp-poj1143" => {
            let free = input.as_array()?;
            let won = options(&call("number-game.star")).into_iter().zip(free).filter(|((_, _, value), _)| *value == 0);
            won.map(|(_, number)| number.clone()).collect()
        }
        "cp-poj2311" => letter(outcome(&call("cutting-paper.star"))),
        "cp-euclid" => letter(outcome(&call("euclid.star"))),
        "cp-cf87C" => {
            let options = options(&call("interesting-game.star"));
            options.into_iter().find(|(_, _, value)| *value == 0).map_or(json!(-1), |(_, parts, _)| json!(parts))
        }
        "cp-lc292" => wins(&call("take.star")),
        "cp-lc1908" => wins(&heaps("heaps.star", input)),
        "cp-lc3360" => wins(&call("stone-removal.star")),
        "cp-cf662A" => {
            let heaps = input.as_array()?;
            let all = 1 << heaps.len();
            let won = (0..all).filter(|choice| {
                let size = |(place, pair): (usize, &Value)| format!("\"heaps.star\"({})", pair[choice >> place & 1]);
                outcome(&heaps.iter().enumerate().map(size).collect::<Vec<_>>().join(" + ")) == Outcome::N
            });
            let won = won.count();
            let divisor = (1..=all).rev().find(|d| won % d == 0 && all % d == 0)?;
            json!(format!("{}/{}", won / divisor, all / divisor))
        }
        "cp-hdu1848" => letter(outcome(&heaps("fibonacci-take.star", input))),
        "cp-cc-expgame" => letter(outcome(&call("self-powers.star"))),
        "cp-hr-prime" => {
            let values: Vec<u64> = (0..=40).map(|n| value(&format!("\"prime-take.star\"({n})"))).collect();
            let period = (1..20).find(|p| (0..=40 - p).all(|n| values[n] == values[n + p]))?;
            json!({
                "values": values[..=10],
                "sum_2_7": value("\"prime-take.star\"(2) + \"prime-take.star\"(7)"),
                "sum_7_8": value("\"prime-take.star\"(7) + \"prime-take.star\"(8)"),
                "period": period,
            })
        }
        "cp-poj1704" => letter(outcome(&call("georgia-and-bob.star"))),
        "cp-timus1180" => {
            let text = call("powers-of-two.star");
            let least = options(&text).iter().position(|(_, _, value)| *value == 0)?;
            json!({"outcome": letter(outcome(&text)), "least": 1_u64 << least})
        }
        "cp-arc137C" => letter(outcome(&call("distinct-numbers.star"))),
        "cp-uva10536" => {
            let board = sum(&format!("\"pins.star\"({})", input.as_str()?));
            letter(board.misere_outcome(&Limits::default()).unwrap())
        }
        "cp-lc1510" => wins(&call("square-take.star")),
        "cp-hdu3404" => {
            let light = |light: &Value| format!("\"lights.star\"{}", literal(light));
            letter(outcome(&input.as_array()?.iter().map(light).collect::<Vec<_>>().join(" + ")))
        }
        "cp-agc010F" => {
            let (stones, edges) = (literal(&input["stones"]), literal(&input["edges"]));
            let vertices = 1..=input["stones"].as_array()?.len();
            let start = |vertex: &usize| outcome(&format!("\"stone-walk.star\"({vertex}, {stones}, {edges})"));
            vertices.filter(|vertex| start(vertex) == Outcome::N).map(Value::from).collect()
        }
        "cp-agc017D" => letter(outcome(&tree(input))),
        "cp-poj3710" => {
            let graph = |edges: &Value| format!("\"green-graph.star\"({})", literal(edges));
            letter(outcome(&input.as_array()?.iter().map(graph).collect::<Vec<_>>().join(" + ")))
        }
        _ => return None,
    })
}

/// A tree with its edges as `green-tree.star` reads them.
fn tree(edges: &Value) -> String {
    let edges: Vec<String> = edges.as_array().unwrap().iter().map(|edge| format!("{}-{}", edge[0], edge[1])).collect();
    format!("\"green-tree.star\"({})", edges.join(", "))
}

/// Green Hackenbush by its definition: cut an edge, and drop what is no longer connected to vertex 1.
fn hackenbush(edges: &[(u8, u8)], known: &mut HashMap<Vec<(u8, u8)>, u64>) -> u64 {
    if let Some(&value) = known.get(edges) {
        return value;
    }
    let after = |cut: usize| {
        let left: Vec<_> = edges.iter().enumerate().filter(|&(place, _)| place != cut).map(|(_, &edge)| edge).collect();
        grounded(&left)
    };
    let reached: Vec<u64> = (0..edges.len()).map(|cut| hackenbush(&after(cut), known)).collect();
    let value = (0..).find(|value| !reached.contains(value)).unwrap();
    known.insert(edges.to_vec(), value);
    value
}

fn grounded(edges: &[(u8, u8)]) -> Vec<(u8, u8)> {
    let mut reached = vec![1];
    for _ in edges {
        for &(a, b) in edges {
            if reached.contains(&a) != reached.contains(&b) {
                reached.push(if reached.contains(&a) { b } else { a });
            }
        }
    }
    edges.iter().copied().filter(|(a, _)| reached.contains(a)).collect()
}

/// All graphs on five vertices of at most six of these edges, two of which join the same vertices and one of which is a loop.
#[test]
fn green_hackenbush_is_valued_as_by_its_definition() {
    const EDGES: [(u8, u8); 10] = [(1, 2), (2, 1), (1, 3), (2, 3), (2, 4), (3, 4), (4, 4), (4, 5), (5, 3), (5, 1)];
    let mut known = HashMap::new();
    let reader = reader();
    let worth = |text: &str| reader.sum(text).unwrap().value(&Limits::default()).unwrap().0;
    let (mut graphs, mut trees) = (0, 0);
    for set in 1..1_u32 << EDGES.len() {
        let edges: Vec<_> = (0..EDGES.len()).filter(|place| set >> place & 1 == 1).map(|place| EDGES[place]).collect();
        if edges.len() > 6 || grounded(&edges) != edges {
            continue;
        }
        graphs += 1;
        let want = hackenbush(&edges, &mut known);
        let numbers = json!(edges.iter().map(|(a, b)| [a, b]).collect::<Vec<_>>());
        assert_eq!(worth(&format!("\"green-graph.star\"({})", literal(&numbers))), want, "{numbers}");
        let ends: HashSet<u8> = edges.iter().flat_map(|&(a, b)| [a, b]).collect();
        if ends.len() == edges.len() + 1 {
            trees += 1;
            assert_eq!(worth(&tree(&numbers)), want, "{numbers}");
        }
    }
    assert!(graphs > 200 && trees > 20, "{graphs} {trees}");
}

#[test]
fn green_hackenbush_refuses_what_does_not_stand_on_the_ground() {
    for (text, want) in [
        ("\"green-tree.star\"(2-3)", "the edge 2-3 is not connected to the ground, vertex 1"),
        ("\"green-tree.star\"(1-2, 2-3, 3-1)", "this is not a tree: some edges form a cycle"),
        ("\"green-tree.star\"(1-2, 2-1)", "this is not a tree: some edges form a cycle"),
        ("\"green-tree.star\"(1-2-3)", "an edge is two numbers, such as 1-2, and this is none: 1-2-3"),
        ("\"green-graph.star\"((1, 2), (3, 4))", "the edge (3, 4) is not connected to the ground, vertex 1"),
        ("\"green-graph.star\"((1, 2))", "a position is a tuple of edges, such as (1, 2), (2, 3)"),
    ] {
        let error = match reader().sum(text) {
            Ok(sum) => sum.value(&Limits::default()).unwrap_err().to_string(),
            Err(error) => error.to_string(),
        };
        assert!(error.contains(want), "{text}: {error}");
    }
}

#[test]
fn every_contest_sample_is_reproduced() {
    let cases = include_str!("../../../../cases/contest.jsonl");
    let mut played = Vec::new();
    let mut skipped = Vec::new();
    for case in cases.lines().map(|line| serde_json::from_str::<Value>(line).unwrap()) {
        let id = case["id"].as_str().unwrap();
        let input = &case["game"]["input"];
        // An answer that is not a list is to the input as a whole.
        let samples: Vec<(&Value, &Value)> = match (input, &case["answer"]) {
            (Value::Array(inputs), Value::Array(answers)) => {
                assert_eq!(inputs.len(), answers.len(), "{id}");
                inputs.iter().zip(answers).collect()
            }
            (input, answer) => vec![(input, answer)],
        };
        let mut all = true;
        for (input, want) in samples {
            match answer(id, input) {
                Some(found) => assert_eq!(found, *want, "{id}: {input}"),
                None => all = false,
            }
        }
        if all { played.push(id.to_owned()) } else { skipped.push(id.to_owned()) }
    }
    // These ask for something else than a position's value or winning moves, or have a test of their own below.
    assert_eq!(skipped, ["cp-lc913", "cp-cf812E", "cp-abc172F", "pe933", "pe409"]);
    assert_eq!(played.len(), 23);
}

#[test]
fn green_trees_have_the_values_of_the_case() {
    let cases = include_str!("../../../../cases/contest.jsonl");
    let case = cases.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    let case = case.into_iter().find(|case| case["id"] == "cp-agc017D").unwrap();
    for (input, want) in case["game"]["input"].as_array().unwrap().iter().zip(case["values"].as_array().unwrap()) {
        assert_eq!(json!(value(&tree(input))), *want, "{input}");
    }
}

#[test]
fn paper_of_5_by_3_can_be_cut_in_four_ways_that_win() {
    let options = options("\"paper-in-four.star\"(5, 3)");
    assert_eq!(options.iter().filter(|(_, _, value)| *value == 0).count(), 4);
}

#[test]
fn distinct_heaps_are_won_as_often_as_the_case_says() {
    // All ordered choices of n distinct heaps of sizes 1 to 2^n - 1.
    fn won(sizes: &mut Vec<u64>, n: u32) -> u64 {
        if sizes.len() == n as usize {
            let heaps: Vec<String> = sizes.iter().map(|size| format!("\"heaps.star\"({size})")).collect();
            return u64::from(outcome(&heaps.join(" + ")) == Outcome::N);
        }
        let mut count = 0;
        for size in 1..1 << n {
            if !sizes.contains(&size) {
                sizes.push(size);
                count += won(sizes, n);
                sizes.pop();
            }
        }
        count
    }
    assert_eq!((1..=3).map(|n| won(&mut Vec::new(), n)).collect::<Vec<_>>(), [1, 6, 168]);
}

#[test]
fn the_cat_and_the_mouse_are_refused() {
    for graph in
        ["(1, 2, ((2, 5), (3,), (0, 4, 5), (1, 4, 5), (2, 3), (0, 2, 3)))", "(1, 2, ((1, 3), (0,), (3,), (0, 2)))"]
    {
        let error = sum(&format!("\"cat-and-mouse.star\"{graph}")).value(&Limits::default()).unwrap_err();
        let Error::Partizan { position, reason } = &error else { panic!("{error}") };
        assert!(position.starts_with("\"cat-and-mouse.star\"(1, 2, "), "{position}");
        assert!(reason.contains("player 0 can move to ("), "{reason}");
    }
}

#[test]
fn lights_are_worth_the_nim_products_of_their_places() {
    // Conway, On Numbers and Games, ch. 6: 2 x 2 = 3, 2 x 3 = 1, 3 x 3 = 2, 4 x 4 = 6.
    for (x, y, want) in [(1, 7, 7), (2, 2, 3), (2, 3, 1), (3, 3, 2), (4, 4, 6), (2, 4, 8)] {
        assert_eq!(value(&format!("\"lights.star\"({x}, {y})")), want, "{x} {y}");
    }
}
