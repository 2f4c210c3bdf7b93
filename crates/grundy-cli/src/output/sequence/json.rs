//! One JSON object.

use std::io::{self, Write};

use grundy::Nimber;

use super::{Sheet, Title};
use crate::output::words;

/// An object whose list of values is written value by value.
pub(crate) struct Json<'a> {
    title: Title<'a>,
}

impl<'a> Json<'a> {
    pub(crate) const fn new(title: Title<'a>) -> Self {
        Self { title }
    }
}

impl Sheet for Json<'_> {
    fn begin(&mut self, out: &mut dyn Write) -> io::Result<()> {
        let Title { rule, convention, from, to } = self.title;
        out.write_all(b"{\"rule\":")?;
        serde_json::to_writer(&mut *out, rule)?;
        let convention = words::convention(convention);
        write!(out, ",\"convention\":\"{convention}\",\"from\":{from},\"to\":{to},\"values\":[")
    }

    fn value(&mut self, heap: u64, value: Nimber, out: &mut dyn Write) -> io::Result<()> {
        if heap > self.title.from {
            out.write_all(b",")?;
        }
        write!(out, "{}", value.0)
    }

    fn end(&mut self, out: &mut dyn Write) -> io::Result<()> {
        out.write_all(b"]}\n")
    }
}
