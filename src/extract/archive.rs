//! Reads the parts of a ZIP container (HWPX, DOCX) under a budget.
//!
//! Sizes in the headers are claims of whoever made the file: what counts is what
//! comes out of the decompressor, over all parts together.

use std::io::{Cursor, ErrorKind, Read};

use zip::ZipArchive;
use zip::result::ZipError;

use super::{ExtractError, Limits};

/// An archive may unpack to this many times its own size once it is past [`RATIO_FLOOR`].
/// Deflate reaches 1032 at most; office XML stays below 100 (the rule book used for development: 13).
const MAX_RATIO: u64 = 250;
/// Below this many bytes the ratio does not matter.
const RATIO_FLOOR: u64 = 32 << 20;

pub(super) struct Archive<'a> {
    zip: ZipArchive<Cursor<&'a [u8]>>,
    limit: u64,
    left: u64,
    /// Memory of the process, for the error that says so.
    memory: u64,
}

impl<'a> Archive<'a> {
    /// Opens the central directory. A file cut off at the end has none and is corrupt.
    pub(super) fn open(bytes: &'a [u8], limits: &Limits) -> Result<Self, ExtractError> {
        let zip = ZipArchive::new(Cursor::new(bytes)).map_err(error)?;
        let by_ratio = (bytes.len() as u64).saturating_mul(MAX_RATIO).max(RATIO_FLOOR);
        let limit = limits.unpacked_bytes.min(by_ratio);
        Ok(Self { zip, limit, left: limit, memory: limits.memory_bytes })
    }

    pub(super) fn names(&self) -> Vec<String> {
        self.zip.file_names().filter_map(|name| Some(name.ok()?.into_owned())).collect()
    }

    /// One part unpacked, `None` when the archive has no such part.
    pub(super) fn read(&mut self, name: &str) -> Result<Option<Vec<u8>>, ExtractError> {
        let entry = match self.zip.by_name(name) {
            Ok(entry) => entry,
            Err(ZipError::FileNotFound) => return Ok(None),
            Err(other) => return Err(error(other)),
        };
        let mut out = Vec::new();
        // One byte past what is left tells "exactly full" from "too much".
        entry.take(self.left + 1).read_to_end(&mut out).map_err(|error| match error.kind() {
            ErrorKind::OutOfMemory => ExtractError::Memory { limit: self.memory },
            _ => ExtractError::corrupt(error),
        })?;
        let read = out.len() as u64;
        if read > self.left {
            return Err(ExtractError::ArchiveBomb { limit: self.limit });
        }
        self.left -= read;
        Ok(Some(out))
    }

    /// A part as text; XML parts are UTF-8 or, by their byte order mark, UTF-16.
    pub(super) fn read_text(&mut self, name: &str) -> Result<Option<String>, ExtractError> {
        let Some(bytes) = self.read(name)? else { return Ok(None) };
        match String::from_utf8(bytes) {
            Ok(text) => Ok(Some(text)),
            Err(not_utf8) => {
                let (text, _, bad) = encoding_rs::UTF_8.decode(not_utf8.as_bytes());
                if bad {
                    return Err(ExtractError::corrupt(format!("{name} is not valid text")));
                }
                Ok(Some(text.into_owned()))
            }
        }
    }
}

fn error(error: ZipError) -> ExtractError {
    match error {
        ZipError::UnsupportedArchive(detail) if detail == ZipError::PASSWORD_REQUIRED => {
            ExtractError::Encrypted
        }
        other => ExtractError::corrupt(other),
    }
}

/// An archive of the parts, for the tests of readers.
#[cfg(test)]
pub(super) fn packed(parts: &[(&str, &str)]) -> Vec<u8> {
    use std::io::Write;
    let mut zip = zip::ZipWriter::new(Cursor::new(Vec::new()));
    let stored = zip::write::SimpleFileOptions::default().compression_method(zip::CompressionMethod::Stored);
    for (name, content) in parts {
        zip.start_file(*name, stored).unwrap();
        zip.write_all(content.as_bytes()).unwrap();
    }
    zip.finish().unwrap().into_inner()
}
