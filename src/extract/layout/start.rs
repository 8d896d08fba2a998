//! What a line begins with: an item of a list, an article; and whether a sentence ends with it.

pub(super) fn ends_sentence(text: &str) -> bool {
    let text = text.trim_end().trim_end_matches(['"', '”', '’', ')', ']', '>', '」', '』', '\'']);
    text.ends_with(['.', '!', '?', '。', ':', ';'])
}

/// `제7조(위임)`, `제7조의2`, `부칙` at the start of a line.
pub(super) fn starts_article(text: &str) -> bool {
    let text = text.trim_start();
    if let Some(rest) = text.strip_prefix('제') {
        let rest = rest.trim_start();
        let after = rest.trim_start_matches(|ch: char| ch.is_ascii_digit());
        if after.len() < rest.len()
            && let Some(after) = after.trim_start().strip_prefix('조')
        {
            let after = after.trim_start_matches(|ch: char| ch == '의' || ch.is_ascii_digit());
            return after.trim_start().starts_with(['(', '【', '[']) || after.trim().is_empty();
        }
    }
    text.chars().filter(|ch| !ch.is_whitespace()).take(3).collect::<String>() == "부칙"
}

/// A bullet, a number with its mark, a circled number, `가.`, `(1)` at the start of a line.
pub(crate) fn starts_item(text: &str) -> bool {
    let text = text.trim_start();
    let mut chars = text.chars();
    let Some(first) = chars.next() else { return false };
    if matches!(first, '①'..='⑳' | '㉑'..='㉟' | '㉮'..='㉻' | 'ⅰ'..='ⅹ' | 'Ⅰ'..='Ⅻ') {
        return true;
    }
    if matches!(
        first,
        '•' | '·'
            | '▪'
            | '■'
            | '□'
            | '○'
            | '●'
            | '◦'
            | '◆'
            | '◇'
            | '▶'
            | '※'
            | '–'
            | '—'
            | '-'
            | '*'
            | '→'
            | '❍'
            | 'ㅇ'
            | '󰁾'
    ) {
        return chars.next().is_some_and(char::is_whitespace);
    }
    let inner = text.strip_prefix('(').unwrap_or(text);
    let in_parentheses = inner.len() < text.len();
    let digits = inner.len() - inner.trim_start_matches(|ch: char| ch.is_ascii_digit()).len();
    let rest = if (1..=3).contains(&digits) {
        inner.get(digits..)
    } else {
        let letter = inner
            .chars()
            .next()
            .filter(|ch| "가나다라마바사아자차카타파하".contains(*ch) || ch.is_ascii_alphabetic());
        letter.and_then(|letter| inner.get(letter.len_utf8()..))
    };
    let Some(rest) = rest else { return false };
    if in_parentheses {
        return rest.starts_with(')');
    }
    let mut rest = rest.chars();
    matches!(rest.next(), Some('.' | ')')) && rest.next().is_some_and(char::is_whitespace)
}
