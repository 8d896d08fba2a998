//! What stands around a rewriting.

use serde_json::Value;

use super::{KIN, Told, bare, begins, edits, mark, markup, nearest, phrases};
use crate::diff::kinship;
use stet_data::{FENCE, FENCE_END};
use stet_prompt::INSTRUCTION;
use stet_segment::segment;

/// Longest line that is taken for a remark of the model.
const REMARK: usize = 240;
/// Wrappings inside one another.
const DEEP: usize = 8;

/// A reply without its wrapping.
pub(super) fn off(
    original: &str,
    instruction: &str,
    reply: &str,
    complete: bool,
    told: &mut Vec<Told>,
) -> String {
    let mut text = reply.trim().to_owned();
    for _ in 0..DEEP {
        let before = text.clone();
        text = without_instruction(original, instruction, &text).to_owned();
        let around: [fn(&str, &str) -> Option<String>; 5] =
            [prompt_fence, fence_marks, lead_in, fence, markup::tag];
        let behind: [fn(&str, &str) -> Option<String>; 3] = [sign_off, quotes, field];
        for step in around.iter().chain(behind.iter().filter(|_| complete)) {
            if let Some(inner) = step(original, &text).filter(|inner| !inner.trim().is_empty()) {
                inner.trim().clone_into(&mut text);
            }
        }
        if let Some(plain) =
            markup::off(original, instruction, &text).filter(|plain| !plain.trim().is_empty())
        {
            plain.trim().clone_into(&mut text);
        }
        if complete && let Some(head) = offered(original, instruction, &text) {
            text = head;
        }
        if let Some(first) = first_of_several(original, &text) {
            told.push(Told::Alternatives);
            first.trim().clone_into(&mut text);
        }
        if text == before {
            break;
        }
        if !told.contains(&Told::Unwrapped) {
            told.push(Told::Unwrapped);
        }
    }
    text
}

/// Whether the marks of the prompt's fence are the text's own, or those of edits (`<<<<<<< SEARCH`).
fn has_own_fence(original: &str, text: &str) -> bool {
    let is_edit = |line: &str| line.starts_with("<<<<") || line.starts_with(">>>>");
    original.contains(FENCE) || original.contains(FENCE_END) || text.lines().any(is_edit)
}

/// Inside the fence that the prompt puts around the text; the instruction may have been repeated before or behind.
fn prompt_fence(original: &str, text: &str) -> Option<String> {
    if has_own_fence(original, text) {
        return None;
    }
    let (open, close) = (format!("{FENCE}\n"), format!("\n{FENCE_END}"));
    let inner = text.split_once(&open).map(|(_, inner)| inner);
    let (inner, closed) = match (inner, text.rsplit_once(&close)) {
        (Some(inner), _) => (inner, inner.rsplit_once(&close)),
        (None, Some((inner, _))) => return Some(inner.to_owned()),
        (None, None) => return None,
    };
    Some(closed.map_or(inner, |(inner, _)| inner).to_owned())
}

/// Without the lines of the instruction, or with its label a part of it, before and behind.
fn without_instruction<'a>(original: &str, instruction: &str, mut text: &'a str) -> &'a str {
    let echoes = |line: &str| {
        let line = line.trim();
        let part = INSTRUCTION.iter().find_map(|label| line.strip_prefix(label));
        let said = match part {
            Some(part) => instruction.contains(part.trim()),
            None => instruction.lines().any(|own| own.trim() == line),
        };
        said && !line.is_empty() && !original.contains(line)
    };
    while let Some((_, rest)) = text.split_once('\n').filter(|(line, _)| echoes(line)) {
        text = rest.trim_start();
    }
    while let Some((rest, _)) = text.rsplit_once('\n').filter(|(_, line)| echoes(line)) {
        text = rest.trim_end();
    }
    text
}

/// Without the marks of that fence between words.
fn fence_marks(original: &str, text: &str) -> Option<String> {
    if has_own_fence(original, text) || !text.contains(FENCE) && !text.contains(FENCE_END) {
        return None;
    }
    let without = |line: &str| {
        [FENCE, FENCE_END].iter().fold(line.to_owned(), |line, mark| {
            let line = line.replace(&format!(" {mark} "), " ");
            let line = line.strip_prefix(mark).map_or(line.clone(), |rest| rest.trim_start().to_owned());
            let line = line.strip_suffix(mark).map_or(line.clone(), |rest| rest.trim_end().to_owned());
            line.replace(mark, "")
        })
    };
    Some(text.split('\n').map(without).collect::<Vec<_>>().join("\n"))
}

/// Behind a line that announces the text.
pub(super) fn lead_in(original: &str, text: &str) -> Option<String> {
    let (line, rest) = text.split_once('\n').unwrap_or((text, ""));
    let own = |words: &str| original.contains(words.trim()) || nearest(original, words) >= KIN;
    if line.len() <= REMARK && begins(line, "lead") && !own(line) && !rest.trim().is_empty() {
        let label = bare(line).chars().count() <= 24 && !line.trim_end().ends_with('.');
        if label || line.trim_end().trim_end_matches(['*', '_']).ends_with([':', '：', '.', '!', '?']) {
            return Some(rest.to_owned());
        }
    }
    // On the line of the text itself.
    let (head, tail) = line.split_once(": ").filter(|(head, _)| head.len() <= REMARK / 2)?;
    let announces = begins(head, "lead") && !own(head) && nearest(original, tail) >= KIN;
    announces.then(|| text.get(head.len() + 2..).unwrap_or_default().to_owned())
}

/// The text in JSON: of several the one that is nearest to the original.
fn field(original: &str, text: &str) -> Option<String> {
    fn strings<'a>(value: &'a Value, out: &mut Vec<&'a str>) {
        match value {
            Value::String(text) => out.push(text),
            Value::Array(all) => all.iter().for_each(|one| strings(one, out)),
            Value::Object(all) => all.values().for_each(|one| strings(one, out)),
            _ => {}
        }
    }
    let value = edits::data(original, text).filter(|value| edits::pairs(value).is_none())?;
    let mut texts = Vec::new();
    strings(&value, &mut texts);
    // The original itself may stand beside it.
    let near = |one: &str| if one.trim() == original.trim() { KIN } else { kinship(original, one) };
    let near = texts.into_iter().map(|one| (near(one), one));
    let best = near.max_by(|one, two| one.0.total_cmp(&two.0))?;
    (best.0 >= KIN).then(|| best.1.to_owned())
}

/// Inside a fence around all.
fn fence(original: &str, text: &str) -> Option<String> {
    let opens = mark(text.lines().next()?)?;
    if original.trim_start().starts_with(opens) {
        return None;
    }
    let (_, inner) = text.split_once('\n')?;
    let info = text.lines().next()?.trim().trim_start_matches(opens);
    // A block of code at the start of a text is no fence around it.
    let mut at = 0;
    let mut closed = None;
    let mut code = false;
    for line in inner.split_inclusive('\n') {
        match mark(line) {
            Some(found) if line.trim() == found && found.len() >= opens.len() => {
                closed = Some(at);
                code = !code;
            }
            Some(_) => code = !code,
            None => {}
        }
        at += line.len();
    }
    let Some(end) = closed else { return Some(inner.to_owned()) };
    let behind = inner.get(end..).and_then(|tail| tail.split_once('\n')).map_or("", |(_, behind)| behind);
    let prose = ["", "markdown", "md", "text", "txt", "plaintext", "diff", "json", "xml", "html"];
    let whole = prose.contains(&info.trim().to_lowercase().as_str());
    let remark = nearest(original, behind) < KIN && !original.contains("```");
    (whole && (behind.trim().is_empty() || remark)).then(|| inner.get(..end).unwrap_or_default().to_owned())
}

/// Before what a model says of its own work behind the text.
fn sign_off(original: &str, text: &str) -> Option<String> {
    let own = |line: &str| original.contains(line.trim()) || nearest(original, line) >= KIN;
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let rest = text.get(at + line.len()..).unwrap_or_default();
        if at > 0 && begins(line, "sign") && !own(line) {
            // Behind it may stand a list of changes that quotes the text, but no text.
            let prose = |line: &str| {
                let line = line.trim();
                let listed = line.starts_with(['-', '*', '•', '|', '>'])
                    || line.starts_with(|ch: char| ch.is_ascii_digit());
                !line.is_empty() && !listed && nearest(original, line) >= KIN
            };
            if !rest.lines().any(prose) {
                let head = text.get(..at)?.trim_end();
                let head = head
                    .strip_suffix("\n---")
                    .filter(|_| !original.trim_end().ends_with("---"))
                    .unwrap_or(head);
                return Some(head.to_owned());
            }
        }
        at += line.len();
    }
    None
}

/// Before an offer to do more on the line of the text itself: `… Would you like me to change the tone?`
fn offered(original: &str, instruction: &str, text: &str) -> Option<String> {
    let sentences = segment(text);
    let last = sentences.last().filter(|_| sentences.len() > 1)?.span;
    let said = bare(last.of(text));
    let said = said.trim_end_matches(['.', '!', '?']);
    let offers = phrases("offer").any(|phrase| said.starts_with(phrase) || said.ends_with(phrase));
    let work = phrases("work").any(|word| said.contains(word));
    let asked = instruction.to_lowercase();
    let asked = phrases("add").any(|word| asked.contains(word));
    (offers && work && !asked && nearest(original, last.of(text)) < KIN)
        .then(|| text.get(..last.start).unwrap_or_default().trim_end().to_owned())
}

/// Inside quotation marks around all.
fn quotes(original: &str, text: &str) -> Option<String> {
    const PAIRS: [(char, char); 7] =
        [('"', '"'), ('“', '”'), ('\'', '\''), ('‘', '’'), ('「', '」'), ('『', '』'), ('«', '»')];
    let first = text.chars().next()?;
    let (open, close) = PAIRS.into_iter().find(|(open, _)| *open == first)?;
    let inner = text.strip_prefix(open)?.strip_suffix(close)?;
    let within = if open == close {
        inner.matches(open).count() % 2 == 0
    } else {
        inner.matches(open).count() == inner.matches(close).count()
    };
    // `“A,” she said. “B.”` has marks of its own at both ends.
    let balanced = inner
        .chars()
        .try_fold(0_usize, |depth, ch| match ch {
            ch if open != close && ch == open => Some(depth + 1),
            ch if open != close && ch == close => depth.checked_sub(1),
            _ => Some(depth),
        })
        .is_some();
    let mut own = original.trim().chars();
    let quoted = own.next() == Some(open) || open == close && inner.contains(open);
    (within && balanced && !quoted).then(|| inner.to_owned())
}

/// The number of a line that labels one of several rewritings, and what else the line says.
fn label(line: &str) -> Option<(u32, &str)> {
    let bare = bare(line);
    let numbered = |name: &str| {
        let (head, tail) = match bare.strip_prefix(name) {
            Some(tail) => (tail, ""),
            None => bare.split_once(name)?,
        };
        let digits = |text: &str| {
            text.trim().split([':', '：', '.', ')', ' ', '(']).next().unwrap_or_default().to_owned()
        };
        let number = if tail.is_empty() && !head.is_empty() {
            digits(head)
        } else {
            digits(bare.get(..bare.find(name)?)?)
        };
        match number.as_str() {
            "1" | "a" | "one" | "i" | "첫째" => Some(1),
            "2" | "b" | "two" | "ii" | "둘째" => Some(2),
            "3" | "c" | "three" | "iii" | "셋째" => Some(3),
            _ => None,
        }
    };
    let number = phrases("label").find_map(numbered)?;
    let rest = line.split_once([':', '：']).map_or("", |(_, rest)| rest);
    Some((number, rest.trim_start_matches(['*', '_', ' '])))
}

/// The first of several rewritings that are labelled one and two.
fn first_of_several(original: &str, text: &str) -> Option<String> {
    let labels: Vec<(usize, &str, u32, &str)> = text
        .split_inclusive('\n')
        .scan(0, |at, line| {
            *at += line.len();
            Some((*at - line.len(), line))
        })
        .filter(|(_, line)| line.len() <= REMARK * 4)
        .filter_map(|(at, line)| label(line).map(|(number, rest)| (at, line, number, rest)))
        .collect();
    let [(first, line, 1, rest), ..] = labels.as_slice() else { return None };
    if original.contains(line.trim()) || !text.get(..*first)?.trim().is_empty() {
        return None;
    }
    let end = labels.iter().find(|label| label.2 == 2).map_or(text.len(), |label| label.0);
    let body = text.get(first + line.len()..end)?;
    Some([rest, "\n", body].concat().trim().to_owned())
}
