//! Markdown (`CommonMark` with tables, footnotes, task lists and front matter in YAML or TOML) to plain blocks.
//!
//! Inline markup is taken off, so that a claim is compared with what a reader sees; what is struck or hidden is left out.

use pulldown_cmark::{Event, HeadingLevel, MetadataBlockKind, Options, Parser, Tag, TagEnd};

use super::builder::{Builder, item};
use super::package::listed;
use super::script::{END, LOWERED, RAISED};
use super::table::Cell;
use super::{ExtractError, Extraction, Limits, html, text};
use stet_sources::chunk::Category;

pub(super) const MEDIA_TYPE: &str = "text/markdown";

/// Fields of front matter that name who wrote a text.
const AUTHORS: [&str; 4] = ["author", "authors", "저자", "작성자"];

pub(super) fn extract(bytes: &[u8], limits: &Limits) -> Result<Extraction, ExtractError> {
    let decoded = text::decode(bytes)?;
    let options = Options::ENABLE_TABLES
        | Options::ENABLE_FOOTNOTES
        | Options::ENABLE_STRIKETHROUGH
        | Options::ENABLE_TASKLISTS
        | Options::ENABLE_HEADING_ATTRIBUTES
        | Options::ENABLE_YAML_STYLE_METADATA_BLOCKS
        | Options::ENABLE_PLUSES_DELIMITED_METADATA_BLOCKS;
    let mut reader = Reader::new(limits);
    for event in Parser::new_ext(&decoded.text, options) {
        reader.event(event)?;
    }
    reader.flush(Category::Paragraph)?;
    Ok(Extraction {
        title: reader.title,
        dated: reader.dated,
        author: listed(reader.authors),
        media_type: MEDIA_TYPE.into(),
        blocks: reader.out.finish(),
        left_out: decoded.left_out.into_iter().collect(),
        guesses: decoded.guess.into_iter().collect(),
        ..Extraction::default()
    })
}

struct Reader {
    out: Builder,
    title: Option<String>,
    dated: Option<String>,
    authors: Vec<String>,
    open: String,
    /// Number of the next item of each open list, `None` for bullets.
    lists: Vec<Option<u64>>,
    cells: Vec<Cell>,
    row: usize,
    column: usize,
    /// Inside front matter, whose text is no content.
    metadata: bool,
    /// Inside a block of raw HTML.
    html: bool,
    footnote: bool,
    /// How many marks that strike text are open.
    struck: usize,
    /// Names of open elements that are not seen.
    hidden: Vec<String>,
}

impl Reader {
    fn new(limits: &Limits) -> Self {
        Self {
            out: Builder::new(limits),
            title: None,
            dated: None,
            authors: Vec::new(),
            open: String::new(),
            lists: Vec::new(),
            cells: Vec::new(),
            row: 0,
            column: 0,
            metadata: false,
            html: false,
            footnote: false,
            struck: 0,
            hidden: Vec::new(),
        }
    }

    fn flush(&mut self, category: Category) -> Result<(), ExtractError> {
        let mut text = std::mem::take(&mut self.open);
        if category != Category::Code {
            text = shifted(&shifted(&text, '^', RAISED), '~', LOWERED);
        }
        if category == Category::Heading1 && self.title.is_none() && !text.trim().is_empty() {
            self.title = Some(text.trim().to_owned());
        }
        self.out.push(category, None, &text)
    }

    fn event(&mut self, event: Event<'_>) -> Result<(), ExtractError> {
        match event {
            Event::Start(tag) => return self.start(tag),
            Event::End(tag) => return self.end(tag),
            Event::InlineHtml(tag) => self.tag(&tag),
            Event::Text(text) if self.metadata => self.front_matter(&text),
            // Struck out, or inside an element that is hidden.
            Event::Text(_) | Event::Code(_) if self.gone() => {}
            Event::Text(text) | Event::Code(text) | Event::InlineMath(text) | Event::DisplayMath(text) => {
                self.open.push_str(&text);
            }
            Event::Html(text) if self.html => self.open.push_str(&text),
            Event::SoftBreak if self.lists.is_empty() => self.open.push(' '),
            Event::SoftBreak | Event::HardBreak => {
                self.open.push('\n');
                self.indent();
            }
            Event::TaskListMarker(done) => self.open.push_str(if done { "[x] " } else { "[ ] " }),
            // A note is a block of its own.
            Event::FootnoteReference(_) | Event::Html(_) | Event::Rule => {}
        }
        Ok(())
    }

    fn start(&mut self, tag: Tag<'_>) -> Result<(), ExtractError> {
        match tag {
            Tag::List(first) => {
                if self.lists.is_empty() {
                    self.flush(Category::Paragraph)?;
                }
                self.lists.push(first);
            }
            Tag::Item => {
                self.new_line();
                self.indent();
                self.open.push_str(&item(&mut self.lists));
            }
            // Another paragraph of an item.
            Tag::Paragraph if !self.lists.is_empty() && self.open.ends_with('\n') => {
                self.indent();
                self.open.push_str("  ");
            }
            Tag::Table(_) => {
                self.flush(Category::Paragraph)?;
                self.cells.clear();
                self.row = 0;
            }
            Tag::TableHead | Tag::TableRow => self.column = 0,
            Tag::MetadataBlock(MetadataBlockKind::YamlStyle | MetadataBlockKind::PlusesStyle) => {
                self.metadata = true;
            }
            Tag::HtmlBlock => {
                self.flush(Category::Paragraph)?;
                self.html = true;
            }
            Tag::CodeBlock(_) if !self.lists.is_empty() => self.new_line(),
            Tag::FootnoteDefinition(name) => {
                self.flush(Category::Paragraph)?;
                self.footnote = true;
                self.open = format!("[^{name}]: ");
            }
            Tag::CodeBlock(_) | Tag::Heading { .. } => self.flush(Category::Paragraph)?,
            Tag::Strikethrough => self.struck += 1,
            _ => {}
        }
        Ok(())
    }

    fn end(&mut self, tag: TagEnd) -> Result<(), ExtractError> {
        match tag {
            TagEnd::Paragraph if self.lists.is_empty() && !self.footnote => {
                self.flush(Category::Paragraph)?;
            }
            TagEnd::Paragraph if !self.lists.is_empty() => self.new_line(),
            TagEnd::Strikethrough => self.struck = self.struck.saturating_sub(1),
            TagEnd::Heading(level) => self.flush(Category::heading(depth(level)))?,
            TagEnd::List(_) => {
                self.lists.pop();
                if self.lists.is_empty() && !self.footnote {
                    self.flush(Category::List)?;
                }
            }
            TagEnd::CodeBlock if self.lists.is_empty() => self.flush(Category::Code)?,
            TagEnd::TableCell => {
                let text = std::mem::take(&mut self.open);
                let (row, column) = (self.row, self.column);
                self.cells.push(Cell { row, column, row_span: 1, column_span: 1, text });
                self.column += 1;
            }
            TagEnd::TableHead | TagEnd::TableRow => self.row += 1,
            TagEnd::Table => {
                self.out.table(None, &std::mem::take(&mut self.cells), None)?;
            }
            TagEnd::MetadataBlock(_) => {
                self.metadata = false;
                self.open.clear();
            }
            TagEnd::HtmlBlock => {
                self.html = false;
                let raw = std::mem::take(&mut self.open);
                html::parse(&raw, &mut self.out)?;
            }
            TagEnd::FootnoteDefinition => {
                self.footnote = false;
                self.flush(Category::Footnote)?;
            }
            _ => {}
        }
        Ok(())
    }

    fn gone(&self) -> bool {
        self.struck > 0 || !self.hidden.is_empty()
    }

    /// A tag of HTML inside a line.
    fn tag(&mut self, tag: &str) {
        let inner = tag.trim_matches(['<', '>']).trim_end_matches('/');
        let closing = inner.starts_with('/');
        let name = inner
            .trim_start_matches('/')
            .split(char::is_whitespace)
            .next()
            .unwrap_or_default()
            .to_lowercase();
        if let Some(open) = self.hidden.last() {
            // Inside what is hidden only its own end counts, past those of its name within.
            if *open == name {
                if closing {
                    self.hidden.pop();
                } else {
                    self.hidden.push(name);
                }
            }
            return;
        }
        match name.as_str() {
            "sup" if !closing => self.open.push(RAISED),
            "sub" if !closing => self.open.push(LOWERED),
            "sup" | "sub" => self.open.push(END),
            "br" => self.open.push('\n'),
            _ if !closing && html::hides_tag(tag) => self.hidden.push(name),
            _ => {}
        }
    }

    fn front_matter(&mut self, text: &str) {
        let plain = |text: &str| text.trim().trim_matches(['"', '\'']).to_owned();
        // A field of several values has them on its line, or one a line below.
        let mut below = false;
        for line in text.lines() {
            if let Some(item) = line.trim_start().strip_prefix("- ").filter(|_| below) {
                self.authors.push(plain(item));
                continue;
            }
            let Some((name, value)) = line.split_once([':', '=']) else { continue };
            let (name, value) = (name.trim_end(), plain(value));
            below = AUTHORS.contains(&name);
            if below {
                let list = value.trim_start_matches('[').trim_end_matches(']');
                self.authors.extend(list.split(',').map(plain));
            } else if !value.is_empty() {
                match name {
                    "title" | "제목" => self.title = Some(value),
                    "date" | "날짜" => self.dated = Some(value),
                    _ => {}
                }
            }
        }
    }

    fn new_line(&mut self) {
        if !self.open.is_empty() && !self.open.ends_with('\n') {
            self.open.push('\n');
        }
    }

    fn indent(&mut self) {
        for _ in 1..self.lists.len() {
            self.open.push_str("  ");
        }
    }
}

/// `10^6^` and `H~2~O`, as Pandoc writes what is raised and lowered: one word between two signs, behind another.
fn shifted(text: &str, sign: char, mark: char) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once(sign) {
        out.push_str(before);
        let inner = after.split_once(sign).filter(|(inner, _)| {
            let word = |ch: char| ch.is_alphanumeric() || matches!(ch, '+' | '-' | '−' | ')' | '*');
            (1..=8).contains(&inner.len()) && inner.chars().all(word) && out.ends_with(char::is_alphanumeric)
        });
        if let Some((inner, next)) = inner {
            out.extend([mark.to_string().as_str(), inner, END.to_string().as_str()]);
            rest = next;
        } else {
            out.push(sign);
            rest = after;
        }
    }
    out.push_str(rest);
    out
}

fn depth(level: HeadingLevel) -> usize {
    match level {
        HeadingLevel::H1 => 1,
        HeadingLevel::H2 => 2,
        _ => 3,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn blocks(source: &str) -> Vec<(Category, String)> {
        let extraction = extract(source.as_bytes(), &Limits::default()).unwrap();
        extraction.blocks.into_iter().map(|block| (block.category, block.text)).collect()
    }

    #[test]
    fn blocks_lose_their_inline_markup() {
        let source = "# 제목\n\n**굵은** 글과 `code`,\n[링크](http://a).\n\n1. 하나\n2. 둘\n   - 안\n\n```rust\nfn f() {}\n```\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n[^n]: 주석\n\n<p>원시 <b>HTML</b></p>\n";
        assert_eq!(
            blocks(source),
            [
                (Category::Heading1, "제목".into()),
                (Category::Paragraph, "굵은 글과 code, 링크.".into()),
                (Category::List, "1. 하나\n2. 둘\n  - 안".into()),
                (Category::Code, "fn f() {}".into()),
                (Category::Table, "| a | b |\n| --- | --- |\n| 1 | 2 |".into()),
                (Category::Footnote, "[^n]: 주석".into()),
                (Category::Paragraph, "원시 HTML".into()),
            ]
        );
    }

    #[test]
    fn lists_keep_their_numbers_and_paragraphs_their_lines() {
        let source = "5. 다섯\n6. Six\n\n   more\n   - In\n\n     and on\n7. Seven\n\n<!-- -->\n\n3) Three\n";
        assert_eq!(
            blocks(source),
            [
                (Category::List, "5. 다섯\n6. Six\n  more\n  - In\n    and on\n7. Seven".into()),
                (Category::List, "3. Three".into()),
            ]
        );
    }

    #[test]
    fn struck_hidden_and_raised_text() {
        for (source, text) in [
            ("The fee is ~~20~~ 30 euros.", "The fee is 30 euros."),
            ("요금은 ~20~ 30유로다.", "요금은 30유로다."),
            ("Water is H~2~O and 10^6^ litres; 48^2^명.", "Water is H2O and 10⁶ litres; 48명."),
            ("2^3 and 4^5 hold", "2^3 and 4^5 hold"),
            ("10<sup>6</sup>개 <span hidden>숨은 <span>말</span> 끝</span> 보인다", "10⁶개 보인다"),
            ("a <del>b</del> <i style='display:none'>c</i> d", "a d"),
            ("nine.[^1]\n\n[^1]: Not on Sundays.", "nine."),
        ] {
            assert_eq!(blocks(source)[0].1.split_whitespace().collect::<Vec<_>>().join(" "), text);
        }
    }

    #[test]
    fn front_matter_gives_the_title_and_no_text() {
        let source = b"---\ntitle: \"Rules\"\nauthor: x\n---\n\n# Other\n\nBody.";
        let extraction = extract(source, &Limits::default()).unwrap();
        assert_eq!(extraction.title.as_deref(), Some("Rules"));
        assert_eq!(extraction.blocks.len(), 2);
        let source = "+++\ntitle = '규칙'\ndate = 2026-05-12\n+++\n\n본문.";
        let extraction = extract(source.as_bytes(), &Limits::default()).unwrap();
        for (front, author) in [
            ("author: \"김하나\"", Some("김하나")),
            ("authors:\n  - Ann Lee\n  - 김하나\ntags:\n  - pool", Some("Ann Lee, 김하나")),
            ("authors: [Ann Lee, '김하나']", Some("Ann Lee, 김하나")),
            ("authority: A", None),
        ] {
            let source = format!("---\n{front}\n---\n\nBody.");
            assert_eq!(
                extract(source.as_bytes(), &Limits::default()).unwrap().author.as_deref(),
                author,
                "{front}"
            );
        }
        assert_eq!(
            (extraction.title.as_deref(), extraction.dated.as_deref()),
            (Some("규칙"), Some("2026-05-12"))
        );
        assert_eq!(extraction.blocks.len(), 1);
    }
}
