//! English spelling and grammar without a model, by `harper-core`, and Korean words that are misspelt for sure.
//!
//! Owns which of its checks are used, where in a text they may speak, and which of their suggestions are clear enough
//! to be offered: one replacement, in an English sentence, outside code, links and quotations, never of a name. What
//! comes out has the form of a broken rule with a replacement. Leaves the category of each change to the gates of
//! `domain::patch`; what `harper` thinks of it is not asked.
//!
//! The dictionary is read at the first use and stays in memory.

mod spelling;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use harper_core::linting::{self, LintGroup, Linter, Suggestion};
use harper_core::parsers::PlainEnglish;
use harper_core::spell::FstDictionary;
use harper_core::{Dialect, Document};

use spelling::{Spelling, Words};
use stet_criteria::Severity;
use stet_criteria::comments::Comments;
use stet_criteria::lint::Breach;
use stet_criteria::slips::slips;
use stet_segment::{SentenceKind, segment};
use stet_text::particle::agreed;
use stet_text::span::Span;

/// What the ids of these checks begin with.
pub(crate) const PREFIX: &str = "harper:";
/// The id of the check of Korean spelling.
const KOREAN: &str = "stet:KoreanSpelling";
/// Longest text that is looked at, in bytes; the rest of a longer one stays unread.
pub const MOST: usize = 1 << 20;
/// Longest sentence, in bytes. Grammar takes time that grows faster than the sentence.
const SENTENCE: usize = 2_000;

/// Checks of set phrases that have one correction each, under the one id `harper:Phrases`.
const PHRASES: &[&str] = &[
    "AllOfASudden",
    "ALongTime",
    "AnAnother",
    "AndIn",
    "AnotherAn",
    "AsFarBackAs",
    "AtFaceValue",
    "BareInMind",
    "BatedBreath",
    "BeckAndCall",
    "CanBeSeen",
    "CaseInPoint",
    "EludedTo",
    "EnMasse",
    "EnRoute",
    "FaceFirst",
    "FreeRein",
    "GetRidOf",
    "HadOf",
    "HalfAnHour",
    "HungerPang",
    "IAm",
    "IDo",
    "InAWhile",
    "InCase",
    "InDetail",
    "InNeedOf",
    "InOneFellSwoop",
    "InvestIn",
    "ItCan",
    "JustDeserts",
    "KindOf",
    "LastButNotLeast",
    "LetAlone",
    "LikeThePlague",
    "MootPoint",
    "NeedHelp",
    "NotTo",
    "OnSecondThought",
    "OnTopOf",
    "OnceInAWhile",
    "PeaceOfMind",
    "PointsOfView",
    "RoadMap",
    "SneakingSuspicion",
    "SomeOfThe",
    "SoonerOrLater",
    "SpecialAttention",
    "StatuteOfLimitations",
    "SupposedTo",
    "ThanksALot",
    "ThatThis",
    "TheAnother",
    "ThoughtProcess",
    "TrialAndError",
    "Unless",
    "WantBe",
    "WhetYourAppetite",
    "WillContain",
];

/// The checks, ready for one text.
struct Checks {
    dictionary: Arc<FstDictionary>,
    linters: Vec<(&'static str, Box<dyn Linter>)>,
}

impl Checks {
    fn new() -> Self {
        let dictionary = FstDictionary::curated();
        let mut phrases = LintGroup::new_curated(Arc::clone(&dictionary), Dialect::American);
        phrases.config.clear();
        for name in PHRASES {
            phrases.config.set_rule_enabled(name, true);
        }
        let linters: Vec<(&'static str, Box<dyn Linter>)> = vec![
            ("AnA", Box::new(linting::AnA)),
            ("RepeatedWords", Box::<linting::RepeatedWords>::default()),
            ("CapitalizePersonalPronouns", Box::new(linting::CapitalizePersonalPronouns)),
            ("CorrectNumberSuffix", Box::new(linting::CorrectNumberSuffix)),
            ("NumberSuffixCapitalization", Box::<linting::NumberSuffixCapitalization>::default()),
            ("ModalOf", Box::<linting::ModalOf>::default()),
            ("ThenThan", Box::<linting::ThenThan>::default()),
            ("ItsPossessive", Box::<linting::ItsPossessive>::default()),
            ("LetsConfusion", Box::<linting::LetsConfusion>::default()),
            ("Months", Box::<linting::Months>::default()),
            ("DespiteOf", Box::<linting::DespiteOf>::default()),
            ("AdjectiveDoubleDegree", Box::<linting::AdjectiveDoubleDegree>::default()),
            ("LessWorse", Box::<linting::LessWorse>::default()),
            ("HopHope", Box::<linting::HopHope>::default()),
            ("Nobody", Box::<linting::Nobody>::default()),
            ("SemicolonApostrophe", Box::<linting::SemicolonApostrophe>::default()),
            ("CommaFixes", Box::<linting::CommaFixes>::default()),
            ("PronounInflectionBe", Box::<linting::PronounInflectionBe>::default()),
            ("PossessiveYour", Box::<linting::PossessiveYour>::default()),
            ("TheMy", Box::<linting::TheMy>::default()),
            ("WasAloud", Box::<linting::WasAloud>::default()),
            ("PiqueInterest", Box::<linting::PiqueInterest>::default()),
            ("LookingForwardTo", Box::<linting::LookingForwardTo>::default()),
            ("PronounContraction", Box::<linting::PronounContraction>::default()),
            ("Phrases", Box::new(phrases)),
        ];
        Self { dictionary, linters }
    }

    /// Replacements that the checks of grammar make in one sentence, in its bytes.
    fn grammar(&mut self, sentence: &str) -> Vec<(&'static str, Span, String, String)> {
        let document = Document::new(sentence, &PlainEnglish, &self.dictionary);
        // Offsets of characters, with the end of the text.
        let bytes: Vec<usize> =
            sentence.char_indices().map(|(at, _)| at).chain(std::iter::once(sentence.len())).collect();
        let mut out = Vec::new();
        for (name, linter) in &mut self.linters {
            for lint in linter.lint(&document) {
                let [suggestion] = lint.suggestions.as_slice() else { continue };
                let (Some(&start), Some(&end)) = (bytes.get(lint.span.start), bytes.get(lint.span.end))
                else {
                    continue;
                };
                let span = Span::new(start, end);
                let written = match suggestion {
                    Suggestion::ReplaceWith(chars) => chars.iter().collect(),
                    Suggestion::InsertAfter(chars) => {
                        span.of(sentence).chars().chain(chars.iter().copied()).collect()
                    }
                    Suggestion::Remove => String::new(),
                };
                out.push((*name, span, written, lint.message));
            }
        }
        out
    }
}

/// What can be put right in the English and Korean sentences of `text`, in text order and without overlaps.
#[must_use]
pub fn suggestions(text: &str) -> Vec<Breach> {
    let part = text.get(..text.floor_char_boundary(MOST)).unwrap_or(text);
    let comments = Comments::of(part);
    let blanked = comments.blanked(part);
    let part = &*blanked;
    let sentences = segment(part);
    let readable = |sentence: &&stet_segment::Sentence| {
        !matches!(sentence.kind, SentenceKind::Code | SentenceKind::Table)
            && sentence.span.len() <= SENTENCE
            && is_latin(sentence.span.of(part))
    };
    let korean = korean(part, &sentences);
    if !sentences.iter().any(|sentence| readable(&sentence)) {
        return hidden(korean, &comments, part);
    }
    let mut checks = Checks::new();
    let dictionary = Arc::clone(&checks.dictionary);
    let spelling = Spelling::new(&*dictionary, part);
    let mut out: Vec<Breach> = Vec::new();
    for sentence in sentences.iter().filter(readable) {
        let span = sentence.span.trimmed(part);
        let words = span.of(part);
        let read = Words::new(words);
        if !spelling.is_english(&read) {
            continue;
        }
        let closed = protected(words);
        // A check that fails on some sentence must cost that sentence only.
        let grammar = catch_unwind(AssertUnwindSafe(|| checks.grammar(words))).unwrap_or_default();
        let spelt = spelling.suggestions(&read).into_iter().map(|(span, written)| {
            let message = format!("“{}” is not in the dictionary; “{written}” is meant.", span.of(words));
            ("SpellCheck", span, written, message)
        });
        let mut found: Vec<_> = grammar.into_iter().chain(spelt).collect();
        found.retain(|(name, place, written, _)| {
            let old = place.of(words);
            old != written
                && !closed.iter().any(|closed| closed.overlaps(*place))
                && (!old.contains(|ch: char| ch.is_ascii_digit()) || name.contains("NumberSuffix"))
                && !named(words, *place)
        });
        found.sort_by_key(|(_, place, ..)| (place.start, place.end));
        let mut at = 0;
        for (name, place, written, message) in found {
            if place.start < at || place.is_empty() {
                continue;
            }
            at = place.end;
            out.push(Breach {
                rule_id: format!("{PREFIX}{name}"),
                severity: Severity::Suggestion,
                span: place.shifted(span.start),
                message,
                replacement: Some(written),
            });
        }
    }
    out.extend(korean);
    out.sort_by_key(|breach| breach.span.start);
    hidden(out, &comments, part)
}

fn hidden(mut found: Vec<Breach>, comments: &Comments, text: &str) -> Vec<Breach> {
    found.retain(|breach| !comments.hide(&breach.rule_id, breach.span, breach.span.of(text)));
    found
}

/// Korean words that are misspelt for sure, outside code, links and quotations.
fn korean(text: &str, sentences: &[stet_segment::Sentence]) -> Vec<Breach> {
    let mut out = Vec::new();
    let prose = |sentence: &&stet_segment::Sentence| {
        !matches!(sentence.kind, SentenceKind::Code | SentenceKind::Table) && sentence.span.len() <= SENTENCE
    };
    for sentence in sentences.iter().filter(prose) {
        let span = sentence.span.trimmed(text);
        let words = span.of(text);
        let found = slips(words);
        let closed = if found.is_empty() { Vec::new() } else { protected(words) };
        for (place, right) in found {
            if !closed.iter().any(|closed| closed.overlaps(place)) {
                out.push(Breach {
                    rule_id: KOREAN.to_owned(),
                    severity: Severity::Suggestion,
                    span: place.shifted(span.start),
                    message: agreed(&format!("‘{}’은(는) ‘{right}’의 잘못입니다.", place.of(words)))
                        .into_owned(),
                    replacement: Some(right),
                });
            }
        }
    }
    out
}

/// Whether a sentence is written in Latin letters throughout, and has some.
fn is_latin(sentence: &str) -> bool {
    sentence.bytes().filter(u8::is_ascii_alphabetic).count() >= 3
        && sentence.chars().all(|ch| !ch.is_alphabetic() || ch < '\u{250}')
}

/// Whether the words begin with a capital inside the sentence: a name, unless it is `I`.
fn named(sentence: &str, place: Span) -> bool {
    let inner = place.start > 0;
    place.of(sentence).split_whitespace().enumerate().any(|(at, word)| {
        (inner || at > 0)
            && word.starts_with(char::is_uppercase)
            && word.trim_end_matches(|ch: char| !ch.is_alphabetic()) != "I"
            || word.chars().skip(1).any(char::is_uppercase)
    })
}

/// Bytes of a sentence that are not its own prose: code, links, addresses, quotations, tags.
fn protected(sentence: &str) -> Vec<Span> {
    let mut out = Vec::new();
    for (open, close) in
        [("`", "`"), ("\"", "\""), ("“", "”"), ("‘", "’"), ("«", "»"), ("](", ")"), ("<", ">"), ("$", "$")]
    {
        let mut at = 0;
        while let Some(start) = sentence.get(at..).and_then(|rest| rest.find(open)).map(|found| at + found) {
            let inner = start + open.len();
            let Some(end) = sentence.get(inner..).and_then(|rest| rest.find(close)) else { break };
            at = inner + end + close.len();
            out.push(Span::new(start, at));
        }
    }
    let mut at = 0;
    for word in sentence.split_inclusive(char::is_whitespace) {
        let bare = word.trim();
        let technical = bare.contains("://")
            || bare.contains('@')
            || bare.contains('_')
            || bare.contains('\\')
            || bare.contains('/')
            || bare.trim_end_matches(|ch: char| !ch.is_alphanumeric()).contains('.');
        if technical {
            out.push(Span::new(at, at + word.len()));
        }
        at += word.len();
    }
    out
}

#[cfg(test)]
mod tests {
    use serde::Deserialize;

    use super::*;

    #[derive(Deserialize)]
    struct Case {
        text: String,
        /// Rule (without its prefix), old words, new words.
        found: Vec<(String, String, String)>,
    }

    #[test]
    fn cases() {
        let mut wrong = Vec::new();
        for line in include_str!("../../tests/cases/proof.jsonl").lines() {
            let case: Case = serde_json::from_str(line).unwrap();
            let found: Vec<(String, String, String)> = suggestions(&case.text)
                .into_iter()
                .map(|one| {
                    let rule = one.rule_id.strip_prefix(PREFIX).unwrap_or(&one.rule_id).to_owned();
                    assert!(!one.message.is_empty());
                    (rule, one.span.of(&case.text).to_owned(), one.replacement.unwrap())
                })
                .collect();
            if found != case.found {
                wrong.push(format!("{}\n   found {found:?}\n  wanted {:?}", case.text, case.found));
            }
        }
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    }

    #[test]
    fn any_text_is_read_without_a_panic() {
        for text in
            ["", " ", "🙂 teh 🙂", "a\u{301}\u{301} teh", "((((", "\"", "` teh", "teh\r\nteh", "of of of of"]
        {
            for breach in suggestions(text) {
                assert!(text.get(breach.span.start..breach.span.end).is_some(), "{text}");
            }
        }
    }
}
