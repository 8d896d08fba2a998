//! Edits in place of a text: JSON with the text in it, blocks of search and replace, unified diffs.

use serde_json::Value;

use super::{mark, phrases};

/// What edits lead to.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Edited {
    pub text: String,
    /// Some of them fit nothing.
    pub lost: bool,
}

/// The original with the edits of a reply, when it consists of edits.
pub(super) fn applied(original: &str, reply: &str) -> Option<Edited> {
    let pairs = searches(reply).or_else(|| hunks(reply)).or_else(|| pairs(&data(original, reply)?))?;
    let (mut text, mut from, mut lost) = (original.to_owned(), 0, false);
    for (old, new) in pairs {
        match place(&text, &old, from) {
            Some((start, end)) => {
                let new = new.trim_end_matches('\n');
                text.replace_range(start..end, new);
                from = start + new.len();
            }
            None => lost = true,
        }
    }
    Some(Edited { text, lost })
}

/// Where old words stand: behind the last edit, anywhere else only where they stand once.
fn place(text: &str, old: &str, from: usize) -> Option<(usize, usize)> {
    let old = old.trim_matches('\n');
    if old.trim().is_empty() {
        return None;
    }
    let here = |at: usize| Some((at, at + old.len()));
    // `old` stands in `told`, too; behind a word of Hangul stands its particle.
    let letter = |ch: Option<char>| ch.is_some_and(|ch| ch.is_alphanumeric() && !('가'..='힣').contains(&ch));
    let cuts = |at: usize| {
        let (head, tail) = text.split_at_checked(at).unwrap_or_default();
        letter(head.chars().next_back()) && letter(tail.chars().next())
    };
    let all = || text.match_indices(old).map(|(at, _)| at);
    let words: Vec<usize> = all().filter(|at| !cuts(*at) && !cuts(at + old.len())).collect();
    let all = if words.is_empty() { all().collect() } else { words };
    match (all.as_slice(), all.iter().find(|at| **at >= from)) {
        ([only], _) => here(*only),
        (_, Some(at)) => here(*at),
        // Diffs lose blanks at the ends of lines.
        (_, None) => {
            let lines: Vec<&str> = old.lines().map(str::trim_end).collect();
            let mut starts: Vec<(usize, &str)> = Vec::new();
            let mut at = 0;
            for line in text.split_inclusive('\n') {
                starts.push((at, line.trim_end()));
                at += line.len();
            }
            let found = starts
                .windows(lines.len())
                .find(|window| window.iter().map(|line| line.1).eq(lines.iter().copied()))?;
            let (first, last) = (found.first()?, found.last()?);
            Some((first.0, last.0 + last.1.len()))
        }
    }
}

/// The JSON of a reply, unless the text itself is such.
pub(super) fn data(original: &str, reply: &str) -> Option<Value> {
    let value: Value = serde_json::from_str(reply).ok().filter(|_| reply.starts_with(['[', '{']))?;
    serde_json::from_str::<Value>(original).is_err().then_some(value)
}

/// `[{"find": …, "replace": …}]`, or an object with such a list.
pub(super) fn pairs(value: &Value) -> Option<Vec<(String, String)>> {
    let said = |value: &Value, kind: &str| {
        let plain = |key: &str| key.to_lowercase().replace("string", "").replace("text", "");
        let named = |key: &str| phrases(kind).any(|name| plain(key).trim_matches(['_', '-']) == name);
        let (_, said) = value.as_object()?.iter().find(|(key, value)| value.is_string() && named(key))?;
        said.as_str().map(str::to_owned)
    };
    let one = |value: &Value| Some((said(value, "old")?, said(value, "new")?));
    match value {
        Value::Array(all) => all.iter().map(one).collect::<Option<Vec<_>>>().filter(|all| !all.is_empty()),
        Value::Object(object) => {
            one(value).map(|pair| vec![pair]).or_else(|| object.values().find_map(pairs))
        }
        _ => None,
    }
}

/// `<<<<<<< SEARCH`, old words, `=======`, new words, `>>>>>>> REPLACE`.
fn searches(reply: &str) -> Option<Vec<(String, String)>> {
    let (mut out, mut old, mut new) = (Vec::new(), None::<String>, None::<String>);
    for line in reply.split_inclusive('\n') {
        let bare = line.trim();
        if bare.starts_with("<<<<<<<") || bare.starts_with("------- SEARCH") {
            (old, new) = (Some(String::new()), None);
        } else if bare.starts_with("=======") && old.is_some() {
            new = Some(String::new());
        } else if bare.starts_with(">>>>>>>") || bare.starts_with("+++++++ REPLACE") {
            out.extend(old.take().zip(new.take()));
        } else if let Some(words) = new.as_mut().or(old.as_mut()) {
            words.push_str(line);
        }
    }
    (!out.is_empty()).then_some(out)
}

/// The hunks of a unified diff: what each has before, and after.
fn hunks(reply: &str) -> Option<Vec<(String, String)>> {
    let first = reply.lines().find(|line| !line.trim().is_empty() && mark(line).is_none())?;
    if !["--- ", "@@", "diff --git"].iter().any(|head| first.starts_with(head)) {
        return None;
    }
    let mut out: Vec<(String, String)> = Vec::new();
    for line in reply.lines() {
        if line.starts_with("@@") {
            out.push(Default::default());
            continue;
        }
        let Some((old, new)) = out.last_mut() else { continue };
        if mark(line).is_some() || line.starts_with('\\') {
            continue;
        }
        let (sign, words) = line.split_at_checked(1).unwrap_or(("", line));
        if sign != "+" {
            old.extend([if sign == "-" || sign == " " { words } else { line }, "\n"]);
        }
        if sign != "-" {
            new.extend([if sign == "+" || sign == " " { words } else { line }, "\n"]);
        }
    }
    // A hunk without old words only adds: there is no place to tell.
    (!out.is_empty()).then_some(out)
}
