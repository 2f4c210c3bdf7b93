//! Arithmetic periodicity of codes with moves that leave three heaps.
//!
//! Let p be even, s a power of two, n0 >= 1, and let f be given below n0 + p and go on by f(n+p) = f(n) + s for n >= n0.
//! When is f = g? (A claim with an odd period is taken twice: 2p and 2s.)
//!
//! **Kinds of heaps.** For a heap a < n0 + p let low = f(a) mod s, high = f(a) div s, offset = a - p·high. If a >= n0, its
//! *periodic kind* holds the heaps offset + p·Q for all Q >= high, of the values low + s·Q: all heaps from n0 on are in one
//! of p such kinds, told apart by their remainders by p. A heap 1 <= a < n0 is a *constant* kind: the same with Q = high
//! only. A missing heap is the *absent* kind: low, offset and Q are 0. For numbers x, y, z let maj be the number of
//! those bits that at least two of them have. Adding bit by bit, x + y + z = (x xor y xor z) + 2·maj.
//!
//! Let n = e + pQ be in the periodic kind with low l and offset e. A move takes i and leaves three kinds of lows l1, l2, l3,
//! offsets e1, e2, e3 and numbers Q1, Q2, Q3. The option's value is (l1 xor l2 xor l3) + s·(Q1 xor Q2 xor Q3), and
//! n - i is the sum of the heaps exactly if Q1 + Q2 + Q3 = Q + d, where d = (e - e1 - e2 - e3 - i)/p; which kind
//! n is in follows from e = e1 + e2 + e3 + i (mod p).
//!
//! **A.** *No option of n has the value f(n).* It would need l1 xor l2 xor l3 = l and Q1 xor Q2 xor Q3 = Q, hence
//! d = 2·maj. So the condition is that for each i and all kinds, one of them periodic, l1 xor l2 xor l3 is not l, or d
//! is odd or negative, or d/2 is no majority. (Of one periodic kind with constants h, h' a majority has all bits that h and
//! h' share and only bits that h or h' has; of more periodic kinds any number is allowed to be one.) Options without
//! a periodic heap have n <= k + 3(n0 - 1), with k the last digit's index.
//!
//! **B.** *Every smaller value is the value of an option.* Let it be v = l' + s·V, D = Q - V, so that D >= 1 or D = 0 and
//! l' < l. Let H be the largest high of a periodic kind.
//! - *V >= H, D large.* Leave x, y, y, with x of a periodic kind of low l' and Q1 = V: the value is v. The rest
//!   n - i - x = e - i - e1 + pD is to be even and at least 2: since p is even, if e - i - e1 is even and D is at least
//!   the ceiling of (2 + i + e1 - e)/p. So there is to be such a kind and i; let D(l, l') be the least such ceiling.
//! - *V >= H, D < D(l, l').* These triples (l, l', D) are finitely many. Each needs kinds x, b, c and i, x periodic, with
//!   l1 xor l2 xor l3 = l', the right remainder, and m = (D + d)/2 whole, such that b and c have Q = m. Then Q1 = V and
//!   Q2 = Q3 = m give Q1 xor Q2 xor Q3 = V and the sum V + 2m = Q + d.
//! - *V < H.* For each v and each parity of n there is to be a heap x with f(x) = v and some i with n - i - x even:
//!   leave x, y, y. If v = 0, x may be missing, and the move leaves y, y.
//!
//! **C.** f(n) = g(n) for all n below a bound N that is so large that for n >= N: Q >= H + max D, so that V >= H in the
//! second case of B; n - i - x >= 2 in the third; n > k + 3(n0 - 1), so that A knows all options, and n > k is not
//! taken whole.
//!
//! **Theorem** (ours). A, B and C give f = g. *Proof*, by induction on n >= N: the heaps that a move leaves are below n, so
//! they have the values f, and by A and B the mex of the options is f(n). ∎
//!
//! Austin (1976) and Howse & Nowakowski (2004) have theorems on such codes; this one was found without them.

use std::collections::BTreeSet;

use crate::check::Method;
use crate::code::Code;
use crate::meter::Meter;
use crate::plain::Plain;
use crate::progression::Progression;
use crate::{Cost, Refusal, Rule};

/// A claim about a code whose moves may leave three heaps.
pub(crate) struct ThreeParts<'a> {
    pub(crate) rule: &'a Rule,
    pub(crate) code: &'a Code,
    pub(crate) claim: Progression,
}

impl Method for ThreeParts<'_> {
    fn cost(&self) -> Result<Cost, Refusal> {
        let heaps = self.least_heaps();
        Ok(Cost { heaps, memory: 8 * heaps + self.claim.memory(u64::MAX), steps: None })
    }

    fn verify(&self, meter: &mut Meter<'_>) -> Result<(), Refusal> {
        let values = self.values(self.least_heaps(), meter)?;
        let bound = Kinds::new(self, &values, meter)?.bound(meter)?;
        if bound > values.len() as u128 {
            self.values(bound, meter)?;
        }
        Ok(())
    }
}

impl ThreeParts<'_> {
    /// Verifies the claim for so many heaps, and gives their values.
    fn values(&self, heaps: u128, meter: &mut Meter<'_>) -> Result<Vec<usize>, Refusal> {
        let mut plain = Plain::new(self.rule, heaps, meter)?;
        let most = u64::try_from(heaps).unwrap_or(u64::MAX);
        self.claim.verify(&mut plain, most, most, meter)?;
        Ok(plain.into_values())
    }

    /// Two periods, of two periods each if the period is odd.
    fn least_heaps(&self) -> u128 {
        u128::from(self.claim.preperiod.max(1)) + 4 * u128::from(self.claim.period)
    }
}

/// The heaps offset + period·Q, of the values low + saltus·Q: for all Q >= high if periodic, else for Q = high only.
struct Kind {
    low: usize,
    high: i128,
    offset: i128,
    periodic: bool,
}

impl Kind {
    fn can_have(&self, q: i128) -> bool {
        q == self.high || q > self.high && self.periodic
    }
}

/// All kinds of heaps of a claim with an even period and a power of two as saltus.
struct Kinds<'a> {
    code: &'a Code,
    period: i128,
    saltus: usize,
    /// n0: the first heap of a periodic kind.
    first: usize,
    /// The kind of each heap below n0 + p; that of heap 0 is the absent kind.
    of: Vec<Kind>,
}

/// Triples of the second case of B: the place of n among the periodic kinds, l' and D.
type Triples = BTreeSet<(usize, usize, i128)>;

impl<'a> Kinds<'a> {
    fn new(proof: &ThreeParts<'a>, values: &[usize], meter: &mut Meter<'_>) -> Result<Self, Refusal> {
        let Progression { period, preperiod, saltus } = proof.claim;
        // There are values for two such periods, and the second ones are above the saltus.
        let size = |number: u64| usize::try_from(number).unwrap_or(usize::MAX);
        let times = if period.is_multiple_of(2) { 1 } else { 2 };
        let (period, saltus, first) = (times * size(period), times * size(saltus), size(preperiod).max(1));
        if !saltus.is_power_of_two() || saltus > period {
            return not_proved(format!("the saltus {saltus} in {period} heaps is no power of 2, or above the period"));
        }
        let mut of: Vec<Kind> = meter.room((first + period) as u128)?;
        of.extend(values[..first + period].iter().enumerate().map(|(heap, value)| {
            let high = (value / saltus) as i128;
            let offset = heap as i128 - period as i128 * high;
            Kind { low: value % saltus, high, offset, periodic: heap >= first }
        }));
        Ok(Self { code: proof.code, period: period as i128, saltus, first, of })
    }

    /// The bound N, if A and B hold.
    fn bound(&self, meter: &mut Meter<'_>) -> Result<u128, Refusal> {
        let (kinds, digits) = (self.of.len(), self.code.digits.len());
        meter.allow((digits * self.periodic().len()) as u128 * (kinds as u128).pow(2) / 2)?;
        let mut open = self.near_values(meter)?;
        let furthest = open.iter().map(|&(_, _, distance)| distance).max().unwrap_or(0);
        for x in self.periodic() {
            for (second, b) in self.of.iter().enumerate() {
                meter.spend(digits * (second + 1))?;
                for (third, c) in self.of[..=second].iter().enumerate() {
                    let parts = 1 + u32::from(second > 0) + u32::from(third > 0);
                    for take in self.code.takes_that_leave(parts) {
                        self.look_at([x, b, c], take, furthest, &mut open)?;
                    }
                }
            }
        }
        if let Some((place, low, distance)) = open.first() {
            let (cases, heap) = (open.len(), self.first + place);
            return not_proved(format!(
                "condition B in {cases} cases, one the kind of {heap}, low {low}, D = {distance}"
            ));
        }
        let highest = self.periodic().iter().map(|kind| kind.high).max().unwrap_or(0);
        let small = self.small_values(highest, meter)? + self.code.last_digit() as i128 + 2;
        let unknown = self.code.last_digit() as i128 + 3 * (self.first as i128 - 1) + 1;
        let near = self.periodic().iter().map(|kind| kind.offset + self.period * (furthest + highest));
        Ok(near.fold(small.max(unknown), i128::max).unsigned_abs())
    }

    fn periodic(&self) -> &[Kind] {
        &self.of[self.first..]
    }

    /// The first case of B: there is a D(l, l') for all l and l'. What is left for the second: all smaller D.
    fn near_values(&self, meter: &mut Meter<'_>) -> Result<Triples, Refusal> {
        let mut near = Triples::new();
        for (place, kind) in self.periodic().iter().enumerate() {
            let mut least = vec![None; self.saltus];
            meter.spend(self.periodic().len() * self.code.digits.len())?;
            for x in self.periodic() {
                for take in self.code.takes_that_leave(3) {
                    let rest = kind.offset - take as i128 - x.offset;
                    if rest % 2 == 0 {
                        let ceiling = -(rest - 2).div_euclid(self.period);
                        least[x.low] = Some(least[x.low].map_or(ceiling, |other: i128| other.min(ceiling)));
                    }
                }
            }
            for (low, ceiling) in least.into_iter().enumerate() {
                let Some(ceiling) = ceiling else {
                    return not_proved(format!("condition B: no x, y, y of low {low} for heap {}", self.first + place));
                };
                for distance in i128::from(low >= kind.low)..ceiling {
                    meter.keep(64)?;
                    near.insert((place, low, distance));
                }
            }
        }
        Ok(near)
    }

    /// A for a move that takes so many and leaves these kinds, of which the first is periodic. Settles what it can of
    /// the open triples, of which none has a D above `furthest`.
    fn look_at(&self, [x, b, c]: [&Kind; 3], take: usize, furthest: i128, open: &mut Triples) -> Result<(), Refusal> {
        let sum = x.offset + b.offset + c.offset + take as i128;
        // The remainder is below the number of kinds.
        let place = usize::try_from((sum - self.first as i128).rem_euclid(self.period)).unwrap_or(0);
        let (from, low) = (&self.periodic()[place], x.low ^ b.low ^ c.low);
        let d = (from.offset - sum) / self.period;
        if low == from.low && d >= 0 && d % 2 == 0 && can_be_majority(d / 2, b, c) {
            let heap = self.first + place;
            return not_proved(format!("condition A: taking {take} from heaps like {heap} may leave their own value"));
        }
        // m is at least the larger of the highs, and no more if b or c is not periodic.
        let least = b.high.max(c.high);
        let last = if b.periodic && c.periodic { furthest } else { furthest.min(2 * least - d) };
        for distance in (2 * least - d).max(0)..=last {
            let m = (distance + d) / 2;
            if (distance + d) % 2 == 0 && b.can_have(m) && c.can_have(m) {
                open.remove(&(place, low, distance));
            }
        }
        Ok(())
    }

    /// The third case of B: the largest heap x that is needed.
    fn small_values(&self, highest: i128, meter: &mut Meter<'_>) -> Result<i128, Refusal> {
        let mut largest = 0;
        for high in 0..highest {
            for (low, parity) in (0..self.saltus).flat_map(|low| [(low, 0), (low, 1)]) {
                meter.spend(self.of.len() * self.code.digits.len())?;
                let fits = |parts, heap: i128| {
                    self.code.takes_that_leave(parts).any(|take| (parity - take as i128 - heap) % 2 == 0)
                };
                let kinds = self.of[1..].iter().filter(|kind| kind.low == low && kind.can_have(high));
                let heaps = kinds.map(|kind| kind.offset + self.period * high);
                match heaps.filter(|&heap| fits(3, heap)).min() {
                    _ if high == 0 && low == 0 && fits(2, 0) => {}
                    Some(heap) => largest = largest.max(heap),
                    None => return not_proved(format!("condition B: no heap of value {low} + {}·{high}", self.saltus)),
                }
            }
        }
        Ok(largest)
    }
}

/// Whether m may be the majority of a periodic kind's Q and of those of b and c.
fn can_be_majority(m: i128, b: &Kind, c: &Kind) -> bool {
    b.periodic || c.periodic || (m & !(b.high | c.high) == 0 && b.high & c.high & !m == 0)
}

fn not_proved<T>(reason: String) -> Result<T, Refusal> {
    Err(Refusal::NotProved { reason })
}
