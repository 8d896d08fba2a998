//! Edits in place of a text: JSON with the text in it, blocks of search and replace, unified diffs.

use super::wrapping::mark;

/// What edits lead to.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Edited {
    pub text: String,
    /// Some of them fit nothing.
    pub lost: bool,
}

/// The original with the edits of a reply, when it consists of edits.
pub(super) fn applied(original: &str, reply: &str) -> Option<Edited> {
    let pairs = searches(reply).or_else(|| hunks(reply))?;
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
    let once = text.matches(old).count() == 1;
    let next = text.get(from..).and_then(|tail| tail.find(old));
    match (once, next) {
        (true, _) => text.find(old).and_then(here),
        (false, Some(at)) => here(from + at),
        // Diffs lose blanks at the ends of lines.
        (false, None) => {
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
