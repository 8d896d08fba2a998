//! Looking for breaches of compiled rules in a text.
//!
//! What stands in code (inline, or between fences) is no prose of the writer: a match that lies inside it is no breach,
//! as in Vale. One that takes the backticks with it is. Comments are no text, and switch rules off ([`super::comments`]).

use std::sync::LazyLock;

use regex::Regex;
use serde::Serialize;

use super::comments::Comments;
use super::compile::{Banned, Compiled, Matcher};
use super::{Casing, Rule, Scope, Severity};
use stet_marks::citation;
use stet_patch::{Around, Patch};
use stet_segment::{SentenceKind, segment};
use stet_text::span::Span;
use stet_text::{Language, language};

/// A breach of a rule.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Breach {
    pub rule_id: String,
    pub severity: Severity,
    /// Bytes of the text; empty at its start when something is missing from all of it.
    pub span: Span,
    pub message: String,
    /// What the rule itself would write there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub replacement: Option<String>,
}

/// Breaches of `rules` in `text`, in text order. Rules for the model alone find nothing here.
#[must_use]
pub fn lint(rules: &[Compiled], text: &str) -> Vec<Breach> {
    let mut out: Vec<Breach> = Vec::new();
    let comments = Comments::of(text);
    let blanked = comments.blanked(text);
    let text = &*blanked;
    let code = code(text);
    let in_code = |span: Span| {
        let next = code.partition_point(|code| code.end <= span.start);
        !span.is_empty() && code.get(next).is_some_and(|code| code.start < span.start && span.end < code.end)
    };
    for compiled in rules {
        let rule = &compiled.rule;
        let mut report = |span: Span, replacement: Option<String>| {
            if in_code(span) {
                return;
            }
            let message = message(rule, span.of(text), replacement.as_deref(), text);
            out.push(Breach {
                rule_id: rule.id.clone(),
                severity: rule.severity,
                span,
                message,
                replacement,
            });
        };
        match &compiled.matcher {
            Matcher::Words => {}
            Matcher::Banned(rule) => banned(rule, text, &mut report),
            Matcher::Needed(pattern) => {
                if !text.trim().is_empty() && !pattern.is_match(text) {
                    report(Span::default(), None);
                }
            }
            Matcher::Occurrence { token, max, min, scope } => {
                for piece in pieces(text, *scope) {
                    let found = token.find_iter(piece.of(text));
                    let count = found
                        .filter(|found| !in_code(Span::new(found.start(), found.end()).shifted(piece.start)))
                        .count();
                    if max.is_some_and(|max| count > max) || min.is_some_and(|min| count < min) {
                        report(piece.trimmed(text), None);
                    }
                }
            }
            Matcher::Repetition(pattern) => repeated(pattern, text, &mut report),
            Matcher::Consistency(pairs) => {
                for (one, two) in pairs {
                    let prose = |pattern: &Regex| {
                        pattern.find_iter(text).find(|found| !in_code(Span::new(found.start(), found.end())))
                    };
                    if let (Some(a), Some(b)) = (prose(one), prose(two)) {
                        let later = if a.start() > b.start() { a } else { b };
                        report(Span::new(later.start(), later.end()), None);
                    }
                }
            }
            Matcher::Capitalization { style, whole, exceptions, scope } => {
                for piece in pieces(text, *scope) {
                    let span = heading_text(text, piece);
                    if !cased(span.of(text), style, whole.as_ref(), exceptions) {
                        report(span, None);
                    }
                }
            }
            Matcher::Conditional { first, second, exceptions } => {
                let group = |captures: &regex::Captures<'_>| {
                    captures.get(1).or_else(|| captures.get(0)).map(|found| found.as_str().to_owned())
                };
                let known: Vec<String> =
                    second.captures_iter(text).filter_map(|captures| group(&captures)).collect();
                for captures in first.captures_iter(text) {
                    let (Some(found), Some(word)) = (captures.get(0), group(&captures)) else { continue };
                    if !known.contains(&word) && !exceptions.contains(&word) {
                        report(Span::new(found.start(), found.end()), None);
                    }
                }
            }
        }
    }
    out.retain(|breach| !comments.hide(&breach.rule_id, breach.span, breach.span.of(text)));
    out.sort_by_key(|breach| (breach.span.start, breach.span.end));
    out
}

/// The code of a text, in order, with its backticks or fences.
pub(super) fn code(text: &str) -> Vec<Span> {
    if !text.contains('`') && !text.contains("~~~") && !text.contains("<code") {
        return Vec::new();
    }
    let opens = |words: &str| words.starts_with(['`', '~']) || words.starts_with("<code");
    let mut found = Vec::new();
    for sentence in segment(text) {
        let words = sentence.span.of(text);
        if sentence.kind == SentenceKind::Code {
            found.extend(opens(words.trim_start_matches([' ', '>'])).then_some(sentence.span));
            continue;
        }
        let literals = citation::literals(words).into_iter().filter(|literal| opens(literal.of(words)));
        found.extend(literals.map(|literal| literal.shifted(sentence.span.start)));
    }
    found
}

/// Patches that the rules with a replacement make by themselves; where two want the same words,
/// the first stays.
#[must_use]
pub fn patches(rules: &[Compiled], text: &str) -> Vec<Patch> {
    replaced(&lint(rules, text), text, &Around::default())
}

/// Patches that the replacements of breaches make, which stand in text order; where two want the same words, the
/// first stays. Each patch says why.
#[must_use]
pub fn replaced(breaches: &[Breach], text: &str, around: &Around<'_>) -> Vec<Patch> {
    let mut after = String::with_capacity(text.len());
    let mut at = 0;
    let mut used: Vec<(Span, Span, &Breach)> = Vec::new();
    for breach in breaches {
        let Some(replacement) = &breach.replacement else { continue };
        if breach.span.start < at || breach.span.is_empty() {
            continue;
        }
        after.push_str(text.get(at..breach.span.start).unwrap_or_default());
        let start = after.len();
        after.push_str(replacement);
        used.push((breach.span, Span::new(start, after.len()), breach));
        at = breach.span.end;
    }
    after.push_str(text.get(at..).unwrap_or_default());
    let mut patches = stet_patch::patches_in(around, text, &after);
    for patch in &mut patches {
        let touches = |one: Span, two: Span| one.start <= two.end && two.start <= one.end;
        // In text order, like the patches.
        let from = used.partition_point(|(old, ..)| old.end < patch.range.start);
        let near = used.iter().skip(from).take_while(|(old, ..)| old.start <= patch.range.end);
        for (_, _, breach) in near.filter(|(old, new, _)| {
            // A change next to another one becomes one patch with it, which then follows both rules.
            old.overlaps(patch.range) || touches(*old, patch.range) && touches(*new, patch.after_range)
        }) {
            if !patch.rule_ids.contains(&breach.rule_id) {
                patch.rule_ids.push(breach.rule_id.clone());
            }
            if !patch.reasons.contains(&breach.message) {
                patch.reasons.push(breach.message.clone());
            }
        }
    }
    patches
}

/// Says on each patch which rules the words it brings in break: `breaches` are those of the rewritten text.
pub fn mark(breaches: &[Breach], patches: &mut [Patch]) {
    for breach in breaches.iter().filter(|breach| !breach.span.is_empty()) {
        for patch in patches.iter_mut().filter(|patch| patch.after_range.overlaps(breach.span)) {
            if !patch.rule_ids.contains(&breach.rule_id) {
                patch.rule_ids.push(breach.rule_id.clone());
            }
            if !patch.reasons.contains(&breach.message) {
                patch.reasons.push(breach.message.clone());
            }
        }
    }
}

/// The words of a text, as `\b` sees them.
static WORDS: LazyLock<Option<Regex>> = LazyLock::new(|| Regex::new(r"\w+").ok());

fn banned(rule: &Banned, text: &str, report: &mut dyn FnMut(Span, Option<String>)) {
    let Banned { patterns, words, exceptions } = rule;
    if !words.is_empty()
        && let Some(pattern) = WORDS.as_ref()
    {
        for found in pattern.find_iter(text) {
            let Some(to) = words.get(found.as_str()) else { continue };
            if exceptions.iter().any(|exception| exception.is_match(found.as_str())) {
                continue;
            }
            let written = to.map(|to| capitalised(found.as_str(), to.to_owned()));
            if written.as_deref() != Some(found.as_str()) {
                report(Span::new(found.start(), found.end()), written);
            }
        }
    }
    for (pattern, replacement) in patterns {
        for captures in pattern.captures_iter(text) {
            let Some(found) = captures.get(0).filter(|found| !found.as_str().is_empty()) else { continue };
            if exceptions.iter().any(|exception| exception.is_match(found.as_str())) {
                continue;
            }
            let written = replacement.as_ref().map(|template| {
                let mut out = String::new();
                captures.expand(template, &mut out);
                capitalised(found.as_str(), out)
            });
            // A swap whose right side is what stands there already has nothing to say.
            if written.as_deref() != Some(found.as_str()) {
                report(Span::new(found.start(), found.end()), written);
            }
        }
    }
}

/// A replacement for a word with a capital starts with one too.
fn capitalised(found: &str, replacement: String) -> String {
    let mut letters = found.chars();
    let upper =
        letters.next().is_some_and(char::is_uppercase) && !letters.next().is_some_and(char::is_uppercase);
    let mut chars = replacement.chars();
    match chars.next() {
        Some(first) if upper && first.is_lowercase() => first.to_uppercase().chain(chars).collect(),
        _ => replacement,
    }
}

fn repeated(pattern: &Regex, text: &str, report: &mut dyn FnMut(Span, Option<String>)) {
    let mut last: Option<regex::Match<'_>> = None;
    for found in pattern.find_iter(text).filter(|found| !found.as_str().trim().is_empty()) {
        if let Some(before) = last {
            let between = text.get(before.end()..found.start()).unwrap_or_default();
            if between.trim().is_empty()
                && !between.is_empty()
                && before.as_str().to_lowercase() == found.as_str().to_lowercase()
            {
                report(Span::new(before.start(), found.end()), Some(before.as_str().to_owned()));
            }
        }
        last = Some(found);
    }
}

/// The pieces of a text that a scope names.
fn pieces(text: &str, scope: Scope) -> Vec<Span> {
    match scope {
        Scope::Text => vec![Span::new(0, text.len())],
        Scope::Paragraph => {
            let mut out = Vec::new();
            let mut start = 0;
            for part in text.split_inclusive("\n\n") {
                out.push(Span::new(start, start + part.len()));
                start += part.len();
            }
            out.retain(|span| !span.of(text).trim().is_empty());
            out
        }
        Scope::Sentence => segment(text)
            .into_iter()
            .filter(|sentence| matches!(sentence.kind, SentenceKind::Claim | SentenceKind::Question))
            .map(|sentence| sentence.span)
            .collect(),
        Scope::Heading => segment(text)
            .into_iter()
            .filter(|sentence| sentence.kind == SentenceKind::Heading)
            .map(|sentence| sentence.span)
            .collect(),
    }
}

/// A heading without its marks.
fn heading_text(text: &str, piece: Span) -> Span {
    let inner = piece.trimmed(text);
    let marks = inner.of(text).len() - inner.of(text).trim_start_matches(['#', ' ']).len();
    Span::new(inner.start + marks, inner.end)
}

/// Words that a title keeps in lower case.
const SMALL: &str = "a an and as at but by for from in into nor of on or over per the to via vs with yet";

fn cased(text: &str, style: &Casing, whole: Option<&Regex>, exceptions: &[String]) -> bool {
    let words: Vec<&str> =
        text.split_whitespace().filter(|word| word.chars().any(char::is_alphabetic)).collect();
    let free = |word: &str| {
        let word = word.trim_matches(|ch: char| !ch.is_alphanumeric());
        exceptions.iter().any(|known| known == word) || word.chars().skip(1).any(char::is_uppercase)
    };
    let first = |word: &str| word.chars().find(|ch| ch.is_alphabetic());
    match style {
        Casing::Pattern(_) => whole.is_none_or(|pattern| pattern.is_match(text)),
        Casing::Lower => text.chars().all(|ch| !ch.is_uppercase()),
        Casing::Upper => text.chars().all(|ch| !ch.is_lowercase()),
        Casing::Sentence => words.iter().enumerate().all(|(at, word)| {
            free(word)
                || first(word).is_none_or(|ch| if at == 0 { !ch.is_lowercase() } else { !ch.is_uppercase() })
        }),
        Casing::Title => words.iter().enumerate().all(|(at, word)| {
            let small =
                at > 0 && at + 1 < words.len() && SMALL.split(' ').any(|known| known == word.to_lowercase());
            free(word) || small || first(word).is_none_or(|ch| !ch.is_lowercase())
        }),
    }
}

/// The rule's words, with Vale's `%s` filled: the match, or the replacement and then the match.
fn message(rule: &Rule, found: &str, replacement: Option<&str>, text: &str) -> String {
    if rule.text.contains("%s") {
        let mut words = rule.text.clone();
        if rule.text.matches("%s").count() > 1 {
            words = words.replacen("%s", replacement.unwrap_or_default(), 1);
        }
        return words.replacen("%s", found, 1);
    }
    if !rule.text.trim().is_empty() {
        return rule.text.clone();
    }
    match (language(text), replacement) {
        (Language::Ko, Some(new)) => format!("‘{found}’ 대신 ‘{new}’을(를) 쓰세요."),
        (Language::Ko, None) => format!("‘{found}’은(는) 규칙 {}에 어긋납니다.", rule.id),
        (Language::En, Some(new)) => format!("Write “{new}” in place of “{found}”."),
        (Language::En, None) => format!("“{found}” breaks the rule {}.", rule.id),
    }
}
