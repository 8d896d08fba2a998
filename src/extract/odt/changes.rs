//! What was changed in an ODT under change tracking, put where it stood. A list before the text has what was deleted, and a mark
//! stands where that was; what was inserted stands in the text between two marks.

use crate::docx::{Cell, Content, Fate, Paragraph, Piece, Span};

/// A change: who made it and when, and what it took out.
pub(super) struct Region<'a> {
    pub(super) author: String,
    pub(super) at: String,
    pub(super) deleted: Option<&'a str>,
}

/// Puts what was deleted at this place of a paragraph into it. Where that was more than one, the first goes on the words
/// before it and the last goes on in those behind it.
/// `begins`: whether nothing of the paragraph was read.
pub(super) fn splice(mut gone: Vec<Piece>, line: &mut Paragraph, begins: bool, out: &mut Vec<Piece>) -> bool {
    let Some(last) = gone.pop() else { return begins };
    if gone.is_empty() {
        match last {
            Piece::Paragraph(last) => line.spans.extend(last.spans),
            table @ Piece::Table(_) => out.push(table),
        }
        return begins;
    }
    // In an empty paragraph, whether its words come before what is gone is told by on which side that has none.
    let after = gone.first().is_some_and(is_empty) && !is_empty(&last);
    let begins =
        begins && !after && line.spans.iter().all(|span| matches!(span.content, Content::Comment(..)));
    for (number, piece) in gone.into_iter().enumerate() {
        match piece {
            Piece::Paragraph(mut first) if number == 0 => {
                let mut spans = std::mem::take(&mut line.spans);
                spans.append(&mut first.spans);
                // Which of the two says what the paragraph was: the one that its words began in.
                let end = first.end;
                let whole = if begins { *first } else { line.clone() };
                out.push(Piece::Paragraph(Box::new(Paragraph { end, spans, ..whole })));
            }
            piece => out.push(piece),
        }
    }
    match last {
        Piece::Paragraph(last) if begins => line.spans.extend(last.spans),
        Piece::Paragraph(last) => *line = *last,
        table @ Piece::Table(_) => out.push(table),
    }
    begins
}

fn is_empty(piece: &Piece) -> bool {
    matches!(piece, Piece::Paragraph(paragraph) if paragraph.spans.is_empty())
}

/// Lets the end of a paragraph be changed where its words are. A writer marks the end before a paragraph that is new or gone,
/// where a text has that behind it.
pub(super) fn settle(pieces: &mut [Piece]) {
    for at in 0..pieces.len() {
        let Some(Piece::Paragraph(first)) = pieces.get(at) else { continue };
        let fate = first.end;
        if fate == Fate::default() || (!first.spans.is_empty() && is_whole(first, fate)) {
            continue;
        }
        let rest = pieces.get(at + 1..).unwrap_or_default();
        let chained = rest.iter().map_while(|piece| match piece {
            Piece::Paragraph(next) if is_whole(next, fate) => Some(next.end),
            _ => None,
        });
        let ends: Vec<Fate> = chained.collect();
        let Some(last) = ends.iter().position(|end| *end == Fate::default()) else { continue };
        for (number, piece) in pieces.iter_mut().skip(at).take(last + 2).enumerate() {
            if let Piece::Paragraph(paragraph) = piece {
                paragraph.end = if number == 0 { Fate::default() } else { fate };
            }
        }
    }
}

/// Whether all of a paragraph was changed in such a way.
fn is_whole(paragraph: &Paragraph, fate: Fate) -> bool {
    let same = |span: &Span| {
        (span.fate.inserted.is_some(), span.fate.deleted.is_some())
            == (fate.inserted.is_some(), fate.deleted.is_some())
    };
    paragraph.spans.iter().all(|span| same(span) || matches!(span.content, Content::Comment(..)))
}

/// Whether anything stands in the pieces.
pub(super) fn has_words(pieces: &[Piece]) -> bool {
    pieces.iter().any(|piece| match piece {
        Piece::Paragraph(paragraph) => !paragraph.spans.is_empty(),
        Piece::Table(table) => {
            table.rows.iter().flat_map(|row| &row.cells).any(|cell| has_words(&cell.pieces))
        }
    })
}

/// Of a row: all of whose words are new, or gone.
pub(super) fn of_row(cells: &[Cell]) -> Fate {
    let paragraphs = cells.iter().flat_map(|cell| &cell.pieces).filter_map(|piece| match piece {
        Piece::Paragraph(paragraph) => Some(paragraph),
        Piece::Table(_) => None,
    });
    let mut fates = paragraphs.flat_map(|paragraph| &paragraph.spans).map(|span| span.fate);
    let Some(first) = fates.next() else { return Fate::default() };
    fates.fold(first, |all, fate| Fate {
        inserted: all.inserted.filter(|_| fate.inserted.is_some()),
        deleted: all.deleted.filter(|_| fate.deleted.is_some()),
        dropped: false,
    })
}
