//! What stands behind a label and a colon at the start of a line: `[1]: https://a.b/c "title"`.
//!
//! Owns telling the definition of a link from prose that only begins like one (`[9]: The library opens.`), as
//! `CommonMark` does: a destination, perhaps a title, and the end of the line.

use crate::pattern::Prefix;
use std::sync::LazyLock;

/// Most bytes that are looked at; a longer word is a URL.
pub(super) const REACH: usize = 304;

/// A destination that is written like the address of something (`https://a.b`, `/rules#3`, `handbook.pdf`, `<a b.md>`),
/// perhaps a title, and the end of the line.
static DEFINITION: LazyLock<Option<Prefix>> = LazyLock::new(|| {
    let leads = |c: &str| {
        format!(r"(?:[/#]{c}*|mailto:{c}*|{c}*(?:://|@){c}*|(?:{c}*[^\s!-,/:-@\[-`{{-~-])?\.[A-Za-z/]{c}*)")
    };
    let (word, inside) = (leads(r"[^\s<]"), leads(r"[^\n>]"));
    let title = r#"(?:"[^"\n]*"|'[^'\n]*'|\([^)\n]*\))"#;
    let pattern =
        format!(r"[ \t]{{0,16}}(?:{word}|<{inside}>)(?:[ \t]{{1,16}}{title})?[ \t]{{0,16}}(?:[\r\n]|\z)");
    Prefix::new(&pattern)
});

/// Whether the text behind `[label]:` makes a definition of it. `None` while more text could tell; never with `last`.
#[must_use]
pub fn is_definition(rest: &str, last: bool) -> Option<bool> {
    let near = rest.get(..rest.floor_char_boundary(REACH)).unwrap_or_default();
    let ends = last && near.len() == rest.len();
    match DEFINITION.as_ref()?.longest(near, ends) {
        Ok(found) => Some(found.is_some()),
        Err(_) if near.len() == rest.len() => None,
        Err(_) => Some(!near.trim_start().contains(char::is_whitespace)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_definition_leads_somewhere_and_ends_there() {
        for (rest, expected) in [
            (" https://a.b/c", Some(true)),
            (" https://a.b/c \"The rules\"\n", Some(true)),
            (" handbook.pdf\n", Some(true)),
            (" ./rules.md 'x'", Some(true)),
            (" #section", Some(true)),
            (" /rules (The rules) \n", Some(true)),
            (" /rules (The rules) say so.", Some(false)),
            (" /rules \"The rules\" say so.", Some(false)),
            (" /rules \"The rules", Some(false)),
            (" </pre>(학칙)", Some(false)),
            (" <a b.md>\n", Some(true)),
            (" 학칙.pdf\n", Some(true)),
            (" The library opens.", Some(false)),
            (" 승인된다.", Some(false)),
            (" 승인된다.\n", Some(false)),
            (" handbook.pdf, p. 10", Some(false)),
            (" 도서관은 9시에 연다.", Some(false)),
            (" 학칙 제25조", Some(false)),
            (" <b>bold</b> words", Some(false)),
            ("", Some(false)),
            ("\n", Some(false)),
        ] {
            assert_eq!(is_definition(rest, true), expected, "{rest:?}");
            for (at, _) in rest.char_indices() {
                let begun = is_definition(rest.get(..at).unwrap(), false);
                assert!(begun.is_none() || begun == expected, "{rest:?} at {at}");
            }
        }
        assert_eq!(is_definition(&"a".repeat(REACH + 1), false), Some(true));
        assert_eq!(is_definition(&" ".repeat(200), false), Some(false));
        assert_eq!(is_definition(&format!("/a ({}", "b".repeat(REACH)), false), Some(false));
    }
}
