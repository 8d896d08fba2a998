//! Names: capitalised words of a claim that its evidence lacks.

use crate::domain::gate::claim::MOST_FINDINGS;
use crate::domain::gate::similarity::word_key;
use crate::domain::span::Span;
use crate::domain::text::{Script, normalise, tokens};

/// A name as written, and the key it is compared by.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Name<'a> {
    pub text: &'a str,
    pub key: u32,
}

/// Whether a text has a capital at all.
pub(super) fn may_name(text: &str) -> bool {
    text.chars().any(|ch| !('가'..='힣').contains(&ch) && ch.is_uppercase())
}

/// The names of a claim as written: Latin words with a capital that do not merely begin the
/// sentence, and capitalised words inside Korean text.
pub(super) fn names(claim: &str) -> Vec<Name<'_>> {
    let mut out: Vec<Name<'_>> = Vec::new();
    let mut begins = true;
    let mut end = 0;
    for token in tokens(claim) {
        let gap = Span::new(end, token.span.start).of(claim);
        begins |= gap.contains(['.', '!', '?', ':', '"', '“', '\n', '•']) && !gap.is_empty();
        end = token.span.end;
        if token.script == Script::Latin {
            let capital = token.text.starts_with(char::is_uppercase);
            let acronym = token.text.chars().skip(1).any(char::is_uppercase);
            if capital && (!begins || acronym) && token.text.chars().count() > 1 {
                let key = word_key(&normalise(token.text), Script::Latin);
                if out.len() < MOST_FINDINGS && out.iter().all(|name| name.key != key) {
                    out.push(Name { text: token.text, key });
                }
            }
        }
        begins = false;
    }
    out
}
