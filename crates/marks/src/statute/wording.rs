//! How a sentence reads when a reference in it means no known article.

use super::StatuteRef;
use super::particle::{after_consonant, agreeing, particle_len};
use super::removal::{Replacement, in_brackets, removal};
use super::standard::{is_english, replaced};
use super::view::plain;
use super::words::is_hangul;
use crate::pattern::Pattern;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::fmt::Write as _;
use stet_text::span::Span;

/// What stands in the place of a reference that could not be verified.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Unverifiable {
    /// `관련 규정`, `the relevant regulation`.
    #[default]
    Generalise,
    /// `관련 규정(해당 규정의 구체적 조항 확인이 필요합니다)`, `the relevant regulation (the exact provision needs to be checked)`.
    Notice,
    /// Nothing.
    Remove,
}

/// Why a reference is not shown as it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "ReferenceFault")]
pub enum Unfounded {
    /// It leads to nothing that is known.
    Unknown,
    /// To an article that was repealed.
    Repealed,
    /// To an article that does not say what the sentence does.
    Unsupported,
}

/// Emphasis or quotation marks around a reference, of which the ones behind it stand before its particle.
const WRAPS: [(&str, &str); 8] =
    [("**", "**"), ("__", "__"), ("*", "*"), ("_", "_"), ("\"", "\""), ("'", "'"), ("“", "”"), ("‘", "’")];

/// A note in parentheses (`제99조(2024. 1. 1. 개정)를`), marks, and the target of a link whose text is a reference.
static NOTE: Pattern = Pattern::new(|| r"^[(（](?:[^()（）\n]|[(（][^()（）\n]*[)）])*[)）]".to_owned());
static MARKS: Pattern = Pattern::new(|| r"^(?:[\[【][^\]】\n ]{0,24}[\]】]){1,3}".to_owned());
static TARGET: Pattern = Pattern::new(|| r"^\]\([^) \n]*\)".to_owned());

/// Longest note and longest target of a link, in bytes.
const MAX_NOTE: usize = 120;
const MAX_TARGET: usize = 2048;

/// What closes around the reference at `span` when it stands alone between the two, with what opens there; or what is
/// glued to it.
fn wrap(text: &str, span: Span) -> Option<(&'static str, &str)> {
    let head = text.get(..span.start)?;
    let tail = text.get(span.end..)?;
    let near =
        |from: usize, max: usize| Span::new(from, tail.floor_char_boundary(from + max).max(from)).of(tail);
    let wraps = WRAPS.iter().find(|(open, close)| head.ends_with(open) && tail.starts_with(close));
    let (open, closed) = wraps.map_or(("", 0), |(open, close)| (*open, close.len()));
    let mut glued = if head.ends_with('[') { TARGET.end(near(0, MAX_TARGET)) } else { 0 };
    if glued == 0 {
        glued = closed + NOTE.end(near(closed, MAX_NOTE));
    }
    if open.is_empty() {
        glued += MARKS.end(near(glued, MAX_NOTE));
    }
    (glued > 0).then_some((open, tail.get(..glued)?))
}

/// References side by side that are not shown.
#[derive(Debug, Clone, Copy)]
struct Gone {
    span: Span,
    why: Unfounded,
    /// Whether they name more than one article.
    many: bool,
}

/// The general words with which a text goes on by itself behind a reference, which they then stand for.
const GENERAL_TAILS: [&str; 6] =
    [" 등 관련 규정", " 및 관련 규정", ", 관련 규정", "와 관련 규정", "과 관련 규정", " 또는 관련 규정"];

/// What replaces references, with a particle that agrees: `제99조는` becomes `관련 규정은`.
/// The language is that of the reference. Where nothing can stand in its place without breaking the sentence, the
/// general words do.
fn replacement(text: &str, Gone { span, why, many }: Gone, mode: Unverifiable) -> Replacement {
    let (open, close) = wrap(text, span).unwrap_or_default();
    let rest = text.get(span.end + close.len()..).unwrap_or_default();
    // `§ 42에` is Korean: the sign is of no language.
    let english =
        is_english(span.of(text)) && !(span.of(text).starts_with('§') && rest.starts_with(is_hangul));
    let particle = if english { 0 } else { particle_len(rest, true).unwrap_or(0) };
    let mut whole = Span::new(span.start, span.end);
    let mut agreed = String::new();
    let mut stays = close;
    if particle > 0 {
        whole.end += close.len() + particle;
        agreed = after_consonant(rest.get(..particle).unwrap_or_default()).unwrap_or_default();
    } else {
        stays = "";
    }
    // `제99조의 규정에 따라` is said by `관련 규정에 따라`.
    if let Some(after) = rest.strip_prefix("의 규정").filter(|_| !english) {
        let tail = particle_len(after, true).unwrap_or(0);
        whole.end = text.len() - after.len() + tail;
        agreed = after_consonant(after.get(..tail).unwrap_or_default()).unwrap_or_default();
        stays = close;
    }
    if mode == Unverifiable::Remove {
        let marked = open.is_empty() && !close.is_empty();
        let around = if marked {
            span
        } else {
            Span::new(span.start - open.len(), whole.end.max(span.end + close.len()))
        };
        // A quotation mark was shown already, and a mark that bears the particle needs a noun.
        let stays =
            open.starts_with(['"', '\'', '“', '‘']) || marked && particle > 0 || close.starts_with("](");
        if let Some(gone) = (!stays).then(|| removal(text, span, around, english)).flatten() {
            return gone;
        }
    }
    let general = GENERAL_TAILS.iter().find(|tail| rest.starts_with(**tail));
    if let Some(general) = general.filter(|_| close.is_empty() && mode != Unverifiable::Notice) {
        whole.end = span.end + general.len();
        (stays, agreed) = ("", String::new());
    }
    let head = text.get(..whole.start).unwrap_or_default();
    let said = head.trim_end_matches(['*', '_', '"', '“', '‘', '(', ' ', '>', '-', '#']);
    // `42 U.S.C. § 1983` goes on.
    let word = said.rsplit(char::is_whitespace).next().unwrap_or_default().trim_end_matches('.');
    let begins =
        said.chars().next_back().is_none_or(|c| matches!(c, '.' | '!' | '?' | '\n')) && !word.contains('.');
    // Brackets that hold the reference hold the notice.
    let bare = in_brackets(text, span) || inside_brackets(text, span);
    let note = (mode == Unverifiable::Notice).then_some(match (why, english) {
        (Unfounded::Unknown | Unfounded::Unsupported, false) => "해당 규정의 구체적 조항 확인이 필요합니다",
        (Unfounded::Repealed, false) => "인용된 조항은 삭제되었습니다",
        (Unfounded::Unknown | Unfounded::Unsupported, true) => "the exact provision needs to be checked",
        (Unfounded::Repealed, true) => "the provision was repealed",
    });
    let the = head.ends_with("the ") || head.ends_with("The ");
    if let Some(note) = note.filter(|_| bare) {
        let note = note.strip_prefix("the ").filter(|_| the).unwrap_or(note);
        return Replacement { span: whole, text: format!("{note}{stays}{agreed}") };
    }
    let words = match (english, word, the) {
        // `학교 규정 관련 규정에 따라` stutters.
        (false, "규정", _) => "관련 조항",
        (false, ..) => "관련 규정",
        (true, _, true) => "relevant regulation",
        (true, ..) if begins => "The relevant regulation",
        (true, ..) => "the relevant regulation",
    };
    // `경우에는「학칙」 제99조에`, `규정은Article 99에`: what went held the two words apart.
    let apart = english || span.of(text).starts_with(|c: char| !c.is_alphanumeric());
    let gap = if apart && head.ends_with(char::is_alphanumeric) { " " } else { "" };
    let plural = if english && many { "s" } else { "" };
    let note = note.map(|note| if english { format!(" ({note})") } else { format!("({note})") });
    let note = note.unwrap_or_default();
    Replacement { span: whole, text: format!("{gap}{words}{plural}{note}{stays}{agreed}") }
}

/// Whether brackets are open before the reference that close behind it in its line.
fn inside_brackets(text: &str, span: Span) -> bool {
    let head = text.get(..span.start).unwrap_or_default().rsplit('\n').next().unwrap_or_default();
    let tail = text.get(span.end..).unwrap_or_default().split('\n').next().unwrap_or_default();
    let opens =
        head.rfind(['(', '（']).is_some_and(|at| !head.get(at..).unwrap_or_default().contains([')', '）']));
    let closes =
        tail.find([')', '）']).is_some_and(|at| !tail.get(..at).unwrap_or_default().contains(['(', '（']));
    opens && closes
}

/// The text with every reference replaced for which `unverified` (asked with its place in `refs`) says why, and
/// the replacements in order. `refs` are those of [`super::scan_statutes`]. References that are joined
/// in a list and all unverified become one replacement.
pub fn rewrite_statutes(
    text: &str,
    refs: &[StatuteRef],
    mode: Unverifiable,
    unverified: &mut dyn FnMut(usize) -> Option<Unfounded>,
) -> (String, Vec<Replacement>) {
    let bad: Vec<Option<Unfounded>> = (0..refs.len()).map(unverified).collect();
    let mut edits: Vec<Replacement> = Vec::new();
    let mut rest = (refs, bad.as_slice());
    while !rest.0.is_empty() {
        let joined = |pair: &&[StatuteRef]| match pair {
            [before, after] => joins(Span::new(before.span.end, after.span.start).of(text)),
            _ => false,
        };
        let size = 1 + rest.0.windows(2).take_while(joined).count();
        let (list, refs) = rest.0.split_at_checked(size).unwrap_or((rest.0, &[]));
        let (bad, others) = rest.1.split_at_checked(size).unwrap_or((rest.1, &[]));
        rewrite_list(text, list, bad, mode, &mut edits);
        rest = (refs, others);
    }
    let out = replaced(text, &edits);
    (out, edits)
}

/// The replacements in one list of references.
fn rewrite_list(
    text: &str,
    list: &[StatuteRef],
    bad: &[Option<Unfounded>],
    mode: Unverifiable,
    edits: &mut Vec<Replacement>,
) {
    let head = list.first().and_then(|first| text.get(..first.span.start)).unwrap_or_default();
    // `both Article 99 and Article 25` needs both.
    let paired = ["oth ", "ither "].iter().any(|end| head.ends_with(end));
    let removes = mode == Unverifiable::Remove && bad.contains(&None) && !paired;
    let mut at = 0;
    while let (Some(first), Some(run)) = (list.get(at), bad.get(at..)) {
        let gone = run.iter().take_while(|bad| bad.is_some()).count();
        if gone == 0 {
            at += 1;
            continue;
        }
        let end = list.get(at + gone - 1).map_or(first.span.end, |last| last.span.end);
        let before = at.checked_sub(1).and_then(|before| list.get(before));
        let next = list.get(at + gone);
        // `Articles 99 and 3`: what stays still needs the word, and the name that went with the one before.
        let needed = next.map(|next| what_is_needed(text, next)).unwrap_or_default();
        match (before, next) {
            // `제3조 및 제99조에 따라`: the rest of the list keeps the particle.
            (Some(before), _) if removes => {
                let rest = text.get(end..).unwrap_or_default();
                let particle = particle_len(rest, true).unwrap_or(0);
                let (words, particle) = (before.span.of(text), rest.get(..particle).unwrap_or_default());
                let agreed = agreeing(particle, words);
                let end = if agreed.is_some() { end + particle.len() } else { end };
                let span = Span::new(before.span.end, end);
                edits.push(Replacement { span, text: agreed.unwrap_or_default() });
            }
            (None, Some(next)) if removes => {
                edits.push(Replacement { span: Span::new(first.span.start, next.span.start), text: needed });
            }
            _ => {
                let repealed = run.iter().take(gone).all(|why| *why == Some(Unfounded::Repealed));
                let why = if repealed { Unfounded::Repealed } else { Unfounded::Unknown };
                let many = gone > 1
                    || run.len() >= gone
                        && list.get(at).is_some_and(|one| one.until.is_some() || !one.also.is_empty());
                let span = Span::new(first.span.start, end);
                edits.push(replacement(text, Gone { span, why, many }, mode));
                if let Some(next) = next.filter(|_| !needed.is_empty()) {
                    let span = Span::new(next.span.start, next.span.start);
                    edits.push(Replacement { span, text: needed });
                }
            }
        }
        at += gone;
    }
}

/// What a member of a list needs before it when those before it go.
fn what_is_needed(text: &str, reference: &StatuteRef) -> String {
    let words = reference.span.of(text);
    if is_english(words) && words.starts_with(|c: char| c.is_ascii_digit()) {
        return "Article ".to_owned();
    }
    if is_english(words) {
        return String::new();
    }
    let mut needed = match &reference.regulation {
        Some(name) if !words.contains(name.as_str()) => format!("「{name}」 "),
        _ => String::new(),
    };
    // `제5조 제9항과 제4항`: the article went, too.
    if let Some(article) = reference.article.filter(|_| !words.contains(['조', '條'])) {
        let _ = write!(needed, "{article} ");
    }
    needed
}

/// Longest joint in bytes.
const MAX_JOINT: usize = 24;

/// Whether the text between two references only joins them, so that they are one list.
#[must_use]
pub fn joins(between: &str) -> bool {
    const JOINTS: &str = "， 、 · ㆍ 및 와 과 또는 이나 나 혹은 그리고 and or &";
    let seen: String = between.chars().take(MAX_JOINT + 1).filter_map(plain).collect();
    let seen = seen.trim();
    // `부칙 제1조 및 부칙 제2조`
    let joint =
        seen.strip_suffix("부칙").map(str::trim_end).filter(|joint| !joint.is_empty()).unwrap_or(seen);
    let joint = joint.trim_start_matches(',').trim_start();
    between.len() <= MAX_JOINT && (joint.is_empty() || JOINTS.split(' ').any(|known| known == joint))
}
