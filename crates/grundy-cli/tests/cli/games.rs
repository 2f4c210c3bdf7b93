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
