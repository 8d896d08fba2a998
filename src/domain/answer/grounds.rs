//! References to regulations on which a sentence rests: `「학칙」 제25조 제2항에 따라 …`, `… (제25조).`,
//! `Under Article 25, …`.
//!
//! Such words cite, they claim nothing: a passage of an article seldom says its own number. Owns taking them out of
//! the statement that is judged, and holding them against the place in the source where the rest was found. Leaves
//! finding references to `domain::statute` and judging to the gate.

use std::sync::LazyLock;

use regex::Regex;

use super::source::AnswerSource;
use super::statutes::{says, squeezed};
use crate::domain::span::Span;
use crate::domain::statute::{
    ArticleNo, RegulationIndex, StatuteRef, circled, scan_statutes, scan_statutes_in,
};

/// Characters that the rest of a statement must have, as a claim must (gate.md §1).
const SHORTEST_REST: usize = 5;

/// Words of an English ground behind its reference: `Article 3 of the School Rules, …`.
const MAX_TAIL: usize = 60;

/// What joins the references of one ground.
const JOINTS: [&str; 9] = ["", "및", "와", "과", ",", "·", "또는", "and", "or"];

/// What makes a Korean reference a ground, the longer words first where one begins another.
const KOREAN_TAILS: [&str; 19] = [
    "에 따르면",
    "에 따라서",
    "에 따라",
    "에 따른",
    "에 의하면",
    "에 의하여",
    "에 의해서",
    "에 의해",
    "에 의거하여",
    "에 의거",
    "에 근거하여",
    "에 근거하면",
    "에 근거해",
    "의 규정에 따라",
    "의 규정에 의하여",
    "에 규정된 바와 같이",
    "에서 정한 바에 따라",
    "에서는",
    "에는",
];

/// What makes an English reference a ground.
const ENGLISH_HEADS: [&str; 7] = [
    "according to",
    "in accordance with",
    "pursuant to",
    "as provided in",
    "as stated in",
    "as per",
    "under",
];

/// An article's heading: its number before its title in brackets, or at the start of a line.
static HEADING: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(
        r"(?m)제\s*(\d{1,4})\s*조(?:\s*의\s*(\d{1,3}))?\s*[(（【\[]|^\s*제\s*(\d{1,4})\s*조(?:\s*의\s*(\d{1,3}))?(?:\s|$)|^\s*Article\s+(\d{1,4})\b",
    )
    .ok()
});

/// A statement without its grounds, and the grounds.
#[derive(Debug, Clone)]
pub(super) struct Grounds {
    pub rest: String,
    references: Vec<StatuteRef>,
}

impl Grounds {
    /// The grounds of a statement, if it has any and something is left without them.
    pub fn of(statement: &str, index: Option<&RegulationIndex<String>>) -> Option<Self> {
        let found = index
            .map_or_else(|| scan_statutes(statement), |index| scan_statutes_in(statement, index))
            .into_iter()
            // `같은 조` means what an earlier sentence said.
            .filter(|reference| reference.anaphor.is_none());
        let mut groups: Vec<Vec<StatuteRef>> = Vec::new();
        for reference in found {
            let joined = groups.last().and_then(|group| group.last()).is_some_and(|before| {
                let between = Span::new(before.span.end.min(reference.span.start), reference.span.start);
                JOINTS.contains(&between.of(statement).trim())
            });
            match groups.last_mut() {
                Some(group) if joined => group.push(reference),
                _ => groups.push(vec![reference]),
            }
        }
        let mut rest = String::with_capacity(statement.len());
        let mut references = Vec::new();
        let mut at = 0;
        for group in groups {
            let (Some(first), Some(last)) = (group.first(), group.last()) else { continue };
            let span = Span::new(first.span.start, last.span.end);
            if let Some(gone) = ground(statement, span).filter(|gone| gone.start >= at) {
                rest.push_str(Span::new(at, gone.start).of(statement));
                at = gone.end;
                references.extend(group);
            }
        }
        rest.push_str(Span::new(at, statement.len()).of(statement));
        let left = rest.chars().filter(|ch| ch.is_alphanumeric()).count();
        (!references.is_empty() && left >= SHORTEST_REST).then_some(Self { rest, references })
    }

    /// The sources that a ground may mean, by position: those that bear its name and have its article.
    pub fn among(&self, sources: &[AnswerSource]) -> Vec<usize> {
        let meant = |source: &AnswerSource| {
            let headings = headings(&source.text);
            self.references.iter().any(|reference| {
                let article = reference.article.is_some_and(|_| {
                    headings.iter().any(|(_, number)| covers(reference, *number))
                        || (headings.is_empty() && named_article(reference, source))
                });
                article && bears_name(reference, source)
            })
        };
        sources.iter().enumerate().filter(|(_, source)| meant(source)).map(|(at, _)| at).collect()
    }

    /// The article in which `span` of the source stands, when the grounds name articles and this is none of them.
    pub fn elsewhere(&self, source: &AnswerSource, span: Span) -> Option<ArticleNo> {
        let headings = headings(&source.text);
        let (_, own) = article_at(&headings, span)?;
        let named = self.references.iter().any(|reference| reference.article.is_some());
        let stands = self.references.iter().any(|reference| covers(reference, *own));
        (named && !stands).then_some(*own)
    }

    /// Whether one of the grounds leads to `span` of the source.
    pub fn lead_to(&self, source: &AnswerSource, span: Span) -> bool {
        let headings = headings(&source.text);
        let own = article_at(&headings, span);
        self.references.iter().any(|reference| {
            let article = match (reference.article, own) {
                (None, _) => true,
                (Some(_), Some((_, number))) => covers(reference, *number),
                (Some(_), None) => named_article(reference, source),
            };
            let start = own.map_or(0, |(at, _)| *at);
            article
                && bears_name(reference, source)
                && reference
                    .paragraph
                    .is_none_or(|paragraph| has_paragraph(&source.text, start, span, paragraph))
        })
    }
}

/// The span that goes with the references in `span` when they are a ground.
fn ground(statement: &str, span: Span) -> Option<Span> {
    let before = Span::new(0, span.start).of(statement);
    let mut end = span.end;
    // `제25조(휴학)에 따라`
    let after = Span::new(end, statement.len()).of(statement);
    if let Some(title) = after.strip_prefix(['(', '（']).and_then(|inner| inner.find([')', '）']))
        && title <= MAX_TAIL
    {
        let close = after.find([')', '）']).unwrap_or_default();
        let width = after.get(close..).and_then(|tail| tail.chars().next()).map_or(1, char::len_utf8);
        end += close + width;
    }
    let after = Span::new(end, statement.len()).of(statement);
    let trimmed = before.trim_end();
    if let (Some(open), true) = (trimmed.chars().next_back(), after.trim_start().starts_with([')', '）'])) {
        if !matches!(open, '(' | '（') {
            return None;
        }
        let start = trimmed.len() - open.len_utf8();
        let closed = after.find([')', '）'])?;
        let width = after.get(closed..)?.chars().next()?.len_utf8();
        return Some(Span::new(trimmed.get(..start)?.trim_end().len(), end + closed + width));
    }
    if let Some(tail) = KOREAN_TAILS.iter().find(|tail| after.starts_with(**tail)) {
        let rest = after.get(tail.len()..)?;
        let skipped = rest.trim_start_matches([',', ' ', '\u{a0}']);
        return Some(Span::new(span.start, end + tail.len() + rest.len() - skipped.len()));
    }
    let lower = trimmed.to_lowercase();
    let head = ENGLISH_HEADS.iter().find(|head| lower.ends_with(**head))?;
    // Lower case may have another length; a head is ASCII, and so is what it stands for.
    let start = trimmed.len().checked_sub(head.len())?;
    let comma = after.find(',').filter(|at| *at <= MAX_TAIL)?;
    let rest = after.get(comma + 1..)?;
    let whole = trimmed.get(start..)?.eq_ignore_ascii_case(head);
    whole.then(|| Span::new(start, end + comma + 1 + rest.len() - rest.trim_start().len()))
}

/// The headings of articles in a text: where they stand, and the number.
fn headings(text: &str) -> Vec<(usize, ArticleNo)> {
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
fn article_at(headings: &[(usize, ArticleNo)], window: Span) -> Option<&(usize, ArticleNo)> {
    let before = headings.iter().rfind(|(at, _)| *at <= window.start);
    before.or_else(|| headings.first().filter(|(at, _)| *at < window.end))
}

fn covers(reference: &StatuteRef, number: ArticleNo) -> bool {
    reference.article.is_some_and(|from| match reference.until {
        Some(until) => from <= number && number <= until,
        None => from == number,
    })
}

/// Whether the source is called by the article: `학칙 제25조`.
fn named_article(reference: &StatuteRef, source: &AnswerSource) -> bool {
    let Some(number) = reference.article else { return false };
    let (korean, english) = (number.to_string(), format!("Article{}", number.number));
    let names = source.names.iter().chain([&source.title]).map(|name| squeezed(name));
    names.into_iter().any(|name| says(&name, &korean) || says(&name, &english))
}

/// Whether the source bears the name of the regulation, or the reference has none.
fn bears_name(reference: &StatuteRef, source: &AnswerSource) -> bool {
    let Some(name) = &reference.regulation else { return true };
    let name = squeezed(name);
    source.names.iter().chain([&source.title, &source.text]).any(|text| squeezed(text).contains(&name))
}

/// Whether the window shows the paragraph: its circled number stands in it, or is the last one before it. A text
/// without circled numbers has to name the paragraph.
fn has_paragraph(text: &str, article: usize, window: Span, paragraph: u32) -> bool {
    let before = text.get(article.min(window.start)..window.start).unwrap_or_default();
    let inside = window.of(text);
    let leading = inside.trim_start().chars().next().and_then(circled);
    let open = leading.or_else(|| before.chars().rev().find_map(circled));
    if open.is_none() && !inside.chars().any(|ch| circled(ch).is_some()) {
        return squeezed(text).contains(&format!("제{paragraph}항"));
    }
    open == Some(paragraph) || inside.chars().any(|ch| circled(ch) == Some(paragraph))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn grounds_go_and_contents_stay() {
        for (statement, rest) in [
            ("「학칙」 제25조에 따라 질병으로 휴학할 수 있습니다.", Some("질병으로 휴학할 수 있습니다.")),
            ("「학칙」 제25조(휴학) 제2항에 따르면, 휴학기간은 1년이다.", Some("휴학기간은 1년이다.")),
            ("휴학기간은 1년을 넘을 수 없다(제25조 제2항).", Some("휴학기간은 1년을 넘을 수 없다.")),
            (
                "휴학기간은 1년을 넘을 수 없다 (「학칙」 제25조 제2항).",
                Some("휴학기간은 1년을 넘을 수 없다."),
            ),
            ("제25조 및 제26조에 의하여 학생은 휴학한다.", Some("학생은 휴학한다.")),
            ("Under Article 25, students may take leave.", Some("students may take leave.")),
            ("According to Article 25(2) of the School Rules, leave ends.", Some("leave ends.")),
            ("제25조는 제26조를 준용한다.", None),
            ("「학칙」 제25조는 휴학을 정하고 있다.", None),
            ("같은 조 제2항에 따라 휴학한다.", None),
            ("제25조에 따른다.", None),
            ("Articles were written.", None),
        ] {
            let found = Grounds::of(statement, None);
            assert_eq!(found.as_ref().map(|found| found.rest.as_str()), rest, "{statement}");
        }
    }

    #[test]
    fn a_ground_leads_to_its_own_article() {
        let source = AnswerSource {
            title: "학칙".into(),
            text: "제25조(휴학) ① 학생은 휴학할 수 있다. ② 휴학기간은 1년을 넘을 수 없다.\n제26조(복학) 학생은 복학한다.".into(),
            ..AnswerSource::default()
        };
        let at_first = |text: &str, words: &str| {
            let start = text.find(words).unwrap();
            Span::new(start, start + words.len())
        };
        let at = |words: &str| at_first(&source.text, words);
        for (ground, words, expected) in [
            ("「학칙」 제25조에 따라 휴학할 수 있다.", "학생은 휴학할 수 있다.", true),
            ("「인사규정」 제25조에 따라 휴학할 수 있다.", "학생은 휴학할 수 있다.", false),
            ("「학칙」 제26조에 따라 휴학할 수 있다.", "학생은 휴학할 수 있다.", false),
            ("제25조 제2항에 따라 휴학은 1년이다.", "휴학기간은 1년을 넘을 수 없다.", true),
            ("제25조 제1항에 따라 휴학은 1년이다.", "휴학기간은 1년을 넘을 수 없다.", false),
            ("제25조의2에 따라 휴학할 수 있다.", "학생은 휴학할 수 있다.", false),
            ("제24조부터 제26조까지에 따라 학생은 복학한다.", "학생은 복학한다.", true),
            ("제26조에 따라 학생은 복학한다.", "학생은 복학한다.", true),
        ] {
            let grounds = Grounds::of(ground, None).unwrap_or_else(|| panic!("{ground}"));
            assert_eq!(grounds.lead_to(&source, at(words)), expected, "{ground}");
        }
        let sources = [source];
        let found = |ground: &str| Grounds::of(ground, None).unwrap().among(&sources);
        assert_eq!(found("「학칙」 제26조에 따라 학생은 복학한다."), [0]);
        assert!(found("「학칙」 제27조에 따라 학생은 복학한다.").is_empty());
        assert!(found("「장학규정」 제26조에 따라 학생은 복학한다.").is_empty());
        let wrong = Grounds::of("「학칙」 제26조에 따라 휴학할 수 있다.", None).unwrap();
        let span = at_first(&sources[0].text, "학생은 휴학할 수 있다.");
        assert_eq!(wrong.elsewhere(&sources[0], span), Some(ArticleNo::new(25, None)));
        let by_name = Grounds::of("「학칙」에 따르면 학생은 휴학할 수 있다.", None).unwrap();
        assert_eq!(by_name.elsewhere(&sources[0], span), None);
    }
}
