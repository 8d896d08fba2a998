//! What a Markdown renderer makes of markup inside a line: `&#91;` is a bracket, `&nbsp;` a space, `<b>` nothing to read.
//!
//! A reader sees `[1]` for `&#91;1&#93;`, and `제25조` for `제<b>25</b>조`. Owns one such unit at the start of a text, in
//! text that may go on. Leaves what the character then means to whoever reads it.

use std::sync::LazyLock;

use rustc_hash::FxHashMap;

/// Longest entity or tag, in bytes; what is longer is text.
const MAX_UNIT: usize = 12;

/// What stands at the start of a text that begins with `&` or `<`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unit {
    /// An entity of this many bytes, read as this character.
    Entity(char, usize),
    /// A tag of this many bytes that only changes how the text looks.
    Tag(usize),
    /// More text could make it one of them.
    Partial,
    /// Text as it stands.
    Text,
}

/// Whether [`unit()`] may find something where this character stands.
#[must_use]
pub const fn may_begin(c: char) -> bool {
    matches!(c, '&' | '<')
}

/// The entity or tag at the start of `rest`. Looks at no more than [`MAX_UNIT`] bytes.
#[must_use]
pub fn unit(rest: &str) -> Unit {
    let (opens, close): (u8, u8) = match rest.as_bytes().first() {
        Some(b'&') => (b'&', b';'),
        Some(b'<') => (b'<', b'>'),
        _ => return Unit::Text,
    };
    let window = rest.as_bytes().get(1..rest.len().min(MAX_UNIT)).unwrap_or_default();
    let inside =
        |byte: &u8| byte.is_ascii_alphanumeric() || matches!((opens, byte), (b'&', b'#') | (b'<', b'/'));
    let Some(end) = window.iter().position(|byte| !inside(byte)) else {
        return if rest.len() < MAX_UNIT && may_go_on(opens, window) { Unit::Partial } else { Unit::Text };
    };
    if window.get(end) != Some(&close) {
        return Unit::Text;
    }
    let name = rest.get(1..=end).unwrap_or_default();
    let len = end + 2;
    if opens == b'<' {
        let name = name.strip_prefix('/').unwrap_or(name);
        let known = TAGS.iter().any(|tag| tag.eq_ignore_ascii_case(name));
        return if known { Unit::Tag(len) } else { Unit::Text };
    }
    decoded(name).map_or(Unit::Text, |c| Unit::Entity(c, len))
}

/// Whether what was read of an entity or a tag can become one.
fn may_go_on(opens: u8, begun: &[u8]) -> bool {
    let begins = |known: &str| known.as_bytes().get(..begun.len()).is_some_and(|head| head == begun);
    if opens == b'<' {
        let name = begun.strip_prefix(b"/").unwrap_or(begun);
        let begins =
            |tag: &&str| tag.as_bytes().get(..name.len()).is_some_and(|head| head.eq_ignore_ascii_case(name));
        return TAGS.iter().any(begins);
    }
    match begun {
        [] | [b'#'] | [b'#', b'x' | b'X'] => true,
        [b'#', b'x' | b'X', digits @ ..] => digits.len() <= 6 && digits.iter().all(u8::is_ascii_hexdigit),
        [b'#', digits @ ..] => digits.len() <= 7 && digits.iter().all(u8::is_ascii_digit),
        _ => NAMED.iter().any(|(name, _)| begins(name)),
    }
}

/// The character of a numeric or named entity, as `CommonMark` reads it.
fn decoded(name: &str) -> Option<char> {
    let Some(number) = name.strip_prefix('#') else {
        return NAMED.get(name).copied();
    };
    let value = match number.strip_prefix(['x', 'X']) {
        Some(hex) if (1..=6).contains(&hex.len()) => u32::from_str_radix(hex, 16).ok()?,
        None if (1..=7).contains(&number.len()) => number.parse().ok()?,
        _ => return None,
    };
    char::from_u32(value).filter(|c| *c != '\0')
}

/// Tags that only change how their text looks.
const TAGS: [&str; 14] =
    ["b", "i", "u", "s", "em", "strong", "mark", "span", "small", "big", "del", "ins", "font", "wbr"];

/// Entities of what citations and references are written with.
static NAMED: LazyLock<FxHashMap<&str, char>> = LazyLock::new(|| {
    let named = |(name, code): (&'static str, &str)| {
        Some((name, char::from_u32(u32::from_str_radix(code, 16).ok()?)?))
    };
    stet_data::pairs("words/both/entities").into_iter().filter_map(named).collect()
});

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn units_are_read_and_waited_for() {
        for (text, expected) in [
            ("&#91;1", Unit::Entity('[', 5)),
            ("&#x5B;", Unit::Entity('[', 6)),
            ("&#0000091;", Unit::Entity('[', 10)),
            ("&lbrack;", Unit::Entity('[', 8)),
            ("&nbsp;조", Unit::Entity('\u{a0}', 6)),
            ("&#44032;", Unit::Entity('가', 8)),
            ("&Nbsp;", Unit::Text),
            ("&#91 1", Unit::Text),
            ("&#xZZ;", Unit::Text),
            ("&#0;", Unit::Text),
            ("&#55296;", Unit::Text),
            ("& 3", Unit::Text),
            ("<b>25", Unit::Tag(3)),
            ("</B>", Unit::Tag(4)),
            ("</strong>", Unit::Tag(9)),
            ("<학칙>", Unit::Text),
            ("<sup>", Unit::Text),
            ("<script>", Unit::Text),
            ("가", Unit::Text),
            ("", Unit::Text),
        ] {
            assert_eq!(unit(text), expected, "{text}");
            let len = match expected {
                Unit::Entity(_, len) | Unit::Tag(len) => len,
                Unit::Partial | Unit::Text => continue,
            };
            for at in 1..len {
                assert_eq!(unit(text.get(..at).unwrap()), Unit::Partial, "{text} at {at}");
            }
        }
        for text in ["&zz", "&#12345678", "<q", "&#x1234567"] {
            assert_eq!(unit(text), Unit::Text, "{text}");
        }
        assert!(NAMED.iter().all(|(name, _)| name.len() + 2 <= MAX_UNIT));
    }
}
