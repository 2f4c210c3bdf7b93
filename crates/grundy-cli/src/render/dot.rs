//! Names and labels as DOT, the language of Graphviz, writes them.
//!
//! Source: the DOT language, graphviz.org/doc/info/lang.html.

/// Appends a name as an identifier; whether there is a way to write it, and else nothing is appended.
pub(super) fn push_id(name: &str, out: &mut Vec<u8>) -> bool {
    let bytes = name.as_bytes();
    if bytes.contains(&0) {
        return false;
    }
    let is_number = matches!(bytes, b"0") || !bytes.is_empty() && bytes.iter().all(u8::is_ascii_digit);
    if is_number {
        out.extend_from_slice(bytes);
    } else if can_be_quoted(bytes) {
        out.push(b'"');
        for &byte in bytes {
            if byte == b'"' {
                out.push(b'\\');
            }
            out.push(byte);
        }
        out.push(b'"');
    } else if can_be_bracketed(bytes) {
        out.push(b'<');
        out.extend_from_slice(bytes);
        out.push(b'>');
    } else {
        return false;
    }
    true
}

/// In quotes `\"` is a quote, a backslash and the end of a line are nothing, and any other two bytes of which the first is
/// a backslash are themselves. So before a quote or the end of a line or of the name backslashes must come in pairs.
fn can_be_quoted(name: &[u8]) -> bool {
    let mut odd = false;
    for &byte in name {
        if odd && (byte == b'"' || byte == b'\n') {
            return false;
        }
        odd = byte == b'\\' && !odd;
    }
    !odd
}

/// Between angle brackets everything is itself, if brackets come in pairs.
fn can_be_bracketed(name: &[u8]) -> bool {
    let mut depth = 0_usize;
    for &byte in name {
        match byte {
            b'<' => depth += 1,
            b'>' if depth == 0 => return false,
            b'>' => depth -= 1,
            _ => {}
        }
    }
    depth == 0
}

/// Appends a name as part of a label in quotes, where a backslash has a meaning and stands doubled.
pub(super) fn push_label(name: &str, out: &mut Vec<u8>) {
    for &byte in name.as_bytes() {
        match byte {
            b'"' => out.extend_from_slice(b"\\\""),
            b'\\' => out.extend_from_slice(b"\\\\"),
            b'\n' => out.extend_from_slice(b"\\n"),
            _ => out.push(byte),
        }
    }
}

#[cfg(test)]
mod tests {
    use grundy::graph::{Format, read_as};

    use super::*;

    #[test]
    fn what_is_written_is_read_back() {
        // All short names of what could do harm.
        let signs = ["\\", "\"", "<", ">", "\n", "a", "0", "{", " "];
        let mut names = vec![String::new()];
        for length in 0..4 {
            let longest: Vec<String> = names.iter().filter(|name| name.len() == length).cloned().collect();
            names.extend(longest.iter().flat_map(|name| signs.map(|sign| format!("{name}{sign}"))));
        }
        let mut unwritten = 0;
        for name in &names {
            let mut id = b"digraph { x -> ".to_vec();
            if !push_id(name, &mut id) {
                unwritten += 1;
                continue;
            }
            id.extend_from_slice(b" [label=\"");
            push_label(name, &mut id);
            id.extend_from_slice(b"\\n3\"]; y }");
            let graph = read_as(&id, Some(Format::Dot)).unwrap_or_else(|error| panic!("{name:?}: {error}"));
            assert_eq!(graph.names().collect::<Vec<_>>(), ["x", name, "y"], "{}", String::from_utf8_lossy(&id));
        }
        assert!(unwritten < names.len() / 10, "{unwritten} of {}", names.len());
        assert!(!push_id("a\0", &mut Vec::new()) && !push_id("<\\", &mut Vec::new()));
    }
}
