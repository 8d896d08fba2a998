//! What a paragraph of a Word file is, and which list it stands in: by its style, by its number, by how far it is set in.

use crate::docx::{Content, Numbers, Paragraph, Span, Styles};
use crate::draft::tree::Bullet;

/// Twentieths of a point that a list and a quotation are set in by, in what Stet writes and in Word's own lists.
pub(super) const INSET: i64 = 720;
const QUOTE: i64 = 360;

#[derive(Debug, Clone, Default)]
pub(super) enum Kind {
    #[default]
    Words,
    Heading(u8),
    Code(String, bool),
    Rule,
    /// A line of a table of contents.
    Skipped,
}

#[derive(Debug, Default)]
pub(super) struct Placed {
    pub(super) kind: Kind,
    pub(super) quote: usize,
    pub(super) inset: usize,
    pub(super) item: Option<Bullet>,
    /// A number that is no plain one: `제1조`.
    pub(super) label: Option<String>,
}

/// Places the paragraphs of one text, with all changes taken or with all refused, as they come.
pub(super) struct Placer<'a> {
    styles: &'a Styles,
    accept: bool,
    numbers: Numbers,
    /// Lists that the last paragraph stood in.
    lists: usize,
}

impl<'a> Placer<'a> {
    pub(super) fn new(styles: &'a Styles, accept: bool) -> Self {
        Self { styles, accept, numbers: Numbers::default(), lists: 0 }
    }

    /// Begins to count anew; the one that counts on where it left off.
    pub(super) fn aside(&mut self) -> Self {
        std::mem::replace(self, Self::new(self.styles, self.accept))
    }

    pub(super) fn place(&mut self, paragraph: &Paragraph) -> Placed {
        let mut out = self.styled(paragraph);
        if !paragraph.end.stands(self.accept) {
            return out;
        }
        if let Some(list) = &paragraph.list {
            self.number(&mut out, list);
        }
        // An empty line between items ends no list.
        if out.item.is_none() && paragraph.spans.iter().any(is_drafted) {
            let quote = i64::try_from(out.quote).unwrap_or(0) * QUOTE;
            let set_in = || usize::try_from((paragraph.left - quote) / INSET).unwrap_or(0);
            out.inset = paragraph.joins.unwrap_or_else(set_in).min(self.lists);
            self.lists = out.inset;
        }
        out
    }

    /// What a paragraph is by itself and by the nearest of its styles that says so.
    fn styled(&self, paragraph: &Paragraph) -> Placed {
        let mut out = Placed::default();
        for at in paragraph.style.iter().flat_map(|id| self.styles.bases(id)) {
            let name = self.styles.name(at);
            out.kind = if let Some(level) = self.styles.level(at) {
                Kind::Heading(u8::try_from(level.clamp(1, 6)).unwrap_or(6))
            } else if name == "title" || name == "제목" {
                Kind::Heading(1)
            } else if name.starts_with("toc ") || name.starts_with("contents ") {
                Kind::Skipped
            } else if name.starts_with("horizontal") {
                Kind::Rule
            } else if name.starts_with("preformatted") || name.starts_with("html preformatted") {
                Kind::Code(String::new(), true)
            } else if name.starts_with("source code") {
                Kind::Code(name.trim_start_matches("source code").trim().to_owned(), false)
            } else if let Some(depth) = quoted(&name) {
                out.quote = depth;
                Kind::Words
            } else {
                continue;
            };
            break;
        }
        match (paragraph.outline, &out.kind) {
            (_, Kind::Skipped) => {}
            (Some(level @ 0..=8), _) => {
                out.kind = Kind::Heading(u8::try_from(level + 1).unwrap_or(6).min(6));
            }
            (_, Kind::Words) if paragraph.borders && out.quote == 0 => out.kind = Kind::Rule,
            _ => {}
        }
        out
    }

    /// Numbers a paragraph.
    fn number(&mut self, out: &mut Placed, list: &(String, usize)) {
        if !self.styles.defines(&list.0) {
            return;
        }
        let level = list.1.min(8);
        let heading = matches!(out.kind, Kind::Heading(_));
        let label = self.numbers.next(self.styles, list);
        let simple = |label: &str| label.trim().trim_end_matches(['.', ')']).parse::<u64>().ok();
        let number = label.as_deref().and_then(simple).filter(|number| *number < 1000);
        let bullet = Bullet { list: list.0.clone(), level, number, checked: None };
        match label {
            // A number with words or of more parts than one is not Markdown's to count.
            Some(label) if number.is_none() || heading => {
                out.label = Some(label);
                out.item = (level > 0 && !heading).then_some(bullet);
            }
            None if heading => {}
            _ => out.item = Some(bullet),
        }
        if out.item.is_some() {
            self.lists = level + 1;
            out.inset = level + 1;
        }
    }
}

/// Whether a draft has something of a span, in one of its two texts.
pub(super) fn is_drafted(span: &Span) -> bool {
    match &span.content {
        Content::Comment(..) => true,
        Content::Column | Content::Page { .. } | Content::Tick(_) | Content::Box(_) | Content::Drawing(_) => {
            false
        }
        Content::Picture(description, None)
            if description.as_ref().is_none_or(|description| description.trim().is_empty()) =>
        {
            false
        }
        _ => !span.look.hidden && !span.instructs && !span.cited,
    }
}

/// How deep a style of this name stands in quotations.
fn quoted(name: &str) -> Option<usize> {
    let known =
        ["quote", "intense quote", "quotations", "block text", "block quotation", "인용", "강한 인용"];
    if known.contains(&name) {
        return Some(1);
    }
    name.strip_prefix("quote ").and_then(|depth| depth.parse().ok()).filter(|depth| *depth < 10)
}
