//! The structured result of a message: what its text rests on, as lists that a program can read.
//!
//! Owns which parts of sources and sentences go in; everything comes from what was cited and what the gate supported, so
//! that the result says nothing that the text does not.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::card::SourceCard;
use super::words::Facts;
use stet_answer::report::repeated;
use stet_answer::{SentenceReport, State};
use stet_segment::segment;
use stet_sources::{entity, evidence};
use stet_text::Language;

/// Most key points of an answer.
const KEY_POINTS: usize = 5;
/// Most warnings of an answer.
pub(super) const WARNINGS: usize = 5;

/// What a message rests on. Lists are in the order of the citations' numbers.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct Structured {
    /// The sources that the text cites, as `[1]`.
    pub sources_used: Vec<String>,
    /// Sentences that a source supports, without their marks, in the order of the text.
    pub key_points: Vec<String>,
    /// The sources that the answer cites, as a table.
    pub references_table: Vec<Reference>,
    /// Pictures of cited sources.
    pub page_images: Vec<PageImage>,
    /// Tables, figures and presentations that the answer cites.
    pub entity_references: Vec<EntityReference>,
    /// Cited texts that a person has verified.
    pub human_feedback_used: Vec<HumanFeedback>,
}

/// A cited source.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "ReferenceRow")]
#[schemars(transform = super::card::may_be_gone)]
pub struct Reference {
    /// The number by which the answer cites the source.
    pub number: u32,
    /// The source.
    pub source_id: String,
    /// The passage: /api/chunks/{id}.
    pub chunk_id: String,
    /// For people to read.
    pub title: String,
    /// Name of the file, with folders of its path where another source has a file of that name.
    pub file_name: String,
    /// Pages on which the cited words stand.
    pub pages: Vec<u32>,
    /// What the passage is: heading1, paragraph, table and so on.
    pub category: String,
    /// Sentences that cite it.
    pub cited: usize,
}

/// The picture of a cited source.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct PageImage {
    /// The number by which the answer cites the source.
    pub number: u32,
    /// The source.
    pub source_id: String,
    /// Page in the file, from 1; null where it has none.
    pub page: Option<u32>,
    /// What stands below the picture or table; null where it has none.
    pub caption: Option<String>,
    /// As the document names it.
    pub path: String,
    /// Where this server gives it; missing when it does not have the picture.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub url: Option<String>,
    /// The picture as Markdown.
    pub markdown: String,
}

/// A table, a figure or an embedded presentation that is cited.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct EntityReference {
    /// The number by which the answer cites the source.
    pub number: u32,
    /// The source.
    pub source_id: String,
    /// `presentation`, else the category of the passage.
    pub kind: String,
    /// An embedded presentation is always called one.
    pub title: Option<String>,
    /// Names and values that describe it.
    pub keywords: Vec<String>,
}

/// A cited text that a person has verified.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(inline)]
pub struct HumanFeedback {
    /// The number by which the answer cites the source.
    pub number: u32,
    /// The source.
    pub source_id: String,
    /// The words.
    pub text: String,
}

/// A source with everything that is known of it.
#[derive(Debug, Clone, Copy)]
pub struct Known<'a> {
    pub card: &'a SourceCard,
    pub facts: &'a Facts,
    /// What the gate judged against.
    pub text: &'a str,
    /// Where the server gives its picture.
    pub image: Option<&'a str>,
}

/// The result of a text with these sentences; element N − 1 of `sources` is what `[N]` meant to the model.
#[must_use]
pub fn structured(sentences: &[SentenceReport], sources: &[Known<'_>], language: Language) -> Structured {
    let mut cited: BTreeMap<u32, (usize, Vec<u32>, usize)> = BTreeMap::new();
    for citation in sentences.iter().flat_map(|sentence| &sentence.citations) {
        let (_, pages, times) = cited.entry(citation.number).or_insert((citation.source, Vec::new(), 0));
        *times += 1;
        pages.extend(citation.page.filter(|page| !pages.contains(page)));
    }
    let mut found = Structured {
        sources_used: cited.keys().map(|number| format!("[{number}]")).collect(),
        key_points: sentences
            .iter()
            .filter(|sentence| sentence.state == State::Supported)
            .map(|sentence| repeated(sentence.statement.trim()))
            .take(KEY_POINTS)
            .collect(),
        ..Structured::default()
    };
    for (number, (source, mut pages, times)) in cited {
        let Some(Known { card, facts, text, image }) = sources.get(source) else { continue };
        pages.sort_unstable();
        let source_id = card.source_id.clone();
        if let Some(path) = &facts.image_path {
            found.page_images.push(PageImage {
                number,
                source_id: source_id.clone(),
                page: card.page,
                caption: facts.caption.clone(),
                path: path.clone(),
                url: image.map(str::to_owned),
                markdown: markdown_image(facts.caption.as_deref(), image.unwrap_or(path)),
            });
        }
        if let Some(entity) = &facts.entity {
            let is_presentation = entity::is_presentation(entity);
            found.entity_references.push(EntityReference {
                number,
                source_id: source_id.clone(),
                kind: if is_presentation { "presentation".to_owned() } else { facts.category.clone() },
                title: entity::title(entity, language).or_else(|| facts.caption.clone()),
                keywords: entity::keywords(entity),
            });
        }
        if let Some(end) = facts.corrected {
            let text = repeated(text.get(..end).unwrap_or(text));
            found.human_feedback_used.push(HumanFeedback { number, source_id: source_id.clone(), text });
        }
        found.references_table.push(Reference {
            number,
            source_id,
            chunk_id: card.chunk_id.clone(),
            title: card.title.clone(),
            file_name: card.file_name.clone(),
            pages,
            category: facts.category.clone(),
            cited: times,
        });
    }
    found
}

/// What the cited sources warn of, each once, at most five; `text` is that of a source.
#[must_use]
pub fn warnings<'a>(sentences: &[SentenceReport], text: impl Fn(usize) -> Option<&'a str>) -> Vec<String> {
    let mut cited: Vec<usize> =
        sentences.iter().flat_map(|sentence| &sentence.citations).map(|citation| citation.source).collect();
    cited.sort_unstable();
    cited.dedup();
    let parts: Vec<&str> = cited
        .into_iter()
        .filter_map(text)
        .filter(|text| evidence::may_warn(text))
        .flat_map(|text| segment(text).into_iter().map(|sentence| sentence.span.of(text)))
        .collect();
    evidence::warnings(parts, WARNINGS).iter().map(|warning| repeated(warning)).collect()
}

/// A picture as Markdown. Neither a caption nor a path of a document can break out of it.
pub(super) fn markdown_image(caption: Option<&str>, url: &str) -> String {
    let harmless = |text: &str, marks: &[char]| -> String {
        text.chars().map(|ch| if ch.is_control() || marks.contains(&ch) { ' ' } else { ch }).collect()
    };
    let caption = harmless(caption.unwrap_or_default(), &['[', ']', '!', '<', '>', '`']);
    let url = harmless(url, &['<', '>', '`']);
    let url = if url.contains([' ', '(', ')']) { format!("<{url}>") } else { url };
    format!("![{}]({url})", caption.split_whitespace().collect::<Vec<_>>().join(" "))
}

/// Where this server gives the picture of a source; `None` when it does not have it.
pub(super) fn image_url(card: &SourceCard, facts: &Facts) -> Option<String> {
    facts.pictured.then(|| format!("/api/chunks/{}/image", card.chunk_id))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_picture_stays_one_picture() {
        assert_eq!(
            markdown_image(Some("그림 2. 엔진룸"), "/api/chunks/1/image"),
            "![그림 2. 엔진룸](/api/chunks/1/image)"
        );
        assert_eq!(markdown_image(None, "p (1).png"), "![](<p (1).png>)");
        assert_eq!(
            markdown_image(Some("a](http://evil)\n![b"), "x>y"),
            "![a (http://evil) b](x y)".replace("x y", "<x y>")
        );
    }
}
