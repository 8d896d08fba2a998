//! Paragraphs in a row, as Word has them, as blocks within blocks.

use stet_document::{Align, Block, Inline, Item, List, Look, Run, Table, joined, plain};

use crate::numbering::labelled;

/// A paragraph or a table, with what it stands in.
#[derive(Debug, Clone, Default)]
pub(super) struct Row {
    pub(super) body: Body,
    pub(super) quote: usize,
    /// The item of a list that it begins.
    pub(super) item: Option<Bullet>,
    /// Lists that it stands in.
    pub(super) inset: usize,
}

#[derive(Debug, Clone)]
pub(super) enum Body {
    Heading(u8, Vec<Run>),
    Words(Vec<Run>),
    /// Code; whether it goes on a code right before it.
    Code(String, String, bool),
    Table(Vec<Align>, Vec<Vec<Vec<Run>>>),
    Rule,
}

impl Default for Body {
    fn default() -> Self {
        Self::Words(Vec::new())
    }
}

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Bullet {
    /// Items of one list have the same name.
    pub(super) list: String,
    pub(super) level: usize,
    /// Its number, where it has one.
    pub(super) number: Option<u64>,
    pub(super) checked: Option<bool>,
}

/// Builds the blocks of rows.
pub(super) fn blocks(rows: Vec<Row>) -> Vec<Block> {
    group(&mut rows.into_iter().peekable(), 0, 0)
}

type Rows = std::iter::Peekable<std::vec::IntoIter<Row>>;

/// Deepest nesting; what is deeper stands as deep.
const MAX: usize = 30;

/// Rows up to one that stands outside of `quote` quotations or `inset` lists.
fn group(rows: &mut Rows, quote: usize, inset: usize) -> Vec<Block> {
    let mut out: Vec<Block> = Vec::new();
    while let Some(next) = rows.peek() {
        let inside = next.item.as_ref().map_or(next.inset, |item| item.level);
        if next.quote.min(MAX) < quote || (inset > 0 && inside < inset) {
            break;
        }
        if next.quote.min(MAX) > quote {
            out.push(Block::Quote(group(rows, quote + 1, inset)));
        } else if let Some(item) = next.item.clone() {
            let list = list(rows, quote, &item);
            out.push(Block::List(list));
        } else if let Some(row) = rows.next() {
            put(row.body, &mut out);
        }
    }
    out
}

/// The list that begins here, to its last item.
fn list(rows: &mut Rows, quote: usize, first: &Bullet) -> List {
    let mut list = List { start: first.number, items: Vec::new() };
    while let Some(item) = rows.peek().and_then(|row| row.item.clone()) {
        // Of a list whose items count on, each may be one of its own to the program that wrote the file.
        let same = item.level == first.level
            && (item.list == first.list || item.number.is_some())
            && item.number == first.number.map(|from| from.saturating_add(list.items.len() as u64))
            && rows.peek().is_some_and(|row| row.quote.min(MAX) == quote);
        if !same {
            break;
        }
        let Some(row) = rows.next() else { break };
        let mut blocks = Vec::new();
        let (mut body, mut checked) = (row.body, item.checked);
        if let (Body::Words(runs), None, None) = (&mut body, checked, item.number) {
            checked = ticked(runs);
        }
        put(body, &mut blocks);
        let deeper = |row: &Row| match &row.item {
            Some(item) => item.level > first.level && row.quote.min(MAX) >= quote,
            None => row.inset > first.level && row.quote.min(MAX) >= quote,
        };
        if rows.peek().is_some_and(deeper) && first.level < MAX {
            blocks.extend(group(rows, quote, first.level + 1));
        }
        list.items.push(Item { checked, blocks });
    }
    list
}

fn put(body: Body, out: &mut Vec<Block>) {
    match body {
        Body::Heading(level, runs) => out.push(Block::Heading { level, runs }),
        Body::Words(runs) if runs.is_empty() => {}
        Body::Words(runs) => out.push(Block::Paragraph(runs)),
        Body::Code(_, line, true) if matches!(out.last(), Some(Block::Code { .. })) => {
            if let Some(Block::Code { text, .. }) = out.last_mut() {
                text.push('\n');
                text.push_str(&line);
            }
        }
        Body::Code(language, text, _) => out.push(Block::Code { language, text, at: 0..0 }),
        Body::Table(align, rows) => out.push(Block::Table(Table { align, rows })),
        Body::Rule => out.push(Block::Rule),
    }
}

/// Runs without breaks and blanks at the ends.
pub(super) fn trimmed(mut runs: Vec<Run>) -> Vec<Run> {
    let blank = |run: &Run| match &run.inline {
        Inline::Text(text) => text.trim().is_empty(),
        Inline::Break => true,
        _ => false,
    };
    let words = |run: &Run| !is_place(run);
    while let Some(at) = runs.iter().rposition(words).filter(|at| runs.get(*at).is_some_and(blank)) {
        runs.remove(at);
    }
    while let Some(at) = runs.iter().position(words).filter(|at| runs.get(*at).is_some_and(blank)) {
        runs.remove(at);
    }
    if let Some(Run { inline: Inline::Text(text), .. }) = runs.iter_mut().find(|run| words(run)) {
        *text = text.trim_start().to_owned();
    }
    if let Some(Run { inline: Inline::Text(text), .. }) = runs.iter_mut().rfind(|run| words(run)) {
        *text = text.trim_end().to_owned();
    }
    joined(runs)
}

/// Whether a run is a place and no words.
pub(super) fn is_place(run: &Run) -> bool {
    matches!(run.inline, Inline::Anchor(..))
}

/// Puts a label that is part of the text before its words: `제1조`, `(a)`.
pub(super) fn label_with(runs: &mut Vec<Run>, label: &str) {
    let text = plain(runs);
    if text.trim().is_empty() {
        return;
    }
    let whole = labelled(label, &text);
    let lead = whole.strip_suffix(text.trim_start()).unwrap_or_default();
    let at = runs.iter().take_while(|run| is_place(run)).count();
    runs.insert(at, Run::text(lead, Look::default()));
}

/// The box of a task at the beginning of an item, which is taken off.
fn ticked(runs: &mut [Run]) -> Option<bool> {
    let first = runs.iter_mut().find(|run| !is_place(run))?;
    let Inline::Text(text) = &mut first.inline else { return None };
    let done = match text.chars().next()? {
        '☐' => false,
        '☑' | '☒' => true,
        _ => return None,
    };
    *text = text.trim_start_matches(['☐', '☑', '☒']).trim_start().to_owned();
    Some(done)
}
