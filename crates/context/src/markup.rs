//! What stands in a statement and is not read: tags of HTML and pictures.

use rustc_hash::FxHashMap;
use std::borrow::Cow;
use std::sync::LazyLock;
use stet_marks::citation;

/// Elements, and whether their tags only change how words look or part them.
static ELEMENTS: LazyLock<FxHashMap<&str, &str>> = LazyLock::new(|| stet_data::pairs("words/en/elements"));

/// Longest words for a picture, and longest address of one, in bytes.
const MAX_PART: usize = 2048;

/// The statement as a reader sees it: without tags and without pictures (`![figure](a.png)`). What else stands in
/// angle brackets may be words.
pub(super) fn without_markup(statement: &str) -> Cow<'_, str> {
    if !statement.contains('<') && !statement.contains("![") {
        return Cow::Borrowed(statement);
    }
    let mut out = String::with_capacity(statement.len());
    let mut rest = statement;
    while let Some(at) = rest.find(['<', '!']) {
        let (head, tail) = rest.split_at_checked(at).unwrap_or((rest, ""));
        out.push_str(head);
        let (len, stands) = unseen(tail).unwrap_or((1, tail.get(..1).unwrap_or_default()));
        out.push_str(stands);
        rest = tail.get(len..).unwrap_or_default();
    }
    out.push_str(rest);
    if out.len() < statement.len() { Cow::Owned(out) } else { Cow::Borrowed(statement) }
}

/// Bytes at the start of a text that are not read, and what a reader sees there.
fn unseen(text: &str) -> Option<(usize, &'static str)> {
    if let Some(picture) = text.strip_prefix("![") {
        let first = |text: &str, ends: &[u8]| {
            let byte = text.bytes().take(MAX_PART).position(|byte| ends.contains(&byte));
            byte.filter(|&at| text.as_bytes().get(at) != Some(&b'\n'))
        };
        let alt = first(picture, b"]\n")?;
        let target = picture.get(alt..)?.strip_prefix("](")?;
        let end = first(target, b")\n")?;
        return Some(("![".len() + alt + "](".len() + end + 1, " "));
    }
    let len = citation::tag_len(text)?;
    let name = text.trim_start_matches(['<', '/']);
    let end = name.find(|ch: char| !ch.is_ascii_alphanumeric())?;
    let name = name.get(..end)?.to_ascii_lowercase();
    let kind = ELEMENTS.get(name.as_str())?;
    Some((len, if *kind == "inline" { "" } else { " " }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tags_and_pictures_are_not_read() {
        for (statement, expected) in [
            ("The <b class=\"x\">library</b> opens.", "The library opens."),
            ("<div data-n='[9]'>It opens.</div>", " It opens. "),
            ("Open<br/>daily <img alt=\"a > b\" src=x>now", "Open daily  now"),
            ("![figure 9](a.png) It opens!", "  It opens!"),
            ("Set <timeout> where a <b 3 and x<y", "Set <timeout> where a <b 3 and x<y"),
            ("10 m<sup>2</sup> <개정 2020. 3. 1.> ![", "10 m<sup>2</sup> <개정 2020. 3. 1.> !["),
        ] {
            assert_eq!(without_markup(statement), expected);
        }
    }
}
