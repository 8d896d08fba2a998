//! Rows of tables that answer a question: `Where is EQ-1595?` is answered by the row of EQ-1595 under the heads of its columns.
//!
//! Owns which rows are meant, by the words of their cells. A row is quoted whole, as a table of its own, so that nobody has to
//! guess what a figure is of. It counts and compares nothing: a number of the question that no row has finds no row.

use std::rc::Rc;

use rustc_hash::{FxHashMap, FxHashSet};

use super::{Extract, Hold};
use crate::PromptSource;
use stet_gate::heads_of_part;
use stet_marks::citation::scan_marks;
use stet_sources::question::Question;
use stet_text::{normalise, search_terms};

/// Rows that are quoted; where more are meant alike, none says more than the others.
const MOST: usize = 8;
/// Weights that differ by less were summed in another order.
const SAME: f64 = 1e-9;
/// Characters of a row.
const LONGEST: usize = 1000;

/// A row with the heads of its table.
struct Row<'a> {
    number: u32,
    /// Between bars.
    head: &'a str,
    line: &'a str,
    terms: FxHashSet<String>,
    /// Those of the heads, which the rows of a table share.
    heads: Rc<FxHashSet<String>>,
}

/// The rows that hold most of what is asked, and how well they hold it under their heads.
pub(super) fn meant(asked: &Question, question: &str, sources: &[&PromptSource]) -> (Vec<Extract>, Hold) {
    let mut all: Vec<Row<'_>> = sources.iter().flat_map(|source| rows(source)).collect();
    let mut terms: FxHashSet<String> = asked.terms().into_iter().collect();
    let said = normalise(question);
    for row in &mut all {
        let codes: Vec<String> = codes(row.line).filter(|code| says(&said, code)).collect();
        terms.extend(codes.iter().cloned());
        row.terms.extend(codes);
    }
    let mut holding: FxHashMap<&str, usize> = FxHashMap::default();
    for term in all.iter().flat_map(|row| &row.terms).filter(|term| terms.contains(*term)) {
        *holding.entry(term).or_default() += 1;
    }
    // What every row has tells none from another.
    let weight = |row: &Row<'_>| -> f64 {
        let own = row.terms.iter().filter_map(|term| holding.get(term.as_str()));
        own.filter(|held| **held < all.len() || all.len() == 1)
            .map(|held| (1.0 + all.len() as f64 / *held as f64).ln())
            .sum()
    };
    let numbers: Vec<String> = search_terms(question)
        .into_iter()
        .filter(|term| term.contains(|ch: char| ch.is_ascii_digit()))
        .collect();
    let has = |row: &Row<'_>, number: &String| row.terms.contains(number) || row.heads.contains(number);
    let has_numbers = |row: &&Row<'_>| numbers.iter().all(|number| has(row, number));
    let ranked: Vec<(f64, &Row<'_>)> = all
        .iter()
        .filter(has_numbers)
        .map(|row| (weight(row), row))
        .filter(|(weight, _)| *weight > 0.0)
        .collect();
    let best = ranked.iter().map(|(weight, _)| *weight).fold(0.0, f64::max);
    let meant: Vec<&Row<'_>> =
        ranked.into_iter().filter(|(weight, _)| *weight > best - SAME).map(|(_, row)| row).collect();
    let Some(first) = meant.first().filter(|_| meant.len() <= MOST) else {
        return (Vec::new(), Hold::default());
    };
    let called = sources.iter().find(|source| source.number == first.number).map(|source| source.called());
    let own: FxHashSet<String> = first.terms.union(&first.heads).cloned().collect();
    let hold = Hold::of(asked, &own, &called.unwrap_or_default());
    let extract = |row: &Row<'_>| Extract {
        number: row.number,
        head: Some(row.head.to_owned()),
        text: row.line.to_owned(),
    };
    (meant.into_iter().map(extract).collect(), hold)
}

/// The words of a row that are no more than a name: `EQ-7`, `제3호`. Their parts may stand in other cells as well.
fn codes(line: &str) -> impl Iterator<Item = String> {
    let words = line.split(|ch: char| ch.is_whitespace() || ch == '|');
    let is_code =
        |word: &&str| word.contains(|ch: char| ch.is_ascii_digit()) && word.contains(char::is_alphabetic);
    words.filter(is_code).map(normalise)
}

/// Whether a question says a code, whatever particle follows.
fn says(question: &str, code: &str) -> bool {
    let goes_on = |ch: char| ch.is_ascii_alphanumeric();
    let mut places =
        question.match_indices(code).map(|(at, _)| (question.get(..at), question.get(at + code.len()..)));
    places.any(|(before, after)| {
        !before.is_some_and(|text| text.ends_with(goes_on))
            && !after.is_some_and(|text| text.starts_with(goes_on))
    })
}

/// The rows of a source's tables, under the line above the rule.
fn rows(source: &PromptSource) -> Vec<Row<'_>> {
    let mut out: Vec<Row<'_>> = Vec::new();
    let with_terms = |head: &'_ str| Rc::new(search_terms(head).into_iter().collect::<FxHashSet<String>>());
    let mut head = heads_of_part(&source.text).map(|head| (head, with_terms(head)));
    let mut before = None;
    for line in source.text.lines().map(str::trim) {
        if !line.starts_with('|') {
            (head, before) = (None, None);
        } else if line.chars().all(|ch| matches!(ch, '|' | '-' | ':' | ' ')) {
            head =
                before.map(|line: &str| line.trim_matches(['|', ' '])).map(|head| (head, with_terms(head)));
        } else {
            before = Some(line);
            let quotable = line.chars().count() <= LONGEST
                && line.matches('|').count() > 2
                && scan_marks(line).is_empty();
            let row = head.as_ref().filter(|_| quotable);
            out.extend(row.map(|(head, heads)| Row {
                number: source.number,
                head,
                line,
                terms: search_terms(line).into_iter().collect(),
                heads: Rc::clone(heads),
            }));
        }
    }
    out
}

/// A row as the answer has it: under its heads, where those do not stand above it already, with its mark in the last cell.
pub(super) fn written(extract: &Extract, head: &str, before: Option<&Extract>) -> String {
    let row = extract.text.trim_end_matches(['|', ' ']);
    let row = format!("{row} [†{}] |", extract.number);
    if before.and_then(|before| before.head.as_deref()) == Some(head) {
        return format!("\n{row}");
    }
    format!("\n\n| {head} |\n|{}\n{row}", " --- |".repeat(head.split('|').count()))
}
