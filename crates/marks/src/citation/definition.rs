//! What stands behind a label and a colon at the start of a line: `[1]: https://a.b/c "title"`.
//!
//! Owns telling the definition of a link from prose that only begins like one (`[9]: The library opens.`), as
//! `CommonMark` does: a destination, perhaps a title, and the end of the line. Looks at no more than [`REACH`] bytes.

/// Longest destination that is looked at, in bytes; a longer word is a URL.
const MAX_DESTINATION: usize = 128;

/// Longest title that is looked at, in bytes.
const MAX_TITLE: usize = 128;

/// White space before and behind each of them that is looked through, in bytes.
const MAX_SPACE: usize = 16;

/// Most bytes that are looked at.
pub(super) const REACH: usize = MAX_DESTINATION + MAX_TITLE + 3 * MAX_SPACE;

/// Whether the text behind `[label]:` makes a definition of it. `None` while more text could tell; never with `last`.
#[must_use]
pub fn is_definition(rest: &str, last: bool) -> Option<bool> {
    let destination = rest.get(spaces(rest)..).unwrap_or_default();
    let angled = destination.starts_with('<');
    let end = destination
        .char_indices()
        .take_while(|(at, _)| *at < MAX_DESTINATION)
        .find(|(at, c)| if angled { *at > 0 && matches!(c, '>' | '\n') } else { c.is_whitespace() })
        .map(|(at, c)| if c == '>' { at + 1 } else { at });
    let Some(end) = end else {
        return if destination.len() >= MAX_DESTINATION {
            Some(!angled)
        } else {
            last.then(|| leads_somewhere(destination))
        };
    };
    let (word, after) = destination.split_at_checked(end).unwrap_or_default();
    if !leads_somewhere(word) {
        return Some(false);
    }
    let title = after.get(spaces(after)..).unwrap_or_default();
    match title.chars().next() {
        None if last => Some(true),
        None if after.len() >= MAX_SPACE => Some(false),
        None => None,
        Some('\n' | '\r') => Some(true),
        Some(open @ ('"' | '\'' | '(')) if title.len() < after.len() => is_title(title, open, last),
        Some(_) => Some(false),
    }
}

/// Length of the white space that a text begins with, as far as it is looked through.
fn spaces(text: &str) -> usize {
    text.bytes().take(MAX_SPACE).take_while(|b| matches!(b, b' ' | b'\t')).count()
}

/// Whether a text is a title that `open` opens, and nothing else on its line. `None` as for [`is_definition`].
fn is_title(text: &str, open: char, last: bool) -> Option<bool> {
    let close = if open == '(' { ')' } else { open };
    let inside = text.get(open.len_utf8()..).unwrap_or_default();
    let end =
        inside.char_indices().take_while(|(at, _)| *at < MAX_TITLE).find(|(_, c)| *c == close || *c == '\n');
    match end {
        Some((at, '"' | '\'' | ')')) => {
            let after = inside.get(at + close.len_utf8()..).unwrap_or_default();
            match after.get(spaces(after)..).and_then(|tail| tail.chars().next()) {
                None if last => Some(true),
                None if after.len() >= MAX_SPACE => Some(false),
                None => None,
                Some(c) => Some(matches!(c, '\n' | '\r')),
            }
        }
        Some(_) => Some(false),
        None if inside.len() >= MAX_TITLE => Some(false),
        None => last.then_some(false),
    }
}

/// Whether a word is written like the address of something: `https://a.b`, `/rules#3`, `handbook.pdf`, `<a b.md>`.
fn leads_somewhere(word: &str) -> bool {
    if let Some(inside) = word.strip_prefix('<') {
        return inside.ends_with('>') && leads_somewhere(inside.trim_end_matches('>'));
    }
    let dotted = word.match_indices('.').any(|(at, _)| {
        let before = word.get(..at).and_then(|head| head.chars().next_back());
        let after = word.get(at + 1..).and_then(|tail| tail.chars().next());
        before.is_none_or(|c| c.is_alphanumeric() || c == '.')
            && after.is_some_and(|c| c.is_ascii_alphabetic() || c == '/')
    });
    dotted
        || word.starts_with(['/', '#'])
        || word.contains("://")
        || word.contains('@')
        || word.starts_with("mailto:")
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
        assert_eq!(is_definition(&"a".repeat(MAX_DESTINATION), false), Some(true));
        assert_eq!(is_definition(&" ".repeat(200), false), Some(false));
        assert_eq!(is_definition(&format!("/a ({}", "b".repeat(MAX_TITLE)), false), Some(false));
    }
}
