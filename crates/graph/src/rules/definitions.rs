//! Terms that a text defines: `이하 “본교”라 한다`, `“학생”이란 … 말한다`, `(the “Board”)`, `“Member” means …`.

use std::sync::LazyLock;

use regex::Regex;

use super::{Mention, Passage};
use crate::graph::{Graph, Kind, Label};

#[expect(clippy::expect_used, reason = "a fixed pattern, compiled by every test")]
fn pattern(pattern: &str) -> Regex {
    Regex::new(pattern).expect("a valid pattern")
}

/// A short name for what stands before it.
static SHORT: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r#"(?x) \(\s* (?:
            이하 \s* (?:각각\s*)? [“"‘'「『<] (?<ko>[^”"’'」』>\n]{1,40}) [”"’'」』>] \s* (?:이?라\s*(?:고\s*)?|으?로\s*) (?:한|칭|함|부른|약칭|약)
          | (?i:(?:hereinafter|hereafter|herein) \s+ (?:referred\ to\ as|called)? \s* | ) (?:the\s+|an?\s+|collectively,?\s+)* [“"] (?<en>[^”"\n]{2,60}) [”"] \s* \)
        )"#,
    )
});

/// What a term means.
static MEANING: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r#"(?x)
            [“"‘'「『<] (?<ko>[^”"’'」』>\n]{1,40}) [”"’'」』>] \s* (?:이란|란|이라\ ?함은|라\ ?함은|이라고\ ?함은|라고\ ?함은|은|는) \s [^\n]*? (?:말한다|뜻한다|의미한다|이른다|가리킨다|말함)
          | (?:^|[\n.①-⑳]|\d\.)\s* (?<bare>[가-힣·]{2,20}?(?:\ [가-힣·]{1,12}){0,2}?) (?:이란|이라\ ?함은|라\ ?함은) \s [^\n]*? (?:말한다|뜻한다|의미한다|이른다|말함)
          | [“"] (?<en>[^”"\n]{2,60}) [”"] \s+ (?:means|shall\ mean|is\ defined\ as|refers\ to|denotes) \s [^\n]*
        "#,
    )
});

pub(super) fn find(
    passages: &[Passage<'_>],
    articles: &[Option<usize>],
    graph: &mut Graph,
    mentions: &mut [Vec<Mention>],
) {
    for (at, passage) in passages.iter().enumerate() {
        let mut found: Vec<(usize, usize)> = Vec::new();
        for hit in SHORT.captures_iter(passage.text) {
            let (Some(whole), Some(term)) = (hit.get(0), hit.name("ko").or_else(|| hit.name("en"))) else {
                continue;
            };
            let before = passage.text.get(..whole.start()).unwrap_or_default();
            let Some(named) = named_before(before) else { continue };
            // `이하 “위원회”라 한다` names another body in every regulation: the long name is the entity, and the short one is
            // found by it where it is longer.
            if let Some(entity) = graph.entity(named, Kind::Term) {
                if crate::key(term.as_str()).chars().count() > crate::key(named).chars().count() {
                    graph.also_called(entity, term.as_str());
                }
                found.push((entity, whole.start() - named.len()));
            }
        }
        for hit in MEANING.captures_iter(passage.text) {
            let term = ["ko", "bare", "en"].iter().find_map(|name| hit.name(name));
            let (Some(whole), Some(term)) = (hit.get(0), term) else { continue };
            if let Some(entity) = graph.entity(term.as_str(), Kind::Term) {
                graph.describe(entity, whole.as_str(), at);
                found.push((entity, term.start()));
            }
        }
        for (entity, place) in found {
            graph.said_in(entity, at);
            if let Some(own) = articles.get(at).copied().flatten() {
                graph.related(own, entity, Label::Defines, at);
            }
            if let Some(mentions) = mentions.get_mut(at) {
                mentions.push(Mention { entity, at: place });
            }
        }
    }
}

/// The name at the end of a text: a Korean word with what is quoted before it, or English words with capitals.
fn named_before(text: &str) -> Option<&str> {
    let text = text.trim_end();
    if let Some(quoted) = text.strip_suffix(['」', '』', '”', '"', '’']) {
        let from = quoted.rfind(['「', '『', '“', '"', '‘'])?;
        return quoted.get(from..)?.strip_prefix(['「', '『', '“', '"', '‘']).filter(|name| !name.is_empty());
    }
    let last = text.rfind(char::is_whitespace).map_or(0, |at| at + 1);
    let word = text.get(last..).filter(|word| !word.is_empty())?;
    if word.chars().any(|c| ('가'..='힣').contains(&c)) {
        return Some(word).filter(|word| word.chars().all(|c| c.is_alphanumeric() || "·ㆍ-&".contains(c)));
    }
    let mut start = text.len();
    for (from, word) in words_backwards(text) {
        let is_name = word.chars().next().is_some_and(char::is_uppercase);
        let joins = matches!(word, "of" | "for" | "and" | "the" | "on" | "in");
        if !is_name && !joins {
            break;
        }
        if is_name {
            start = from;
        }
    }
    text.get(start..).filter(|name| !name.is_empty())
}

fn words_backwards(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut end = text.len();
    std::iter::from_fn(move || {
        let head = text.get(..end)?.trim_end();
        if head.is_empty() {
            return None;
        }
        let from = head.rfind(char::is_whitespace).map_or(0, |at| at + 1);
        end = from;
        Some((from, head.get(from..)?))
    })
}
