//! DOCX as a draft: runs with their look, notes where they stand, both texts of tracked changes.

use std::collections::HashMap;

use stet_document::markdown;

use super::imported::{Comment, Imported, Origin, Tracked};
use crate::docx::{Content, File, Mark, NOTES, Paragraph, Parts, Piece, Reader};
use crate::xml::Pull;
use crate::{ExtractError, Limits};

#[cfg(test)]
pub(super) mod kept;
mod place;
mod view;

use view::ORIGIN;
pub(super) use view::{Notes, View};

pub(super) fn parse(bytes: &[u8], limits: &Limits) -> Result<Imported, ExtractError> {
    let mut file = File::open(bytes, limits)?;
    let mut parts = Parts { styles: file.styles()?, ..Parts::default() };
    let comments = file.part("/comments")?.0;
    let named = file.about()?.title;
    let mut marks: Vec<Mark> = Vec::new();
    parts.comments = read_comments(&comments, &mut marks)?;
    let mut notes = Notes::new();
    for (kind, name) in NOTES {
        let (text, part) = file.part(kind)?;
        parts.links = file.links(&part)?;
        parts.pictures = file.pictures(&part)?;
        Reader::new(&text, &parts, &mut marks).notes(name, |id, pieces| {
            notes.insert((name == "footnote", id), pieces);
        })?;
    }
    let main = file.main.clone();
    parts.links = file.links(&main)?;
    parts.pictures = file.pictures(&main)?;
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
    let origins = origins(&pieces, &old, new.as_ref());
    let title = named.or_else(|| refused.title());
    let told = told(title, &old, new, marks);
    Ok(Imported { pictures, origins, ..told })
}

/// Where each paragraph came to stand.
pub(super) fn origins(
    pieces: &[Piece],
    old: &markdown::Written,
    new: Option<&markdown::Written>,
) -> Vec<Origin> {
    let places = |written: &markdown::Written| -> HashMap<usize, usize> {
        written.places.iter().rev().map(|(id, range)| (*id, range.start)).collect()
    };
    let (old, new) = (places(old), new.map(places).unwrap_or_default());
    let mut out = Vec::new();
    for piece in pieces {
        let top = match piece {
            Piece::Paragraph(paragraph) => &paragraph.at,
            Piece::Table(table) => &table.at,
        };
        each(piece, &mut |paragraph| {
            if paragraph.at.is_empty() {
                return;
            }
            let id = ORIGIN + paragraph.at.start;
            let (before, after) = (old.get(&id).copied(), new.get(&id).copied());
            out.push(Origin { at: paragraph.at.clone(), top: top.clone(), before, after });
        });
    }
    out
}

/// Every paragraph of a piece: those in boxes and cells with it.
fn each(piece: &Piece, give: &mut impl FnMut(&Paragraph)) {
    match piece {
        Piece::Paragraph(paragraph) => {
            give(paragraph);
            for span in &paragraph.spans {
                if let Content::Box(pieces) = &span.content {
                    for piece in pieces {
                        each(piece, give);
                    }
                }
            }
        }
        Piece::Table(table) => {
            let cells = table.rows.iter().flat_map(|row| &row.cells);
            cells.flat_map(|cell| &cell.pieces).for_each(|piece| each(piece, give));
        }
    }
}

/// Puts the places that were marked in the texts to what they are of.
pub(super) fn told(
    title: Option<String>,
    old: &markdown::Written,
    new: Option<markdown::Written>,
    marks: Vec<Mark>,
) -> Imported {
    let mut out = Imported { title, text: old.text.clone(), ..Imported::default() };
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
