//! DOCX as a draft: runs with their look, notes where they stand, both texts of tracked changes.

use std::collections::HashMap;

use stet_document::html::is_safe;
use stet_document::markdown;

use super::{Comment, Imported, Tracked};
use crate::archive::Archive;
use crate::docx::Styles;
use crate::package::{related, title};
use crate::xml::{Node, Pull};
use crate::{ExtractError, Limits};

mod piece;
mod read;
mod view;

use piece::Piece;
use read::Reader;
use view::View;

/// What the parts beside the body say.
#[derive(Default)]
struct Parts {
    styles: Styles,
    /// Addresses of links by the id of their relation.
    links: HashMap<String, String>,
}

/// A tracked change or a comment, by the number under which its place is marked.
enum Mark {
    Change { author: String, at: String },
    Comment(Comment),
}

pub(super) fn read(bytes: &[u8], limits: &Limits) -> Result<Imported, ExtractError> {
    let mut archive = Archive::open(bytes, limits)?;
    let main =
        related(&mut archive, "", "/officeDocument")?.pop().unwrap_or_else(|| "word/document.xml".to_owned());
    let body =
        archive.read_text(&main)?.ok_or_else(|| ExtractError::corrupt(format!("{main} is missing")))?;
    let mut part = |kind: &str| -> Result<(String, String), ExtractError> {
        let folder = main.rsplit_once('/').map_or("", |(folder, _)| folder);
        let name = related(&mut archive, &main, kind)?.pop().unwrap_or_else(|| format!("{folder}{kind}.xml"));
        Ok((archive.read_text(&name)?.unwrap_or_default(), name))
    };
    let styles = part("/styles")?.0;
    let numbering = part("/numbering")?.0;
    let (foot, foot_name) = part("/footnotes")?;
    let (end, end_name) = part("/endnotes")?;
    let comments = part("/comments")?.0;
    let mut parts = Parts::default();
    parts.styles.read(&styles)?;
    parts.styles.numbers(&numbering)?;
    let named = archive.read_text("docProps/core.xml")?.map(|core| title(&core)).transpose()?.flatten();
    let mut marks: Vec<Mark> = Vec::new();
    let comments = read_comments(&comments, &mut marks)?;
    let mut notes: HashMap<(bool, String), Vec<Piece>> = HashMap::new();
    for (text, name, kind) in [(&foot, &foot_name, true), (&end, &end_name, false)] {
        parts.links = links(&mut archive, name)?;
        read_notes(text, kind, &parts, &comments, &mut marks, &mut notes)?;
    }
    parts.links = links(&mut archive, &main)?;
    let mut reader = Reader::new(&body, &parts, &comments, &mut marks);
    let pieces = reader.body()?;
    let (pictures, tracked) = (reader.pictures, reader.tracked);
    let view = |accept| View::new(&notes, accept).document(&pieces);
    let refused = view(false);
    let old = markdown::write(&refused);
    let new = tracked.then(|| markdown::write(&view(true)));
    Ok(told(named.or_else(|| refused.title()), &old, new, marks, pictures))
}

/// Puts the places that were marked in the texts to what they are of.
fn told(
    title: Option<String>,
    old: &markdown::Written,
    new: Option<markdown::Written>,
    marks: Vec<Mark>,
    pictures: usize,
) -> Imported {
    let mut out = Imported { title, text: old.text.clone(), pictures, ..Imported::default() };
    let places = |written: &markdown::Written, id: usize| -> Vec<_> {
        written.places.iter().filter(|(other, _)| *other == id).map(|(_, range)| range.clone()).collect()
    };
    for (id, mark) in marks.into_iter().enumerate() {
        let before = places(old, id);
        match mark {
            Mark::Comment(comment) => {
                let range = before.first().cloned().unwrap_or_default();
                out.comments.push(Comment { range, ..comment });
            }
            Mark::Change { author, at } => {
                let after = new.as_ref().map(|new| places(new, id)).unwrap_or_default();
                out.changes.push(Tracked { author, at, before, after });
            }
        }
    }
    out.proposed = new.map(|new| new.text).filter(|text| *text != out.text);
    out
}

/// Addresses outside of the file that a part links to.
fn links(archive: &mut Archive<'_>, part: &str) -> Result<HashMap<String, String>, ExtractError> {
    let (folder, name) = part.rsplit_once('/').unwrap_or(("", part));
    let mut out = HashMap::new();
    let Some(text) = archive.read_text(&format!("{folder}/_rels/{name}.rels"))? else { return Ok(out) };
    let mut xml = Pull::new(&text);
    loop {
        match xml.next()? {
            Node::Open(element) if element.name() == "Relationship" => {
                let of = element.attr("Type").unwrap_or_default();
                if let (true, Some(id), Some(target)) =
                    (of.ends_with("/hyperlink"), element.attr("Id"), element.attr("Target"))
                    && is_safe(&target)
                {
                    out.insert(id, target);
                }
            }
            Node::End => return Ok(out),
            _ => {}
        }
    }
}

/// Comments by id, as numbers of marks.
fn read_comments(text: &str, marks: &mut Vec<Mark>) -> Result<HashMap<String, usize>, ExtractError> {
    let mut out = HashMap::new();
    let mut xml = Pull::new(text);
    loop {
        match xml.next()? {
            Node::Open(element) if element.name() == "comment" => {
                let get = |name| element.attr(name).unwrap_or_default();
                let (id, author, at) = (get("id"), get("author"), get("date"));
                let mut inner = String::new();
                let mut open = 1_usize;
                while let Some(element) = xml.inside(&mut open)? {
                    match element.name() {
                        "p" if !inner.is_empty() => {
                            inner.push('\n');
                            open += 1;
                        }
                        "t" => inner.push_str(&xml.text()?),
                        _ => open += 1,
                    }
                }
                out.insert(id, marks.len());
                marks.push(Mark::Comment(Comment { author, at, text: inner.trim().to_owned(), range: 0..0 }));
            }
            Node::End => return Ok(out),
            _ => {}
        }
    }
}

fn read_notes(
    text: &str,
    foot: bool,
    parts: &Parts,
    comments: &HashMap<String, usize>,
    marks: &mut Vec<Mark>,
    out: &mut HashMap<(bool, String), Vec<Piece>>,
) -> Result<(), ExtractError> {
    let mut reader = Reader::new(text, parts, comments, marks);
    reader.notes(if foot { "footnote" } else { "endnote" }, |id, pieces| {
        out.insert((foot, id), pieces);
    })
}
