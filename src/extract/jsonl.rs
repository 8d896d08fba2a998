//! JSON lines of ready-made blocks, as document parsers put them out.
//!
//! One object a line: `text` (or `content`), and optionally `page`, `category`, `headings`, `caption`,
//! `entity`, `image_path`, `translation`, `context`, `human_feedback`. Unknown fields and categories are passed over
//! with a note in the log, so that outputs of other programs can be fed as they are. A line with a `title` or an `id`
//! is a document of its own: it stands under that name, and no passage runs on into the next.

use std::collections::BTreeSet;

use serde::Deserialize;
use serde_json::Value;

use super::builder::{Builder, one_line};
use super::{ExtractError, Extraction, Limits, text};
use stet_sources::chunk::{Block, Category};

pub(super) const MEDIA_TYPE: &str = "application/jsonl";

#[derive(Deserialize)]
struct Line {
    #[serde(alias = "content", default)]
    text: String,
    #[serde(default, alias = "name")]
    title: Option<String>,
    #[serde(default, alias = "_id")]
    id: Value,
    #[serde(default)]
    page: Option<u32>,
    #[serde(default)]
    category: Option<String>,
    #[serde(default)]
    headings: Vec<String>,
    #[serde(default)]
    caption: Option<String>,
    #[serde(default)]
    entity: Option<Value>,
    #[serde(default, alias = "image")]
    image_path: Option<String>,
    #[serde(default, alias = "translation_text")]
    translation: Option<String>,
    #[serde(default, alias = "contextualize_text")]
    context: Option<String>,
    #[serde(default)]
    human_feedback: Option<String>,
}

pub(super) fn extract(bytes: &[u8], limits: &Limits) -> Result<Extraction, ExtractError> {
    let decoded = text::decode(bytes)?;
    let mut out = Builder::new(limits);
    let mut unknown = BTreeSet::new();
    let mut pages = None;
    for (at, line) in decoded.text.lines().enumerate() {
        if line.trim().is_empty() {
            continue;
        }
        let line: Line = serde_json::from_str(line)
            .map_err(|error| ExtractError::Line { line: at + 1, detail: error.to_string() })?;
        let named = line.category.as_deref().map(|name| category(name).ok_or(name));
        let category = match named {
            Some(Ok(category)) => category,
            Some(Err(name)) => {
                unknown.insert(name.to_owned());
                Category::Paragraph
            }
            None => Category::Paragraph,
        };
        pages = pages.max(line.page);
        let id = match line.id {
            Value::String(id) => Some(id),
            Value::Number(id) => Some(id.to_string()),
            _ => None,
        };
        let name = line.title.or(id).map(|name| one_line(&name)).filter(|name| !name.is_empty());
        let headings = if line.headings.is_empty() { name.into_iter().collect() } else { line.headings };
        out.push_block(Block {
            page: line.page,
            turns: Vec::new(),
            category,
            text: line.text,
            headings,
            caption: line.caption.filter(|caption| !caption.trim().is_empty()),
            entity: line.entity.filter(|entity| !entity.is_null()),
            image_path: line.image_path,
            translation: line.translation.filter(|translation| !translation.trim().is_empty()),
            context: line.context.filter(|context| !context.trim().is_empty()),
            human_feedback: line.human_feedback,
        })?;
    }
    let unknown =
        unknown.iter().map(|name| format!("The category {name:?} is unknown; read as a paragraph."));
    Ok(Extraction {
        title: None,
        media_type: MEDIA_TYPE.into(),
        pages,
        blocks: out.finish(),
        left_out: decoded.left_out.into_iter().collect(),
        guesses: decoded.guess.into_iter().chain(unknown).collect(),
        ..Extraction::default()
    })
}

/// A category by Stet's name for it or by one that document parsers use.
fn category(name: &str) -> Option<Category> {
    Some(match name.to_lowercase().as_str() {
        "heading1" | "title" | "doc_title" => Category::Heading1,
        "heading2" | "heading" | "section_header" | "paragraph_title" => Category::Heading2,
        "heading3" => Category::Heading3,
        "paragraph" | "text" | "content" => Category::Paragraph,
        "list" | "list_item" => Category::List,
        "table" => Category::Table,
        "figure" | "image" | "chart" | "picture" => Category::Figure,
        "caption" | "figure_caption" | "table_caption" => Category::Caption,
        "header" | "page_header" => Category::Header,
        "footer" | "page_footer" => Category::Footer,
        "footnote" => Category::Footnote,
        "equation" | "formula" => Category::Equation,
        "code" => Category::Code,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_of_a_parser_are_kept() {
        let source = "{\"page\":2,\"category\":\"table\",\"content\":\"| a |\",\"caption\":\"표 1\",\"entity\":{\"rows\":1},\"x\":0}\n\n\
                      {\"text\":\"글\",\"category\":\"sidebar\",\"human_feedback\":\"확인\"}\n\
                      {\"category\":\"figure\",\"image_path\":\"a.png\"}\n";
        let extraction = extract(source.as_bytes(), &Limits::default()).unwrap();
        assert_eq!(extraction.pages, Some(2));
        assert_eq!(extraction.guesses.len(), 1);
        let [table, text, figure] = extraction.blocks.as_slice() else { unreachable!() };
        assert_eq!(
            (table.page, table.category, table.caption.as_deref()),
            (Some(2), Category::Table, Some("표 1"))
        );
        assert_eq!((text.category, text.human_feedback.as_deref()), (Category::Paragraph, Some("확인")));
        assert_eq!((figure.category, figure.image_path.as_deref()), (Category::Figure, Some("a.png")));
    }

    #[test]
    fn a_line_with_a_name_is_a_document() {
        let source = "{\"title\":\"간디\",\"text\":\"간디는 유죄를 인정했다.\"}\n{\"id\":7,\"text\":\"Construction is a process.\"}\n";
        let extraction = extract(source.as_bytes(), &Limits::default()).unwrap();
        let (_, chunks) =
            stet_sources::chunk::chunk(&extraction.blocks, stet_sources::chunk::ChunkPolicy::default());
        let chunks: Vec<_> =
            chunks.iter().map(|chunk| (chunk.headings.join(" "), chunk.content.as_str())).collect();
        assert_eq!(
            chunks,
            [("간디".into(), "간디는 유죄를 인정했다."), ("7".into(), "Construction is a process.")]
        );
    }

    #[test]
    fn a_bad_line_is_named() {
        let error = extract(b"{\"text\":\"a\"}\n{\"text\":", &Limits::default()).unwrap_err();
        assert!(matches!(error, ExtractError::Line { line: 2, .. }));
    }
}
