//! Articles of regulations as JSON: what a reference in the text leads to, and how a client gets there.

use std::fmt::Write as _;

use serde_json::{Value, json};

use stet_answer::StatuteCitation;
use stet_ask::SourceArticle;
use stet_marks::statute::{ArticleNo, CitedArticle};
use stet_text::span::Utf16Map;

/// A reference to a regulation as it stands in `map`'s text.
pub(crate) fn statute(map: &Utf16Map<'_>, statute: &StatuteCitation) -> Value {
    let mut told = json!({
        "text": statute.text, "start": map.to_utf16(statute.span.start), "end": map.to_utf16(statute.span.end),
        "standing": statute.standing, "regulation": statute.regulation,
        "articles": statute.articles.iter().map(article).collect::<Vec<_>>(),
    });
    // Most references are the model's own, and whole.
    for (name, is) in [("put", statute.put), ("incomplete", statute.incomplete)] {
        if is {
            told[name] = json!(true);
        }
    }
    told
}

fn article(article: &CitedArticle<String>) -> Value {
    json!({
        "id": article.id, "regulation": article.regulation, "article": article.number.to_string(),
        "title": article.title, "keySentence": article.key_sentence, "text": article.text,
        "truncated": article.truncated, "href": href(&article.regulation, article.number),
    })
}

/// The article that a source is.
pub(super) fn source_article(article: &SourceArticle) -> Value {
    json!({
        "regulation": article.regulation, "article": article.number.to_string(), "title": article.title,
        "keySentence": article.key_sentence, "href": href(&article.regulation, article.number),
    })
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
