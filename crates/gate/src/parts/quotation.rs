//! Quotations: words a claim puts into quotation marks must stand in the source.

use crate::text::claim::{MOST_FINDINGS, SHORTEST_QUOTE};
use stet_text::span::Span;

/// The quotations of a normalised text that are long enough to be one.
pub(crate) fn quotations(norm: &str) -> Vec<&str> {
    let mut out = Vec::new();
    // The first bytes of `「` and `«`, which no Hangul syllable has, are enough to look closer.
    if !norm.bytes().any(|byte| matches!(byte, b'"' | 0xe3 | 0xc2)) {
        return out;
    }
    let mut open: Option<usize> = None;
    for (at, ch) in norm.char_indices() {
        match (ch, open) {
            ('"' | '」' | '』' | '»', Some(start)) => {
                out.push(Span::new(start, at).of(norm));
                open = None;
            }
            ('"' | '「' | '『' | '«', None) => open = Some(at + ch.len_utf8()),
            _ => {}
        }
    }
    out.retain(|quote| quote.trim().chars().count() >= SHORTEST_QUOTE);
    out.truncate(MOST_FINDINGS);
    out
}

/// How a quotation says that it leaves something out.
const OMISSIONS: [&str; 7] = ["(중략)", "[...]", "(...)", "[…]", "(…)", "...", "…"];

/// Whether a quotation stands in a normalised text, apart from punctuation, spaces and what it says that it leaves out.
pub(crate) fn is_in(quote: &str, text: &str) -> bool {
    let core = quote.trim_matches(|ch: char| !ch.is_alphanumeric());
    if text.contains(core) {
        return true;
    }
    let mut pieces = vec![quote];
    for mark in OMISSIONS {
        pieces = pieces.into_iter().flat_map(|piece| piece.split(mark)).collect();
    }
    pieces.retain(|piece| piece.contains(char::is_alphanumeric));
    if let [_, _, ..] = pieces[..] {
        return stand_in_order(&pieces, text);
    }
    let mut letters = core.chars().filter(|ch| ch.is_alphanumeric());
    let Some(first) = letters.next() else { return true };
    // Where the first letter stands, mostly the next differs; where not, no more is compared than some texts of that length.
    let mut left = 2 * text.len();
    for (at, _) in text.match_indices(first) {
        let behind = text.get(at + first.len_utf8()..).unwrap_or_default();
        let mut rest = behind.chars();
        if letters.clone().all(|letter| rest.find(|ch| ch.is_alphanumeric()) == Some(letter)) {
            return true;
        }
        left = left.saturating_sub(behind.len() - rest.as_str().len());
        if left == 0 {
            let bare = |text: &str| text.chars().filter(|ch| ch.is_alphanumeric()).collect::<String>();
            return bare(text).contains(&bare(core));
        }
    }
    false
}

/// Whether some texts stand in a normalised one, one behind the other.
fn stand_in_order(pieces: &[&str], text: &str) -> bool {
    let bare = |text: &str| text.chars().filter(|ch| ch.is_alphanumeric()).collect::<String>();
    let whole = bare(text);
    let mut rest = &*whole;
    pieces.iter().all(|piece| {
        let piece = bare(piece);
        let found = rest.find(&piece).and_then(|at| rest.get(at + piece.len()..));
        rest = found.unwrap_or_default();
        found.is_some()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_quotation_leaves_out_it_says() {
        let text = "it found that the bridge was safe, although the railing had rusted, and asked that all dismount.";
        for (quote, want) in [
            ("the bridge was safe … and asked that all dismount", true),
            ("the bridge was safe [...] and asked", true),
            ("the railing had rusted ... the bridge was safe", false),
            ("the bridge was safe … and asked that nobody dismount", false),
            ("... the railing had rusted", true),
        ] {
            assert_eq!(is_in(quote, text), want, "{quote}");
        }
        assert!(is_in(
            "다리가 안전하다고 보았으나 (중략) 내려 걸을 것",
            "다리가 안전하다고 보았으나 난간이 녹슬어 내려 걸을 것"
        ));
    }

    #[test]
    fn a_quotation_stands_in_a_text_apart_from_its_marks() {
        let far = "가 ".repeat(300);
        for (quote, text, want) in [
            ("the mill, the barn", "he saw the mill - the barn.", true),
            ("the mill, the barn", "the mill and the barn", false),
            ("the mill", "the the, mil l", true),
            ("the mill", "the mil", false),
            ("방앗간, 곳간.", "방앗간 곳간은", true),
            ("방앗간, 곳간", "방앗간과 곳간", false),
            ("...", "", true),
            // Compared as often as a text of that length is.
            (&format!("{far}나"), &far, false),
            (&format!("{far}나"), &format!("{far}{far}, 나"), true),
        ] {
            assert_eq!(is_in(quote, text), want, "{quote}");
        }
    }
}
