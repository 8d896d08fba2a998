//! Subject: is what the source says said of what the claim is about?
//!
//! Owns the claim whose words all stand in the sources, but of another: a word of its subject is missing where its facts
//! stand, and another one stands there in its place (`Alder tent` for `Birch tent`). The subject may stand outside of the
//! claim ([`Context`]); that of a passage in the title of its document, in its headings or in the sentence before.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::context::Context;
use crate::search::windows::Window;
use crate::text::claim::Claim;
use crate::text::prepare::{PreparedSources, Run, Source};
use stet_reading::reading::{COMMA, Reading, SEMICOLON, STOP};
use stet_text::{Script, Token, normalise, tokens};

/// Passages with the claim's facts, and other places of a word, that are looked at.
const MOST_PASSAGES: usize = 6;
const MOST_PLACES: usize = 4;
/// Words of a subject that are looked up.
const MOST_WORDS: usize = 8;
/// Sentences before a passage that may name its subject.
const REACH: usize = 3;
/// Sentences above a passage among which its headings are looked for.
const HEADINGS: usize = 60;
/// One word of so many in a claim may be that of another subject.
const FEW: usize = 3;
/// Letters that two words of one stem have in common.
const KIN: usize = 5;
/// What a value of the claim counts beside a word when passages are compared.
const VALUE: usize = 2;

/// The words before a noun of its subject, none included: what a verb does not stand behind.
static BEFORE_NOUNS: std::sync::LazyLock<FxHashSet<&str>> =
    std::sync::LazyLock::new(|| stet_data::words("words/en/before-nouns"));
/// Words that stand for what the sentence before speaks of.
static PRONOUNS: std::sync::LazyLock<[FxHashSet<&str>; 2]> =
    std::sync::LazyLock::new(|| ["words/en/pronouns", "words/ko/pronouns"].map(stet_data::words));

/// The word of the claim's subject in whose place every passage that states its facts has another, as it is written in
/// the claim or around it.
pub(crate) fn misplaced(
    claim: &Claim<'_>,
    context: &Context<'_>,
    sources: &PreparedSources,
    windows: &[Window],
    reworded: &[usize],
) -> Option<String> {
    let (own, headings): (Vec<_>, Vec<_>) = passages(claim, sources, windows).into_iter().unzip();
    if own.is_empty() {
        return None;
    }
    let mut passages = Vec::with_capacity(own.len());
    for (mut texts, headings) in own.into_iter().zip(&headings) {
        texts.extend(headings.iter().map(|heading: &String| Reading::new(heading)));
        passages.push(Passage { texts });
    }
    for at in 0..=context.topics.len() {
        // The claim itself, then the texts around it.
        let topic = at.checked_sub(1).and_then(|at| context.topics.get(at)).map(|topic| normalise(topic));
        let topic = topic.as_deref().map(Reading::new);
        let (own, anchor) = topic.as_ref().map_or((true, &claim.reading), |topic| (false, topic));
        let subject = Subject { own, anchor, claim, reworded };
        let words: Vec<usize> = subject.words().take(MOST_WORDS).collect();
        // None where one of the passages says it of the subject.
        let rivals: Option<Vec<usize>> =
            passages.iter().map(|passage| subject.rival(passage, &words, sources)).collect();
        if let Some(&word) = rivals.as_ref().and_then(|rivals| rivals.first()) {
            return Some(anchor.word(word).to_owned());
        }
        // The nearest text that names what a passage speaks of decides.
        if !own && passages.iter().any(|passage| words.iter().any(|&word| passage.names(anchor.key(word)))) {
            break;
        }
    }
    None
}

/// What may name the subject of a claim: the claim itself, or a text around it.
struct Subject<'a, 'b> {
    own: bool,
    anchor: &'b Reading<'a>,
    claim: &'b Claim<'a>,
    /// Words of the claim that the sources say in other words.
    reworded: &'b [usize],
}

impl Subject<'_, '_> {
    /// The words that may tell it from another, by position.
    fn words(&self) -> impl Iterator<Item = usize> {
        let values: Vec<_> = self.anchor.values().iter().filter(|value| !value.is_bare()).copied().collect();
        (0..self.anchor.tokens.len()).filter(move |&at| {
            let Some(key) = self.anchor.content(at) else { return false };
            let told = if self.own { self.reworded.contains(&at) } else { self.claim.reading.has(key) };
            !told && !self.anchor.is_in(&values, at) && !self.anchor.word(at).ends_with("ly")
        })
    }

    /// The first of some words that a passage lacks and has another for.
    fn rival(&self, passage: &Passage<'_>, words: &[usize], sources: &PreparedSources) -> Option<usize> {
        // In a claim that says much else, too, a word that is missing is one of many.
        let all = || self.claim.words.iter();
        let lacking = all().filter(|word| !passage.names(word.key)).count();
        if self.own && lacking > (all().count() / FEW).max(1) {
            return None;
        }
        words.iter().copied().find(|&word| {
            let key = self.anchor.key(word);
            if passage.names(key) || passage.has_kin(self.anchor.word(word)) {
                return false;
            }
            let digit = self.anchor.tokens.get(word).is_some_and(|token| token.script == Script::Digit);
            let mut frames: Vec<Frame> = Frame::of(self.anchor, word).into_iter().collect();
            let places = places(sources, key);
            for text in &places {
                frames.extend(text.positions(key).filter_map(|at| Frame::of(text, at)));
            }
            // A word that no source has is another's only where the title or a heading names that one.
            let known = !places.is_empty() || sources.is_in_a_title(key);
            let texts = if known { &passage.texts[..] } else { passage.texts.get(1..).unwrap_or_default() };
            (known || self.own) && texts.iter().any(|text| self.has_in_place(text, &frames, digit))
        })
    }

    /// Whether a text has a word that is neither of the claim nor of its subject in one of some frames.
    fn has_in_place(&self, text: &Reading<'_>, frames: &[Frame], digit: bool) -> bool {
        (0..text.tokens.len()).any(|at| {
            let other =
                text.content(at).is_some_and(|key| !self.anchor.has(key) && !self.claim.reading.has(key));
            let alike = text.tokens.get(at).is_some_and(|token| (token.script == Script::Digit) == digit);
            other && alike && Frame::of(text, at).is_some_and(|frame| frames.contains(&frame))
        })
    }
}

/// Where a noun stands: what it is told by, and the content word beside it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Frame {
    /// Before this word, behind this one or at the beginning of its part of a sentence.
    Before { next: u32, last: Option<u32> },
    /// A number behind this word: `Kestrel 200`.
    Behind { last: u32 },
    /// A number in one with this word: `4병동`.
    Glued { next: u32 },
}

impl Frame {
    /// The frame of a word that may be a noun.
    fn of(text: &Reading<'_>, at: usize) -> Option<Self> {
        let apart = |at: usize| text.gap(at) & (STOP | COMMA | SEMICOLON) != 0;
        let token = text.tokens.get(at)?;
        if token.script == Script::Digit {
            let next = text.tokens.get(at + 1).filter(|next| next.span.start == token.span.end);
            if let Some(next) = next.and_then(|_| text.content(at + 1)) {
                return Some(Self::Glued { next });
            }
            let last = at.checked_sub(1).filter(|_| !apart(at)).and_then(|last| text.content(last))?;
            return Some(Self::Behind { last });
        }
        let last =
            (0..at).rev().take_while(|&before| !apart(before + 1)).find_map(|before| text.content(before));
        let next =
            (at + 1..text.tokens.len()).take_while(|&next| !apart(next)).find_map(|next| text.content(next));
        let noun = match token.script {
            Script::Hangul => !ends_as_predicate(token.text),
            _ => last.is_none() || BEFORE_NOUNS.contains(text.word(at - 1)),
        };
        // A row has a comma behind its name.
        let next = next.or_else(|| (last.is_none()).then(|| text.content(at + 1)).flatten())?;
        noun.then_some(Self::Before { next, last })
    }
}

/// Whether a Korean word ends as a predicate does, not as a noun with or without its particle.
fn ends_as_predicate(word: &str) -> bool {
    word.ends_with(['다', '요', '고', '며', '면', '서', '지', '게', '니', '해', '음', '함'])
}

/// A passage and the texts that name its subject.
struct Passage<'a> {
    /// Its own text first.
    texts: Vec<Reading<'a>>,
}

impl Passage<'_> {
    fn names(&self, key: u32) -> bool {
        self.texts.iter().any(|text| text.has(key))
    }

    /// Whether a word of the same stem stands in it: `Romanian` for `Romania's`.
    fn has_kin(&self, word: &str) -> bool {
        let Some(stem) = word.get(..KIN).filter(|stem| stem.is_ascii()) else { return false };
        self.texts.iter().any(|text| text.tokens.iter().any(|token| token.text.starts_with(stem)))
    }
}

/// The passages of the windows' sources that have most of the claim's words and values, each with its headings.
fn passages<'a>(
    claim: &Claim<'_>,
    sources: &'a PreparedSources,
    windows: &[Window],
) -> Vec<(Vec<Reading<'a>>, Vec<String>)> {
    let mut counts: FxHashMap<usize, usize> = FxHashMap::default();
    let mut numbers: Vec<usize> = windows.iter().map(|window| window.source).collect();
    numbers.sort_unstable();
    numbers.dedup();
    let own: Vec<Source<'_>> = numbers.iter().filter_map(|&source| sources.source(source)).collect();
    for word in &claim.words {
        for unit in
            sources.postings(word.key).filter(|unit| own.iter().any(|one| one.sentences().contains(unit)))
        {
            *counts.entry(unit).or_default() += 1;
        }
    }
    let values: Vec<_> = claim.values.iter().filter(|value| !value.is_bare() || value.spelled).collect();
    for source in own.iter().filter(|_| !values.is_empty()) {
        for stated in source.stated() {
            if values.iter().any(|value| value.is_stated_by(stated)) {
                *counts.entry(source.first + stated.sentence as usize).or_default() += VALUE;
            }
        }
    }
    let Some(&most) = counts.values().max() else { return Vec::new() };
    let mut best: Vec<usize> =
        counts.iter().filter(|(_, count)| **count == most).map(|(unit, _)| *unit).collect();
    best.sort_unstable();
    best.truncate(MOST_PASSAGES);
    let text = |unit: usize| {
        let (source, number) = own.iter().zip(&numbers).find(|(one, _)| one.sentences().contains(&unit))?;
        Some(with_subject(source, unit - source.first, sources.title(*number)))
    };
    best.into_iter().filter_map(text).collect()
}

/// A sentence and the sentences before it that name what it speaks of; the title of its document and its headings.
fn with_subject<'a>(source: &Source<'a>, unit: usize, title: &str) -> (Vec<Reading<'a>>, Vec<String>) {
    let mut texts = vec![source.reading(unit)];
    let mut at = unit;
    // A row has its subject at its head.
    while at > 0 && unit - at < REACH && !source.given(unit).starts_with('|') {
        let before = source.reading(at - 1);
        if !texts.last().is_some_and(|own| takes_subject(own, &before)) {
            break;
        }
        texts.push(before);
        at -= 1;
    }
    let mut headings = vec![title.to_owned()];
    let mut level = usize::MAX;
    for above in (unit.saturating_sub(HEADINGS)..unit).rev() {
        let given = source.given(above);
        let marks = given.len() - given.trim_start_matches('#').len();
        if marks > 0 && marks < level {
            headings.push(normalise(given));
            level = marks;
        }
    }
    (texts, headings)
}

/// Whether a sentence speaks of what the one before it speaks of: it has a pronoun for its subject, no subject, or a noun of
/// that one that is known by now.
fn takes_subject(own: &Reading<'_>, before: &Reading<'_>) -> bool {
    has_no_subject(&own.tokens) || own.word(0) == "the" && own.content(1).is_some_and(|key| before.has(key))
}

/// Sentences of all sources in which a word stands.
fn places(sources: &PreparedSources, key: u32) -> Vec<Reading<'_>> {
    let of = |unit: usize| {
        let source = sources.source_of(unit)?;
        Some(source.reading(unit - source.first))
    };
    sources.postings(key).take(MOST_PLACES).filter_map(of).collect()
}

/// Whether a run has a word, or the title of its document.
pub(crate) fn is_named(sources: &PreparedSources, source: usize, run: Run, key: u32) -> bool {
    sources.has_word(source, run, key) || sources.is_in_title(source, key)
}

/// Whether a sentence leaves out of whom it is told: it begins with a pronoun, or it is Korean without a subject.
#[must_use]
pub fn leaves_subject_out(text: &str) -> bool {
    has_no_subject(&tokens(&normalise(text)))
}

fn has_no_subject(words: &[Token<'_>]) -> bool {
    let particle = |word: &str| word.ends_with(['은', '는', '이', '가']) && word.chars().nth(1).is_some();
    words.first().is_some_and(|first| PRONOUNS.iter().any(|known| known.contains(first.text)))
        || words.iter().any(|word| matches!(word.text, "it" | "he" | "she" | "they"))
        || words.iter().any(|word| word.script == Script::Hangul)
            && !words.iter().any(|word| particle(word.text))
}

#[cfg(test)]
mod tests {
    use crate::{Context, GatePolicy, PreparedSources, Status, judge_in};

    #[test]
    fn what_is_said_of_another_is_not_said_of_the_subject() {
        let table = "| 구분 | 일비 | 숙박비 |\n| --- | --- | --- |\n| 국내 | 25,000원 | 100,000원 |\n| 국외 | 60달러 | 150달러 |";
        let wards = "Wards 4 and 5 admit children. In ward 6, visitors need a mask.";
        for (claim, topic, source, supported) in [
            ("국내 숙박비는 150달러입니다.", "", table, false),
            ("국외 숙박비는 150달러입니다.", "", table, true),
            ("일비: 60달러", "국내", table, false),
            ("일비: 60달러", "국외", table, true),
            ("Visitors need a mask in wards 4 and 5.", "", wards, false),
            ("Visitors need a mask in ward 6.", "", wards, true),
        ] {
            let sources = PreparedSources::new(&[source]);
            let context = Context::of([topic].into_iter().filter(|topic| !topic.is_empty()));
            let verdict = judge_in(claim, &context, &sources, &[0], &GatePolicy::default());
            assert_eq!(verdict.status == Status::Supported, supported, "{topic}: {claim} {verdict:?}");
        }
    }
}
