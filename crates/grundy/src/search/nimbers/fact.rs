//! What is known about the value of a position.

/// A set of values that a position is known not to have: all but one, if its value is known.
///
/// Exclusions are kept for 32 values, starting at the least possible one. Forgetting a larger one costs time but does
/// not change any answer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Fact {
    /// Every value below this is excluded.
    least: u32,
    /// Bit i is set if the value `least` + i is excluded. Bit 0 is set only if the value is known to be `least`.
    excluded: u32,
}

impl Fact {
    /// The fact that the value is known.
    pub(super) const fn exactly(value: u32) -> Self {
        Self { least: value, excluded: 1 }
    }

    /// The value, if it is known.
    pub(super) const fn value(self) -> Option<u32> {
        if self.excluded & 1 == 1 { Some(self.least) } else { None }
    }

    /// The least possible value.
    pub(super) const fn least(self) -> u32 {
        self.least
    }

    /// Whether the position is known not to have this value.
    pub(super) fn excludes(self, value: u64) -> bool {
        let least = u64::from(self.least);
        if self.value().is_some() {
            value != least
        } else {
            value < least || value < least + 32 && self.excluded >> (value - least) & 1 == 1
        }
    }

    /// The weight that orders positions asked whether they have value `value`; the lightest is asked first. The weight
    /// decreases with the number of excluded values: the position is then more likely to have the value, and is already
    /// partly searched. It is greatest if `value` is excluded.
    pub(super) fn weighed(self, weight: u64, value: u64) -> u64 {
        if self.excludes(value) {
            return u64::MAX;
        }
        let excluded = u64::from(self.least) + u64::from(self.excluded.count_ones());
        weight.saturating_mul(UNIT) / (1 + 2 * excluded)
    }

    /// The combination of two facts about the same position.
    pub(super) fn and(self, other: Self) -> Self {
        if self.value().is_some() {
            return self;
        }
        let (mut low, high) = if self.least <= other.least { (self, other) } else { (other, self) };
        if high.value().is_some() || high.least - low.least >= 32 {
            return high;
        }
        // What is excluded from the larger of the two least values on.
        low.excluded = low.excluded >> (high.least - low.least) | high.excluded;
        let passed = low.excluded.trailing_ones();
        let excluded = low.excluded.checked_shr(passed).unwrap_or(0);
        Self { least: high.least.saturating_add(passed), excluded }
    }

    /// Records that the position does not have this value; `false` if the value is too large to be recorded.
    pub(super) fn exclude(&mut self, value: u64) -> bool {
        if self.value().is_some() {
            debug_assert!(self.excludes(value), "the value is known");
            return true;
        }
        let least = u64::from(self.least);
        if value < least {
            return true;
        }
        if value >= least + 32 {
            return false;
        }
        self.excluded |= 1 << (value - least);
        // A position has fewer than 2^32 options, so its value stays below that too.
        while self.excluded & 1 == 1 {
            self.excluded >>= 1;
            self.least = self.least.saturating_add(1);
        }
        true
    }
}

/// The unit of weights, so that their quotients keep some digits.
pub(super) const UNIT: u64 = 8;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_least_value_passes_those_that_are_excluded() {
        let mut fact = Fact::default();
        for (value, least) in [(2, 0), (0, 1), (70, 1), (1, 3), (3, 4), (1, 4), (35, 4), (36, 4)] {
            assert_eq!(fact.exclude(value), value < 36, "{value}");
            assert_eq!((fact.least(), fact.value()), (least, None));
        }
        let excluded: Vec<u64> = (0..100).filter(|&value| fact.excludes(value)).collect();
        assert_eq!(excluded, [0, 1, 2, 3, 35]);
    }

    #[test]
    fn two_facts_exclude_what_either_does() {
        let fact = |values: &[u64]| {
            let mut fact = Fact::default();
            values.iter().for_each(|&value| assert!(fact.exclude(value)));
            fact
        };
        let sets: [&[u64]; 7] = [&[], &[0], &[1, 3], &[0, 1, 2, 3], &[5, 9, 31], &[0, 2, 4], &[0, 1, 2, 3, 4, 33, 36]];
        for a in sets {
            for b in sets {
                let both = fact(a).and(fact(b));
                assert_eq!(both.value(), None);
                // What lies more than 32 above the least possible value may be forgotten.
                let least = u64::from(both.least());
                let expected = |value: &u64| a.contains(value) || b.contains(value);
                for value in 0..least + 28 {
                    assert_eq!(both.excludes(value), expected(&value), "{a:?} {b:?} {value}");
                }
                assert!(!expected(&least));
            }
            let known = Fact::exactly(7);
            assert_eq!((fact(a).and(known), known.and(fact(a))), (known, known));
        }
    }

    #[test]
    fn a_known_value_excludes_all_others() {
        let fact = Fact::exactly(5);
        assert_eq!(fact.value(), Some(5));
        assert!((0..200).all(|value| fact.excludes(value) == (value != 5)));
        assert!(fact.excludes(u64::MAX));
    }
}
