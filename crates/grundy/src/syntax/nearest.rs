//! Suggestions for misspelt names.

/// The candidate most similar to `name`, or `None` if none is similar.
///
/// A candidate is similar to the name if at most a third of the shorter one's letters, and at least one, are mistyped
/// (left out, added, replaced or swapped with the next). If no candidate is similar, the first one that starts with the
/// name is returned, provided that the name has at least three letters: `grundy` for `grundys-game`. Case does not
/// matter. Of equally similar candidates the first one is returned.
///
/// # Complexity
/// Time O(length of `name` × length of all candidates), and linear for a name much longer than the candidates.
///
/// # Examples
/// ```
/// use grundy::syntax::nearest;
/// let games = ["nim", "kayles", "grundys-game"];
/// assert_eq!(nearest("Kaylse", games.into_iter()), Some("kayles"));
/// assert_eq!(nearest("grundy", games.into_iter()), Some("grundys-game"));
/// assert_eq!(nearest("chess", games.into_iter()), None);
/// ```
#[must_use]
pub fn nearest<'a>(name: &str, candidates: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let name = name.to_lowercase();
    let length = name.chars().count();
    let mut best: Option<(usize, &str)> = None;
    let mut begun = None;
    for candidate in candidates {
        if let Some(distance) = distance(&name, length, candidate)
            && best.is_none_or(|(least, _)| distance < least)
        {
            best = Some((distance, candidate));
        }
        if begun.is_none() && length >= 3 && candidate.starts_with(&name) {
            begun = Some(candidate);
        }
    }
    best.map(|(_, candidate)| candidate).or(begun)
}

/// The edit distance, if it is small enough.
fn distance(name: &str, length: usize, candidate: &str) -> Option<usize> {
    let other = candidate.chars().count();
    let shorter = length.min(other);
    // Any two single letters are one replacement apart, so such a match means nothing.
    let most = if shorter < 2 { 0 } else { shorter.max(3) / 3 };
    if length.abs_diff(other) > most {
        return None;
    }
    let distance = strsim::damerau_levenshtein(name, &candidate.to_lowercase());
    (distance <= most).then_some(distance)
}

#[cfg(test)]
mod tests {
    use super::*;

    const GAMES: [&str; 7] = ["nim", "kayles", "dawson-kayles", "dawson-chess", "turtles", "mock-turtles", "a"];

    #[test]
    fn typing_errors_are_seen_through() {
        for (typed, meant) in [
            ("nim", "nim"),
            ("nmi", "nim"),
            ("nimm", "nim"),
            ("nm", "nim"),
            ("kayle", "kayles"),
            ("KAYLES", "kayles"),
            ("dawsonkayles", "dawson-kayles"),
            ("dawson_chess", "dawson-chess"),
            ("mock-turtle", "mock-turtles"),
            ("dawson", "dawson-kayles"),
            ("a", "a"),
        ] {
            assert_eq!(nearest(typed, GAMES.into_iter()), Some(meant), "{typed}");
        }
    }

    #[test]
    fn nothing_is_proposed_for_an_unlike_name() {
        for typed in ["", "b", "xyz", "go", "chess", "ka", "ñandú"] {
            assert_eq!(nearest(typed, GAMES.into_iter()), None, "{typed}");
        }
        assert_eq!(nearest("nim", std::iter::empty()), None);
    }

    #[test]
    fn a_huge_name_costs_no_more_than_its_length() {
        assert_eq!(nearest(&"nim".repeat(1_000_000), GAMES.into_iter()), None);
    }
}
