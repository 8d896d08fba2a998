//! Cutting: blocks to one document text and the chunks in it.
//!
//! Recursive, from the largest natural boundary to the smallest: sections and articles, then blocks,
//! then sentences, then words. What is cut at one level is packed up to the size again. Articles of a
//! regulation and tables stay whole up to twice the size. A chunk never crosses a heading, so that the
//! headings above it are true for all of it.

use unicode_segmentation::UnicodeSegmentation;

use super::layout::{Place, Unit, lay_out, places, split_at_places};
use super::{Block, Category, Chunk, ChunkPolicy, ChunkType};
use stet_segment::segment;
use stet_text::span::Span;

/// Tables and articles may be this many times the size of a chunk before they are cut.
const WHOLE: usize = 2;

/// Cuts blocks into chunks. Gives the document's text, which the chunks' spans are in, and the chunks in
/// reading order; `content` is the text under the span. Running headers and footers are left out of
/// both; a heading is in the text, and in the content only when nothing stands under it.
///
/// Neighbouring chunks of one section share up to `overlap` characters, in whole sentences.
#[must_use]
pub fn chunk(blocks: &[Block], policy: ChunkPolicy) -> (String, Vec<Chunk>) {
    let (text, units) = lay_out(blocks);
    let places = places(&text, &units, blocks);
    let chunks = Cutter { text: &text, blocks, places: &places, policy }.cut(&units);
    (text, chunks)
}

/// Neighbouring units that may share chunks: one section, or one article.
struct Group {
    units: Vec<Unit>,
    /// Which of the places they stand in.
    place: Option<usize>,
}

struct Cutter<'a> {
    text: &'a str,
    blocks: &'a [Block],
    places: &'a [Place],
    policy: ChunkPolicy,
}

impl Cutter<'_> {
    fn cut(&self, units: &[Unit]) -> Vec<Chunk> {
        let units = split_at_places(units, self.places, self.text);
        let mut chunks = Vec::new();
        for group in self.groups(&units) {
            for span in self.spans(&group) {
                let chunk = self.chunk(span, &group, chunks.len());
                chunks.extend(chunk);
            }
        }
        chunks
    }

    fn block(&self, unit: Unit) -> Option<&Block> {
        self.blocks.get(unit.block)
    }

    fn category(&self, unit: Unit) -> Category {
        self.block(unit).map(|block| block.category).unwrap_or_default()
    }

    /// Units in reading order, a new group wherever the section or the article changes.
    fn groups(&self, units: &[Unit]) -> Vec<Group> {
        let mut groups: Vec<Group> = Vec::new();
        let mut next = 0;
        for (at, unit) in units.iter().enumerate() {
            while self.places.get(next).is_some_and(|place| place.span.end <= unit.span.start) {
                next += 1;
            }
            let place =
                self.places.get(next).is_some_and(|place| place.span.contains(unit.span)).then_some(next);
            // The line that names an article is its first, however it is set.
            if self.category(*unit).heading_level().is_some() && !self.is_article(place) {
                // With something under it a heading is provenance, not content.
                if units.get(at + 1).is_none_or(|next| !self.is_under(*unit, *next)) {
                    groups.push(Group { units: vec![*unit], place });
                }
                continue;
            }
            match groups.last_mut() {
                Some(group) if self.together(group, *unit, place) => group.units.push(*unit),
                _ => groups.push(Group { units: vec![*unit], place }),
            }
        }
        groups
    }

    fn is_article(&self, place: Option<usize>) -> bool {
        place.and_then(|at| self.places.get(at)).is_some_and(|place| place.article.is_some())
    }

    /// Whether `next` stands under the heading `unit`.
    fn is_under(&self, unit: Unit, next: Unit) -> bool {
        let (Some(heading), Some(next)) = (self.block(unit), self.block(next)) else { return false };
        next.headings.len() > heading.headings.len() && next.headings.last() == Some(&heading.text)
    }

    fn together(&self, group: &Group, unit: Unit, place: Option<usize>) -> bool {
        let Some(last) = group.units.last().copied() else { return false };
        let (Some(a), Some(b)) = (self.block(last), self.block(unit)) else { return false };
        if group.place != place {
            return false;
        }
        if self.is_article(place) {
            // Inside an article a plain table may stay with the text around it.
            return !(has_facts(a) || has_facts(b));
        }
        let is_heading = a.category.heading_level().is_some();
        let same = place.is_some() || a.headings == b.headings;
        same && !is_heading && !(stands_alone(a) || stands_alone(b))
    }

    /// The spans of a group's chunks.
    fn spans(&self, group: &Group) -> Vec<Span> {
        let (Some(first), Some(last)) = (group.units.first(), group.units.last()) else { return Vec::new() };
        let whole = Span::new(first.span.start, last.span.end);
        let is_table = group.units.len() == 1 && self.category(*first) == Category::Table;
        let limit = if is_table || self.is_article(group.place) { self.size() * WHOLE } else { self.size() };
        if self.chars(whole) <= limit {
            return vec![whole];
        }
        let mut out = Vec::new();
        let mut pieces: Vec<Vec<Span>> = Vec::new();
        let flush = |pieces: &mut Vec<Vec<Span>>, overlap: usize, out: &mut Vec<Span>| {
            self.pack(&std::mem::take(pieces), overlap, out);
        };
        for unit in &group.units {
            match self.category(*unit) {
                // Rows, not sentences; a row repeated in the next chunk would be taken for a second one.
                Category::Table => {
                    flush(&mut pieces, self.policy.overlap, &mut out);
                    let rows = self.fit(&self.lines(unit.span));
                    self.pack(&[rows], 0, &mut out);
                }
                Category::Code => pieces.push(self.fit(&self.lines(unit.span))),
                _ => pieces.push(self.fit(&self.sentences(unit.span))),
            }
        }
        flush(&mut pieces, self.policy.overlap, &mut out);
        out
    }

    /// Packs the pieces of blocks into spans of at most the size, preferring to end with a block.
    fn pack(&self, blocks: &[Vec<Span>], overlap: usize, out: &mut Vec<Span>) {
        // Pieces in a row, with their lengths and whether a block begins with them.
        let mut flat: Vec<(Span, usize, bool)> = Vec::new();
        for pieces in blocks {
            let written = pieces.iter().filter(|span| !span.of(self.text).trim().is_empty());
            for (at, span) in written.enumerate() {
                // What stands between two blocks counts as well.
                let gap = flat.last().map_or(0, |(last, ..)| self.chars(Span::new(last.end, span.start)));
                flat.push((*span, self.chars(*span) + gap, at == 0));
            }
        }
        let overlap = overlap.min(self.size() / 2);
        let mut start = 0;
        // How many of the pieces from `start` were in the chunk before.
        let mut old = 0;
        while start + old < flat.len() {
            let mut length: usize = flat.iter().skip(start).take(old).map(|(_, chars, _)| *chars).sum();
            let mut end = start + old;
            // What is repeated gives way to what is new.
            let new = flat.get(end).map_or(0, |(_, chars, _)| *chars);
            while old > 0
                && length + new > self.size()
                && let Some((_, chars, _)) = flat.get(start)
            {
                length -= chars;
                start += 1;
                old -= 1;
            }
            while let Some((_, chars, _)) = flat.get(end)
                && (length + chars <= self.size() || end == start + old)
            {
                length += chars;
                end += 1;
            }
            if end < flat.len() {
                // Back to the start of the block that does not fit, when half the size is left even so.
                let back = (start + old + 1..=end)
                    .rev()
                    .find(|at| flat.get(*at).is_some_and(|(_, _, first)| *first));
                if let Some(back) = back {
                    let kept: usize = flat.get(start..back).unwrap_or_default().iter().map(|p| p.1).sum();
                    if kept * 2 >= self.size() {
                        end = back;
                    }
                }
            }
            if let (Some((first, ..)), Some((last, ..))) = (flat.get(start), flat.get(end.saturating_sub(1)))
            {
                out.push(Span::new(first.start, last.end));
            }
            let mut shared = 0;
            let mut from = end;
            while from > start + 1
                && let Some((_, chars, _)) = flat.get(from - 1)
                && shared + chars <= overlap
            {
                shared += chars;
                from -= 1;
            }
            old = end - from;
            start = from;
        }
    }

    fn lines(&self, span: Span) -> Vec<Span> {
        parts(span, span.of(self.text).split_inclusive('\n').map(str::len))
    }

    fn sentences(&self, span: Span) -> Vec<Span> {
        parts(span, segment(span.of(self.text)).iter().map(|sentence| sentence.span.len()))
    }

    /// Pieces that are too long, cut between words, or inside one when there is no space to cut at.
    fn fit(&self, pieces: &[Span]) -> Vec<Span> {
        let mut out = Vec::new();
        for piece in pieces {
            if self.chars(*piece) <= self.size() {
                out.push(*piece);
                continue;
            }
            let (mut start, mut at, mut chars) = (piece.start, piece.start, 0);
            for word in piece.of(self.text).split_inclusive(char::is_whitespace) {
                let long = word.chars().count();
                if chars + long > self.size() && at > start {
                    out.push(Span::new(start, at));
                    (start, chars) = (at, 0);
                }
                if long > self.size() {
                    for grapheme in word.graphemes(true) {
                        let more = grapheme.chars().count();
                        if chars + more > self.size() && at > start {
                            out.push(Span::new(start, at));
                            (start, chars) = (at, 0);
                        }
                        at += grapheme.len();
                        chars += more;
                    }
                } else {
                    at += word.len();
                    chars += long;
                }
            }
            if at > start {
                out.push(Span::new(start, at));
            }
        }
        out
    }

    fn chunk(&self, span: Span, group: &Group, ordinal: usize) -> Option<Chunk> {
        let units = group.units.as_slice();
        let span = span.trimmed(self.text);
        if span.is_empty() {
            return None;
        }
        let from = units.partition_point(|unit| unit.span.end <= span.start);
        let touched = units.get(from..).unwrap_or_default();
        let touched =
            touched.get(..touched.partition_point(|unit| unit.span.start < span.end)).unwrap_or_default();
        let first_unit = touched.first()?;
        let first = self.block(*first_unit)?;
        let last = touched.get(1..).and_then(<[Unit]>::last).and_then(|unit| self.block(*unit));
        let (page, page_starts) = self.pages(span, touched);
        let chunk_type = match first.category {
            Category::Table if last.is_none() => ChunkType::Table,
            Category::Figure => ChunkType::Image,
            _ if first.image_path.is_some() => ChunkType::Image,
            _ => ChunkType::Text,
        };
        // A part of a table keeps the names of its columns.
        let is_part = chunk_type == ChunkType::Table && span.start > first_unit.span.start;
        let caption = match (&first.caption, header(first)) {
            (Some(caption), Some(header)) if is_part => Some(format!("{caption}: {header}")),
            (None, Some(header)) if is_part => Some(header),
            (caption, _) => caption.clone(),
        };
        let place = group.place.and_then(|at| self.places.get(at));
        let headings = match place {
            Some(place) if !place.headings.is_empty() => place.headings.clone(),
            _ => first.headings.clone(),
        };
        Some(Chunk {
            ordinal: u32::try_from(ordinal).unwrap_or(u32::MAX),
            content: span.of(self.text).to_owned(),
            page,
            page_end: page_starts.last().map(|(_, page)| *page).or(page),
            page_starts,
            category: first.category,
            chunk_type,
            headings,
            span,
            article: place.and_then(|place| place.article.clone()),
            caption,
            entity: first.entity.clone(),
            image_path: first.image_path.clone(),
            translation: first.translation.clone(),
            context: first.context.clone(),
            human_feedback: first.human_feedback.clone(),
        })
    }

    /// The page a span begins on, and where in it other pages begin.
    fn pages(&self, span: Span, units: &[Unit]) -> (Option<u32>, Vec<(u32, u32)>) {
        let mut page = None;
        let mut starts: Vec<(u32, u32)> = Vec::new();
        for unit in units {
            let Some(block) = self.block(*unit) else { continue };
            for (at, number) in block.pages().map(|(at, number)| (unit.base + at, number)) {
                if at >= unit.span.end.min(span.end) {
                    break;
                }
                let at =
                    u32::try_from(at.max(unit.span.start).saturating_sub(span.start)).unwrap_or(u32::MAX);
                if at == 0 {
                    page = Some(number);
                } else if starts.last().is_some_and(|(last, _)| *last == at) {
                    starts.pop();
                }
                let current = starts.last().map(|(_, page)| *page).or(page);
                if at > 0 && current != Some(number) {
                    starts.push((at, number));
                }
            }
        }
        (page.or(starts.first().map(|(_, page)| *page)), starts)
    }

    fn size(&self) -> usize {
        self.policy.size.max(1)
    }

    fn chars(&self, span: Span) -> usize {
        span.of(self.text).chars().count()
    }
}

/// Spans of parts of the given lengths, one after the other.
fn parts(span: Span, lengths: impl Iterator<Item = usize>) -> Vec<Span> {
    let mut at = span.start;
    lengths
        .map(|length| {
            let part = Span::new(at, at + length);
            at = part.end;
            part
        })
        .collect()
}

/// Whether a block is a chunk by itself: what is known of it holds for nothing beside it.
fn stands_alone(block: &Block) -> bool {
    matches!(block.category, Category::Table | Category::Figure) || has_facts(block)
}

fn has_facts(block: &Block) -> bool {
    block.entity.is_some()
        || block.image_path.is_some()
        || block.translation.is_some()
        || block.context.is_some()
        || block.human_feedback.is_some()
}

/// The first row of a Markdown table, without its bars.
fn header(block: &Block) -> Option<String> {
    let row = block.text.lines().next()?.trim().trim_matches('|').trim();
    (block.category == Category::Table && !row.is_empty()).then(|| row.to_owned())
}
