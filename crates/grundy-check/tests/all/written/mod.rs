//! Certificates as text, written out by hand so that no test depends on the writer.

/// A certificate that claims this.
pub(crate) fn periodic(rule: &str, period: u64, preperiod: u64) -> String {
    format!(
        r#"{{"grundy_certificate": 1, "rule": "{rule}",
             "claim": {{"kind": "periodic", "period": {period}, "preperiod": {preperiod}}},
             "proof": {{"method": "full-range"}}}}"#
    )
}
