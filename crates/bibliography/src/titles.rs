//! Titles of BibTeX in the letters that styles expect.

use biblatex::{Chunk, ChunksExt as _, Spanned};

/// Whether a name of a language, as BibLaTeX has them, is one of English.
pub(crate) fn is_english(name: &str) -> bool {
    let name = name.to_lowercase();
    ["en", "american", "australian", "british", "canadian", "newzealand", "ukenglish", "usenglish"]
        .iter()
        .any(|own| name.starts_with(own))
}

/// A title in sentence case: where more of its longer words have a capital than not, all but the first and what stands in
/// braces lose it, as every reader of BibTeX has it. Styles of CSL know how to set capitals, and not how to take them back.
pub(crate) fn sentence_case(title: &[Spanned<Chunk>]) -> String {
    let is_open = |chunk: &&Spanned<Chunk>| matches!(chunk.v, Chunk::Normal(_));
    let words = title.iter().filter(is_open).flat_map(|chunk| chunk.v.get().split_whitespace());
    let longer = words.filter(|word| word.chars().count() > 3).skip(1);
    let (high, low): (Vec<&str>, Vec<&str>) = longer.partition(|word| word.starts_with(char::is_uppercase));
    if high.len() <= low.len() {
        return title.format_verbatim().trim().to_owned();
    }
    let mut out = String::new();
    for chunk in title {
        let words = std::slice::from_ref(chunk).format_verbatim();
        if !is_open(&chunk) {
            out.push_str(&words);
            continue;
        }
        for word in words.split_inclusive(char::is_whitespace) {
            let before = out.trim_end();
            let begins = before.is_empty() || before.ends_with([':', '?', '!', '.', '—']);
            let continues = out.ends_with(char::is_alphanumeric);
            if begins || continues || !has_only_its_first(word) {
                out.push_str(word);
            } else {
                out.push_str(&word.to_lowercase());
            }
        }
    }
    out.trim().to_owned()
}

/// Whether the first letter alone is a capital: `Programming`, not `DNA`, `iPhone` or `A`-levels.
fn has_only_its_first(word: &str) -> bool {
    let mut letters = word.chars().filter(|ch| ch.is_alphabetic());
    letters.next().is_some_and(char::is_uppercase)
        && letters.clone().next().is_some()
        && letters.all(char::is_lowercase)
}
