//! A document as a Word file (ECMA-376): real footnotes, lists and tables; what differs from another text as tracked changes,
//! remarks as comments.
//!
//! Owns the package and its parts; what stands in a paragraph is `body`'s, what never changes `parts`'.

mod body;
pub(crate) mod graft;
mod parts;
mod picture;
mod run;

use std::collections::HashMap;
use std::io::{Cursor, Write as _};

use zip::write::{SimpleFileOptions, ZipWriter};

pub use crate::export::{Change, Export, Origin, Original, Page, Remark};
pub(crate) use crate::export::{Edge, PROGRAM, cut, edges};
use crate::flat::{Fate, Merged, Numbering, alone, flatten, merge};
use crate::html::escape;
use crate::{Document, Note};
use body::{Body, Ids};
pub use graft::{graft, media, resolved};
pub(crate) use run::{RUN, joined, size};

/// Media type of a Word file.
pub const MEDIA_TYPE: &str = "application/vnd.openxmlformats-officedocument.wordprocessingml.document";

/// Begins the instruction of a field that is a citation that was set in a style; behind it is what the text has for it.
pub const CITED: &str = "ADDIN STET_CITE";

/// Makes the file anew.
///
/// # Errors
/// The archive could not be written, which memory alone keeps from being.
pub fn write(export: &Export<'_>) -> Result<Vec<u8>, zip::result::ZipError> {
    let mut lists = Vec::new();
    let merged = merged(export.text, export.proposed, &mut lists);
    let mut body = Body::new(export, Ids::default());
    body.pieces(&merged, &lists, None);
    body.end_remarks();
    let document = body.take();
    let notes = notes(export, &mut body, &mut lists, 0);
    package(export, &document, &notes, &body, &parts::numbering(&lists, 0))
}

fn merged(text: &Document, proposed: Option<&Document>, lists: &mut Vec<Numbering>) -> Vec<Merged> {
    let old = flatten(&text.blocks, lists);
    match proposed {
        Some(proposed) => {
            let new = flatten(&proposed.blocks, lists);
            merge(old, new, lists)
        }
        None => alone(old),
    }
}

/// The notes that the body refers to, with numbers behind `first`.
fn notes(export: &Export<'_>, body: &mut Body<'_>, lists: &mut Vec<Numbering>, first: usize) -> String {
    let (mut notes, mut at) = (String::new(), 0);
    let (before, after) = (export.text.note_of(), export.proposed.map(Document::note_of));
    // A note may refer to another that no other mark named yet: the list grows while it is written, by each note once.
    while let Some((label, fate)) = body.references.get(at).cloned() {
        at += 1;
        let find = |of: &HashMap<&str, &Note>| of.get(label.as_str()).map(|note| note.blocks.clone());
        let (was, is) = (find(&before), after.as_ref().and_then(find));
        let pieces: Vec<Merged> = match (fate, was, is) {
            (Fate::Kept, Some(was), Some(is)) => {
                let (was, is) = (flatten(&was, lists), flatten(&is, lists));
                merge(was, is, lists)
            }
            (Fate::Inserted, was, is) => alone(flatten(&is.or(was).unwrap_or_default(), lists)),
            (_, was, is) => alone(flatten(&was.or(is).unwrap_or_default(), lists)),
        };
        body.pieces(&pieces, lists, Some(at));
        put!(notes, "<w:footnote w:id=\"{}\">{}</w:footnote>", first + at, body.take());
    }
    notes
}

fn links(links: &HashMap<String, usize>, behind: &str) -> String {
    let mut all: Vec<_> = links.iter().collect();
    all.sort_by_key(|(_, id)| **id);
    let link = |(target, id): (&String, &usize)| {
        format!(
            "<Relationship Id=\"rLink{behind}{id}\" Type=\"{}/hyperlink\" Target=\"{}\" TargetMode=\"External\"/>",
            parts::RELATION,
            escape(target)
        )
    };
    all.into_iter().map(link).collect()
}

fn package(
    export: &Export<'_>,
    document: &str,
    notes: &str,
    body: &Body<'_>,
    numbering: &str,
) -> Result<Vec<u8>, zip::result::ZipError> {
    let ns = parts::NAMESPACES;
    let mut media = Vec::new();
    let mut pictures = String::new();
    for (number, address) in body.pictures.iter().enumerate() {
        let Some(bytes) = export.pictures.and_then(|all| all.get(*address)) else { continue };
        let ending = crate::picture::kind(bytes).map_or("png", |(ending, _)| ending);
        let name = format!("media/image{}.{ending}", number + 1);
        put!(
            pictures,
            "<Relationship Id=\"rPicture{number}\" Type=\"{}/image\" Target=\"{name}\"/>",
            parts::RELATION
        );
        media.push((format!("word/{name}"), bytes));
    }
    let head = parts::HEAD;
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    let files = [
        ("[Content_Types].xml", format!("{head}{}", parts::CONTENT_TYPES)),
        ("_rels/.rels", format!("{head}{}", parts::PACKAGE)),
        ("docProps/core.xml", parts::core(export.title, export.language, export.at)),
        (
            "word/document.xml",
            format!(
                "{head}<w:document {ns}><w:body>{document}{}</w:body></w:document>",
                parts::section(&export.page)
            ),
        ),
        (
            "word/_rels/document.xml.rels",
            format!(
                "{head}<Relationships xmlns=\"{}\">{}{}{pictures}</Relationships>",
                parts::RELATIONS,
                parts::DOCUMENT,
                links(&body.links, "")
            ),
        ),
        ("word/styles.xml", parts::styles(export.language, &body.languages)),
        ("word/numbering.xml", numbering.to_owned()),
        ("word/settings.xml", format!("{head}{}", parts::settings(export.language))),
        ("word/footnotes.xml", format!("{head}<w:footnotes {ns}>{}{notes}</w:footnotes>", parts::SEPARATORS)),
        (
            "word/_rels/footnotes.xml.rels",
            format!(
                "{head}<Relationships xmlns=\"{}\">{}</Relationships>",
                parts::RELATIONS,
                links(&body.note_links, "")
            ),
        ),
        ("word/comments.xml", format!("{head}<w:comments {ns}>{}</w:comments>", body.comments)),
    ];
    for (name, content) in files {
        zip.start_file(name, SimpleFileOptions::default())?;
        zip.write_all(content.as_bytes())?;
    }
    for (name, bytes) in media {
        zip.start_file(name, SimpleFileOptions::default())?;
        zip.write_all(bytes)?;
    }
    Ok(zip.finish()?.into_inner())
}
