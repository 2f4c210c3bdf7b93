//! The table of the values of Wythoff's game.

use crate::{Error, Meter};

/// The values of a square of positions, of which the half with row ≥ column is kept: the game is symmetric.
///
/// For each line of the board, which is a row and a column at once, and for each diagonal a set of bits holds the values met so
/// far. The options of a position lie in its row, in its column, and in an area along its diagonal; that area is the one of the
/// next position down the diagonal with 2t - 1 positions more. So the value is the least number in none of three sets.
///
/// # Complexity
/// For n rows O(n²(n/64 + t)) operations on words, and O(n²) bytes.
pub(super) struct Table {
    t: usize,
    rows: Vec<Vec<u32>>,
    lines: Vec<Set>,
    diagonals: Vec<Set>,
}

impl Table {
    pub(super) const fn new(t: usize) -> Self {
        Self { t, rows: Vec::new(), lines: Vec::new(), diagonals: Vec::new() }
    }

    /// The value of a position.
    pub(super) fn value(&mut self, [a, b]: [usize; 2], meter: &mut Meter<'_>) -> Result<u64, Error> {
        while self.rows.len() <= a.max(b) {
            let rows = self.rows.len();
            // What is added: a row of values, and in each set a few words at most.
            meter.work(((rows + 1) * (rows / 64 + 2 * self.t.min(rows) + 1)) as u64)?;
            meter.grow((rows * (size_of::<u32>() + 1) + 2 * size_of::<Set>()) as u64)?;
            self.add_row()?;
        }
        Ok(self.known(a, b).into())
    }

    fn known(&self, a: usize, b: usize) -> u32 {
        self.rows[a.max(b)][a.min(b)]
    }

    fn add_row(&mut self) -> Result<(), Error> {
        let row = self.rows.len();
        self.lines.push(Set::default());
        self.diagonals.push(Set::default());
        let mut values = Vec::with_capacity(row + 1);
        for column in 0..=row {
            let along = row - column;
            if let (Some(above), Some(left)) = (row.checked_sub(1), column.checked_sub(1)) {
                let in_column = (0..self.t.min(row)).map(|k| [above - k, left]);
                let in_row = (1..self.t.min(column)).map(|k| [above, left - k]);
                for [a, b] in in_column.chain(in_row) {
                    let value = self.known(a, b);
                    self.diagonals[along].insert(value);
                }
            }
            let least = least_missing([&self.lines[row], &self.lines[column], &self.diagonals[along]]);
            let value =
                u32::try_from(least).map_err(|_| Error::Overflow("a value does not fit its table".to_owned()))?;
            self.lines[row].insert(value);
            self.lines[column].insert(value);
            values.push(value);
        }
        self.rows.push(values);
        Ok(())
    }
}

/// A set of small numbers.
#[derive(Default)]
struct Set {
    words: Vec<u64>,
    /// How many words at the beginning are full.
    full: usize,
}

impl Set {
    fn insert(&mut self, value: u32) {
        let word = value as usize / 64;
        if word >= self.words.len() {
            self.words.resize(word + 1, 0);
        }
        self.words[word] |= 1 << (value % 64);
        while self.words.get(self.full) == Some(&u64::MAX) {
            self.full += 1;
        }
    }

    fn from(&self, word: usize) -> &[u64] {
        &self.words[word.min(self.words.len())..]
    }
}

/// The least number that is in none of the sets.
fn least_missing(sets: [&Set; 3]) -> usize {
    let start = sets.iter().map(|set| set.full).max().unwrap_or_default();
    let [a, b, c] = sets.map(|set| set.from(start));
    let common = a.len().min(b.len()).min(c.len());
    let words = a[..common].iter().zip(&b[..common]).zip(&c[..common]);
    let all = |word: usize| [a, b, c].iter().filter_map(|set| set.get(word)).fold(0, |all, word| all | word);
    let mut word = words.map(|((a, b), c)| a | b | c).position(|word| word != u64::MAX).unwrap_or(common);
    while all(word) == u64::MAX {
        word += 1;
    }
    (start + word) * 64 + all(word).trailing_ones() as usize
}
