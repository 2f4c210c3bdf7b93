//! `grundy games`.

use crate::command::run;

#[test]
fn every_game_has_an_example_that_can_be_solved() {
    let page = run(&["games", "--json"]).json();
    let games = page["games"].as_array().unwrap();
    assert!(games.len() >= 12);
    for game in games {
        for field in ["name", "parameters", "arguments", "rules", "example"] {
            assert!(game[field].is_string(), "{game}");
        }
        let example = game["example"].as_str().unwrap();
        assert!(example.starts_with(game["name"].as_str().unwrap()));
        // An example with a file needs the file.
        if !example.contains('"') || !example.contains('.') {
            run(&["solve", example, "--json"]).json();
        }
    }
}

#[test]
fn the_list_names_each_game_with_its_rules() {
    let text = run(&["games"]).text();
    assert!(text.starts_with("nim(heap sizes)               Take any number of tokens from one heap.\n"), "{text}");
    assert!(text.contains("as in subtract{1,3,4}(10)\n"), "{text}");
}

/// What is printed as a part of a move is a position that `solve` reads, worth what `moves` says.
#[test]
fn parts_of_moves_are_read_back() {
    let page = run(&["games", "--json"]).json();
    let mut more =
        ["chomp(4, 3, 3)", "node-kayles(edges:a-b,\"c-d\"-b,e)", "arc-kayles(edges:0-0,0-1,1-2,2-3,3-1)"].to_vec();
    more.extend(["geography{directed,from:a}(edges:a-b,b-c,c-a,a-c)", "notakto(\"xx./.x./...\")", "poset(grid:2x3)"]);
    let games = page["games"].as_array().unwrap();
    let examples = games.iter().map(|game| game["example"].as_str().unwrap());
    // An example with a file needs the file.
    let examples = examples.filter(|example| !example.contains('"') || !example.contains('.'));
    let mut read = 0;
    for example in examples.chain(more) {
        let sum = run(&["solve", example, "--json", "--moves", "0"]).json();
        if sum["components"].as_array().unwrap().len() != 1 {
            continue;
        }
        let moves = run(&["moves", example, "--json", "--moves", "8"]).json();
        for option in moves["options"].as_array().unwrap() {
            let parts = option["parts"].as_array().unwrap();
            let texts: Option<Vec<&str>> = parts.iter().map(|part| part.as_str()).collect();
            let Some(texts) = texts.filter(|texts| !texts.is_empty()) else { continue };
            let left = run(&["solve", &texts.join(" + "), "--json"]).json();
            assert_eq!(left["value"], option["value"], "{option}");
            read += 1;
        }
    }
    assert!(read >= 40, "{read}");
}
