//! Where the articles of a source stand in it, and whether a reference or the name of a mark means one of them.
//!
//! Owns the headings and paragraphs of a source's text. Leaves the references in a statement to `grounds`.

use std::sync::LazyLock;

use regex::Regex;

use super::held::{says, squeezed};
use super::source::AnswerSource;
use stet_marks::statute::{
    ArticleNo, StatuteRef, circled, is_of_another, is_under_it, paragraph_text, scan_statutes,
};
use stet_text::span::Span;

/// An article's heading: its number before its title in brackets, or at the start of a line.
static HEADING: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(
        r"(?m)제\s*(\d{1,4})\s*조(?:\s*의\s*(\d{1,3}))?\s*[(（【\[]|^[\s#]*제\s*(\d{1,4})\s*조(?:\s*의\s*(\d{1,3}))?(?:\s|$)|^[\s#]*Article\s+(\d{1,4})\b",
    )
    .ok()
});

/// The headings of articles in a text: where they stand, and the number.
pub(super) fn headings(text: &str) -> Vec<(usize, ArticleNo)> {
    let Some(pattern) = HEADING.as_ref() else { return Vec::new() };
    pattern
        .captures_iter(text)
        .filter_map(|found| {
            let number = |at: usize| found.get(at).and_then(|digits| digits.as_str().parse::<u32>().ok());
            let article = [(1, 2), (3, 4), (5, 6)]
                .into_iter()
                .find_map(|(main, branch)| Some(ArticleNo::new(number(main)?, number(branch))))?;
            Some((found.get(0)?.start(), article))
        })
        .collect()
}

/// The heading of the article in which a window stands. A window may begin with the title above the first article.
pub(super) fn article_at(headings: &[(usize, ArticleNo)], window: Span) -> Option<&(usize, ArticleNo)> {
    let before = headings.iter().rfind(|(at, _)| *at <= window.start);
    before.or_else(|| headings.first().filter(|(at, _)| *at < window.end))
}

/// Whether the source has the article under its heading, and in it the paragraph that is named.
pub(super) fn has_article(reference: &StatuteRef, source: &AnswerSource) -> bool {
    let headings = headings(&source.text);
    headings.iter().enumerate().any(|(at, (start, number))| {
        let end = headings.get(at + 1).map_or(source.text.len(), |(next, _)| *next);
        reference.covers(*number)
            && reference.paragraph.is_none_or(|paragraph| {
                paragraph_text(Span::new(*start, end).of(&source.text), paragraph).is_some()
            })
    })
}

/// Whether the source is called by the article (`제3조 이용조건`), and its text does not tell paragraphs apart among which the
/// one that is named is not.
pub(super) fn is_section(reference: &StatuteRef, source: &AnswerSource) -> bool {
    let numbered = source.text.contains(|ch| circled(ch).is_some());
    named_article(reference, source)
        && reference
            .paragraph
            .is_none_or(|paragraph| !numbered || paragraph_text(&source.text, paragraph).is_some())
}

/// Whether the source is the document that the reference is of, and has the article: it bears the name, or it is a section
/// of a text without one (`제3조 이용조건`). What other regulations say is nothing to such a reference.
pub fn is_of(reference: &StatuteRef, source: &AnswerSource) -> bool {
    let begins = |name: &String| {
        let first = scan_statutes(name).into_iter().next();
        first.is_some_and(|first| first.span.start == 0 && first.regulation.is_none())
    };
    if reference.regulation.is_some() {
        return bears_name(reference, source)
            && (has_article(reference, source) || is_section(reference, source));
    }
    let own = source.names.iter().chain([&source.title]).any(begins);
    own && reference.anaphor.is_none() && is_section(reference, source)
}

/// Whether the source's name, or in a text without headings its words, say the article.
pub(super) fn names_article(reference: &StatuteRef, source: &AnswerSource) -> bool {
    let number = reference.article.map(|number| number.to_string()).unwrap_or_default();
    let no_heading = !headings(&source.text).iter().any(|(_, number)| reference.covers(*number));
    no_heading && (named_article(reference, source) || says(&squeezed(&source.text), &number))
}

/// Whether the source is called by the article: `학칙 제25조`.
pub(super) fn named_article(reference: &StatuteRef, source: &AnswerSource) -> bool {
    let Some(number) = reference.article else { return false };
    let (korean, english) = (number.to_string(), format!("Article{}", number.number));
    let names = source.names.iter().chain([&source.title]).map(|name| squeezed(name));
    names.into_iter().any(|name| says(&name, &korean) || says(&name, &english))
}

/// Whether the source bears the name of the regulation, or the reference has none. A name that only begins that of the source
/// is its law's: `염전관리법` and `염전관리법 시행령` have each their own third article.
pub(super) fn bears_name(reference: &StatuteRef, source: &AnswerSource) -> bool {
    let Some(name) = &reference.regulation else { return true };
    let name = squeezed(name);
    // How often a text has the name, and how often as a part of another.
    let said = |text: &str| {
        let text = squeezed(text);
        let parts = text.match_indices(&name).map(|(at, _)| {
            let (before, rest) =
                (text.get(..at).unwrap_or_default(), text.get(at + name.len()..).unwrap_or_default());
            is_of_another(rest) || is_under_it(before)
        });
        parts.fold((0, 0), |(all, of_others), part| (all + 1, of_others + usize::from(part)))
    };
    // The name above the articles, where there is one.
    let head = source.text.trim_start().lines().next().unwrap_or_default();
    let head = if head.starts_with('#') || !head.contains(['.', '조']) { head } else { "" };
    let called = source.names.iter().chain([&source.title]).map(String::as_str).chain([head]);
    let (all, of_others) = called.map(said).fold((0, 0), |sum, found| (sum.0 + found.0, sum.1 + found.1));
    if all > 0 { of_others < all } else { said(&source.text).0 > said(&source.text).1 }
}

/// Where in the source the windows stand, when `name`, that of a mark, names an article (or a paragraph of one) and
/// none of them stands there. `None`, too, when the source does not say which article it is.
pub fn stands_elsewhere(
    name: &str,
    source: &AnswerSource,
    windows: impl Iterator<Item = Span>,
) -> Option<String> {
    let mut references = scan_statutes(name);
    references.retain(|reference| reference.article.is_some());
    if references.is_empty() {
        return None;
    }
    let headings = headings(&source.text);
    let mut place = None;
    for window in windows {
        let first = article_at(&headings, window)?;
        let (paragraph, inside) = paragraphs(&source.text, first.0, window);
        let shows = |wanted: u32| paragraph.is_none_or(|own| own == wanted) || inside.contains(&wanted);
        let within = headings.iter().filter(|(at, _)| window.start < *at && *at < window.end);
        let stands = within.chain([first]).any(|(_, own)| {
            references.iter().any(|reference| reference.covers(*own) && reference.paragraph.is_none_or(shows))
        });
        if stands {
            return None;
        }
        if place.is_none() {
            let here = references.iter().any(|reference| reference.covers(first.1));
            let paragraph = paragraph.filter(|_| here).map(|own| format!(" 제{own}항")).unwrap_or_default();
            place = Some(format!("{}{paragraph}", first.1));
        }
    }
    place
}

/// The circled number under which a window begins, and all those in it.
fn paragraphs(text: &str, article: usize, window: Span) -> (Option<u32>, Vec<u32>) {
    let before = text.get(article.min(window.start)..window.start).unwrap_or_default();
    let inside: Vec<u32> = window.of(text).chars().filter_map(circled).collect();
    let leads = window.of(text).trim_start().chars().next().and_then(circled).is_some();
    let open = before.chars().rev().find_map(circled).filter(|_| !leads);
    (open.or_else(|| inside.first().copied()), inside)
}

/// Whether the window shows the paragraph: its circled number stands in it, or is the last one before it. A text
/// without circled numbers has to name the paragraph.
pub(super) fn has_paragraph(text: &str, article: usize, window: Span, paragraph: u32) -> bool {
    let (open, inside) = paragraphs(text, article, window);
    if open.is_none() {
        return squeezed(text).contains(&format!("제{paragraph}항"));
    }
    open == Some(paragraph) || inside.contains(&paragraph)
}
