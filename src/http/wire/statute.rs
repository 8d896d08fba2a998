//! Articles of regulations as JSON: what a reference in the text leads to, and how a client gets there.

use std::fmt::Write as _;
use std::ops::Not;

use schemars::JsonSchema;
use serde::Serialize;

use stet_answer::{Standing, StatuteCitation};
use stet_ask::{SourceArticle, may_be_gone};
use stet_marks::statute::{ArticleNo, CitedArticle};
use stet_text::span::Utf16Map;

/// A reference to a regulation in the words of the sentence.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "StatuteCitation")]
pub(crate) struct Statute<'a> {
    /// The words.
    #[schemars(example = &"「학칙」 제25조 제2항")]
    text: &'a str,
    /// UTF-16 code units in the text.
    start: usize,
    /// End of the place, exclusive, in UTF-16 code units.
    end: usize,
    /// found: it leads to an article. completed: it says too little, and only one article can be meant. named: a stored regulation
    /// without an article. quoted: only a source of the answer has it. repealed: the article was repealed, and the sentence says so.
    standing: Standing,
    /// Name of the regulation.
    regulation: Option<&'a str>,
    /// One, or the first eight of a range; none for a regulation alone.
    articles: Vec<StatuteArticle<'a>>,
    /// Stet completed it, or put it in the place of a wrong one; missing where it is the writer's own.
    #[serde(skip_serializing_if = "Not::not")]
    put: bool,
    /// The sentence rests on it, and no article is known that it means.
    #[serde(skip_serializing_if = "Not::not")]
    incomplete: bool,
}

#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(inline, transform = may_be_gone)]
struct StatuteArticle<'a> {
    /// By which it is asked for.
    id: &'a str,
    /// Name of the regulation.
    regulation: &'a str,
    /// Number of the article.
    #[schemars(example = &"제25조의2")]
    article: String,
    /// For people to read.
    title: Option<&'a str>,
    /// What the article, or the paragraph that is cited, rules.
    key_sentence: &'a str,
    /// The article, or its beginning.
    text: &'a str,
    /// The article is longer than what is given.
    truncated: bool,
    /// The article as it stands in the store.
    href: String,
}

/// A reference to a regulation as it stands in `map`'s text.
pub(crate) fn statute<'a>(map: &Utf16Map<'_>, statute: &'a StatuteCitation) -> Statute<'a> {
    Statute {
        text: &statute.text,
        start: map.to_utf16(statute.span.start),
        end: map.to_utf16(statute.span.end),
        standing: statute.standing,
        regulation: statute.regulation.as_deref(),
        articles: statute.articles.iter().map(article).collect(),
        put: statute.put,
        incomplete: statute.incomplete,
    }
}

fn article(article: &CitedArticle<String>) -> StatuteArticle<'_> {
    StatuteArticle {
        id: &article.id,
        regulation: &article.regulation,
        article: article.number.to_string(),
        title: article.title.as_deref(),
        key_sentence: &article.key_sentence,
        text: &article.text,
        truncated: article.truncated,
        href: href(&article.regulation, article.number),
    }
}

/// The article of a regulation that the source is.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "SourceArticle")]
pub(crate) struct ArticleOfSource<'a> {
    /// Name of the regulation.
    regulation: &'a str,
    /// Number of the article.
    #[schemars(example = &"제25조의2")]
    article: String,
    /// For people to read.
    title: Option<&'a str>,
    /// The sentence that says what the article rules.
    key_sentence: &'a str,
    /// Where the article is read.
    #[schemars(example = &"/api/regulations/%ED%95%99%EC%B9%99/articles/25-2")]
    href: String,
}

impl<'a> ArticleOfSource<'a> {
    pub fn of(article: &'a SourceArticle) -> Self {
        Self {
            regulation: &article.regulation,
            article: article.number.to_string(),
            title: article.title.as_deref(),
            key_sentence: &article.key_sentence,
            href: href(&article.regulation, article.number),
        }
    }
}

/// Where the article's whole text is.
pub(crate) fn href(regulation: &str, number: ArticleNo) -> String {
    let mut path = String::from("/api/regulations/");
    for byte in regulation.bytes() {
        if byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.' | b'_' | b'~') {
            path.push(char::from(byte));
        } else {
            let _ = write!(path, "%{byte:02X}");
        }
    }
    let _ = write!(path, "/articles/{}", number.number);
    if let Some(branch) = number.branch {
        let _ = write!(path, "-{branch}");
    }
    path
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_cannot_leave_its_place_in_the_path() {
        assert_eq!(
            href("학칙", ArticleNo::new(25, Some(2))),
            "/api/regulations/%ED%95%99%EC%B9%99/articles/25-2"
        );
        assert_eq!(
            href("a/b?c #%", ArticleNo::new(3, None)),
            "/api/regulations/a%2Fb%3Fc%20%23%25/articles/3"
        );
    }
}
