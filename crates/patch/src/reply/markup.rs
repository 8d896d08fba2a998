//! Marks that a model puts into and around a rewriting: tags, marks of what it changed, entities, escapes, notes in brackets.
//!
//! Only marks that the original has none of are taken for the model's own; an instruction that speaks of HTML wants them.

use std::sync::LazyLock;

use regex::{Captures, Regex};

use super::{KIN, bare, nearest, phrases};
use crate::diff::kinship;

/// Longest name of a tag, and longest note in brackets, in characters.
const NOTE: usize = 60;

/// A text without such marks, if it has any.
pub(super) fn off(original: &str, instruction: &str, text: &str) -> Option<String> {
    static MARKS: LazyLock<Vec<(&str, Regex, String)>> = LazyLock::new(|| {
        let row = |row: Vec<&'static str>| {
            let kept = row.get(2)?.replace('⏎', "\n").replace('␣', " ");
            let kept = if kept == "-" { String::new() } else { kept };
            Some((*row.get(1)?, Regex::new(row.first()?).ok()?, kept))
        };
        stet_data::rows("words/both/reply-marks").filter_map(row).collect()
    });
    let asked = instruction.to_lowercase();
    let code = asked.contains("html") || phrases("code").any(|word| asked.contains(word));
    let tags = code || text.contains("`<");
    let own = |mark: &str| {
        original.contains(mark)
            || tags && mark.starts_with(['<', '&'])
            || mark == "~~" && asked.contains("strike")
    };
    let mut out = text.to_owned();
    for (mark, found, kept) in MARKS.iter() {
        if out.contains(mark) && !own(mark) {
            out = found.replace_all(&out, kept).into_owned();
        }
    }
    // Line ends of a string of a program.
    let lines = original.contains('\n') || out.contains("\\n\\n");
    if lines && !original.contains("\\n") && !out.trim().contains('\n') {
        out = out.replace("\\n", "\n").replace("\\\"", "\"");
    }
    let out = notes(original, &out).unwrap_or(out);
    (out != text).then_some(out)
}

/// Without notes on what was changed: `[changed for tone]`.
fn notes(original: &str, text: &str) -> Option<String> {
    static BRACKETS: LazyLock<Option<Regex>> =
        LazyLock::new(|| Regex::new(r"[ \t]?(?:\[([^\]\[\n]+)\]|\(([^)(\n]+)\))([(\[:]?)").ok());
    let told = |caps: &Captures<'_>| {
        let inner = caps.get(1).or_else(|| caps.get(2)).map_or("", |inner| inner.as_str());
        let said = bare(inner);
        let plain = !inner.chars().skip(1).any(|ch| ch.is_uppercase() || ch.is_ascii_digit());
        let about = phrases("aspect").any(|aspect| said.contains(aspect));
        let notes = phrases("note")
            .any(|note| said == note || about && (said.starts_with(note) || said.ends_with(note)));
        let linked = caps.get(3).is_some_and(|mark| !mark.is_empty());
        plain && notes && !linked && inner.chars().count() <= NOTE && !original.contains(inner)
    };
    let all = |caps: &Captures<'_>| caps.get(0).map_or("", |all| all.as_str()).to_owned();
    let kept = |caps: &Captures<'_>| if told(caps) { String::new() } else { all(caps) };
    Some(BRACKETS.as_ref()?.replace_all(text, kept).into_owned())
}

/// Inside a tag around all, in any language; what stands beside it is no text: `<thinking>…</thinking> <수정본>…</수정본>`.
pub(super) fn tag(original: &str, text: &str) -> Option<String> {
    const HTML: &str =
        " p div ul ol li b i u em strong code br html body article section ins del s mark span h1 h2 h3 h4 ";
    // Before it may stand a line of talk.
    let (talk, text) = text.split_once('<').filter(|(talk, _)| talk.is_empty() || talk.ends_with('\n'))?;
    let (head, rest) = text.split_once('>').filter(|_| talk.is_empty() || nearest(original, talk) < KIN)?;
    let name = head.split(['=', '"']).next()?.trim_end();
    let short = name.split(' ').next()?;
    let html = HTML.contains(&[" ", short, " "].concat());
    let named = name.starts_with(char::is_alphabetic) && name.chars().count() <= NOTE;
    if html || !named || name.contains(['\n', '/', '<']) || original.contains(&["<", name].concat()) {
        return None;
    }
    let closed = [name, short].iter().find_map(|name| rest.split_once(&*["</", name, ">"].concat()));
    let Some((inner, behind)) = closed else {
        return rest.strip_prefix('\n').filter(|_| talk.is_empty()).map(str::to_owned);
    };
    let near = |text: &str| kinship(original, text).max(nearest(original, text));
    let behind = behind.trim();
    let inner = if behind.is_empty() || near(inner) >= near(behind) { inner } else { behind };
    Some(inner.to_owned())
}
