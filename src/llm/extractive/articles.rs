//! Questions about an article of a regulation: `제25조는 어떤 내용인가?`.
//!
//! Owns which sources are the article that a question names, and what else it asks. Leaves what to quote of them to
//! [`super`].

use crate::PromptSource;
use stet_marks::statute::{StatuteRef, normalised_name, scan_statutes};
use stet_text::{normalise, tokens};

/// What a question asks about an article.
pub(super) struct Asked {
    /// Its words without the article's number and name, and without those that ask only what the article says.
    pub rest: String,
    /// Positions of the sources that are the article, in order.
    pub sources: Vec<usize>,
}

/// What a question asks about an article that is among the sources, if it names one.
pub(super) fn asked(question: &str, sources: &[PromptSource]) -> Option<Asked> {
    let references = named_in(question);
    if references.is_empty() {
        return None;
    }
    let held: Vec<(usize, bool)> = sources
        .iter()
        .enumerate()
        .filter_map(|(at, source)| {
            let names = references.iter().filter_map(|reference| is_article(source, reference, question));
            Some((at, names.max()?))
        })
        .collect();
    // Where the question says the regulation, too, others with such an article are not meant.
    let says_name = held.iter().any(|(_, named)| *named);
    let named: Vec<usize> =
        held.into_iter().filter(|(_, named)| *named || !says_name).map(|(at, _)| at).collect();
    if named.is_empty() {
        return None;
    }
    Some(Asked { rest: rest(question, &references), sources: named })
}

/// What else a question asks that names articles none of which is among the sources or mentioned in them.
pub(super) fn rest_of_unknown(question: &str, sources: &[PromptSource]) -> Option<String> {
    let references = named_in(question);
    let numbers: Vec<_> = references.iter().filter_map(|reference| reference.article).collect();
    let mentions =
        |text: &str| scan_statutes(text).iter().any(|told| numbers.iter().any(|&number| told.covers(number)));
    let unknown = !references.is_empty()
        && !sources.iter().any(|source| mentions(&source.title) || mentions(&source.text));
    unknown.then(|| rest(question, &references))
}

/// The references of a question that have a number.
fn named_in(question: &str) -> Vec<StatuteRef> {
    scan_statutes(question).into_iter().filter(|reference| reference.article.is_some()).collect()
}

/// The words of a question without the articles that it names, and without those that ask only what they say.
fn rest(question: &str, references: &[StatuteRef]) -> String {
    let mut rest = String::new();
    let mut done = 0;
    for reference in references {
        rest.push_str(question.get(done..reference.span.start).unwrap_or_default());
        rest.push(' ');
        done = reference.span.end;
    }
    rest.push_str(question.get(done..).unwrap_or_default());
    let words = tokens(&rest).into_iter().map(|token| normalise(token.text)).filter(|word| {
        !WHAT_IT_SAYS_EN.contains(&word.as_str())
            && !WHAT_IT_SAYS_KO.iter().any(|begin| word.starts_with(begin))
    });
    words.collect::<Vec<_>>().join(" ")
}

/// Whether a source is the article that is meant, and then whether the question says the name of its regulation: the
/// title of such a source ends with both.
fn is_article(source: &PromptSource, reference: &StatuteRef, question: &str) -> Option<bool> {
    let titled = scan_statutes(&source.title);
    let title = titled.last().filter(|title| title.article.is_some_and(|number| reference.covers(number)))?;
    let name = title.regulation.as_deref().or_else(|| source.title.get(..title.span.start))?;
    let name = normalised_name(name.rsplit('—').next().unwrap_or_default());
    let says = !name.is_empty() && normalised_name(question).contains(&name);
    let other = reference.regulation.as_deref().map(normalised_name);
    (says || other.is_none_or(|other| name.contains(&other))).then_some(says)
}

/// Words that ask for what an article says, whatever that is.
const WHAT_IT_SAYS_EN: &[&str] = &[
    "article",
    "content",
    "contents",
    "cover",
    "covers",
    "mean",
    "means",
    "provide",
    "provides",
    "provision",
    "quote",
    "regulate",
    "regulates",
    "regulation",
    "regulations",
    "rule",
    "rules",
    "say",
    "says",
    "section",
    "state",
    "states",
    "summarise",
    "summarize",
    "summary",
    "text",
];

/// The beginnings of such words in Korean; the last are particles that stood behind the number.
const WHAT_IT_SAYS_KO: &[&str] = &[
    "내용", "조항", "조문", "규정", "뜻", "의미", "요약", "정리", "전문", "원문", "본문", "인용", "명시",
    "정하", "정한", "다루", "다룬", "보여", "는", "은", "이", "가", "를", "을", "에", "의", "란",
];
