//! The marks and the literals of a complete sentence.
//!
//! Owns remembering those of the last sentences. Leaves the walk to [`super::literal`].

use super::grammar::Mark;
use super::literal::Lexer;
use std::cell::RefCell;
use std::collections::VecDeque;
use stet_text::span::Span;

/// The marks of a complete sentence, in order, outside of literals. Linear in the text.
#[must_use]
pub fn scan_marks(sentence: &str) -> Vec<Mark> {
    scan_row(sentence, &[])
}

/// The same of a row of a table in which `columns` cite.
#[must_use]
pub fn scan_row(sentence: &str, columns: &[usize]) -> Vec<Mark> {
    let scan = || {
        let mut lexer = Lexer::new(sentence);
        lexer.columns = columns.to_vec();
        lexer.run(true);
        lexer.marks
    };
    if sentence.len() > SHORT {
        return scan();
    }
    let known = SCANNED.with_borrow(|known| {
        let same = known.iter().find(|one| one.sentence == sentence && one.columns == columns);
        same.map(|one| one.marks.clone())
    });
    known.unwrap_or_else(|| {
        let marks = scan();
        let scanned =
            Scanned { sentence: sentence.to_owned(), columns: columns.to_vec(), marks: marks.clone() };
        SCANNED.with_borrow_mut(|known| {
            known.truncate(KEPT - 1);
            known.push_front(scanned);
        });
        marks
    })
}

/// A sentence, and the marks in it.
struct Scanned {
    sentence: String,
    columns: Vec<usize>,
    marks: Vec<Mark>,
}

/// Sentences whose marks a thread still knows, none of them longer than so many bytes: whoever closes a sentence asks for
/// its marks again and again, as it came, as it is judged and as it is written.
const KEPT: usize = 4;
const SHORT: usize = 2048;

thread_local! {
    static SCANNED: RefCell<VecDeque<Scanned>> = const { RefCell::new(VecDeque::new()) };
}

/// The literals of a complete sentence, in order: inline code, link targets, URLs, math. Linear in the text.
#[must_use]
pub fn literals(sentence: &str) -> Vec<Span> {
    if !sentence.bytes().any(|byte| matches!(byte, b'`' | b'$' | b'\\' | b'<' | b'~' | b'(' | b'/' | b'.')) {
        return Vec::new();
    }
    let mut lexer = Lexer::new(sentence);
    lexer.run(true);
    let open = Span::new(lexer.decided().min(sentence.len()), sentence.len());
    lexer.literals.extend((!open.is_empty()).then_some(open));
    lexer.literals
}

/// Whether a mark is all that stands in a cell of a row.
#[must_use]
pub fn fills_cell(mark: &Mark, row: &str) -> bool {
    let before = row.get(..mark.span.start).unwrap_or_default().trim_end();
    let behind = row.get(mark.span.end..).unwrap_or_default().trim_start();
    before.ends_with('|') && (behind.is_empty() || behind.starts_with('|'))
}

/// Whether one of the literals, which are in order, stands in a span.
#[must_use]
pub fn in_literal(literals: &[Span], span: Span) -> bool {
    let next = literals.partition_point(|literal| literal.end <= span.start);
    literals.get(next).is_some_and(|literal| literal.start <= span.start)
}
