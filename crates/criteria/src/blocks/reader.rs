//! Reading a Markdown text into its blocks.

use std::collections::HashMap;
use std::sync::LazyLock;

use pulldown_cmark::{CodeBlockKind, Event, HeadingLevel, Options, Parser, Tag, TagEnd};
use stet_text::span::Span;

use super::{ADDRESS, Block, Page};

/// A text on its way into blocks.
#[derive(Default)]
pub(super) struct Reader<'a> {
    pub(super) text: &'a str,
    pub(super) page: Page,
    pub(super) block: Block,
    /// The blocks that are open around here.
    pub(super) around: Vec<&'static str>,
    /// Where open links begin in the block, and what they point to.
    pub(super) links: Vec<(usize, String)>,
    /// The last byte that words of an open link have.
    pub(super) link_end: usize,
    pub(super) alt: Option<Block>,
    /// Inside tags whose content is code.
    pub(super) in_code_tag: bool,
    pub(super) skipped: usize,
}

impl Reader<'_> {
    pub(super) fn markdown(&mut self) {
        let options = Options::ENABLE_TABLES
            | Options::ENABLE_FOOTNOTES
            | Options::ENABLE_STRIKETHROUGH
            | Options::ENABLE_TASKLISTS
            | Options::ENABLE_GFM
            | Options::ENABLE_YAML_STYLE_METADATA_BLOCKS
            | Options::ENABLE_PLUSES_DELIMITED_METADATA_BLOCKS;
        for (event, range) in Parser::new_ext(self.text, options).into_offset_iter() {
            self.event(&event, Span::new(range.start, range.end));
        }
        self.flush();
    }

    fn event(&mut self, event: &Event<'_>, span: Span) {
        match event {
            Event::Start(tag) => self.start(tag, span),
            Event::End(tag) => self.end(*tag, span),
            Event::Text(words) if self.skipped == 0 => {
                self.link_end = span.end;
                if self.in_code_tag {
                    self.words(&stars(words), span);
                } else {
                    self.words(words, span);
                }
            }
            Event::Code(code) => {
                self.link_end = span.end;
                self.page.hidden.push(Span::new(span.start + 1, span.end.max(1) - 1));
                self.words(&stars(code), span);
            }
            Event::SoftBreak | Event::HardBreak => self.words("\n", span),
            Event::InlineHtml(_) => self.tag(span),
            _ => {}
        }
    }

    fn words(&mut self, words: &str, span: Span) {
        self.alt.as_mut().unwrap_or(&mut self.block).push(words, span);
    }

    fn start(&mut self, tag: &Tag<'_>, span: Span) {
        match tag {
            Tag::Emphasis | Tag::Strong | Tag::Strikethrough => return,
            Tag::Link { dest_url, .. } => {
                self.link_end = span.start;
                self.links.push((self.block.text.len(), dest_url.to_string()));
                return;
            }
            Tag::Image { .. } => {
                self.link_end = span.start;
                self.alt = Some(Block::new(&["text", "attr", "alt"]));
                return;
            }
            _ => {}
        }
        self.flush();
        match tag {
            Tag::Heading { level, .. } => self.around.push(level_name(*level)),
            Tag::List(_) | Tag::FootnoteDefinition(_) => self.around.push("list"),
            Tag::BlockQuote(_) => self.around.push("blockquote"),
            Tag::TableHead => self.around.push("header"),
            Tag::Table(_) => self.around.push("cell"),
            Tag::CodeBlock(kind) => {
                self.skipped += 1;
                if matches!(kind, CodeBlockKind::Fenced(_)) {
                    self.page.hidden.push(Span::new(span.start + 1, span.end.max(1) - 1));
                }
            }
            Tag::MetadataBlock(_) => {
                self.skipped += 1;
                self.page.hidden.push(span);
            }
            Tag::HtmlBlock => self.html(span),
            _ => {}
        }
    }

    fn end(&mut self, tag: TagEnd, span: Span) {
        match tag {
            TagEnd::Emphasis | TagEnd::Strong | TagEnd::Strikethrough => return,
            TagEnd::Link => {
                if let Some((from, to)) = self.links.pop() {
                    self.end_link(from, &to);
                }
                self.page.hidden.push(Span::new(self.link_end.min(span.end), span.end));
                return;
            }
            TagEnd::Image => {
                self.page.blocks.extend(self.alt.take().filter(|alt| !alt.text.trim().is_empty()));
                self.page.hidden.push(Span::new(self.link_end.min(span.end), span.end));
                return;
            }
            _ => {}
        }
        self.flush();
        match tag {
            TagEnd::Heading(_)
            | TagEnd::List(_)
            | TagEnd::FootnoteDefinition
            | TagEnd::BlockQuote(_)
            | TagEnd::TableHead
            | TagEnd::Table => {
                self.around.pop();
            }
            TagEnd::CodeBlock | TagEnd::MetadataBlock(_) => self.skipped = self.skipped.saturating_sub(1),
            _ => {}
        }
    }

    /// A link whose words are its address is no words.
    fn end_link(&mut self, from: usize, to: &str) {
        let words = self.block.text.get(from..).unwrap_or_default();
        let is_address = !words.trim().is_empty() && to.trim_start_matches("mailto:") == words.trim();
        if is_address {
            let starred = "*".repeat(words.len());
            self.block.text.truncate(from);
            self.block.text.push_str(&starred);
        }
    }

    /// Ends the open block.
    fn flush(&mut self) {
        let mut block = std::mem::take(&mut self.block);
        self.links.clear();
        if block.text.trim().is_empty() {
            return;
        }
        block.scope = scope(&self.around);
        if let Some(address) = ADDRESS.as_ref() {
            for found in address.find_iter(&block.text) {
                self.page.hidden.push(block.source(Span::new(found.start(), found.end())));
            }
        }
        block.without_addresses();
        self.page.blocks.push(block);
    }

    /// One tag or comment among words.
    fn tag(&mut self, span: Span) {
        let words = span.of(self.text);
        if words.starts_with("<!--") {
            self.page.hidden.push(span);
        } else if let Some(name) = code_tag(words) {
            self.in_code_tag = !name.starts_with('/');
        }
    }

    /// The words of a block of HTML.
    fn html(&mut self, span: Span) {
        let whole = span.of(self.text);
        let mut at = 0;
        let depth = self.around.len();
        while let Some(rest) = whole.get(at..).filter(|rest| !rest.is_empty()) {
            if !rest.starts_with('<') {
                let len = rest.find('<').unwrap_or(rest.len());
                let source = Span::new(span.start + at, span.start + at + len);
                if self.skipped == 0 {
                    self.block.push(source.of(self.text), source);
                }
                at += len;
                continue;
            }
            let comment = rest.starts_with("<!--");
            let close = if comment { "-->" } else { ">" };
            let len = rest.find(close).map_or(rest.len(), |found| found + close.len());
            let source = Span::new(span.start + at, span.start + at + len);
            at += len.max(1);
            if comment {
                self.flush();
                self.tag(source);
            } else {
                self.block_tag(source);
            }
        }
        self.flush();
        self.around.truncate(depth);
        self.skipped = 0;
    }

    fn block_tag(&mut self, span: Span) {
        let inner = span.of(self.text).trim_start_matches('<');
        let name: String = inner.chars().take_while(|ch| ch.is_ascii_alphanumeric() || *ch == '/').collect();
        let (closing, name) = match name.strip_prefix('/') {
            Some(name) => (true, name.to_lowercase()),
            None => (false, name.trim_end_matches('/').to_lowercase()),
        };
        if SKIPPED.contains(&name.as_str()) {
            self.flush();
            self.skipped = usize::from(!closing);
        } else if let Some(kind) = KINDS.get(name.as_str()) {
            self.flush();
            if !closing {
                self.around.push(kind);
            } else if let Some(open) = self.around.iter().rposition(|open| open == kind) {
                self.around.truncate(open);
            }
        } else if name == "img" {
            self.alt_of(span);
        } else if !INLINE.contains(&name.as_str()) {
            self.flush();
        }
    }

    fn alt_of(&mut self, span: Span) {
        let tag = span.of(self.text);
        if let Some((before, rest)) = tag.split_once("alt=\"")
            && let Some((words, _)) = rest.split_once('"')
        {
            let start = span.start + before.len() + 5;
            let mut alt = Block::new(&["text", "attr", "alt"]);
            alt.push(words, Span::new(start, start + words.len()));
            self.page.blocks.extend(Some(alt).filter(|alt| !alt.text.trim().is_empty()));
        }
    }
}

/// Tags whose content is not read.
const SKIPPED: [&str; 6] = ["script", "style", "pre", "figure", "noscript", "iframe"];

/// Tags among words; any other ends a block.
const INLINE: [&str; 19] = [
    "b", "big", "i", "small", "abbr", "acronym", "cite", "dfn", "em", "kbd", "strong", "a", "br", "span",
    "sub", "sup", "code", "tt", "del",
];

/// Tags that say what their block is.
static KINDS: LazyLock<HashMap<&str, &str>> = LazyLock::new(|| {
    let own = ["h1", "h2", "h3", "h4", "h5", "h6", "blockquote"].map(|name| (name, name));
    own.into_iter()
        .chain([("li", "list"), ("th", "header"), ("td", "cell"), ("caption", "caption")])
        .collect()
});

fn code_tag(tag: &str) -> Option<&str> {
    let name = tag.trim_start_matches('<').trim_end_matches('>').split_whitespace().next()?;
    ["code", "kbd", "tt"].contains(&name.trim_start_matches('/')).then_some(name)
}

fn stars(words: &str) -> String {
    "*".repeat(words.chars().count())
}

const fn level_name(level: HeadingLevel) -> &'static str {
    match level {
        HeadingLevel::H1 => "h1",
        HeadingLevel::H2 => "h2",
        HeadingLevel::H3 => "h3",
        HeadingLevel::H4 => "h4",
        HeadingLevel::H5 => "h5",
        HeadingLevel::H6 => "h6",
    }
}

/// What a block is among those that are open around it: the innermost says it.
fn scope(around: &[&'static str]) -> Vec<&'static str> {
    match around.last() {
        None => vec!["text"],
        Some(table @ (&"cell" | &"header" | &"caption")) => vec!["text", "table", table],
        Some(kind @ (&"list" | &"blockquote")) => vec!["text", kind],
        Some(level) => vec!["text", "heading", level],
    }
}
