//! Names that are reserved for games not implemented yet. They get their own error, and are not treated as misspelt.

const PLANNED: &[&str] = &[
    "turtles",
    "twins",
    "mock-turtles",
    "mock-turtle-fives",
    "triplets",
    "triplet-fives",
    "turnips",
    "grunt",
    "ruler",
    "ruler-fives",
    "moebius",
    "mogul",
    "moidores",
    "product",
    "wythoff",
    "euclid",
    "rook",
    "king",
    "knight",
    "bishop",
    "moore",
    "staircase",
    "nimble",
    "silver-dollar",
    "northcott",
    "welter",
    "fibonacci-nim",
    "take-away",
    "sprouts",
    "hackenbush",
    "nimstring",
];

/// Whether this name is reserved for a game that is not implemented yet.
pub(crate) fn is_planned(name: &str) -> bool {
    PLANNED.contains(&name)
}
