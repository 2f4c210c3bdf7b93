//! The file of an atlas: a header, and a line for each code that is done. A run that ends too early leaves a file that the
//! next one goes on with.
//!
//! Lines are appended as they come, each in one piece; when all are there the file is written anew, in order. So at any
//! moment the file holds whole lines, and at most a last one that was cut, which is done again.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use grundy_answers::{Kind, Sweep};
use grundy_check::{Certificate, Claim};
use serde_json::Value;
use std::collections::HashMap;

use crate::error::{Failure, visible};
use crate::render::atlas::{self, opened};
use crate::store;

/// The lines that are done, in memory and in the file.
pub(super) struct AtlasFile {
    path: PathBuf,
    /// The first line.
    header: String,
    file: File,
    /// Bytes of the file that are whole lines.
    length: u64,
    lines: Vec<Option<String>>,
}

impl AtlasFile {
    /// Begins the file, or reads what an earlier run has left in it.
    pub(super) fn open(path: &Path, sweep: &Sweep, certificates: Option<&Path>) -> Result<Self, Failure> {
        let name = path.to_string_lossy();
        let header = atlas::header(&sweep.header(certificates.is_some())) + "\n";
        let found = match fs::metadata(path) {
            Ok(found) if !found.is_file() => {
                let failure = Failure::usage(format!("{} is not a regular file", visible(&name)));
                return Err(failure.with_help("without `--output` the lines go to standard output"));
            }
            Ok(_) => fs::read(path).map_err(|error| Failure::input(&name, &error))?,
            Err(error) if error.kind() == io::ErrorKind::NotFound => Vec::new(),
            Err(error) => return Err(Failure::input(&name, &error)),
        };
        let mut lines = vec![None; sweep.codes().len()];
        let length = if header.as_bytes().starts_with(&found) && found.len() < header.len() {
            // Nothing, or what a run has written that ended at once.
            store::write(path, header.as_bytes()).map_err(|error| Failure::output(&name, &error))?;
            header.len()
        } else {
            read(&found, &header, sweep, certificates, &mut lines).map_err(|fault| fault.told(&visible(&name)))?
        };
        let file = File::options().append(true).open(path).map_err(|error| Failure::output(&name, &error))?;
        let mut record = Self { path: path.to_owned(), header, file, length: length as u64, lines };
        if length < found.len() {
            record.cut().map_err(|error| Failure::output(&name, &error))?;
        }
        Ok(record)
    }

    /// Which codes are done.
    pub(super) fn known(&self) -> Vec<bool> {
        self.lines.iter().map(Option::is_some).collect()
    }

    /// The lines that are done, in order.
    pub(super) fn lines(&self) -> impl Iterator<Item = &str> {
        self.lines.iter().flatten().map(String::as_str)
    }

    /// Adds the line of the code at this place.
    pub(super) fn add(&mut self, place: usize, line: String) -> Result<(), Failure> {
        let bytes = format!("{line}\n");
        if let Err(error) = self.file.write_all(bytes.as_bytes()) {
            // If the rest of a line cannot be taken away either, the next run does.
            let _ = self.cut();
            return Err(self.failure(&error));
        }
        self.length += bytes.len() as u64;
        self.lines[place] = Some(line);
        Ok(())
    }

    /// Puts the lines in order.
    pub(super) fn finish(&self) -> Result<(), Failure> {
        let lines = self.lines().flat_map(|line| [line, "\n"]);
        let ordered: String = [self.header.as_str()].into_iter().chain(lines).collect();
        let is_so = fs::read(&self.path).is_ok_and(|found| found == ordered.as_bytes());
        let done = if is_so { self.file.sync_all() } else { store::write(&self.path, ordered.as_bytes()) };
        done.map_err(|error| self.failure(&error))
    }

    fn cut(&mut self) -> io::Result<()> {
        self.file.set_len(self.length)
    }

    fn failure(&self, error: &io::Error) -> Failure {
        let failure = Failure::new(Kind::Io, format!("cannot write {}: {error}", self.path.to_string_lossy()));
        failure.with_help("what was found before is saved: the same command resumes from there")
    }
}

/// Why a run cannot resume from a file.
enum Fault {
    /// The first line is none of an atlas.
    NoAtlas,
    /// It is an atlas of other families or bounds.
    Other { field: &'static str, found: Value, asked: Value },
    /// The line of this number, from 1 on.
    Line(usize, &'static str),
}

impl Fault {
    fn told(&self, name: &str) -> Failure {
        let failure = |message: String| Failure::new(Kind::Io, message);
        match self {
            Self::NoAtlas => failure(format!("{name} is not an atlas file, or its first line is damaged"))
                .with_help("it is left as it is; another `--output` begins anew"),
            Self::Other { field, found, asked } => {
                failure(format!("{name} is another atlas: it has {field} {found}, and {asked} is asked for"))
                    .with_help("it is left as it is; another `--output` begins anew")
            }
            Self::Line(number, reason) => failure(format!("{name}: line {number} {reason}"))
                .with_help("it is left as it is; if this line is taken out, its code is done again"),
        }
    }
}

/// Reads the lines of a file: how many of its bytes are whole lines.
fn read(
    found: &[u8],
    header: &str,
    sweep: &Sweep,
    certificates: Option<&Path>,
    lines: &mut [Option<String>],
) -> Result<usize, Fault> {
    let Some(rest) = found.strip_prefix(header.as_bytes()) else { return Err(difference(found, header)) };
    let places: HashMap<String, usize> = sweep.codes().zip(0..).collect();
    let mut length = header.len();
    for (number, bytes) in (2..).zip(rest.split_inclusive(|&byte| byte == b'\n')) {
        let Some(bytes) = bytes.strip_suffix(b"\n") else {
            // Cut in the middle of a write.
            break;
        };
        length += bytes.len() + 1;
        let damaged = Fault::Line(number, "is damaged: its checksum is not that of its text");
        let Ok(line) = std::str::from_utf8(bytes) else { return Err(damaged) };
        let Some(page) = opened(line) else { return Err(damaged) };
        let Some(&place) = page["code"].as_str().and_then(|code| places.get(code)) else {
            return Err(Fault::Line(number, "is about no code of this atlas"));
        };
        if lines[place].as_ref().is_some_and(|earlier| earlier != line) {
            return Err(Fault::Line(number, "says otherwise than an earlier line about the same code"));
        }
        // If its certificate is gone, the code is done again.
        if certificates.is_none_or(|folder| has_certificate(folder, &page)) {
            lines[place] = Some(line.to_owned());
        }
    }
    Ok(length)
}

/// What is wrong with a header that is not the one asked for.
fn difference(found: &[u8], header: &str) -> Fault {
    let first = found.split(|&byte| byte == b'\n').next().unwrap_or_default();
    let page = std::str::from_utf8(first).ok().and_then(opened).filter(|page| !page["grundy_atlas"].is_null());
    let (Some(page), Some(asked)) = (page, opened(header.trim_end())) else { return Fault::NoAtlas };
    ["grundy_atlas", "families", "max", "max_rare", "certificates"]
        .into_iter()
        .find(|field| page[field] != asked[field])
        .map_or(Fault::NoAtlas, |field| Fault::Other { field, found: page[field].clone(), asked: asked[field].clone() })
}

/// Whether the certificate that a line names is in the folder and claims what the line says.
fn has_certificate(folder: &Path, page: &Value) -> bool {
    let Some(name) = page["certificate"].as_str() else { return true };
    let claimed = |certificate: Certificate| {
        let (period, preperiod, saltus) = match certificate.claim {
            Claim::Periodic { period, preperiod } => (period, preperiod, 0),
            Claim::Arithmetic { period, preperiod, saltus } => (period, preperiod, saltus),
            _ => return false,
        };
        page["code"] == *certificate.rule
            && (&page["period"], &page["preperiod"], &page["saltus"])
                == (&period.into(), &preperiod.into(), &saltus.into())
    };
    fs::read_to_string(folder.join(name)).is_ok_and(|text| Certificate::read(&text).is_ok_and(claimed))
}
