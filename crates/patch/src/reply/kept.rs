//! What a model left out and did not mean to delete.

use std::sync::LazyLock;

use regex::Regex;

use super::{KIN, bare, mark, phrases};
use crate::diff::kinship;
use stet_segment::segment;
use stet_text::span::Span;

/// The sentence of a text that is nearest to another, if one is near.
fn counterpart(text: &str, sentence: &str) -> Option<Span> {
    let all = segment(text).into_iter().map(|one| one.span.trimmed(text));
    let near = all.map(|span| (kinship(span.of(text), sentence), span));
    near.filter(|(near, _)| *near >= KIN).max_by(|one, two| one.0.total_cmp(&two.0)).map(|(_, span)| span)
}

/// The sentence at the same place as the last of `head`, if they have anything in common: one word of a short sentence is
/// half of it.
fn same_place(original: &str, head: &str) -> Option<Span> {
    let sentences = segment(head);
    let at = sentences.len().checked_sub(1)?;
    let span = segment(original).get(at)?.span.trimmed(original);
    (kinship(span.of(original), sentences.get(at)?.span.of(head)) > 0.0).then_some(span)
}

/// The reply with the original's text where it says that the rest is unchanged.
pub(super) fn rest(original: &str, reply: &str) -> Option<String> {
    static SIGN: LazyLock<Option<Regex>> = LazyLock::new(|| {
        Regex::new(r"(?m)(?:^|[ \t])(?:(?:…|\.\.\.)[ \t]*)?(?:\[[^\]\n]*\]|\([^)\n]*\)|<!--[^\n]*?-->|(?:…|\.\.\.)[^\n]*?|\*[^*\n]*\*)[ \t]*$").ok()
    });
    let mut out = String::new();
    let mut from = 0;
    for found in SIGN.as_ref()?.find_iter(reply) {
        let sign = found.as_str().trim();
        let bare = bare(sign);
        let alone = matches!(sign, "…" | "..." | "[…]" | "[...]" | "(…)" | "(...)");
        if original.contains(sign) || !(alone || phrases("rest").any(|phrase| bare.contains(phrase))) {
            continue;
        }
        let (head, tail) = (reply.get(..found.start())?, reply.get(found.end()..)?);
        let last = segment(head).last().and_then(|last| counterpart(original, last.span.of(head)));
        let last = last.or_else(|| same_place(original, head));
        let next = segment(tail).first().and_then(|next| counterpart(original, next.span.of(tail)));
        // A last sentence without a counterpart does not tell where the rest begins.
        let start = if head.trim().is_empty() { 0 } else { last?.end };
        let end = if tail.trim().is_empty() { original.len() } else { next?.start };
        out.push_str(reply.get(from..found.start())?.trim_end());
        out.push_str(original.get(start..end).unwrap_or("\n\n"));
        from = found.end() + (tail.len() - tail.trim_start().len());
    }
    if from == 0 {
        return None;
    }
    out.push_str(reply.get(from..).unwrap_or_default());
    Some(out.trim().to_owned())
}

/// The reply with the front matter and the code of the original, where the instruction is about neither.
pub(super) fn untouched(original: &str, instruction: &str, reply: &str, complete: bool) -> Option<String> {
    let instruction = instruction.to_lowercase();
    let about = |kind: &str| phrases(kind).any(|phrase| instruction.contains(phrase));
    let mut text = reply.to_owned();
    if !about("code") && complete {
        text = with_code(original, &text);
    }
    if !about("front")
        && let Some(front) = front_matter(original)
    {
        let body = front_matter(&text).map_or(text.as_str(), |own| text.get(own.len()..).unwrap_or_default());
        let gap = original.get(front.len()..).unwrap_or_default();
        let gap = gap.get(..gap.len() - gap.trim_start().len()).unwrap_or_default();
        text = [front, gap, body.trim_start()].concat();
    }
    (text != reply).then_some(text)
}

/// `---`, lines, `---` at the start of a text.
fn front_matter(text: &str) -> Option<&str> {
    let inner = text.strip_prefix("---\n")?;
    let end = inner
        .find("\n---\n")
        .map(|end| end + 5)
        .or_else(|| inner.strip_suffix("\n---").map(|_| inner.len()))?;
    // A rule at the start of a text is none.
    inner.lines().next().filter(|line| line.contains(':'))?;
    text.get(..4 + end)
}

/// The blocks of code of a text.
fn code(text: &str) -> Vec<Span> {
    let (mut out, mut open, mut at): (Vec<Span>, Option<(usize, String)>, usize) = (Vec::new(), None, 0);
    for line in text.split_inclusive('\n') {
        let end = at + line.trim_end().len();
        match (&open, mark(line)) {
            (None, Some(mark)) => open = Some((at, mark.to_owned())),
            (Some((start, opens)), Some(mark)) if mark.starts_with(opens.as_str()) && line.trim() == mark => {
                out.push(Span::new(*start, end));
                open = None;
            }
            _ => {}
        }
        at += line.len();
    }
    out
}

fn with_code(original: &str, reply: &str) -> String {
    let (olds, news) = (code(original), code(reply));
    let mut text = reply.to_owned();
    if olds.len() == news.len() {
        for (old, new) in olds.iter().zip(&news).rev() {
            text.replace_range(new.start..new.end, old.of(original));
        }
        return text;
    }
    for old in olds.iter().filter(|_| news.is_empty()) {
        let head = original.get(..old.start).unwrap_or_default();
        let place =
            match segment(head).iter().rfind(|one| !code(head).iter().any(|code| code.contains(one.span))) {
                // Behind the paragraph that stands before it.
                Some(last) => match counterpart(&text, last.span.of(head)) {
                    Some(span) => {
                        let tail = text.get(span.end..).unwrap_or_default();
                        span.end + tail.find("\n\n").unwrap_or(tail.len())
                    }
                    None => continue,
                },
                None => 0,
            };
        let (gap, end) = if place == 0 { ("", "\n\n") } else { ("\n\n", "") };
        text.insert_str(place, &[gap, old.of(original), end].concat());
    }
    text
}
