//! What an answer may cite, and under which policy.

use std::ops::RangeInclusive;
use std::sync::{Arc, LazyLock};

use regex::Regex;

use super::attribute::Attribute;
use super::event::State;
use super::headings::{has_article, is_section, names_article};
use stet_gate::{GatePolicy, Status, Verdict};
use stet_marks::citation::{Work, file_names, lone_work, work};
use stet_marks::statute::{RegulationIndex, StatuteRef, Unverifiable, scan_statutes};
use stet_text::span::Span;
use stet_text::{Language, language, normalise};

/// One numbered source of an answer.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct AnswerSource {
    /// Stable identity: sources with the same key share one number in the text.
    pub key: String,
    /// File name or title, as the list of references shows it.
    pub title: String,
    /// Page that the text begins on, and the bytes of it at which others begin, with those pages.
    pub page: Option<u32>,
    pub page_starts: Arc<[(u32, u32)]>,
    /// Words of it were recognised on a picture (OCR).
    pub recognised: bool,
    /// Other names a mark may use: heading path, regulation with article.
    pub names: Vec<String>,
    /// The text the gate compares with, which what is prepared for the gate shares.
    pub text: Arc<str>,
    /// Where in the text a translation begins that a model has made. It is no source: a reader may be shown what stands in it, told
    /// as such, and whoever judges by more than words judges by what stands before it.
    pub translated: Option<usize>,
}

impl AnswerSource {
    /// Everything that it is called: title without the ending of a file, heading path, regulation.
    pub(super) fn called(&self) -> String {
        let title = self.title.rsplit_once('.').filter(|(_, end)| end.len() <= 5 && !end.contains(' '));
        let title = title.map_or(&*self.title, |(name, _)| name);
        let names = self.names.iter().map(String::as_str);
        let names = names.filter(|name| *name != self.title && name.chars().any(char::is_alphabetic));
        std::iter::once(title).chain(names).collect::<Vec<_>>().join("; ").replace(['_', '-'], " ")
    }

    /// The text without what a model has translated.
    #[must_use]
    pub fn original(&self) -> &str {
        self.translated.and_then(|at| self.text.get(..at)).unwrap_or(&self.text)
    }

    /// A span of the text, or all of the original where that of a model's translation is meant, at most so many bytes.
    pub(super) fn in_original(&self, span: Span, most: usize) -> Span {
        let original = self.original();
        if span.start >= original.len() {
            return Span::new(0, original.floor_char_boundary(most));
        }
        Span::new(span.start, span.end.min(original.len()))
    }

    /// The page of a byte of the text.
    #[must_use]
    pub fn page_at(&self, at: usize) -> Option<u32> {
        let begun = self.page_starts.iter().take_while(|(start, _)| *start as usize <= at);
        begun.last().map(|(_, page)| *page).or(self.page)
    }

    /// Whether part of the text stands on one of the pages; `None` where it has no pages.
    fn is_on(&self, pages: &[RangeInclusive<u32>]) -> Option<bool> {
        let first = self.page?;
        let mut own = std::iter::once(first).chain(self.page_starts.iter().map(|(_, page)| *page));
        Some(own.any(|page| pages.iter().any(|pages| pages.contains(&page))))
    }
}

/// How an answer is released.
#[derive(Debug, Clone)]
pub struct AnswerPolicy {
    pub gate: GatePolicy,
    /// The question that is answered: it may name what a short answer is about.
    pub question: Option<String>,
    /// What becomes of a claim without a citation that one source supports.
    pub attribute: Attribute,
    /// Language of reasons and of the list of references.
    pub language: Language,
    /// Hold every sentence until the model layer has judged it. Without a model layer sentences are held to their
    /// end only.
    pub strict: bool,
    pub references: ReferenceList,
    pub unverifiable: Unverifiable,
    /// Regulations that references in prose are checked against; `None` leaves prose references to the sources.
    pub regulations: Option<Arc<RegulationIndex<String>>>,
    /// Most characters of an article that are told beside a reference to it.
    pub article_chars: usize,
    /// Works that are cited by key (`[@kim2020]`) are those of the writer's bibliography: such a citation stays as it is where
    /// it names no source. A model's own is a mark like any other.
    pub keyed: bool,
}

/// Whether a list of the released sources ends the text. One that the model wrote itself never stays.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum ReferenceList {
    #[default]
    Append,
    /// Only in place of one that the text had.
    Replace,
    Omit,
}

impl AnswerPolicy {
    /// The defaults: no model layer, references at the end, prose references left to the sources.
    #[must_use]
    pub fn new(language: Language) -> Self {
        Self {
            gate: GatePolicy { reason_language: Some(language), ..GatePolicy::default() },
            question: None,
            attribute: Attribute::Off,
            language,
            strict: false,
            references: ReferenceList::Append,
            unverifiable: Unverifiable::Generalise,
            regulations: None,
            article_chars: 1000,
            keyed: false,
        }
    }

    pub(super) fn say(&self, ko: &str, en: &str) -> String {
        if self.language == Language::Ko { ko.to_owned() } else { en.to_owned() }
    }

    /// Why a sentence is in this state after the model's word: the model's own explanation, when it is in the language
    /// of the answer.
    pub(super) fn say_judged(&self, state: State, confidence: f32, explanation: &str) -> String {
        if !explanation.is_empty() && language(explanation) == self.language {
            return explanation.to_owned();
        }
        let (ko, en) = match state {
            State::Supported => {
                ("모델이 출처로 뒷받침된다고 판정했습니다", "the model finds it supported by the source")
            }
            State::Unsupported => (
                "모델이 출처로 뒷받침되지 않는다고 판정했습니다",
                "the model finds it not supported by the source",
            ),
            _ => ("모델도 확실하게 판정하지 못했습니다", "the model is not sure either"),
        };
        let percent = (confidence * 100.0).round();
        let mut reason =
            self.say(&format!("{ko}(확신도 {percent}%)"), &format!("{en} ({percent}% confident)"));
        if !explanation.is_empty() {
            reason.push_str(": ");
            reason.push_str(explanation);
        }
        reason
    }

    pub(super) fn say_translated(&self) -> String {
        self.say(
            "원문이 아니라 모델이 옮긴 번역에 있는 문장입니다",
            "it stands in a translation that a model has made, not in the original",
        )
    }

    /// Why a sentence is in this state after the word of the model of entailment.
    pub(super) fn say_meant(&self, supported: bool, confidence: f32) -> String {
        let percent = (confidence * 100.0).round();
        if supported {
            self.say(
                &format!("뜻을 견주니 출처가 문장을 뒷받침합니다(확률 {percent}%)"),
                &format!("by meaning the passage entails the sentence ({percent}% probable)"),
            )
        } else {
            self.say(
                &format!("뜻을 견주니 출처가 문장과 어긋납니다(확률 {percent}%)"),
                &format!("by meaning the passage contradicts the sentence ({percent}% probable)"),
            )
        }
    }

    pub(super) fn say_uncited(&self) -> String {
        self.say("주장에 인용이 없습니다", "the claim carries no citation")
    }

    /// Why a sentence has the state that its words give it, where the model was asked in vain, and why in vain.
    pub(super) fn say_by_words(&self, verdict: &Verdict, why: &str) -> String {
        let supported = verdict.by_words(self.gate.similarity_threshold) == Status::Supported;
        let veto = verdict.veto.map(|_| verdict.reason.as_str());
        by_words(verdict.score, supported, veto, why, self.language)
    }
}

/// Why words decide, and how: by the score, or by a veto whose reason is given.
pub(super) fn by_words(
    score: f32,
    supported: bool,
    veto: Option<&str>,
    why: &str,
    language: Language,
) -> String {
    // Rounded down, as the gate does.
    #[expect(clippy::cast_possible_truncation, reason = "a share between 0 and 100")]
    let share = (score * 100.0).floor() as i32;
    let found = match (veto, language) {
        (Some(reason), _) => reason.to_owned(),
        (None, Language::Ko) if supported => {
            format!("출처의 해당 부분이 문장을 뒷받침합니다(일치도 {share}%)")
        }
        (None, Language::En) if supported => {
            format!("the passage supports the sentence ({share}% agreement)")
        }
        (None, Language::Ko) => format!("출처에서 근거를 충분히 찾지 못했습니다(일치도 {share}%)"),
        (None, Language::En) => {
            format!("the source does not hold enough of the sentence ({share}% agreement)")
        }
    };
    let found = found.trim_end_matches('.');
    match language {
        Language::Ko => format!("낱말로 판정: {found}. {why}"),
        Language::En => format!("by words: {found}; {why}"),
    }
}

/// Why words decide about a sentence about which the model layer was asked: it did not answer.
#[must_use]
pub fn no_verdict(language: Language) -> String {
    match language {
        Language::Ko => "모델의 판정을 받지 못했습니다".to_owned(),
        Language::En => "the model layer gave no verdict".to_owned(),
    }
}

/// The sources that a named mark means, by position: those whose title or another name contains what the mark
/// says, or is contained in it.
pub(super) fn named(name: &str, sources: &[AnswerSource]) -> Vec<usize> {
    let wanted = fold(name);
    if wanted.chars().count() < 2 {
        return Vec::new();
    }
    // `Kim et al., 2020` is the source that bears the names and the year.
    if let Some(work) = work(name) {
        return positions(sources, &|source| bears(source, &work));
    }
    let called = |source: &AnswerSource, wanted: &str| {
        let names = source.names.iter().chain([&source.title]).map(|name| fold(name));
        names.into_iter().any(|own| {
            own.chars().count() >= 2 && (own.contains(wanted) || wanted.contains(stem_of_file(&own)))
        })
    };
    let says = |source: &AnswerSource| called(source, &wanted) || fold(&source.text).contains(&wanted);
    let hits: Vec<usize> = match article_in(name) {
        // The article is what the mark means: a source that only bears the regulation's name is another place.
        Some((regulation, reference)) => {
            let regulation = fold(&regulation);
            let of_it = |source: &AnswerSource| {
                regulation.is_empty()
                    || called(source, &regulation)
                    || fold(&source.text).contains(&regulation)
            };
            let means = |source: &AnswerSource| of_it(source) && has_article(&reference, source);
            let found = positions(sources, &means);
            if found.is_empty() {
                let is_section = |source: &AnswerSource| of_it(source) && is_section(&reference, source);
                positions(sources, &|source| {
                    names_article(&reference, source) && (says(source) || is_section(source))
                })
            } else {
                found
            }
        }
        None => positions(sources, &|source| called(source, &wanted)),
    };
    // `Smith, 2019`
    if hits.is_empty()
        && let Some(work) = lone_work(name)
    {
        return positions(sources, &|source| bears(source, &work));
    }
    on_page(name, &wanted, hits, sources)
}

/// Whether a source is called by the authors and the year of a work.
fn bears(source: &AnswerSource, work: &Work) -> bool {
    source.names.iter().chain([&source.title]).map(|name| fold(name)).any(|own| {
        own.contains(&work.year.to_string()) && work.authors.iter().all(|author| own.contains(&fold(author)))
    })
}

/// Whether the name of a mark says a file or a page: nothing else is a document for certain.
pub(super) fn is_document(name: &str) -> bool {
    file_names(name).next().is_some() || !pages(name).is_empty()
}

/// Those of the sources named by a mark that stand on the page it names, if it names one. A source without pages
/// may have it; one whose own name says so has it; all others are not what the mark means.
fn on_page(name: &str, wanted: &str, hits: Vec<usize>, sources: &[AnswerSource]) -> Vec<usize> {
    let pages = pages(name);
    if pages.is_empty() {
        return hits;
    }
    let says = |source: &AnswerSource| {
        let mut names = source.names.iter().chain([&source.title]);
        names.any(|own| fold(own).contains(wanted))
    };
    let of = |fits: &dyn Fn(&AnswerSource) -> bool| -> Vec<usize> {
        hits.iter().copied().filter(|&at| sources.get(at).is_some_and(fits)).collect()
    };
    let there = of(&|source| says(source) || source.is_on(&pages) == Some(true));
    if there.is_empty() { of(&|source| source.page.is_none()) } else { there }
}

/// Whether the place that a mark names beside a number (`, p. 10`) may be that of the source, as far as pages go.
pub(super) fn on_its_page(place: &str, source: &AnswerSource) -> bool {
    let pages = pages(place);
    pages.is_empty() || source.is_on(&pages) != Some(false)
}

/// Whether the title that a mark has beside a number (`: handbook.pdf`) is that of other sources than the one at `at`.
pub(super) fn names_another(place: &str, at: usize, sources: &[AnswerSource]) -> bool {
    let title = place.trim_start_matches(|ch: char| !ch.is_alphanumeric());
    file_names(title).next().is_some() && !named(title, sources).contains(&at)
}

fn positions(sources: &[AnswerSource], fits: &dyn Fn(&AnswerSource) -> bool) -> Vec<usize> {
    sources.iter().enumerate().filter(|(_, source)| fits(source)).map(|(at, _)| at).collect()
}

/// The article that the name of a mark ends with, and what stands before it: `인사규정 제3조 제2항`, `제3조 2항`.
fn article_in(name: &str) -> Option<(String, StatuteRef)> {
    let reference = scan_statutes(name).into_iter().find(|reference| reference.article.is_some())?;
    let before = Span::new(0, reference.span.start).of(name);
    let bare = |text: &str| text.trim_matches(|c: char| !c.is_alphanumeric()).to_owned();
    let regulation = reference.regulation.clone().filter(|_| before.trim().is_empty());
    Some((bare(&regulation.unwrap_or_else(|| before.to_owned())), reference))
}

/// Compared names have no spaces, brackets or case.
fn fold(name: &str) -> String {
    normalise(name).chars().filter(|ch| ch.is_alphanumeric() || *ch == '.').collect()
}

fn stem_of_file(name: &str) -> &str {
    name.rsplit_once('.').map_or(name, |(stem, end)| if end.len() <= 5 { stem } else { name })
}

/// The pages that the name of a mark ends with or says: `p. 10`, `pp. 10–12`, `page 10`, `10쪽`, `10-12면`.
static PAGES: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(
        r"(?i)(?:^|[^\p{L}\p{N}])(?:pp?|pgs?|pages?|페이지)\s*[.:]?\s*(\d{1,5})(?:\s*[-–—~]\s*(\d{1,5}))?|(\d{1,5})(?:\s*[-–—~]\s*(\d{1,5}))?\s*(?:쪽|면|페이지)",
    )
    .ok()
});

fn pages(name: &str) -> Vec<RangeInclusive<u32>> {
    // Most marks say nothing beside a number.
    let Some(pattern) = PAGES.as_ref().filter(|_| !name.is_empty()) else { return Vec::new() };
    let name = normalise(name);
    let found = pattern.captures_iter(&name).filter_map(|found| {
        let number = |at: usize| found.get(at).and_then(|digits| digits.as_str().parse::<u32>().ok());
        let first = number(1).or_else(|| number(3))?;
        Some(first..=number(2).or_else(|| number(4)).unwrap_or(first))
    });
    found.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_beside_a_number_is_on_the_page_of_the_source() {
        let on = |page| AnswerSource { page, ..AnswerSource::default() };
        for (place, page, expected) in [
            ("", Some(10), true),
            (", p. 10", Some(10), true),
            (", pp. 9–11", Some(10), true),
            (", p. 99", Some(10), false),
            (", p. 99", None, true),
            (", 제5조", Some(10), true),
        ] {
            assert_eq!(on_its_page(place, &on(page)), expected, "{place}");
        }
        let over = AnswerSource { page: Some(3), page_starts: [(40, 4)].into(), ..AnswerSource::default() };
        assert!(on_its_page(", p. 4", &over) && on_its_page(", 3쪽", &over) && !on_its_page(", p. 5", &over));
        assert_eq!((over.page_at(39), over.page_at(40)), (Some(3), Some(4)));
    }

    #[test]
    fn names_lead_to_sources() {
        let source = |title: &str, page, text: &str| AnswerSource {
            title: title.into(),
            page,
            text: text.into(),
            ..AnswerSource::default()
        };
        let sources = [
            source("handbook.pdf", Some(3), "Holidays"),
            source("handbook.pdf", Some(10), "Leave"),
            source("인사규정", None, "제3조(휴가) ② 직원은 쉰다."),
            source("Kim_2020_leave.pdf", None, "Prices"),
        ];
        for (name, expected) in [
            ("handbook p.10", vec![1]),
            ("handbook", vec![0, 1]),
            ("handbook.pdf 3쪽", vec![0]),
            ("handbook, page 3", vec![0]),
            ("handbook pp. 9-10", vec![1]),
            ("handbook p99", vec![]),
            ("handbook 99쪽", vec![]),
            ("handbook 4–9페이지", vec![]),
            ("인사규정 p.3", vec![2]),
            ("map3", vec![]),
            ("인사규정 제3조", vec![2]),
            ("제3조", vec![2]),
            ("제3조 2항", vec![2]),
            ("인사규정 제3조 제2항", vec![2]),
            ("「인사규정」 제3조", vec![2]),
            ("제3조 9항", vec![]),
            ("인사규정 제4조", vec![]),
            ("학칙 제3조", vec![]),
            ("다른 책", vec![]),
            ("handbook.pdf, p. 10", vec![1]),
            ("Kim et al., 2020", vec![3]),
            ("Kim et al., 2021", vec![]),
        ] {
            assert_eq!(named(name, &sources), expected, "{name}");
        }
    }
}
