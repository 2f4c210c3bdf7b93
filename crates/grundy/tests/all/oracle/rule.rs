//! The rules of one-heap games, from how they are played.

/// What a move may do to a heap, or to a row of pins.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Rule {
    /// Take-and-break: bit j of digit k allows taking k tokens and leaving exactly j heaps; the last digit may repeat.
    Code {
        digits: Vec<u8>,
        repeated: u8,
    },
    /// Take one of these numbers.
    Take(Vec<u64>),
    /// Take any number but one of these.
    TakeAllBut(Vec<u64>),
    TakeSquare,
    TakePrime,
    /// Take 1, b, b^2, …
    TakePowerOf(u64),
    TakeFibonacci,
    /// Split in two of different sizes.
    SplitUnequally,
    /// Take any number, or split in two.
    TakeOrSplit,
    /// Take one token and leave one or two heaps.
    TakeOneLeaveSome,
    /// Knock down so many pins side by side, for one of these numbers.
    KnockDown(Vec<u64>),
    /// Take one of the files of a board together with its neighbours.
    TakeWithNeighbours,
}

impl Rule {
    /// The rule of a finite code such as `0.77`.
    pub(crate) fn code(text: &str) -> Self {
        let digits = text.chars().filter(|&c| c != '.');
        let value = |c: char| c.to_digit(16).expect("a digit of a code");
        Self::Code { digits: digits.map(|c| u8::try_from(value(c)).expect("below 16")).collect(), repeated: 0 }
    }

    /// The heaps that each option of a heap of n tokens leaves, none of them empty. An option may come twice.
    pub(crate) fn options(&self, n: u64) -> Vec<Vec<u64>> {
        match self {
            Self::Code { digits, repeated } => {
                let digit = |taken: u64| digits.get(usize::try_from(taken).expect("small")).unwrap_or(repeated);
                let moves = (0..=n).flat_map(|taken| (0..=3).map(move |heaps| (taken, heaps)));
                moves
                    .filter(|&(taken, heaps)| digit(taken) & (1 << heaps) != 0)
                    .flat_map(|(taken, heaps)| broken(n - taken, heaps))
                    .collect()
            }
            Self::SplitUnequally => broken(n, 2).into_iter().filter(|parts| parts[0] != parts[1]).collect(),
            Self::TakeOrSplit => (1..=n).map(|taken| row([n - taken])).chain(broken(n, 2)).collect(),
            Self::TakeOneLeaveSome if n == 0 => Vec::new(),
            Self::TakeOneLeaveSome => [broken(n - 1, 1), broken(n - 1, 2)].concat(),
            Self::KnockDown(numbers) => {
                let fitting = numbers.iter().filter(|&&pins| pins <= n);
                fitting.flat_map(|pins| (0..=n - pins).map(move |left| row([left, n - pins - left]))).collect()
            }
            Self::TakeWithNeighbours => {
                (0..n).map(|file| row([file.saturating_sub(1), (n - 1 - file).saturating_sub(1)])).collect()
            }
            _ => (1..=n).filter(|&taken| self.allows_taking(taken)).map(|taken| row([n - taken])).collect(),
        }
    }

    /// Whether so many tokens may be taken, in a game of taking alone.
    fn allows_taking(&self, n: u64) -> bool {
        match self {
            Self::Take(numbers) => numbers.contains(&n),
            Self::TakeAllBut(numbers) => !numbers.contains(&n),
            Self::TakeSquare => (1..=n).any(|root| root * root == n),
            Self::TakePrime => n >= 2 && (2..n).all(|divisor| !n.is_multiple_of(divisor)),
            Self::TakePowerOf(base) => (0..64).any(|exponent| base.checked_pow(exponent) == Some(n)),
            Self::TakeFibonacci => {
                let (mut number, mut next) = (1, 2);
                while number < n {
                    (number, next) = (next, number + next);
                }
                number == n
            }
            _ => unreachable!("the game is not one of taking alone"),
        }
    }
}

/// The heaps of a row, those that are empty left out.
fn row<const N: usize>(heaps: [u64; N]) -> Vec<u64> {
    heaps.into_iter().filter(|&heap| heap > 0).collect()
}

/// Every way to lay out n tokens as so many non-empty heaps, in ascending order.
fn broken(n: u64, heaps: u32) -> Vec<Vec<u64>> {
    if heaps == 0 {
        return if n == 0 { vec![Vec::new()] } else { Vec::new() };
    }
    let mut ways = Vec::new();
    for last in 1..=n {
        for mut way in broken(n - last, heaps - 1) {
            if way.last().is_none_or(|&before| before <= last) {
                way.push(last);
                ways.push(way);
            }
        }
    }
    ways
}
