//! What a reader of Markdown sees of a text beside its words: blocks, marks and links, and what stands in code.

use std::hash::{Hash, Hasher as _};

use pulldown_cmark::{CodeBlockKind, Event, Options, Parser, Tag, TagEnd};
use rustc_hash::FxHasher;

use stet_text::span::Span;

/// Everything that some reader of Markdown knows: what is a mark to one of them is none of the text.
const OPTIONS: Options = Options::ENABLE_TABLES
    .union(Options::ENABLE_FOOTNOTES)
    .union(Options::ENABLE_STRIKETHROUGH)
    .union(Options::ENABLE_TASKLISTS)
    .union(Options::ENABLE_HEADING_ATTRIBUTES)
    .union(Options::ENABLE_YAML_STYLE_METADATA_BLOCKS)
    .union(Options::ENABLE_PLUSES_DELIMITED_METADATA_BLOCKS)
    .union(Options::ENABLE_MATH)
    .union(Options::ENABLE_GFM)
    .union(Options::ENABLE_WIKILINKS);

/// A beginning or an end, or words of which every letter counts.
#[derive(Debug, Clone, Copy)]
struct Mark {
    /// Its kind with all by which one of the kind is told from another.
    key: u64,
    /// Where it stands, if that is told by more than its neighbours.
    at: Option<usize>,
    /// A reader sees it, or follows it: code, the target of a link, the label of a note.
    content: bool,
}

/// A text without its words.
#[derive(Debug, Default)]
pub(super) struct Outline {
    marks: Vec<Mark>,
    /// Where each block begins that stands in no other one, and the number of its first mark.
    blocks: Vec<(usize, usize)>,
}

/// What one text has in place of what the other one has, in order.
pub(super) type Splices = Vec<(Span, Span)>;

/// How two outlines differ in a stretch of the first one's text.
#[derive(Debug, Clone, Copy)]
pub(super) struct Difference {
    pub span: Span,
    /// Not only in their marks.
    pub content: bool,
}

/// Which letters of a piece of text count.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Letters {
    /// None: it is prose.
    Prose,
    All,
    /// Those that are no words: `title:`.
    Signs,
    /// Those of tags.
    Tags,
}

impl Letters {
    fn of(self, text: &str) -> String {
        match self {
            Self::Prose => String::new(),
            Self::Signs => text.chars().filter(|ch| !ch.is_alphanumeric()).collect(),
            Self::Tags
                if ["<pre", "<script", "<style", "<textarea", "<!--"]
                    .iter()
                    .all(|raw| !text.contains(raw)) =>
            {
                let tags = text.split('<').skip(1).filter_map(|piece| piece.split_once('>'));
                tags.flat_map(|(tag, _)| tag.split_whitespace().chain(["<"])).collect()
            }
            Self::All | Self::Tags => text.to_owned(),
        }
    }
}

fn key(kind: impl Hash, more: impl Hash) -> u64 {
    let mut hasher = FxHasher::default();
    (kind, more).hash(&mut hasher);
    hasher.finish()
}

/// Reads a text. `words` tells that its prose counts, too, letter by letter.
pub(super) fn outline(text: &str, words: bool) -> Outline {
    let mut writer = Writer { words, ..Writer::default() };
    let parser = Parser::new_ext(text, OPTIONS);
    // What no link refers to is seen by nobody, but said.
    let definitions = parser.reference_definitions().iter().filter(|_| words);
    let mut said: Vec<_> = definitions.map(|(label, to)| (to.span.start, key(label, &*to.dest))).collect();
    said.sort_unstable();
    for (event, range) in parser.into_offset_iter() {
        let seen = text.get(range.clone()).unwrap_or_default();
        let start = range.start + (seen.len() - seen.trim_start().len());
        let end = range.start + seen.trim_end().len();
        writer.visit(event, seen, start, end);
    }
    for (_, key) in said {
        writer.put(key, None, true);
    }
    writer.flush();
    writer.out
}

#[derive(Default)]
struct Writer {
    out: Outline,
    words: bool,
    depth: usize,
    /// Blocks around that are no prose.
    inside: Option<Letters>,
    said: String,
    letters: Option<Letters>,
}

impl Writer {
    fn put(&mut self, key: u64, at: impl Into<Option<usize>>, content: bool) {
        self.flush();
        self.out.marks.push(Mark { key, at: at.into(), content });
    }

    fn say(&mut self, text: &str, letters: Letters) {
        let letters = if self.words { Letters::All } else { letters };
        if letters == Letters::Prose {
            return;
        }
        if self.letters.is_some_and(|last| last != letters) {
            self.flush();
        }
        self.letters = Some(letters);
        self.said.push_str(text);
    }

    fn flush(&mut self) {
        if let Some(letters) = self.letters.take() {
            let key = key("text", letters.of(&self.said));
            self.said.clear();
            self.out.marks.push(Mark { key, at: None, content: true });
        }
    }

    fn visit(&mut self, event: Event<'_>, seen: &str, start: usize, end: usize) {
        if self.depth == 0 && matches!(event, Event::Start(_) | Event::Rule) {
            self.flush();
            self.out.blocks.push((start, self.out.marks.len()));
        }
        match event {
            Event::Start(tag) => {
                self.depth += 1;
                self.inside = match &tag {
                    Tag::CodeBlock(_) => Some(Letters::All),
                    Tag::HtmlBlock => Some(Letters::Tags),
                    Tag::MetadataBlock(_) => Some(Letters::Signs),
                    _ => None,
                };
                let (key, content) = begin(&tag, seen);
                self.put(key, start, content);
            }
            Event::End(tag) => {
                self.depth = self.depth.saturating_sub(1);
                self.inside = None;
                let inline = matches!(
                    tag,
                    TagEnd::Emphasis | TagEnd::Strong | TagEnd::Strikethrough | TagEnd::Link | TagEnd::Image
                );
                self.put(key("end", tag), inline.then_some(end), false);
            }
            Event::Text(said) => self.say(&said, self.inside.unwrap_or(Letters::Prose)),
            // With the blanks that it begins and ends with, which some readers show.
            Event::Code(_) | Event::InlineMath(_) | Event::DisplayMath(_) => {
                self.put(key("code", seen), start, true);
            }
            Event::Html(said) | Event::InlineHtml(said) => self.say(&said, Letters::Tags),
            Event::FootnoteReference(_) => self.put(key("note", seen), start, true),
            Event::SoftBreak => self.say("\n", Letters::Prose),
            Event::HardBreak => self.put(key("break", 0), None, false),
            Event::Rule => self.put(key("rule", 0), start, false),
            Event::TaskListMarker(done) => self.put(key("task", done), start, false),
        }
    }
}

/// The name of a beginning, and whether more than a mark begins.
fn begin(tag: &Tag<'_>, seen: &str) -> (u64, bool) {
    let kind = std::mem::discriminant(tag);
    match tag {
        Tag::Heading { level, id, classes, attrs } => {
            let classes: Vec<&str> = classes.iter().map(AsRef::as_ref).collect();
            let named = attrs.iter().map(|(name, value)| (name.as_ref(), value.as_deref()));
            (key(kind, (level, id.as_deref(), classes, named.collect::<Vec<(&str, _)>>())), false)
        }
        Tag::BlockQuote(alert) => (key(kind, alert), false),
        Tag::CodeBlock(CodeBlockKind::Fenced(info)) => (key(kind, info.trim()), false),
        Tag::List(first) => (key(kind, first), false),
        Tag::Table(columns) => {
            (key(kind, columns.iter().map(|column| *column as u8).collect::<Vec<_>>()), false)
        }
        Tag::FootnoteDefinition(_) => (key(kind, seen.split("]:").next()), true),
        Tag::Link { dest_url, title, .. } | Tag::Image { dest_url, title, .. } => {
            (key(kind, (&**dest_url, &**title)), true)
        }
        _ => (key(kind, 0), false),
    }
}

impl Outline {
    /// The blocks around `span`, and those that it touches.
    pub(super) fn around(&self, span: Span, len: usize) -> Span {
        let from = self.blocks.partition_point(|block| block.0 < span.start);
        let to = self.blocks.partition_point(|block| block.0 <= span.end);
        let from = from.checked_sub(1).and_then(|at| self.blocks.get(at));
        Span::new(from.map_or(0, |block| block.0), self.blocks.get(to).map_or(len, |block| block.0))
    }

    /// Where this text, of `len` bytes, and the one with `splices` are not the same to a reader.
    pub(super) fn differences(&self, len: usize, new: &Self, splices: &Splices) -> Vec<Difference> {
        // Blocks that begin at one place in both.
        let (mut cuts, mut next) = (vec![(0, 0, 0)], 0);
        for &(start, first) in &self.blocks {
            let place = place(splices, start);
            next += new.blocks.iter().skip(next).take_while(|block| block.0 < place.start).count();
            if let Some(block) = new.blocks.get(next).filter(|block| block.0 <= place.end) {
                cuts.push((start, first, block.1));
                next += 1;
            }
        }
        cuts.push((len, self.marks.len(), new.marks.len()));
        let same = |(old, new): (&Mark, &Mark)| {
            old.key == new.key
                && old.at.zip(new.at).is_none_or(|(old, new)| {
                    let place = place(splices, old);
                    place.start <= new && new <= place.end
                })
        };
        let mut out = Vec::new();
        for pair in cuts.windows(2) {
            let &[(start, old_from, new_from), (end, old_to, new_to)] = pair else { continue };
            let before = self.marks.get(old_from..old_to).unwrap_or_default();
            let after = new.marks.get(new_from..new_to).unwrap_or_default();
            if before.len() != after.len() || !before.iter().zip(after).all(same) {
                let told = |marks: &[Mark]| {
                    let mut keys: Vec<u64> =
                        marks.iter().filter(|mark| mark.content).map(|mark| mark.key).collect();
                    keys.sort_unstable();
                    keys
                };
                out.push(Difference { span: Span::new(start, end), content: told(before) != told(after) });
            }
        }
        out
    }
}

/// Where a place of the old text may stand in the new one.
fn place(splices: &Splices, at: usize) -> Span {
    let next = splices.partition_point(|(before, _)| before.start <= at);
    let Some((before, after)) = next.checked_sub(1).and_then(|last| splices.get(last)) else {
        return Span::new(at, at);
    };
    if before.end < at {
        let moved = at - before.end + after.end;
        return Span::new(moved, moved);
    }
    let touched = splices.get(..next).unwrap_or_default().iter().rev();
    let first =
        touched.take_while(|(before, _)| before.end >= at).last().map_or(after.start, |one| one.1.start);
    Span::new(first, after.end)
}
