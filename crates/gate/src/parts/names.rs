//! Names: capitalised words of a claim that its evidence lacks.

use crate::text::claim::MOST_FINDINGS;
use stet_reading::keys::{is_function_word, word_key};
use stet_text::span::Span;
use stet_text::{Script, each_token, normalise_into};

/// A name as written, and the key it is compared by.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Name<'a> {
    pub text: &'a str,
    pub key: u32,
}

/// Whether a text has a capital at all.
pub(crate) fn may_name(text: &str) -> bool {
    text.chars().any(|ch| !('가'..='힣').contains(&ch) && ch.is_uppercase())
}

/// The names of a claim as written: Latin words with a capital that do not merely begin the
/// sentence, and capitalised words inside Korean text.
pub(crate) fn names(claim: &str) -> Vec<Name<'_>> {
    let mut out: Vec<Name<'_>> = Vec::new();
    let mut end = 0;
    let mut norm = String::new();
    each_token(claim, |token| {
        let before = std::mem::replace(&mut end, token.span.end);
        // Most words have no capital.
        if token.script == Script::Latin && token.text.starts_with(char::is_uppercase) {
            let begins = before == 0 || begins(Span::new(before, token.span.start).of(claim));
            let mut rest = token.text.chars().skip(1);
            if rest.clone().next().is_some() && (!begins || rest.any(char::is_uppercase)) {
                norm.clear();
                if token.text.bytes().all(|byte| byte.is_ascii_alphanumeric()) {
                    norm.push_str(token.text);
                    norm.make_ascii_lowercase();
                } else {
                    normalise_into(token.text, &mut norm);
                }
                let key = word_key(&norm, Script::Latin);
                // `Note: The`
                if !is_function_word(key)
                    && out.len() < MOST_FINDINGS
                    && out.iter().all(|name| name.key != key)
                {
                    out.push(Name { text: token.text, key });
                }
            }
        }
    });
    out
}

/// Whether a sentence, or what a heading or a quotation mark stands before, begins behind such a gap.
fn begins(gap: &str) -> bool {
    gap.len() > 1 && gap.contains(['.', '!', '?', ':', '"', '“', '\n', '•'])
        || matches!(gap, "." | "!" | "?" | ":" | "\"" | "\n")
}
