//! An atlas: for each code of some families what is known of its values, and which simpler code has the same ones.
//!
//! *Simpler* is a code with fewer digits, and of two codes with as many the one whose first differing digit is smaller. An
//! [`Atlas`] holds its codes in this order. Codes with one [reduced code](crate::heap::Reduced) are a *group*: they are
//! known to have the same values up to a shift, and where no period is proved the values of a group are computed once, those
//! of the reduced code. Groups whose values are equal are found by comparing them.
//!
//! Groups can be done in any order and by several threads: what is said of a code depends on the families and the bounds
//! alone.

mod entry;
mod facts;
mod family;
mod run;

use rustc_hash::FxHashMap;

pub use entry::{Entry, EquivalentCode, Evidence, Largest, Limit};
pub use family::{Family, FamilyError};
use run::Run;

use super::{Code, HeapRule, Reduced, Sequence};
use crate::{Error, Meter};

/// How far the codes of an atlas are examined. The bounds do not depend on time or memory, so that an atlas is reproducible.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// The most heaps of a code that are computed, at least 1.
    pub heaps: u64,
    /// The search for the period of a code ends when more heaps of its reduced code than this are rare, counted whenever the number of heaps is a power
    /// of 2 from 2^10 on; with moves that leave three heaps all of them count as rare. As many steps as there are rare heaps
    /// is about what a value takes.
    pub rare: Option<u64>,
}

/// The codes of some families, in order, and which of them are known to be alike.
#[derive(Debug)]
pub struct Atlas {
    bounds: Bounds,
    codes: Vec<Code>,
    /// For each code its group and how much larger its heaps are than those of the reduced code.
    places: Vec<(usize, u64)>,
    groups: Vec<Group>,
    /// The groups with the same hash of their first values, ascending.
    alike: FxHashMap<u64, Vec<usize>>,
}

/// Codes with the same reduced code.
#[derive(Debug)]
struct Group {
    reduced: Code,
    /// A hash of the first values. Where it differs, they do.
    fingerprint: u64,
    /// Places in the list of codes, ascending.
    members: Vec<usize>,
}

/// As many values are hashed; few codes with different values agree in so many.
const HASHED: u64 = 512;
/// What a code takes in memory, roughly.
const BYTES_OF_A_CODE: u64 = 256;
/// So many values of two groups are compared before those of both are computed as far as the bounds allow.
const COMPARED_FIRST: u64 = 1 << 13;

impl Atlas {
    /// The atlas of the codes of these families, each there once. Finds their groups; the first few hundred values of each
    /// are computed.
    ///
    /// # Errors
    /// [`Error::Budget`] at a limit.
    ///
    /// # Complexity
    /// Time and space O(codes).
    ///
    /// # Examples
    /// ```
    /// use grundy::heap::atlas::{Atlas, Bounds, Evidence};
    /// use grundy::{Limits, Meter};
    /// let limits = Limits::default();
    /// let bounds = Bounds { heaps: 1000, rare: None };
    /// let atlas = Atlas::new(&["0.dd".parse()?], bounds, &mut Meter::new(&limits))?;
    /// assert_eq!(atlas.codes().len(), 64);
    /// let place = atlas.codes().iter().position(|code| *code == "0.27".parse().unwrap()).unwrap();
    /// let entries = atlas.entries(atlas.group_of(place), |code| code == place, &mut Meter::new(&limits))?;
    /// let equal = entries[0].1.equal.as_ref().unwrap();
    /// assert_eq!((equal.code.to_string().as_str(), equal.evidence), ("0.26", Evidence::Reduction));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn new(families: &[Family], bounds: Bounds, meter: &mut Meter<'_>) -> Result<Self, Error> {
        let bounds = Bounds { heaps: bounds.heaps.max(1), ..bounds };
        let mut codes = Vec::new();
        for family in families {
            meter.grow(BYTES_OF_A_CODE * family.size() as u64)?;
            codes.extend(family.codes());
        }
        codes.sort_by(|a, b| simplicity(a).cmp(&simplicity(b)));
        codes.dedup();
        meter.stage("codes", Some(codes.len() as u64));
        let mut numbers: FxHashMap<Code, usize> = FxHashMap::default();
        let (mut places, mut groups): (Vec<(usize, u64)>, Vec<Group>) = (Vec::new(), Vec::new());
        for (place, code) in codes.iter().enumerate() {
            // A family has no code of too many digits.
            let reduced = code.reduced(meter)?.unwrap_or_else(|| Reduced { code: code.clone(), shift: 0 });
            let group = match numbers.get(&reduced.code) {
                Some(&group) => group,
                None => {
                    let fingerprint = fingerprint(&reduced.code, meter)?;
                    numbers.insert(reduced.code.clone(), groups.len());
                    groups.push(Group { reduced: reduced.code, fingerprint, members: Vec::new() });
                    groups.len() - 1
                }
            };
            groups[group].members.push(place);
            places.push((group, reduced.shift));
            meter.step()?;
        }
        let mut alike: FxHashMap<u64, Vec<usize>> = FxHashMap::default();
        for (number, group) in groups.iter().enumerate() {
            alike.entry(group.fingerprint).or_default().push(number);
        }
        Ok(Self { bounds, codes, places, groups, alike })
    }

    /// The codes, the simplest first.
    #[must_use]
    pub fn codes(&self) -> &[Code] {
        &self.codes
    }

    /// How many groups there are.
    #[must_use]
    pub fn groups(&self) -> usize {
        self.groups.len()
    }

    /// The group of the code at this place of the list, a number below [`groups`](Self::groups).
    #[must_use]
    pub fn group_of(&self, place: usize) -> usize {
        self.places[place].0
    }

    /// The entries of those codes of a group that are wanted, each with its place in the list of codes, in order.
    ///
    /// # Errors
    /// [`Error::Budget`] at a limit: no part of the entries is given then.
    ///
    /// # Complexity
    /// Time and space as for the values of the group, and for as many more groups as agree with it in the first values.
    pub fn entries(
        &self,
        group: usize,
        wanted: impl Fn(usize) -> bool,
        meter: &mut Meter<'_>,
    ) -> Result<Vec<(usize, Entry)>, Error> {
        let Group { reduced, members, .. } = &self.groups[group];
        let mut run = Run::of(reduced, &self.bounds, meter)?;
        let like = self.like(group, &mut run, meter)?;
        let mut entries = Vec::new();
        for &place in members.iter().filter(|&&place| wanted(place)) {
            let held = meter.held();
            entries.push((place, self.entry(place, &run, &like, meter)?));
            meter.release_to(held);
        }
        Ok(entries)
    }

    /// The entry of a code, from the run of its reduced code and the groups like its own.
    fn entry(
        &self,
        place: usize,
        run: &Run,
        like: &[(usize, Evidence)],
        meter: &mut Meter<'_>,
    ) -> Result<Entry, Error> {
        let (code, (group, shift)) = (&self.codes[place], self.places[place]);
        let rule = HeapRule::Code(code.clone());
        let reduced = Reduced { code: self.groups[group].reduced.clone(), shift };
        let own;
        let (run, shift) = match run.period() {
            // The period of the code itself: found soon, and its certificate is about this code.
            Some(_) if reduced.code != *code => {
                own = Run::of(code, &Bounds { rare: None, ..self.bounds }, meter)?;
                (&own, 0)
            }
            _ => (run, shift),
        };
        let (largest, rare) = match run.period() {
            Some(period) => facts::of_all(&rule, run, period),
            None => facts::of_known(&rule, run, shift),
        };
        Ok(Entry {
            code: code.clone(),
            reduced,
            equal: self.simplest(place, like, true),
            cousin: self.simplest(place, like, false),
            status: facts::status(run, shift),
            certificate: run.period().and_then(|period| period.certificate(&rule)),
            largest,
            rare,
            checked_to: run.checked_to,
            limit: run.limit,
        })
    }

    /// The groups with the values of this one, itself among them, and why.
    fn like(&self, group: usize, run: &mut Run, meter: &mut Meter<'_>) -> Result<Vec<(usize, Evidence)>, Error> {
        let this = &self.groups[group];
        let mut like = vec![(group, Evidence::Reduction)];
        let last = this.members.last();
        for &number in self.alike.get(&this.fingerprint).into_iter().flatten() {
            let other = &self.groups[number];
            // Only simpler codes are of interest.
            if number == group || other.members.first() > last {
                continue;
            }
            let held = meter.held();
            if !self.soon_differs(run, &other.reduced, meter)? {
                let mut other = Run::of(&other.reduced, &self.bounds, meter)?;
                like.extend(run.same_values(&mut other, meter)?.map(|evidence| (number, evidence)));
            }
            meter.release_to(held);
        }
        Ok(like)
    }

    /// Whether a run and a code differ at one of the first heaps.
    fn soon_differs(&self, run: &mut Run, other: &Code, meter: &mut Meter<'_>) -> Result<bool, Error> {
        let mut other = Sequence::new(HeapRule::Code(other.clone()));
        let known = if run.period().is_some() { u64::MAX } else { run.checked_to };
        for heap in 0..COMPARED_FIRST.min(known) {
            if run.sequence.value(heap, meter)? != other.value(heap, meter)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// The simplest code of these groups before the one at `place`, with no shift between them if they shall be `equal`.
    fn simplest(&self, place: usize, like: &[(usize, Evidence)], equal: bool) -> Option<EquivalentCode> {
        let shift = self.places[place].1;
        let simpler = like.iter().filter_map(|&(group, evidence)| {
            let fits = |other: &&usize| !equal || self.places[**other].1 == shift;
            let other = *self.groups[group].members.iter().find(fits)?;
            Some((other, evidence))
        });
        let (other, evidence) = simpler.min_by_key(|&(other, _)| other).filter(|&(other, _)| other < place)?;
        let shift = i128::from(shift) - i128::from(self.places[other].1);
        Some(EquivalentCode { code: self.codes[other].clone(), shift: i64::try_from(shift).ok()?, evidence })
    }
}

/// What codes are sorted by: the number of digits, and then these.
fn simplicity(code: &Code) -> (usize, &[u8]) {
    let (digits, _) = code.digits();
    (digits.len(), digits)
}

/// A hash of the first values of a code.
fn fingerprint(code: &Code, meter: &mut Meter<'_>) -> Result<u64, Error> {
    let mut sequence = Sequence::new(HeapRule::Code(code.clone()));
    let mut hash = 0u64;
    for heap in 0..HASHED {
        // FNV, value by value.
        hash = (hash ^ sequence.value(heap, meter)?.0).wrapping_mul(0x0000_0100_0000_01B3);
    }
    Ok(hash)
}

#[cfg(test)]
mod tests;
