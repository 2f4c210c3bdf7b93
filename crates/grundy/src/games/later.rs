//! Names that the notation knows and no code plays yet: they are refused as such, not as misspelt.

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

/// Whether the notation has this name for a game that cannot be played yet.
pub(crate) fn is_planned(name: &str) -> bool {
    PLANNED.contains(&name)
}
