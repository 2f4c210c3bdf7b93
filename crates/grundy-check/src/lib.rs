//! Certificates and their checker.
#![deny(missing_docs)]
