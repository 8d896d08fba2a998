//! References to regulations that a sentence has, and what the sources of an answer say of regulations.

use super::source::AnswerSource;
use stet_marks::statute::{self, Entry, RegulationIndex, Resolution, StatuteRef};
use stet_text::span::Span;

/// Characters on each side of a reference that tell a quotation from the same number elsewhere.
const AROUND: usize = 8;

/// Most bytes between an article and the parts of it in one list.
const MAX_LIST: usize = 160;

/// What the sources of an answer say about regulations.
#[derive(Debug, Default)]
pub struct SourceStatutes {
    /// Their texts without white space, in which a reference may stand.
    quoted: Vec<String>,
    /// The article that each one is, if it is one.
    articles: Vec<Option<Entry<String>>>,
    /// The regulations of these articles, each once.
    pub regulations: Vec<String>,
}

impl SourceStatutes {
    pub fn new(sources: &[AnswerSource], index: &RegulationIndex<String>) -> Self {
        let quoted = sources.iter().map(|source| squeezed(&source.text)).collect();
        let articles: Vec<Option<Entry<String>>> =
            sources.iter().map(|source| article_of(source, index).cloned()).collect();
        let mut regulations: Vec<String> = Vec::new();
        for entry in articles.iter().flatten() {
            if !regulations.contains(&entry.regulation) {
                regulations.push(entry.regulation.clone());
            }
        }
        Self { quoted, articles, regulations }
    }

    /// The article that the source at `at` is.
    pub fn article(&self, at: usize) -> Option<&Entry<String>> {
        self.articles.get(at)?.as_ref()
    }

    /// The articles that sources are.
    pub fn articles(&self) -> impl Iterator<Item = &Entry<String>> {
        self.articles.iter().flatten()
    }

    pub fn say(&self, words: &str) -> bool {
        let words = squeezed(words);
        self.quoted.iter().any(|source| says(source, &words))
    }
}

fn article_of<'a>(source: &AnswerSource, index: &'a RegulationIndex<String>) -> Option<&'a Entry<String>> {
    source.names.iter().chain([&source.title]).find_map(|name| index.titled(name))
}

/// A reference of a closed sentence that may be shown.
#[derive(Debug, Clone)]
pub struct Held {
    pub words: String,
    pub reference: StatuteRef,
    pub resolution: Resolution<String>,
    /// The sentence rests on it.
    pub ground: bool,
    /// Stet completed it, or put it in the place of another.
    pub put: bool,
}

/// What a reference turned out to be.
#[derive(Debug, Clone)]
pub enum Reading {
    /// It may be shown.
    Held(Resolution<String>),
    /// It leads to nothing and is not shown as it is.
    Missing(Resolution<String>),
    /// No reference, but words.
    Plain,
}

/// Where a reference stands with the article that is written before the first member of its list: `제30조 제2호 및 제4호` for
/// `제4호`, `Articles 3 and 9` for `9`. `None` when it is not there.
pub fn written(reference: &StatuteRef, text: &str) -> Option<Span> {
    let span = reference.span;
    let words = span.of(text);
    let Some(article) = reference.article.filter(|_| reference.anaphor.is_none()) else { return Some(span) };
    let english = words.starts_with(|ch: char| ch.is_ascii_digit());
    if words.contains(['조', '條', '§']) || !english && words.is_ascii() {
        return Some(span);
    }
    let from = text.ceil_char_boundary(span.start.saturating_sub(MAX_LIST));
    let head = text.get(from..span.start)?;
    let unit = if english {
        ["rticle", "rt.", "ection", "ec.", "§"].iter().filter_map(|unit| head.rfind(unit)).max()?
    } else {
        let begins =
            |&at: &usize| head.get(at..).is_some_and(|head| squeezed(head).starts_with(&article.to_string()));
        head.rmatch_indices('제').map(|(at, _)| at).find(begins)?
    };
    let start = if english { head.get(..unit)?.rfind(' ').map_or(0, |space| space + 1) } else { unit };
    Some(Span::new(from + start, span.end))
}

/// The words of a reference with some of those before and behind it; `None` when it stands alone.
pub fn surrounded(span: Span, text: &str) -> Option<String> {
    let head = squeezed(text.get(..span.start).unwrap_or_default());
    let head = head.trim_start_matches(|ch: char| !ch.is_alphanumeric());
    let from = head.char_indices().rev().nth(AROUND - 1).map_or(0, |(at, _)| at);
    let tail = squeezed(text.get(span.end..).unwrap_or_default());
    let tail: String = tail.chars().take_while(|ch| *ch != '[').take(AROUND).collect();
    let tail = tail.trim_end_matches(|ch: char| !ch.is_alphanumeric());
    let head = head.get(from..).unwrap_or_default();
    (!head.is_empty() || !tail.is_empty()).then(|| format!("{head}{}{tail}", span.of(text)))
}

/// Text without white space and what is not seen, as references are compared.
pub fn squeezed(text: &str) -> String {
    let seen = text.chars().filter_map(statute::plain);
    seen.filter(|ch| !ch.is_whitespace() && !matches!(ch, '「' | '」')).collect()
}

/// Whether a squeezed text has these words, and not only the beginning of another article's number.
pub fn says(source: &str, words: &str) -> bool {
    source.match_indices(words).any(|(at, _)| {
        let mut after = source.get(at + words.len()..).unwrap_or_default().chars();
        match after.next() {
            Some('의') => !after.next().is_some_and(|ch| ch.is_ascii_digit()),
            Some(ch) => !ch.is_ascii_digit(),
            None => true,
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_is_not_the_beginning_of_another() {
        for (source, words, expected) in [
            ("제25조의2(복학)", "제25조", false),
            ("제25조의 규정", "제25조", true),
            ("제25조", "제25조", true),
            ("제25조의2와 제25조를 본다", "제25조", true),
            ("Article 25(2)", "Article 2", false),
            ("「학칙」 제3조", "학칙 제3조", true),
        ] {
            assert_eq!(says(&squeezed(source), &squeezed(words)), expected, "{source} {words}");
        }
    }
}
