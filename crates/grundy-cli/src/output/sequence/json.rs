//! One JSON object.

use std::io::{self, Write};

use grundy::Nimber;

use super::{Sheet, Title, number};
use crate::output::words;

/// An object whose list of values is written piece by piece.
pub(crate) struct Json<'a> {
    title: Title<'a>,
}

impl<'a> Json<'a> {
    pub(crate) const fn new(title: Title<'a>) -> Self {
        Self { title }
    }
}

impl Sheet for Json<'_> {
    fn begin(&mut self, page: &mut Vec<u8>) -> io::Result<()> {
        let Title { rule, convention, from, to } = self.title;
        page.extend_from_slice(b"{\"rule\":");
        serde_json::to_writer(&mut *page, rule)?;
        let convention = words::convention(convention);
        write!(page, ",\"convention\":\"{convention}\",\"from\":{from},\"to\":{to},\"values\":[")
    }

    fn values(&mut self, first: u64, values: &[Nimber], page: &mut Vec<u8>) -> io::Result<()> {
        for (heap, value) in (first..=u64::MAX).zip(values) {
            if heap > self.title.from {
                page.push(b',');
            }
            number(value.0, page);
        }
        Ok(())
    }

    fn end(&mut self, page: &mut Vec<u8>) -> io::Result<()> {
        page.extend_from_slice(b"]}\n");
        Ok(())
    }
}
