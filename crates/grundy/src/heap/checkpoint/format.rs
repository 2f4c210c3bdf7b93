//! Checkpoints as bytes.

use std::io::{self, BufRead, BufReader, Read, Write};

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::CheckpointError;
use crate::compact::CompactSlice;
use crate::heap::{Class, Period, PeriodTheorem};

/// The version of the format. It changes whenever a search of one version could not resume from a state of the other.
pub(super) const VERSION: u64 = 1;

/// The first line of a checkpoint.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::heap) struct Header {
    grundy_checkpoint: u64,
    pub(in crate::heap) rule: String,
    #[serde(rename = "by")]
    pub(in crate::heap) theorem: PeriodTheorem,
    pub(in crate::heap) state: State,
}

/// How far a search has come.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(in crate::heap) enum State {
    /// A period is proved, after the values of `heaps` heaps.
    Proved { period: Period, heaps: u64 },
    /// No period is proved yet.
    Open(SearchState),
}

/// A table, and the stream that continues it, if there is one.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::heap) struct SearchState {
    /// The number of bytes of a value.
    pub(in crate::heap) cell: u8,
    /// The length of the table.
    pub(in crate::heap) table: u64,
    /// The length at which the table is searched for a period next.
    pub(in crate::heap) search_at: u64,
    /// The length after which a stream may continue it.
    pub(in crate::heap) stream_at: u64,
    /// The shortest window that is worth a try.
    #[serde(rename = "shortest")]
    pub(in crate::heap) shortest_window: u64,
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

/// A checkpoint as it was read: its digest is right, and nothing else has been checked.
#[derive(Debug)]
pub(in crate::heap) struct StoredCheckpoint {
    pub(in crate::heap) header: Header,
    pub(in crate::heap) table: Vec<u8>,
    pub(in crate::heap) recent: Vec<u8>,
    pub(in crate::heap) anchors: Vec<Vec<u8>>,
}

/// A longer line is not a header: only the rule can be long in it.
const LONGEST_HEADER: u64 = 1 << 24;
/// Anchors are spaced so that no search has as many.
const MOST_ANCHORS: u64 = 1 << 12;
/// Every header begins with this.
const BEGINNING: &[u8] = b"{\"grundy_checkpoint\":";
/// The number of values that are converted to bytes at once.
const PORTION: usize = 1 << 14;

impl Header {
    pub(in crate::heap) const fn new(rule: String, theorem: PeriodTheorem, state: State) -> Self {
        Self { grundy_checkpoint: VERSION, rule, theorem, state }
    }
}

pub(super) fn write(header: &Header, parts: &[CompactSlice<'_>], out: &mut dyn Write) -> io::Result<()> {
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
            CompactSlice::U8(values) => put(values)?,
            CompactSlice::U16(values) => {
                for values in values.chunks(PORTION) {
                    put(&values.iter().flat_map(|value| value.to_le_bytes()).collect::<Vec<u8>>())?;
                }
            }
            CompactSlice::U32(values) => {
                for values in values.chunks(PORTION) {
                    put(&values.iter().flat_map(|value| value.to_le_bytes()).collect::<Vec<u8>>())?;
                }
            }
        }
    }
    out.write_all(&digest.finalize())
}

/// Reads a checkpoint. Memory: no more than the bytes that can be read.
pub(in crate::heap) fn read(from: &mut dyn Read) -> Result<StoredCheckpoint, CheckpointError> {
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
    Ok(StoredCheckpoint { header, table, recent, anchors })
}

fn header(line: &[u8]) -> Result<Header, CheckpointError> {
    #[derive(Deserialize)]
    struct Versioned {
        grundy_checkpoint: u64,
    }
    if !line.starts_with(BEGINNING) {
        // The file may have been cut within these bytes.
        let cut = !line.is_empty() && BEGINNING.starts_with(line);
        return Err(if cut { CheckpointError::Damaged("it ends too soon") } else { CheckpointError::NotACheckpoint });
    }
    let damaged = |_| CheckpointError::Damaged("its first line is not whole");
    let Versioned { grundy_checkpoint: found } = serde_json::from_slice(line).map_err(damaged)?;
    if found != VERSION {
        return Err(CheckpointError::Version { found });
    }
    serde_json::from_slice(line).map_err(damaged)
}
