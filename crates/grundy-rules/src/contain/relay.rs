//! Passes the child's standard error on, without the runtime's last words about memory.

use std::io::{self, Read, Write};

/// How the runtime begins to speak when it gives up. The parent says it in terms of the rule file.
const LAST_WORDS: [&[u8]; 3] = [b"memory allocation of ", b"fatal runtime error: ", b"thread '"];

/// Whether a line, or as much of one as has come, may be last words. An empty line stands before some of them.
fn is_suspicious(line: &[u8]) -> bool {
    let overflow = b"has overflowed its stack";
    let is_panic = line.starts_with(b"thread '")
        && line.ends_with(b"\n")
        && !line.windows(overflow.len()).any(|window| window == overflow);
    let may_be = |words: &&[u8]| words.starts_with(line) || line.starts_with(words);
    line == b"\n" || LAST_WORDS.iter().any(may_be) && !is_panic
}

/// Lines that may be last words, held back until it is known whether the child died of it.
#[derive(Debug, Default)]
pub(super) struct Relay {
    /// What may become last words, or has become them.
    held: Vec<u8>,
    /// Where in `held` the line begins that is being read.
    line: usize,
    /// Whether the line being read is something else, and passes as it comes.
    passing: bool,
}

impl Relay {
    /// Copies until the end of the input. What the child writes and the parent cannot pass on is lost, which is no reason
    /// to stop reading: the child would wait for ever.
    pub(super) fn copy(&mut self, from: &mut impl Read, to: &mut impl Write) {
        let mut buffer = [0; 1 << 13];
        loop {
            match from.read(&mut buffer) {
                Ok(0) => return,
                Ok(length) => {
                    let _ = self.pass(&buffer[..length], to);
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(_) => return,
            }
        }
    }

    /// Writes what was held back, since the child did not die of it.
    pub(super) fn finish(self, to: &mut impl Write) {
        let _ = to.write_all(&self.held).and_then(|()| to.flush());
    }

    fn pass(&mut self, bytes: &[u8], to: &mut impl Write) -> io::Result<()> {
        let mut out = Vec::with_capacity(bytes.len());
        for &byte in bytes {
            if self.passing {
                out.push(byte);
                self.passing = byte != b'\n';
                continue;
            }
            self.held.push(byte);
            // After the allocator's last words comes nothing but their like.
            let is_over = self.line > 0 && self.held.starts_with(LAST_WORDS[0]);
            if !is_over && !is_suspicious(&self.held[self.line..]) {
                out.append(&mut self.held);
                self.line = 0;
                self.passing = byte != b'\n';
            } else if byte == b'\n' {
                self.line = self.held.len();
            }
        }
        to.write_all(&out)?;
        to.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn relayed(text: &str) -> (String, String) {
        let mut relay = Relay::default();
        let mut out = Vec::new();
        for chunk in text.as_bytes().chunks(3) {
            relay.pass(chunk, &mut out).unwrap();
        }
        (String::from_utf8(out).unwrap(), String::from_utf8(relay.held).unwrap())
    }

    #[test]
    fn last_words_are_held_back_and_all_else_passes() {
        for (text, passed, held) in [
            ("error: no\nhelp: yes\n", "error: no\nhelp: yes\n", ""),
            (
                "x\nmemory allocation of 8 bytes failed\nnote: run with `RUST_BACKTRACE=1`\n   0: main\n",
                "x\n",
                "memory allocation of 8 bytes failed\nnote: run with `RUST_BACKTRACE=1`\n   0: main\n",
            ),
            ("12 positions\r13 positions", "12 positions\r13 positions", ""),
            ("x\nmemory allocation of 64 bytes failed\n", "x\n", "memory allocation of 64 bytes failed\n"),
            (
                "\nthread 'main' (7) has overflowed its stack\nfatal runtime error: stack overflow, aborting\n",
                "",
                "\nthread 'main' (7) has overflowed its stack\nfatal runtime error: stack overflow, aborting\n",
            ),
            ("memory is full\n", "memory is full\n", ""),
            ("memory allocation of 1\nx\n", "", "memory allocation of 1\nx\n"),
        ] {
            assert_eq!(relayed(text), (passed.to_owned(), held.to_owned()), "{text}");
        }
    }
}
