//! What stands in a line of `AsciiDoc`: attributes, notes, links, marks.

use super::super::marks::{Marks, between, close_up, unmark};
use super::super::{Words, latex};
use crate::script::{END, LOWERED, RAISED};

const MARKS: Marks = Marks { words: "*_#", literal: "`+", struck: "" };
/// Longer attributes stand as they are.
const LONGEST: usize = 1000;

/// `{name}` as what it stands for.
pub(super) fn references(text: &str, words: &Words) -> String {
    between(text, "{", "}", |name| {
        let sign = match name {
            "nbsp" | "sp" => " ",
            "amp" => "&",
            "lt" => "<",
            "gt" => ">",
            "plus" => "+",
            "empty" | "zwsp" => "",
            "apos" => "'",
            "vbar" => "|",
            name => {
                return words.get(name).filter(|value| value.len() < LONGEST).cloned();
            }
        };
        Some(sign.to_owned())
    })
}

pub(in crate::markup) fn inline(text: &str, words: &Words, notes: &mut Vec<String>) -> String {
    let mut text = references(text, words);
    for (open, named) in [("footnote:", false), ("footnoteref:", true)] {
        text = macros(&text, open, |_, inner| {
            let inner = if named { inner.split_once(',').map_or("", |(_, note)| note) } else { inner };
            notes.extend(Some(inner.trim().to_owned()).filter(|note| !note.is_empty()));
            Some(String::new())
        });
    }
    for name in [
        "link:",
        "xref:",
        "mailto:",
        "https://",
        "http://",
        "image:",
        "kbd:",
        "btn:",
        "indexterm2:",
        "pass:",
        "menu:",
    ] {
        text = macros(&text, name, |target, inner| {
            let address = name.ends_with("//");
            let shown = inner.split(",role=").next().unwrap_or(inner).trim_end_matches('^').trim_matches('"');
            Some(match (shown, name) {
                ("", "xref:" | "image:") => String::new(),
                ("", _) if address => format!("{name}{target}"),
                ("", _) => target.to_owned(),
                (shown, "menu:") => format!("{target} {shown}"),
                (shown, _) => shown.to_owned(),
            })
        });
    }
    for name in ["stem:", "latexmath:", "asciimath:"] {
        text = macros(&text, name, |_, inner| Some(latex::words(inner)));
    }
    for name in ["icon:", "anchor:", "indexterm:"] {
        text = macros(&text, name, |_, _| Some(String::new()));
    }
    text = between(&text, "<<", ">>", |link| {
        Some(link.split_once(',').map_or("", |(_, shown)| shown).trim().to_owned())
    });
    text = between(&text, "[[", "]]", |_| Some(String::new()));
    text = between(&text, "(((", ")))", |_| Some(String::new()));
    text = between(&text, "((", "))", |term| Some(term.to_owned()));
    text = between(&text, "\"`", "`\"", |said| Some(format!("“{said}”")));
    text = between(&text, "'`", "`'", |said| Some(format!("‘{said}’")));
    let text = unmark(&text, &MARKS, &mut |plain| {
        let plain = between(plain, "^", "^", |inner| shifted(inner, RAISED));
        between(&plain, "~", "~", |inner| shifted(inner, LOWERED)).replace(" -- ", " — ")
    });
    // The role of a marked word, and a character by its number.
    let text = between(&text, "[.", "]", |role| {
        role.chars().all(|ch| ch.is_alphanumeric() || "-.".contains(ch)).then(String::new)
    });
    let text = between(&text, "&#", ";", |number| {
        let code = match number.strip_prefix('x') {
            Some(hex) => u32::from_str_radix(hex, 16).ok(),
            None => number.parse().ok(),
        };
        code.and_then(char::from_u32).map(String::from)
    });
    let escaped = |pair: &[char]| matches!(pair, ['\\', next] if "*_`'\"#^~{[<&+".contains(*next));
    let chars: Vec<char> = text.chars().chain(['\n']).collect();
    chars.windows(2).filter(|pair| !escaped(pair)).filter_map(|pair| pair.first()).collect()
}

fn shifted(inner: &str, mark: char) -> Option<String> {
    let short = !inner.is_empty() && inner.len() < 30 && !inner.contains(char::is_whitespace);
    short.then(|| format!("{mark}{inner}{END}"))
}

/// `name:target[text]`.
fn macros(text: &str, name: &str, mut replace: impl FnMut(&str, &str) -> Option<String>) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once(name) {
        out.push_str(before);
        let target = after
            .find(['[', ' ', '\n'])
            .filter(|at| after.get(*at..).is_some_and(|rest| rest.starts_with('[')));
        let whole = name.starts_with("footnote")
            || !before.ends_with(|ch: char| ch.is_ascii_alphanumeric() || ch == '\\');
        let found = target.filter(|_| whole).and_then(|at| {
            let (target, inner) = (after.get(..at)?, after.get(at + 1..)?);
            // A bracket in the text ends with its own.
            let mut depth = 1_usize;
            let end = inner.char_indices().take(2000).find(|(_, ch)| {
                depth += usize::from(*ch == '[');
                depth -= usize::from(*ch == ']');
                depth == 0
            })?;
            Some((replace(target, inner.get(..end.0)?)?, inner.get(end.0 + 1..)?))
        });
        if let Some((set, after)) = found {
            if set.is_empty() {
                close_up(&mut out, after);
            }
            out.push_str(&set);
            rest = after;
        } else {
            out.push_str(name);
            rest = after;
        }
    }
    out.push_str(rest);
    out
}
