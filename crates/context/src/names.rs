//! Which sources the name of a mark means.

use std::ops::RangeInclusive;
use std::sync::LazyLock;

use regex::Regex;

use super::headings::{has_article, is_section, names_article};
use super::source::AnswerSource;
use stet_marks::citation::{Work, file_names, lone_work, work};
use stet_marks::statute::{StatuteRef, scan_statutes};
use stet_text::normalise;
use stet_text::span::Span;

/// The sources that a named mark means, by position: those whose title or another name contains what the mark
/// says, or is contained in it.
pub fn named(name: &str, sources: &[AnswerSource]) -> Vec<usize> {
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
pub fn is_document(name: &str) -> bool {
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
pub fn on_its_page(place: &str, source: &AnswerSource) -> bool {
    let pages = pages(place);
    pages.is_empty() || source.is_on(&pages) != Some(false)
}

/// Whether the title that a mark has beside a number (`: handbook.pdf`) is that of other sources than the one at `at`.
pub fn names_another(place: &str, at: usize, sources: &[AnswerSource]) -> bool {
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
