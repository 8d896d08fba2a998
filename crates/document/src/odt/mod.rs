//! A document as an ODT (`OpenDocument` 1.3): real notes, lists and tables; what differs from another text as tracked changes,
//! remarks as annotations.
//!
//! Owns the package; what stands in the text is `body`'s, what is noted to it `remarks`', what a stretch of it
//! looks like `run`'s, what never changes `parts`'.

mod body;
mod graft;
mod lists;
mod parts;
mod remarks;
mod run;
mod table;
mod theirs;

use std::io::{Cursor, Write as _};

use zip::CompressionMethod::Stored;
use zip::DateTime;
use zip::write::{SimpleFileOptions, ZipWriter};

use crate::docx::Export;
use crate::flat::{Merged, Numbering, alone, flatten, merge};
use crate::{Block, html::escape};
use body::Body;
pub use graft::graft;

/// Media type of an ODT.
pub const MEDIA_TYPE: &str = "application/vnd.oasis.opendocument.text";

/// Whether a file is an ODT, by its parts.
#[must_use]
pub fn is_one(bytes: &[u8]) -> bool {
    zip::ZipArchive::new(Cursor::new(bytes))
        .is_ok_and(|zip| zip.index_for_name(crate::docx::graft::package::ODT).is_some())
}

/// Makes the file.
///
/// # Errors
/// The archive could not be written, which memory alone keeps from being.
pub fn write(export: &Export<'_>) -> Result<Vec<u8>, zip::result::ZipError> {
    let mut body = Body::new(export);
    let (merged, lists) =
        merged(Some(&export.text.blocks), export.proposed.map(|text| text.blocks.as_slice()));
    body.pieces(&merged, &lists, &[], false);
    body.end_remarks();
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    // The same text makes the same bytes, whenever.
    let options = SimpleFileOptions::default().last_modified_time(DateTime::default());
    // What the file is stands at its beginning, as it is.
    zip.start_file("mimetype", options.compression_method(Stored))?;
    zip.write_all(MEDIA_TYPE.as_bytes())?;
    for (name, content) in [
        (
            "META-INF/manifest.xml",
            parts::manifest(body.pictures.iter().map(|(name, kind, _)| (name.as_str(), *kind))),
        ),
        ("meta.xml", parts::meta(&escape(export.title), export.language, export.at)),
        ("styles.xml", parts::styles(export.language, &export.page, &body.languages)),
        ("content.xml", body.content()),
    ] {
        zip.start_file(name, options)?;
        zip.write_all(content.as_bytes())?;
    }
    for (name, _, bytes) in &body.pictures {
        zip.start_file(name.as_str(), options)?;
        zip.write_all(bytes)?;
    }
    Ok(zip.finish()?.into_inner())
}

/// Blocks as they were and as they are to be, in a row, with their lists; where only one of the two is, it alone.
fn merged(was: Option<&[Block]>, is: Option<&[Block]>) -> (Vec<Merged>, Vec<Numbering>) {
    let mut lists = Vec::new();
    let merged = match (was, is) {
        (Some(was), Some(is)) => {
            let (was, is) = (flatten(was, &mut lists), flatten(is, &mut lists));
            merge(was, is, &lists)
        }
        (was, is) => alone(flatten(was.or(is).unwrap_or_default(), &mut lists)),
    };
    (merged, lists)
}
