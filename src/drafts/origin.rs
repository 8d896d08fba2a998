//! The file that a draft came from, and what of it goes out again.

use std::io;
use std::path::{Component, Path};

use stet_document::picture::{self, Pictures};
use stet_document::{Inline, parse};
use stet_document::{docx, odt};
use stet_extract::Imported;
use stet_host::files::{bounded, open};

/// Author of a comment in a file that names none.
pub(crate) const UNNAMED: &str = "?";
/// Bytes of pictures that are taken from beside a text, together.
const MOST_PICTURES: u64 = 64 << 20;

/// A Word file or an ODT, and what was read of it.
#[derive(Debug, Clone, Default)]
pub struct Origin {
    pub bytes: Vec<u8>,
    pub file: Imported,
}

impl Origin {
    /// The file with the text that it is to have; `None` where it cannot be kept. Where its comments are decided upon, those that
    /// `export` has no more go.
    pub(crate) fn graft(&self, export: &docx::Export<'_>, is_decided: bool) -> Option<Vec<u8>> {
        let file = &self.file;
        if file.origins.is_empty() {
            return None;
        }
        let (text, proposed) = (parse(&file.text), file.proposed.as_deref().map(parse));
        let place = |origin: &stet_extract::Origin| {
            let stet_extract::Origin { at, top, before, after } = origin.clone();
            docx::Origin { at, top, before, after }
        };
        let remark = |comment: &stet_extract::Comment| {
            let stet_extract::Comment { author, at, text, range } = comment.clone();
            let author = if author.trim().is_empty() { UNNAMED.to_owned() } else { author.trim().to_owned() };
            docx::Remark { range, author, at, text }
        };
        let paragraphs: Vec<docx::Origin> = file.origins.iter().map(place).collect();
        let comments: Vec<docx::Remark> = file.comments.iter().filter(|_| is_decided).map(remark).collect();
        let original = docx::Original {
            bytes: &self.bytes,
            text: &text,
            proposed: proposed.as_ref(),
            paragraphs: &paragraphs,
            comments: &comments,
        };
        if odt::is_one(&self.bytes) { odt::graft(export, &original) } else { docx::graft(export, &original) }
    }

    /// The pages of the file, and the language that it says to be in.
    pub(crate) fn settings(&self) -> (docx::Page, Option<String>) {
        let (page, language) = stet_document::page::of(&self.bytes);
        (page.unwrap_or_default(), language)
    }

    /// The pictures of the file that a text names.
    #[must_use]
    pub fn pictures(&self, text: &str) -> Pictures {
        docx::media(&self.bytes, &addresses(text))
    }
}

/// Whether a text names pictures.
#[must_use]
pub fn is_pictured(text: &str) -> bool {
    !addresses(text).is_empty()
}

/// The addresses of the pictures of a text, each once.
fn addresses(text: &str) -> Vec<String> {
    let mut document = parse(text);
    let runs = document.lines_mut().into_iter().flatten();
    let mut out: Vec<String> = runs
        .filter_map(|run| match &run.inline {
            Inline::Picture(_, address) => Some(address.clone()),
            _ => None,
        })
        .collect();
    out.sort_unstable();
    out.dedup();
    out
}

/// Pictures that the text of a file names, of those in its folder and below. What cannot be read stays a name.
#[must_use]
pub fn beside(file: &Path, text: &str) -> Pictures {
    let mut out = Pictures::new();
    let mut left = MOST_PICTURES;
    let folder = file.canonicalize().ok().and_then(|file| file.parent().map(Path::to_owned));
    for address in addresses(text) {
        let Some(folder) = &folder else { break };
        // A link out of the folder leads nowhere.
        let Ok(picture) = folder.join(address.replace("%20", " ")).canonicalize() else { continue };
        if !picture.starts_with(folder) {
            continue;
        }
        let bytes = open(&picture).and_then(|picture| bounded(picture, left)).ok();
        if let Some(bytes) = bytes.filter(|bytes| picture::kind(bytes).is_some()) {
            left = left.saturating_sub(bytes.len() as u64);
            out.insert(address, bytes);
        }
    }
    out
}

/// Puts pictures beside a file of text, under the addresses that it has for them.
///
/// # Errors
/// A picture could not be written.
pub fn keep(file: &Path, pictures: &Pictures) -> io::Result<()> {
    let folder = file.parent().unwrap_or_else(|| Path::new(""));
    let below =
        |address: &&String| Path::new(address).components().all(|part| matches!(part, Component::Normal(_)));
    for address in pictures.keys().filter(below) {
        let picture = folder.join(address);
        picture.parent().map_or(Ok(()), std::fs::create_dir_all)?;
        std::fs::write(picture, pictures.get(address).map(Vec::as_slice).unwrap_or_default())?;
    }
    Ok(())
}
