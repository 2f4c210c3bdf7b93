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

#[test]
fn a_game_has_a_page_with_all_that_can_be_asked() {
    assert_eq!(
        run(&["games", "kayles"]).text(),
        "kayles(row lengths)
Knock down one pin, or two side by side, of a row; code 0.77.
Source: Dudeney, The Canterbury Puzzles, 1907; Guy and Smith, The G-values of various games, 1956.

What can be asked:
  grundy solve 'kayles(12)'       who wins, and by which moves; also `--misere`
  grundy moves 'kayles(12)'       every move, and what it leads to
  grundy explain 'kayles(12)'     why
  grundy equal 'kayles(12)' '*1'  whether two positions are equal
  grundy values 'kayles'          the values of single heaps
  grundy period 'kayles'          when they repeat
  grundy compare 'kayles' nim     where two rules differ
"
    );
    let page = run(&["games", "subtract", "--json"]).json();
    let game = &page["games"][0];
    assert_eq!((page["games"].as_array().unwrap().len(), &game["rule"]), (1, &"subtract{1,3,4}".into()));
    assert_eq!(game["questions"].as_array().unwrap().len(), 7);
    assert_eq!(run(&["games", "cram", "--json"]).json()["games"][0]["questions"].as_array().unwrap().len(), 4);
    let error = run(&["games", "kyales", "--json"]).error(2, "notation");
    assert_eq!(error["help"], "did you mean `kayles`?");
    run(&["games", "chess", "--json"]).error(1, "partizan");
    run(&["games", "0.77", "--json"]).error(2, "usage");
}

/// Every command of every page runs.
#[test]
fn what_can_be_asked_is_answered() {
    let games = run(&["games", "--json"]).json();
    for game in games["games"].as_array().unwrap() {
        let text = run(&["games", game["name"].as_str().unwrap()]).text();
        for line in text.lines().filter_map(|line| line.strip_prefix("  grundy ")) {
            let quoted: Vec<&str> = line.split('\'').collect();
            let rest = quoted[2..].join("").split("  ").next().unwrap().trim().to_owned();
            let mut arguments = vec![quoted[0].trim(), quoted[1]];
            arguments.extend(rest.split(' ').filter(|part| !part.is_empty()));
            // An example with a file needs the file.
            if !quoted[1].contains(".json") {
                run(&[&arguments[..], &["--timeout", "5"]].concat()).text();
            }
        }
    }
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
