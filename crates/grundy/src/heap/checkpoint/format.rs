//! Checkpoints as bytes.

use std::io::{self, BufRead, BufReader, Read, Write};

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::CheckpointError;
use crate::heap::{By, Class, Period};

/// The version of the format: another one if a search of this version could not go on from the state of the other.
pub(super) const VERSION: u64 = 1;

/// What the first line of a checkpoint says.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::heap) struct Header {
    grundy_checkpoint: u64,
    pub(in crate::heap) rule: String,
    pub(in crate::heap) by: By,
    pub(in crate::heap) state: State,
}

/// How far a search has come.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(in crate::heap) enum State {
    /// To a proof, after the values of so many heaps.
    Proved { period: Period, heaps: u64 },
    /// Not so far.
    Open(SearchState),
}

/// A table, and perhaps a stream that goes on after it.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::heap) struct SearchState {
    /// Bytes that a value takes.
    pub(in crate::heap) cell: u8,
    /// The length of the table.
    pub(in crate::heap) table: u64,
    /// The length at which it is searched next.
    pub(in crate::heap) search_at: u64,
    /// The length after which a stream may go on.
    pub(in crate::heap) stream_at: u64,
    /// The shortest window that is worth a try.
    pub(in crate::heap) shortest: u64,
    pub(in crate::heap) stream: Option<StreamState>,
}

/// A run that keeps a window of values.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::heap) struct StreamState {
    pub(in crate::heap) class: Class,
    pub(in crate::heap) window: u64,
    /// The next heap.
    pub(in crate::heap) next: u64,
    /// How many values before it are kept: a window and some more.
    pub(in crate::heap) recent: u64,
    /// How many anchors there are, each with a window of values.
    pub(in crate::heap) anchors: u64,
}

/// Values that are written one after the other.
#[derive(Clone, Copy, Debug)]
pub(in crate::heap) enum Part<'a> {
    U8(&'a [u8]),
    U16(&'a [u16]),
    U32(&'a [u32]),
}

/// What was read, before anything is known of it but that it was written so.
#[derive(Debug)]
pub(in crate::heap) struct Kept {
    pub(in crate::heap) header: Header,
    pub(in crate::heap) table: Vec<u8>,
    pub(in crate::heap) recent: Vec<u8>,
    pub(in crate::heap) anchors: Vec<Vec<u8>>,
}

/// A longer line is no header: the rule is all that can be long in it.
const LONGEST_HEADER: u64 = 1 << 24;
/// At their spacing there are fewer anchors among all heaps.
const MOST_ANCHORS: u64 = 1 << 12;
/// Every header begins with this.
const BEGINNING: &[u8] = b"{\"grundy_checkpoint\":";
/// Values that are turned into bytes at once.
const PORTION: usize = 1 << 14;

impl Header {
    pub(in crate::heap) const fn new(rule: String, by: By, state: State) -> Self {
        Self { grundy_checkpoint: VERSION, rule, by, state }
    }
}

pub(super) fn write(header: &Header, parts: &[Part<'_>], out: &mut dyn Write) -> io::Result<()> {
    let mut digest = Sha256::new();
    let mut put = |bytes: &[u8]| {
        digest.update(bytes);
        out.write_all(bytes)
    };
    let mut line = serde_json::to_vec(header)?;
    line.push(b'\n');
    put(&line)?;
    for part in parts {
        match part {
            Part::U8(values) => put(values)?,
            Part::U16(values) => {
                for values in values.chunks(PORTION) {
                    put(&values.iter().flat_map(|value| value.to_le_bytes()).collect::<Vec<u8>>())?;
                }
            }
            Part::U32(values) => {
                for values in values.chunks(PORTION) {
                    put(&values.iter().flat_map(|value| value.to_le_bytes()).collect::<Vec<u8>>())?;
                }
            }
        }
    }
    out.write_all(&digest.finalize())
}

/// Reads what was written. No more memory is taken than bytes are there.
pub(in crate::heap) fn read(from: &mut dyn Read) -> Result<Kept, CheckpointError> {
    let mut from = BufReader::new(from);
    let mut digest = Sha256::new();
    let mut line = Vec::new();
    from.by_ref().take(LONGEST_HEADER).read_until(b'\n', &mut line)?;
    digest.update(&line);
    let header = header(&line)?;
    let mut take = |count: Option<u64>| {
        let count = count.ok_or(CheckpointError::Damaged("its first line cannot be true"))?;
        let mut bytes = Vec::new();
        from.by_ref().take(count).read_to_end(&mut bytes)?;
        digest.update(&bytes);
        if bytes.len() as u64 == count { Ok(bytes) } else { Err(CheckpointError::Damaged("it ends too soon")) }
    };
    let (mut table, mut recent, mut anchors) = (Vec::new(), Vec::new(), Vec::new());
    if let State::Open(search) = &header.state {
        let bytes = |values: u64| values.checked_mul(search.cell.into());
        table = take(bytes(search.table))?;
        if let Some(stream) = &search.stream {
            recent = take(bytes(stream.recent))?;
            for _ in 0..stream.anchors.min(MOST_ANCHORS) {
                anchors.push(take(bytes(stream.window))?);
            }
        }
    }
    let mut end = Vec::new();
    from.take(1 + Sha256::output_size() as u64).read_to_end(&mut end)?;
    let digest = digest.finalize();
    if end.len() < digest.len() {
        return Err(CheckpointError::Damaged("it ends too soon"));
    }
    if end[..] != digest[..] {
        return Err(CheckpointError::Damaged("its digest does not fit"));
    }
    Ok(Kept { header, table, recent, anchors })
}

fn header(line: &[u8]) -> Result<Header, CheckpointError> {
    #[derive(Deserialize)]
    struct Versioned {
        grundy_checkpoint: u64,
    }
    if !line.starts_with(BEGINNING) {
        // It may have been cut within the beginning.
        let cut = !line.is_empty() && BEGINNING.starts_with(line);
        return Err(if cut { CheckpointError::Damaged("it ends too soon") } else { CheckpointError::Other });
    }
    let damaged = |_| CheckpointError::Damaged("its first line is not whole");
    let Versioned { grundy_checkpoint: found } = serde_json::from_slice(line).map_err(damaged)?;
    if found != VERSION {
        return Err(CheckpointError::Version { found });
    }
    serde_json::from_slice(line).map_err(damaged)
}
