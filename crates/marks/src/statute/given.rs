//! The regulations among texts that are given to check another against: whole ones, or articles of them.
//!
//! Owns what a given text is called and where its articles begin; leaves how a document is divided to
//! [`super::structure`].

use super::structure::parse_structure;
use super::{Entry, RegulationIndex, StatuteRef, is_repealed, scan_statutes};
use crate::pattern::Pattern;
use std::borrow::Cow;

/// The name of a file before its ending.
static FILE: Pattern =
    Pattern::new(|| r"(?s)^(?<stem>.*)\.(?:[0-9]{0,4}[A-Za-z][A-Za-z0-9]{0,4})$".to_owned());

/// An article that begins inside a line, behind the end of the one before.
static INLINE: Pattern = Pattern::new(|| r"([.>)\]])[ \t]+(제\s?\d+조(?:의\s?\d+)?\s?[(（])".to_owned());

/// The index of the regulations among sources, each given by its title and its text; `None` when there are none. The
/// articles of a text without a name are left out: they could be any regulation's.
#[must_use]
pub fn given_regulations<'a>(
    sources: impl Iterator<Item = (&'a str, &'a str)>,
) -> Option<RegulationIndex<String>> {
    let mut entries: Vec<Entry<String>> = Vec::new();
    for (at, (title, text)) in sources.enumerate() {
        let called = Called::new(title);
        let found = entries.len();
        let lines = apart(text);
        for mut regulation in parse_structure(lines.lines().map(|line| (line, None))) {
            if regulation.name.is_empty() {
                regulation.name.clone_from(&called.name);
            }
            if !regulation.name.is_empty() {
                let mut count = entries.len();
                entries.extend(regulation.entries(|_, _| {
                    count += 1;
                    format!("{at}#{}", count - 1)
                }));
            }
        }
        // The title names the article, and the text begins with what it says.
        if entries.len() == found
            && let Some(of) = called.article.filter(|_| !called.name.is_empty())
            && let Some(number) = of.article
        {
            entries.push(Entry {
                regulation: called.name,
                number,
                title: of.title,
                text: text.to_owned(),
                deleted: is_repealed(text),
                path: Vec::new(),
                supplementary: of.supplement,
                id: format!("{at}#{found}"),
            });
        }
    }
    (!entries.is_empty()).then(|| RegulationIndex::new(entries))
}

/// What a given text is called: `학칙.txt`, `학칙 제25조(휴학)`.
struct Called {
    /// The regulation; empty when the title names none.
    name: String,
    article: Option<StatuteRef>,
}

impl Called {
    fn new(title: &str) -> Self {
        let file = FILE.captures(title).and_then(|found| found.name("stem"));
        let stem = file.map_or(title, |stem| stem.as_str());
        let is_key = file.is_none() && stem.is_ascii() && !stem.contains(' ');
        let reference = scan_statutes(stem).into_iter().find(|found| found.article.is_some());
        match reference {
            Some(article) => {
                let before = stem.get(..article.span.start).unwrap_or_default();
                let name = article.regulation.clone().unwrap_or_else(|| before.to_owned());
                Self { name: bare(&name), article: Some(article) }
            }
            // A number or a key is no name.
            None if is_key => Self { name: String::new(), article: None },
            None => Self { name: bare(stem), article: None },
        }
    }
}

fn bare(name: &str) -> String {
    name.trim_matches(|ch: char| ch.is_whitespace() || matches!(ch, '「' | '」' | ',' | '-' | ':')).to_owned()
}

/// The text with every article on a line of its own.
fn apart(text: &str) -> Cow<'_, str> {
    match INLINE.get() {
        Some(inline) => inline.replace_all(text, "$1\n$2"),
        None => Cow::Borrowed(text),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::statute::{ArticleNo, Context, Resolution};

    #[test]
    fn given_texts_are_known_by_their_titles() {
        for (title, text, reference, found) in [
            ("학칙", "제2조(휴학) 쉰다.\n제3조(복학) 돌아온다.", "「학칙」 제3조", true),
            ("학칙.hwp", "제2조(휴학) 쉰다. 제3조(복학) 돌아온다.", "학칙 제3조", true),
            ("학칙", "제2조(휴학) 쉰다. 제3조(복학) 돌아온다.", "「학칙」 제4조", false),
            ("학칙 제3조(복학)", "학생은 돌아온다.", "「학칙」 제3조", true),
            ("학칙 제3조", "제3조(복학) 학생은 돌아온다.", "「학칙」 제3조", true),
            ("rules.txt", "제2조(휴학) 쉰다.\n제3조(복학) 돌아온다.", "제3조", true),
            ("s1", "학칙\n\n제1조(목적) 정한다.\n\n제3조(복학) 돌아온다.", "「학칙」 제3조", true),
            ("학칙", "제2조(휴학) 쉰다.\n별표 1 등록금\n10만 원\n", "「학칙」 별표 1", true),
            ("학칙", "제2조(휴학) 쉰다.\n별표 1 등록금\n10만 원\n", "「학칙」 별표 2", false),
            (
                "Student Code",
                "Article 1 (Purpose) It governs.\nArticle 2 (Leave) One rests.",
                "Article 2",
                true,
            ),
            (
                "Student Code",
                "Article 1 (Purpose) It governs.\nArticle 2 (Leave) One rests.",
                "Article 9",
                false,
            ),
        ] {
            let index = given_regulations([(title, text)].into_iter()).unwrap();
            let reference = scan_statutes(reference).remove(0);
            let resolution = index.resolve(&reference, &mut Context::default());
            assert_eq!(resolution.is_verified(), found, "{title} {reference:?} {resolution:?}");
        }
    }

    #[test]
    fn of_two_articles_with_one_number_both_are_meant() {
        let text = "제2조(휴학) ① 쉰다.\n제3조(복학) 온다.\n제2조(등록) ① 낸다.\n② 두 번 낸다.";
        let index = given_regulations([("학칙", text)].into_iter()).unwrap();
        for (reference, titles) in [
            ("「학칙」 제2조", vec!["휴학", "등록"]),
            ("「학칙」 제2조 제2항", vec!["등록"]),
            ("「학칙」 제2조(등록)", vec!["등록"]),
            ("「학칙」 제2조(휴학)", vec!["휴학"]),
        ] {
            let found = index.resolve(&scan_statutes(reference).remove(0), &mut Context::default());
            let meant: Vec<&str> = index.meant(&found).filter_map(|entry| entry.title.as_deref()).collect();
            assert_eq!(meant, titles, "{reference} {found:?}");
        }
    }

    #[test]
    fn a_text_without_a_name_or_articles_is_no_regulation() {
        for (title, text) in [("s1", "제3조(복학) 돌아온다."), ("학칙", "학생은 돌아온다."), ("", "")]
        {
            assert!(given_regulations([(title, text)].into_iter()).is_none(), "{title}");
        }
        let two = [("학칙 제2조", "학생은 쉰다."), ("학칙 제5조의2", "학생은 돌아온다.")];
        let index = given_regulations(two.into_iter()).unwrap();
        let reference = scan_statutes("학칙 제5조의2").remove(0);
        assert_eq!(reference.article, Some(ArticleNo::new(5, Some(2))));
        let found = index.resolve(&reference, &mut Context::default());
        assert!(matches!(found, Resolution::Found { .. }), "{found:?}");
    }
}
