//! Where two rules differ, or why they do not: the page of `grundy compare`.

use std::io::{self, Write};

use grundy::Nimber;
use grundy::games::{Comparison, Equality, Verdict};
use serde::Serialize;

use super::ending::Ending;
use super::style::{GOOD, STRONG};

/// Two rules that were compared.
pub(crate) struct Compared<'a> {
    pub(crate) rules: [&'a str; 2],
    pub(crate) comparison: Comparison,
}

#[derive(Serialize)]
struct ComparedJson<'a> {
    rules: [&'a str; 2],
    status: &'static str,
    shift: i64,
    first_difference: Option<DifferenceJson>,
    checked_to: Option<u64>,
    proof: Option<&'static str>,
    /// The limit that ended the comparison, if it came to no certain answer.
    limit: Option<&'static str>,
}

#[derive(Serialize)]
struct DifferenceJson {
    /// The heap of the first rule; that of the second is smaller by the shift.
    heap: u64,
    values: [u64; 2],
}

impl Compared<'_> {
    const fn status(&self) -> &'static str {
        match self.comparison.verdict {
            Verdict::Proved(_) => "proved-equal",
            Verdict::Equal { .. } => "equal",
            Verdict::Different { .. } => "different",
        }
    }

    fn ending(&self) -> Option<Ending> {
        matches!(self.comparison.verdict, Verdict::Equal { .. }).then(|| Ending::of(self.comparison.stopped.as_ref()))
    }

    pub(crate) fn json(&self, out: &mut dyn Write) -> io::Result<()> {
        let Comparison { shift, verdict, checked_to, .. } = &self.comparison;
        let first_difference = match verdict {
            Verdict::Different { heap, values } => {
                Some(DifferenceJson { heap: *heap, values: values.map(|Nimber(value)| value) })
            }
            Verdict::Proved(_) | Verdict::Equal { .. } => None,
        };
        let proof = match verdict {
            Verdict::Proved(Equality::Options) => Some("options"),
            Verdict::Proved(Equality::Reduction(_)) => Some("reduction"),
            Verdict::Proved(Equality::Periods(_)) => Some("periods"),
            Verdict::Equal { .. } | Verdict::Different { .. } => None,
        };
        let page = ComparedJson {
            rules: self.rules,
            status: self.status(),
            shift: *shift,
            first_difference,
            checked_to: *checked_to,
            proof,
            limit: self.ending().map(Ending::name),
        };
        serde_json::to_writer(&mut *out, &page)?;
        out.write_all(b"\n")
    }

    pub(crate) fn text(&self, out: &mut dyn Write) -> io::Result<()> {
        let [a, b] = self.rules;
        let Comparison { shift, verdict, checked_to, .. } = &self.comparison;
        write!(out, "{STRONG}{a}{STRONG:#} and {STRONG}{b}{STRONG:#}: ")?;
        match verdict {
            Verdict::Proved(equality) => {
                writeln!(out, "{GOOD}proved equal{GOOD:#}{}", shifted(*shift))?;
                self.claim("", out)?;
                match (equality, checked_to) {
                    (Equality::Options, _) => writeln!(out, "Proof: they allow the same moves."),
                    (Equality::Reduction(code), _) => {
                        writeln!(
                            out,
                            "Proof: without heaps that have no move, and without moves that change no value,"
                        )?;
                        writeln!(out, "both are {code}.")
                    }
                    (Equality::Periods([g, h]), last) => {
                        let (p, q) = (g.period, h.period);
                        writeln!(
                            out,
                            "Proof: the periods {p} and {q} are proved, and the values agree up to heap {}, which is far",
                            last.unwrap_or_default()
                        )?;
                        writeln!(out, "enough for two sequences with these periods (Fine and Wilf 1965).")
                    }
                }
            }
            Verdict::Equal { decisive } => {
                match checked_to {
                    Some(last) => {
                        writeln!(out, "{STRONG}equal up to heap {last}{STRONG:#}{}", shifted(*shift))?;
                        self.claim(&format!(" up to {last}"), out)?;
                        match decisive {
                            None => writeln!(out, "Nothing proves that it goes on.")?,
                            Some(heap) => writeln!(
                                out,
                                "This is no proof yet: both periods are proved, and it takes agreement up to heap {heap}."
                            )?,
                        }
                    }
                    None => writeln!(out, "no heap was compared")?,
                }
                self.ending().map_or(Ok(()), |ending| ending.text(out))
            }
            Verdict::Different { heap, values: [x, y] } => {
                let (x, y) = (x.0, y.0);
                writeln!(out, "{STRONG}different{STRONG:#}{}, first at heap {heap}", shifted(*shift))?;
                let other = i128::from(*heap) - i128::from(*shift);
                writeln!(out, "{a}({heap}) has the value {x}, and {b}({other}) has the value {y}.")
            }
        }
    }

    /// What is equal, for which heaps.
    fn claim(&self, up_to: &str, out: &mut dyn Write) -> io::Result<()> {
        let [a, b] = self.rules;
        match self.comparison.shift {
            0 => writeln!(out, "{a}(n) and {b}(n) have the same value for all n{up_to}."),
            shift @ 1.. => writeln!(out, "{a}(n) and {b}(n - {shift}) have the same value for all n > {shift}{up_to}."),
            shift => {
                let shift = shift.unsigned_abs();
                writeln!(out, "{a}(n) and {b}(n + {shift}) have the same value for all n > 0{up_to}.")
            }
        }
    }
}

fn shifted(shift: i64) -> String {
    if shift == 0 { String::new() } else { format!(" with shift {shift}") }
}
