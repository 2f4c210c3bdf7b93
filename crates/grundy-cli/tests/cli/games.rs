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
Code: kayles is 0.77.

What the digits of 0.77 allow:
  take 1  7 = 1 + 2 + 4  the whole heap, or leave one or two heaps
  take 2  7 = 1 + 2 + 4  the whole heap, or leave one or two heaps
The place of a digit after the point is the number of tokens that a move takes. The digit adds up what may be left:
1 nothing, 2 one heap, 4 two heaps, 8 three heaps, none of them empty; A to F are 10 to 15. Before the point nothing
is taken, and a heap is only split. A digit in brackets repeats forever.

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
    run(&["games", "\"take.star\"", "--json"]).error(2, "usage");
}

#[test]
fn the_digits_of_a_code_are_put_into_words() {
    let digits = |rule: &str| {
        let text = run(&["games", rule]).text();
        let table = text.split("allow:\n").nth(1).unwrap().split("\nThe place").next().unwrap().to_owned();
        let row = |line: &str| line.split_whitespace().collect::<Vec<_>>().join(" ");
        (text.clone(), table.lines().map(row).collect::<Vec<_>>())
    };
    let (text, rows) = digits("0.137");
    assert!(text.contains("Also called: dawson-chess.\n"), "{text}");
    let want = [
        "take 1 1 only a whole heap",
        "take 2 3 = 1 + 2 the whole heap, or leave one heap",
        "take 3 7 = 1 + 2 + 4 the whole heap, or leave one or two heaps",
    ];
    assert_eq!(rows, want);
    let want = [
        "take 0 C = 4 + 8 split a heap into two or three heaps",
        "take 1 F = 1 + 2 + 4 + 8 the whole heap, or leave one, two or three heaps",
        "take 2 0 not allowed",
        "take 3 or more A = 2 + 8 leave one or three heaps (not the whole heap)",
    ];
    assert_eq!(digits("C.F0[A]").1, want);
    let (text, rows) = digits("subtract{2}");
    assert!(text.starts_with("subtract{2}(heap sizes)\n") && text.contains("Code: subtract{2} is 0.03.\n"), "{text}");
    assert_eq!(rows, ["take 1 0 not allowed", "take 2 3 = 1 + 2 the whole heap, or leave one heap"]);
    assert!(digits("treblecross").0.contains("Code: treblecross(n) is 0.007(n + 2).\n"));
    for rule in ["grundys-game", "subtract{squares}", "cram"] {
        assert!(!run(&["games", rule]).text().contains("digits"), "{rule}");
        assert_eq!(run(&["games", rule, "--json"]).json()["games"][0].get("code"), None);
    }
}

/// The moves of small heaps, by the meaning of the digits alone, are those of the game.
#[test]
fn the_meaning_of_the_digits_is_what_the_game_does() {
    for rule in ["0.77", "0.137", "treblecross", "4.3", "8.[2]", "0.[1]", "C.8F", "allbut{2,3}", "lasker", "nim"] {
        let game = run(&["games", rule, "--json"]).json()["games"][0].clone();
        let code = &game["code"];
        let shift = code["shift"].as_u64().unwrap();
        for heap in 1..=6_u64 {
            let tokens = heap + shift;
            let mut want = std::collections::BTreeSet::new();
            for take in 0..=tokens {
                let digits = code["digits"].as_array().unwrap();
                let digit = digits.iter().find(|digit| {
                    let least = digit["take"].as_u64().unwrap();
                    least == take || (digit["or_more"] == true && least < take)
                });
                let leaves = digit.map(|digit| digit["leaves"].as_array().unwrap().clone()).unwrap_or_default();
                let rest = tokens - take;
                for heaps in leaves.iter().map(|heaps| heaps.as_u64().unwrap()) {
                    let all = (0..=rest).flat_map(|a| (a..=rest).flat_map(move |b| (b..=rest).map(move |c| [a, b, c])));
                    for parts in all.filter(|parts| parts.iter().sum::<u64>() == rest) {
                        if parts.iter().filter(|&&part| part > 0).count() as u64 == heaps {
                            // Heaps of the code without options are no positions of a game that counts otherwise.
                            let parts = parts.iter().filter(|&&part| part > shift).map(|part| part - shift);
                            want.insert(parts.collect::<Vec<_>>());
                        }
                    }
                }
            }
            let moves = run(&["moves", &format!("{rule}({heap})"), "--json"]).json();
            let parts = |option: &serde_json::Value| {
                let mut parts: Vec<u64> =
                    option["parts"].as_array().unwrap().iter().map(|part| part.as_u64().unwrap()).collect();
                parts.sort_unstable();
                parts
            };
            let have = moves["options"].as_array().unwrap().iter().map(parts).collect();
            assert_eq!(want, have, "{rule}({heap})");
        }
    }
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
