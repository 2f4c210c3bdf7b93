//! The names of the vertices, which cost nothing where they are the vertices' own numbers.

use std::borrow::Cow;

use super::numbering::{GraphError, next_number};
use super::words::Words;

/// A name for each vertex.
#[derive(Clone)]
pub(super) enum Names {
    /// Each vertex is named by its number; so many there are.
    OwnNumbers(u32),
    /// Other numbers, in ascending order.
    Numbers(Vec<u32>),
    /// Any texts.
    Words(Words),
}

impl Default for Names {
    fn default() -> Self {
        Self::OwnNumbers(0)
    }
}

impl Names {
    /// The number of the vertex of this name, a new one if there is none yet. Amortised time O(length of the name).
    pub(super) fn intern(&mut self, name: &str) -> Result<u32, GraphError> {
        if let Self::OwnNumbers(count) = self {
            match number(name) {
                Some(known) if known < *count => return Ok(known),
                Some(next) if next == *count => {
                    *count = next_number(next as usize)? + 1;
                    return Ok(next);
                }
                _ => {}
            }
        }
        self.turn_to_words()?.intern(name)
    }

    /// The same names, as texts.
    fn turn_to_words(&mut self) -> Result<&mut Words, GraphError> {
        if !matches!(self, Self::Words(_)) {
            let mut words = Words::default();
            for name in self.iter() {
                words.intern(&name)?;
            }
            *self = Self::Words(words);
        }
        match self {
            Self::Words(words) => Ok(words),
            Self::OwnNumbers(_) | Self::Numbers(_) => unreachable!("they were replaced"),
        }
    }

    /// The number of the vertex of this name, if there is one.
    pub(super) fn find(&self, name: &str) -> Option<u32> {
        match self {
            Self::OwnNumbers(count) => number(name).filter(|number| number < count),
            // There are at most as many as can be numbered.
            #[allow(clippy::cast_possible_truncation)]
            Self::Numbers(numbers) => numbers.binary_search(&number(name)?).ok().map(|vertex| vertex as u32),
            Self::Words(words) => words.find(name),
        }
    }

    /// The name of the vertex with this number.
    ///
    /// # Panics
    /// If there is none.
    pub(super) fn get(&self, vertex: u32) -> Cow<'_, str> {
        match self {
            Self::OwnNumbers(count) => {
                assert!(vertex < *count, "there is no vertex {vertex} among {count}");
                Cow::Owned(vertex.to_string())
            }
            Self::Numbers(numbers) => Cow::Owned(numbers[vertex as usize].to_string()),
            Self::Words(words) => Cow::Borrowed(words.get(vertex)),
        }
    }

    pub(super) const fn len(&self) -> usize {
        match self {
            Self::OwnNumbers(count) => *count as usize,
            Self::Numbers(numbers) => numbers.len(),
            Self::Words(words) => words.len(),
        }
    }

    #[allow(clippy::cast_possible_truncation)] // there are at most as many as can be numbered
    pub(super) fn iter(&self) -> impl ExactSizeIterator<Item = Cow<'_, str>> {
        (0..self.len() as u32).map(|vertex| self.get(vertex))
    }

    pub(super) fn shrink_to_fit(&mut self) {
        if let Self::Words(words) = self {
            words.shrink_to_fit();
        }
    }
}

/// The number that a name is as numbers are printed: without sign or leading zeros.
#[inline]
pub(super) fn number(name: &str) -> Option<u32> {
    let bytes = name.as_bytes();
    if !matches!(bytes.len(), 1..=10) || bytes[0] == b'0' && bytes.len() > 1 {
        return None;
    }
    let mut number = 0_u64;
    for &byte in bytes {
        let digit = byte.wrapping_sub(b'0');
        if digit > 9 {
            return None;
        }
        number = number * 10 + u64::from(digit);
    }
    u32::try_from(number).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_texts_from_the_first_that_is_not_the_next_number() {
        let mut names = Names::default();
        for (name, vertex) in [("0", 0), ("1", 1), ("0", 0), ("2", 2)] {
            assert_eq!(names.intern(name), Ok(vertex), "{name}");
        }
        assert!(matches!(names, Names::OwnNumbers(3)));
        for (name, vertex) in [("02", 3), ("7", 4), ("1", 1), ("", 5), ("02", 3)] {
            assert_eq!(names.intern(name), Ok(vertex), "{name}");
        }
        assert_eq!(names.iter().collect::<Vec<_>>(), ["0", "1", "2", "02", "7", ""]);
        assert_eq!((names.find("7"), names.find("3")), (Some(4), None));
    }

    #[test]
    fn a_number_finds_its_vertex() {
        let own = Names::OwnNumbers(3);
        assert_eq!(["2", "3", "02", "x", ""].map(|name| own.find(name)), [Some(2), None, None, None, None]);
        let mut others = Names::Numbers(vec![3, 10, 4_294_967_295]);
        assert_eq!(["10", "4294967295", "0", "4"].map(|name| others.find(name)), [Some(1), Some(2), None, None]);
        assert_eq!(others.get(2), "4294967295");
        assert_eq!(others.intern("a"), Ok(3));
        assert_eq!(others.iter().collect::<Vec<_>>(), ["3", "10", "4294967295", "a"]);
    }

    #[test]
    fn only_what_is_printed_so_is_a_number() {
        let numbers = ["0", "7", "4294967295", "4294967296", "00", "+1", "-1", "1 ", "١"].map(number);
        assert_eq!(numbers, [Some(0), Some(7), Some(4_294_967_295), None, None, None, None, None, None]);
    }
}
