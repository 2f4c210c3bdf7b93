//! Samples of programming contests that the notation of today can say.

use std::collections::BTreeSet;

use grundy::{Component, Convention, Game, Outcome};
use serde_json::Value;

use super::{Suite, apply, integers, join, outcome, solve, text};

/// Asks a sample of every method; whether the contest is known here.
pub(crate) fn ask(suite: &mut Suite, game: &Value, answer: &Value) -> bool {
    let id = suite.case.clone();
    let subtract = |set: &[u64]| format!("subtract{{{}}}", join(set));
    let position: Box<dyn Fn(&Value) -> String> = match &*id {
        "cp-lc294" => Box::new(|row| {
            let runs = text(row).split('-').map(|run| run.len() as u64).collect::<Vec<_>>();
            apply("0.07", &runs)
        }),
        "cp-cf1194D" => Box::new(|x| apply(&subtract(&[1, 2, integers(x)[1]]), &integers(x)[..1])),
        "cp-dpK" => Box::new(|x| apply(&subtract(&integers(&x[0])), &[x[1].as_u64().unwrap()])),
        "cp-lc292" => Box::new(|x| format!("subtract{{1..3}}({x})")),
        "cp-lc1510" => Box::new(|x| format!("subtract{{squares}}({x})")),
        "cp-lc1908" => Box::new(|x| apply("nim", &integers(x))),
        "cp-euclid" => Box::new(|x| apply("euclid", &integers(x))),
        "cp-poj1704" => Box::new(|x| apply("silver-dollar", &integers(x))),
        "cp-arc137C" => Box::new(|x| apply("welter", &integers(x))),
        "cp-hdu1848" => Box::new(|x| apply("subtract{fibonacci}", &integers(x))),
        "cp-cc-expgame" => Box::new(|x| format!("subtract{{1,4,27,256}}({x})")),
        "cp-hr-prime" => {
            let rule = serde_json::json!({"type": "subtraction", "set": game["input"]["set"]});
            suite.sequence(&rule, answer, 0, true);
            let primes = subtract(&integers(&game["input"]["set"]));
            suite.value(&apply(&primes, &[2, 7]), answer["sum_2_7"].as_u64().unwrap());
            suite.value(&apply(&primes, &[7, 8]), answer["sum_7_8"].as_u64().unwrap());
            return true;
        }
        "cp-timus1180" => {
            for (heap, want) in integers(&game["input"]).into_iter().zip(answer.as_array().unwrap()) {
                let position = apply("subtract{powers:2}", &[heap]);
                suite.outcome(&position, Convention::Normal, outcome(&want["outcome"]));
                let winning = solve(&suite.read(&position), Convention::Normal).winning.list;
                let sum = suite.read(&position);
                let size = |part: &Component| sum.rules.heap(part).unwrap();
                let least = winning.iter().map(|to| heap - to.parts.iter().map(size).sum::<u64>()).min();
                suite.compare("the least winning move", &least, &want["least"].as_u64());
            }
            return true;
        }
        "cp-cf662A" => {
            for (pairs, want) in game["input"].as_array().unwrap().iter().zip(answer.as_array().unwrap()) {
                let pairs: Vec<Vec<u64>> = pairs.as_array().unwrap().iter().map(integers).collect();
                let (wins, all) = count_wins(suite, &choices(&pairs));
                let (of, out_of) = text(want).split_once('/').unwrap();
                let [of, out_of] = [of, out_of].map(|number| number.parse::<usize>().unwrap());
                suite.compare("outcomes of Nim", &(wins * out_of), &(of * all));
            }
            return true;
        }
        "cp-abc172F" => {
            for (heaps, want) in game["input"].as_array().unwrap().iter().zip(answer.as_array().unwrap()) {
                let heaps = integers(heaps);
                let mut moved = (0..heaps[0].min(1000)).filter(|k| {
                    let first = [heaps[0] - k, heaps[1] + k];
                    let sum = suite.read(&apply("nim", &[&first, &heaps[2..]].concat()));
                    solve(&sum, Convention::Normal).outcome == Outcome::P
                });
                let least = moved.next().map_or(-1, |k| i64::try_from(k).unwrap());
                suite.compare("outcomes of Nim", &least, &want.as_i64().unwrap());
            }
            return true;
        }
        "pe409" => {
            for (n, &want) in (1_usize..).zip(&integers(answer)) {
                let sizes: Vec<u64> = (1..1 << n).collect();
                let mut heaps = choices(&vec![sizes; n]);
                heaps.retain(|heaps| heaps.iter().collect::<BTreeSet<_>>().len() == n);
                let (wins, _) = count_wins(suite, &heaps);
                suite.compare("outcomes of Nim", &(wins as u64), &want);
            }
            return true;
        }
        _ => return false,
    };
    for (input, want) in game["input"].as_array().unwrap().iter().zip(answer.as_array().unwrap()) {
        suite.outcome(&position(input), Convention::Normal, outcome(want));
    }
    true
}

/// Every way to choose one number from each list.
fn choices(lists: &[Vec<u64>]) -> Vec<Vec<u64>> {
    let Some((first, rest)) = lists.split_first() else { return vec![Vec::new()] };
    let rest = choices(rest);
    first.iter().flat_map(|&number| rest.iter().map(move |rest| [&[number], &rest[..]].concat())).collect()
}

/// How many of these sums of nim-heaps the player to move wins, and how many there are.
fn count_wins(suite: &mut Suite, sums: &[Vec<u64>]) -> (usize, usize) {
    let wins = sums.iter().filter(|heaps| {
        let sum = suite.read(&apply("nim", heaps));
        solve(&sum, Convention::Normal).outcome == Outcome::N
    });
    (wins.count(), sums.len())
}
