//! Marks around words: emphasis, code, what is struck.

/// Characters that a mark may reach over, and marks in marks.
const FAR: usize = 600;
const MAX_DEPTH: usize = 8;
/// Bytes by which a text may grow beyond some times its length.
const MAX_GROWTH: usize = 100_000;

/// The marks of a format: each a sign that stands on both sides of words.
pub(super) struct Marks {
    /// Around words that may have marks themselves.
    pub(super) words: &'static str,
    /// Around words that are read as they stand.
    pub(super) literal: &'static str,
    /// Around words that are struck.
    pub(super) struck: &'static str,
}

/// The text without its marks; what stands between marks is put through `inner` unless it is literal.
pub(super) fn unmark(text: &str, marks: &Marks, inner: &mut dyn FnMut(&str) -> String) -> String {
    level(text, marks, inner, 0)
}

fn level(text: &str, marks: &Marks, inner: &mut dyn FnMut(&str) -> String, depth: usize) -> String {
    let (mut out, mut plain) = (String::with_capacity(text.len()), 0);
    let mut at = 0;
    let mut before: Option<char> = None;
    while let Some(ch) = text.get(at..).and_then(|rest| rest.chars().next()) {
        let known = marks.words.contains(ch) || marks.literal.contains(ch) || marks.struck.contains(ch);
        let found = if known && before != Some('\\') { marked(text, at, ch, before) } else { None };
        let Some((from, to, end)) = found else {
            before = Some(ch);
            at += ch.len_utf8();
            continue;
        };
        out.push_str(&inner(text.get(plain..at).unwrap_or_default()));
        let words = text.get(from..to).unwrap_or_default();
        if marks.literal.contains(ch) {
            out.push_str(words);
        } else if marks.struck.contains(ch) {
            close_up(&mut out, text.get(end..).unwrap_or_default());
        } else {
            out.push_str(&if depth < MAX_DEPTH {
                level(words, marks, inner, depth + 1)
            } else {
                words.to_owned()
            });
        }
        before = words.chars().next_back();
        (at, plain) = (end, end);
    }
    out.push_str(&inner(text.get(plain..).unwrap_or_default()));
    out
}

/// Where marked words begin and end, and the end of their mark.
fn marked(text: &str, at: usize, sign: char, before: Option<char>) -> Option<(usize, usize, usize)> {
    let rest = text.get(at..)?;
    let run = (rest.len() - rest.trim_start_matches(sign).len()).min(2);
    let mark = rest.get(..run)?;
    let from = at + run;
    let inside = text.get(from..)?;
    // A single mark stands at the edge of a word; Korean words end where particles begin.
    let word = |ch: Option<char>| ch.is_some_and(|ch| ch.is_alphanumeric() && !('가'..='힣').contains(&ch));
    if inside.starts_with(char::is_whitespace) || (run == 1 && word(before)) {
        return None;
    }
    let near = inside.get(..inside.floor_char_boundary(FAR))?;
    near.match_indices(mark).find_map(|(found, _)| {
        let after = near.get(found + run..)?.chars().next();
        let last = near.get(..found)?.chars().next_back()?;
        let fits = !last.is_whitespace() && last != '\\' && after != Some(sign) && !(run == 1 && word(after));
        (fits && !near.get(..found)?.contains("\n\n")).then_some((from, from + found, from + found + run))
    })
}

/// Takes apart what stands between two signs, wherever it stands: `replace` answers with what is set, `None` for as it stands.
pub(super) fn between(
    text: &str,
    open: &str,
    close: &str,
    mut replace: impl FnMut(&str) -> Option<String>,
) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    // Short names for long texts do not make a text without end.
    let most = text.len().saturating_mul(4).saturating_add(MAX_GROWTH);
    while let Some((before, after)) = rest.split_once(open).filter(|_| out.len() < most) {
        out.push_str(before);
        let near = after.get(..after.floor_char_boundary(FAR)).unwrap_or(after);
        let found = near.find(close).and_then(|end| Some((replace(near.get(..end)?)?, end)));
        if let Some((set, end)) = found {
            out.push_str(&set);
            rest = after.get(end + close.len()..).unwrap_or_default();
            if set.is_empty() {
                close_up(&mut out, rest);
            }
        } else {
            out.push_str(open);
            rest = after;
        }
    }
    out.push_str(rest);
    out
}

/// Where something was taken out, no blank stays before a point or another blank.
pub(super) fn close_up(out: &mut String, rest: &str) {
    if rest.starts_with(['.', ',', ';', ':', ')', '\n', ' ']) {
        out.truncate(out.trim_end_matches(' ').len());
    }
}
