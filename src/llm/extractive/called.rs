//! What the sources of quotations are called, where the quoted words do not tell which is which.
//!
//! Owns the line above the quotations of a source: two branch offices whose guides say `The office opens at 9:10.` and `The office
//! opens at 8:20.` are told apart by the titles of the guides alone.

use rustc_hash::FxHashSet;

use super::Extract;
use crate::PromptSource;
use stet_marks::statute::scan_statutes;
use stet_text::search_terms;

/// Characters of such a line.
const MOST: usize = 80;

/// For each quotation the line that stands above it: where the quotations of another source begin, and what that belongs to is said by
/// none of them. None where nothing tells the sources apart.
pub(super) fn lines(extracts: &[Extract], sources: &[PromptSource]) -> Vec<Option<String>> {
    let of = |number: u32| sources.iter().find(|source| source.number == number);
    let mut quoted: Vec<&PromptSource> = Vec::new();
    for source in extracts.iter().filter_map(|extract| of(extract.number)) {
        if quoted.iter().all(|known| known.number != source.number) {
            quoted.push(source);
        }
    }
    let line = |at: usize, extract: &Extract| {
        let begins = at
            .checked_sub(1)
            .and_then(|last| extracts.get(last))
            .is_none_or(|last| last.number != extract.number);
        let own = quoted.iter().find(|source| source.number == extract.number).filter(|_| begins)?;
        let others: Vec<&PromptSource> =
            quoted.iter().copied().filter(|other| parts(other) != parts(own)).collect();
        let called = called(own, &others)?;
        let of_others: FxHashSet<String> =
            others.iter().flat_map(|other| parts(other)).flat_map(search_terms).collect();
        let telling: Vec<String> =
            search_terms(&called).into_iter().filter(|term| !of_others.contains(term)).collect();
        let group = extracts.iter().skip(at).take_while(|next| next.number == extract.number);
        let said: FxHashSet<String> = group.flat_map(|own| search_terms(&own.text)).collect();
        let says_itself = telling.iter().any(|term| said.contains(term));
        (!says_itself && called.chars().any(char::is_alphanumeric)).then(|| format!("**{called}**"))
    };
    let mut lines: Vec<Option<String>> =
        extracts.iter().enumerate().map(|(at, extract)| line(at, extract)).collect();
    let mut last = None;
    for line in lines.iter_mut().filter(|line| line.is_some()) {
        // Said once above all that it stands above.
        let own = line.take_if(|line| last.as_ref() == Some(line)).or_else(|| line.clone());
        last = own;
    }
    lines
}

/// Everything that tells what a source belongs to: the title of its document and its headings, else its file.
fn parts(source: &PromptSource) -> Vec<&str> {
    if source.place.is_empty() {
        return vec![&source.title];
    }
    source.place.iter().map(String::as_str).chain([source.title.as_str()]).collect()
}

/// What a source is called and every other is not; of its title and headings what the others do not have, else its file.
fn called(own: &PromptSource, others: &[&PromptSource]) -> Option<String> {
    if others.is_empty() {
        return None;
    }
    let is_shared = |part: &str| others.iter().all(|other| other.place.iter().any(|known| known == part));
    let mut own_parts: Vec<&str> =
        own.place.iter().map(String::as_str).filter(|part| !is_shared(part)).collect();
    own_parts.dedup();
    own_parts.truncate(2);
    if own_parts.is_empty() {
        own_parts.push(&own.title);
    }
    // An article is told by its reference, and as a heading it would be one.
    let called = plain(&own_parts.join(" – "));
    scan_statutes(&called).is_empty().then_some(called)
}

/// Words of a document as a line that is no Markdown, no mark and no sentence.
fn plain(text: &str) -> String {
    let harmless = |ch: char| {
        let is_sign =
            matches!(ch, '*' | '_' | '`' | '[' | ']' | '<' | '>' | '|' | '†' | '\\' | '#' | '「' | '」');
        if is_sign || ch.is_control() { ' ' } else { ch }
    };
    let line: String = text.chars().map(harmless).take(MOST).collect();
    let line = line.split_whitespace().collect::<Vec<_>>().join(" ");
    line.trim_end_matches(['.', '?', '!', ':', ' ']).to_owned()
}
