//! DOCX as a draft: runs with their look, notes where they stand, both texts of tracked changes.

use std::collections::HashMap;

use stet_document::markdown;

use super::imported::{Comment, Imported, Tracked};
use crate::docx::{File, Mark, NOTES, Parts, Reader};
use crate::xml::Pull;
use crate::{ExtractError, Limits};

mod place;
mod view;

pub(super) use view::{Notes, View};

pub(super) fn parse(bytes: &[u8], limits: &Limits) -> Result<Imported, ExtractError> {
    let mut file = File::open(bytes, limits)?;
    let mut parts = Parts { styles: file.styles()?, ..Parts::default() };
    let comments = file.part("/comments")?.0;
    let named = file.title()?;
    let mut marks: Vec<Mark> = Vec::new();
    parts.comments = read_comments(&comments, &mut marks)?;
    let mut notes = Notes::new();
    for (kind, name) in NOTES {
        let (text, part) = file.part(kind)?;
        parts.links = file.links(&part)?;
        Reader::new(&text, &parts, &mut marks).notes(name, |id, pieces| {
            notes.insert((name == "footnote", id), pieces);
        })?;
    }
    parts.links = file.links(&file.main.clone())?;
    let mut pieces = Vec::new();
    let mut reader = Reader::new(&file.body, &parts, &mut marks);
    reader.body(|piece| {
        pieces.push(piece);
        Ok(())
    })?;
    let (pictures, tracked) = (reader.pictures, reader.tracked);
    let view = |accept| View::new(&parts.styles, &notes, accept).document(&pieces);
    let refused = view(false);
    let old = markdown::write(&refused);
    let new = tracked.then(|| markdown::write(&view(true)));
    Ok(told(named.or_else(|| refused.title()), &old, new, marks, pictures))
}

/// Puts the places that were marked in the texts to what they are of.
pub(super) fn told(
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
    for (id, Mark { author, at, comment }) in marks.into_iter().enumerate() {
        let before = places(old, id);
        if let Some(text) = comment {
            let range = before.first().cloned().unwrap_or_default();
            out.comments.push(Comment { author, at, text, range });
        } else {
            let after = new.as_ref().map(|new| places(new, id)).unwrap_or_default();
            out.changes.push(Tracked { author, at, before, after });
        }
    }
    out.proposed = new.map(|new| new.text).filter(|text| *text != out.text);
    out
}

/// Comments by id, as numbers of marks.
fn read_comments(text: &str, marks: &mut Vec<Mark>) -> Result<HashMap<String, usize>, ExtractError> {
    let mut out = HashMap::new();
    let mut xml = Pull::new(text);
    while let Some(element) = xml.element()? {
        if element.name() == "comment" {
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
            marks.push(Mark { author, at, comment: Some(inner.trim().to_owned()) });
        }
    }
    Ok(out)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::archive::packed;

    #[test]
    fn a_deleted_box_stands_in_the_text_before_alone() {
        let boxed = |text: &str| format!("<r><txbxContent><p><r><t>{text}</t></r></p></txbxContent></r>");
        let body = format!(
            "<document><body><p><r><t>Open.</t></r>{}<del author='a' date='d'>{}</del></p></body></document>",
            boxed("Kept"),
            boxed("Gone")
        );
        let found = parse(&packed(&[("word/document.xml", &body)]), &Limits::default()).unwrap();
        assert_eq!(found.text, "Open.\n\nKept\n\nGone\n");
        assert_eq!(found.proposed.as_deref(), Some("Open.\n\nKept\n"));
    }
}
