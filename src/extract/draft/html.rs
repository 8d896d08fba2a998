//! A page, or a piece of one from a clipboard, as a draft: Word's lists and notes, tables, links, emphasis.

use std::collections::HashMap;

use ego_tree::NodeId;
use scraper::{ElementRef, Html, Node};
use stet_document::{Align, Document, Inline, Look, Note, Run, joined};

use super::tree::{Body, Bullet, blocks, label_with, trimmed};
use crate::ExtractError;
use crate::html::grid::{Cell, cells};
use crate::html::{Ordered, View, content, decoded, formula, is_block, shallow, title, view};

mod flow;
mod notes;

use flow::{Flow, Place, set};
use notes::{Found, notes};

/// Elements nested deeper than this are read as text.
const MAX_DEPTH: usize = 200;

/// The document of a page, how many pictures it had, and the page's title.
pub(super) fn parse(bytes: &[u8]) -> Result<(Document, usize, Option<String>), ExtractError> {
    let source = decoded(bytes)?.text;
    let page = Html::parse_document(&shallow(&source));
    let view = view(&page);
    let found = notes(&page);
    let mut reader = Reader {
        view: &view,
        found: &found,
        document: Document::default(),
        labels: HashMap::new(),
        pictures: 0,
    };
    let mut flow = Flow::default();
    reader.children(content(&page), &mut flow, &Place::default(), 0);
    flow.flush(&Place::default());
    reader.document.blocks = blocks(flow.rows);
    Ok((reader.document, reader.pictures, title(&page)))
}

struct Reader<'a> {
    view: &'a View,
    found: &'a Found,
    document: Document,
    labels: HashMap<NodeId, String>,
    pictures: usize,
}

impl Reader<'_> {
    fn children(&mut self, element: ElementRef<'_>, flow: &mut Flow, place: &Place, depth: usize) {
        for child in element.children() {
            match child.value() {
                Node::Text(text) => flow.text(text, place),
                Node::Element(_) => {
                    if let Some(inner) = ElementRef::wrap(child) {
                        self.element(inner, flow, place, depth + 1);
                    }
                }
                _ => {}
            }
        }
    }

    fn element(&mut self, whole: ElementRef<'_>, flow: &mut Flow, place: &Place, depth: usize) {
        let id = whole.id();
        if self.found.notes.contains(&id)
            || self.found.aside.contains(&id)
            || is_sign(whole)
            || self.view.keeps_back(whole)
        {
            return;
        }
        let style = whole.value().attr("style").unwrap_or_default();
        if style.contains("footnote-list") || style.contains("endnote-list") {
            // Word's own frame of its notes, a rule included.
            return;
        }
        if depth > MAX_DEPTH {
            return flow.text(&whole.text().collect::<String>(), place);
        }
        if let Some(note) = self.found.references.get(&id) {
            if let Some(label) = self.note(whole, *note, depth) {
                flow.line.push(Run::of(Inline::Note(label)));
            }
            return;
        }
        let element = whole.value();
        match element.name() {
            "head" => {}
            "br" => flow.line.push(Run::of(Inline::Break)),
            "hr" => {
                flow.flush(place);
                flow.put(Body::Rule, place);
            }
            "img" => {
                self.pictures += 1;
                if let Some(alt) = element.attr("alt").filter(|alt| !alt.trim().is_empty()) {
                    flow.text(&format!("[{alt}]"), place);
                }
            }
            "input" => {
                let done = element.attr("checked").is_some();
                match &mut flow.item {
                    Some(item) if flow.line.is_empty() => item.checked = Some(done),
                    _ => flow.text(if done { "☑" } else { "☐" }, place),
                }
            }
            "math" => flow.text(&formula(whole), place),
            "pre" => code(whole, flow, place),
            "table" if let Some(cells) = cells(whole, |inner| self.view.keeps_back(inner)) => {
                self.table(&cells, flow, place, depth);
            }
            "ul" | "ol" | "menu" => self.list(whole, flow, place, depth),
            "blockquote" => {
                flow.flush(place);
                let inner = Place { quote: place.quote + 1, ..place.clone() };
                self.children(whole, flow, &inner, depth);
                flow.flush(&inner);
            }
            "h1" | "h2" | "h3" | "h4" | "h5" | "h6" => {
                flow.flush(place);
                let level = element.name().trim_start_matches('h').parse().unwrap_or(1);
                let inner = Place { heading: Some(level), look: Look::default(), ..place.clone() };
                self.children(whole, flow, &inner, depth);
                flow.flush(&inner);
            }
            name if is_block(name) || name == "li" || name == "body" => {
                flow.flush(place);
                if let Some((bullet, label)) = word_item(whole) {
                    self.word_item(whole, bullet, &label, flow, place, depth);
                } else {
                    self.children(whole, flow, place, depth);
                    flow.flush(place);
                }
            }
            _ => {
                let mut inner = place.clone();
                set(&mut inner, whole);
                self.children(whole, flow, &inner, depth);
            }
        }
    }

    fn list(&mut self, whole: ElementRef<'_>, flow: &mut Flow, place: &Place, depth: usize) {
        flow.flush(place);
        // The words of the item that a list stands in come before it, even where there are none.
        if flow.item.is_some() {
            flow.put(Body::default(), place);
        }
        let mut ordered = Ordered::of(whole);
        let inner = Place { lists: place.lists + 1, ..place.clone() };
        for child in whole.child_elements() {
            if self.view.keeps_back(child) || self.found.notes.contains(&child.id()) {
                continue;
            }
            if child.value().name() != "li" {
                // A list right in a list, as some editors write nesting.
                self.element(child, flow, &inner, depth + 1);
                flow.flush(&inner);
                continue;
            }
            let name = format!("{:?}", whole.id());
            let (number, label) = ordered.as_mut().map(|list| list.count(child)).unwrap_or_default();
            // What is no plain number is a word of the text, as it is in a list of Word.
            flow.label = Some(label).filter(|label| number.is_none() && !label.is_empty());
            if flow.label.is_none() || place.lists > 0 {
                flow.item = Some(Bullet { list: name, level: place.lists, number, checked: None });
            }
            self.children(child, flow, &inner, depth + 1);
            flow.flush(&inner);
            (flow.item, flow.label) = (None, None);
        }
    }

    /// A paragraph of Word that is an item of a list by its style.
    fn word_item(
        &mut self,
        whole: ElementRef<'_>,
        mut bullet: Bullet,
        label: &str,
        flow: &mut Flow,
        place: &Place,
        depth: usize,
    ) {
        bullet.level += place.lists;
        let level = bullet.level;
        let plain = label.trim_end_matches(['.', ')']).parse::<u64>().ok();
        bullet.number = plain.filter(|number| *number < 1000);
        // What is neither a number nor a sign is a label of the text: `제1조`, `(a)`.
        let named = plain.is_none() && label.chars().count() > 1 && label.chars().any(char::is_alphanumeric);
        let inner = Place { lists: level + 1, ..place.clone() };
        if !named || level > 0 {
            flow.item = Some(bullet);
        }
        self.children(whole, flow, &inner, depth);
        if named {
            flow.line = trimmed(std::mem::take(&mut flow.line));
            label_with(&mut flow.line, &format!("{label} "));
        }
        flow.flush(if named && level == 0 { place } else { &inner });
        flow.item = None;
    }

    fn table(&mut self, cells: &[Cell<'_>], flow: &mut Flow, place: &Place, depth: usize) {
        flow.flush(place);
        let mut align: Vec<Option<Align>> = Vec::new();
        let mut rows: Vec<Vec<Vec<Run>>> = Vec::new();
        for cell in cells {
            let end = cell.column + cell.column_span;
            align.resize(align.len().max(end), None);
            if let Some(slot) = align.get_mut(cell.column) {
                let aligned = aligned(cell.element);
                let same = slot.is_none_or(|before| before == aligned);
                *slot = Some(if same { aligned } else { Align::None });
            }
            rows.resize(rows.len().max(cell.row + 1), Vec::new());
            if let Some(row) = rows.get_mut(cell.row) {
                row.resize(row.len().max(end), Vec::new());
                if let Some(slot) = row.get_mut(cell.column) {
                    *slot = self.cell(cell.element, depth);
                }
            }
        }
        rows.retain(|row| row.iter().any(|cell| !cell.is_empty()));
        let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
        for row in &mut rows {
            row.resize(columns, Vec::new());
        }
        let align =
            (0..columns).map(|column| align.get(column).copied().flatten().unwrap_or_default()).collect();
        if !rows.is_empty() {
            flow.put(Body::Table(align, rows), place);
        }
    }

    /// The words of a cell as one line with breaks.
    fn cell(&mut self, cell: ElementRef<'_>, depth: usize) -> Vec<Run> {
        let mut inner = Flow::default();
        self.children(cell, &mut inner, &Place::default(), depth + 3);
        inner.flush(&Place::default());
        let head = cell.value().name() == "th";
        let mut out: Vec<Run> = Vec::new();
        for row in inner.rows {
            let runs = match row.body {
                Body::Words(runs) | Body::Heading(_, runs) => runs,
                Body::Code(_, text, _) => vec![Run::text(text, Look { code: true, ..Look::default() })],
                Body::Table(..) | Body::Rule => continue,
            };
            if !out.is_empty() {
                out.push(Run::of(Inline::Break));
            }
            if let Some(item) = row.item {
                let mark = item.number.map_or_else(|| "• ".to_owned(), |number| format!("{number}. "));
                out.push(Run::text(mark, Look::default()));
            }
            out.extend(runs);
        }
        if head && out.iter().all(|run| run.look.strong) {
            for run in &mut out {
                run.look.strong = false;
            }
        }
        joined(out)
    }

    /// The label of a note, which is read where it is met first.
    fn note(&mut self, reference: ElementRef<'_>, note: NodeId, depth: usize) -> Option<String> {
        if let Some(label) = self.labels.get(&note) {
            return Some(label.clone());
        }
        let note = ElementRef::wrap(reference.tree().get(note)?)?;
        let label = (self.document.notes.len() + 1).to_string();
        self.labels.insert(note.id(), label.clone());
        self.document.notes.push(Note { label: label.clone(), blocks: Vec::new() });
        let at = self.document.notes.len() - 1;
        let mut flow = Flow::default();
        self.children(note, &mut flow, &Place::default(), depth + 1);
        flow.flush(&Place::default());
        if let Some(made) = self.document.notes.get_mut(at) {
            made.blocks = blocks(flow.rows);
        }
        Some(label)
    }
}

fn code(whole: ElementRef<'_>, flow: &mut Flow, place: &Place) {
    flow.flush(place);
    let text: String = whole.text().collect();
    let text = text.replace("\r\n", "\n").trim_matches('\n').trim_end().to_owned();
    let language = whole.descendent_elements().chain([whole]).find_map(|element| {
        let class = element.value().attr("class")?;
        class
            .split_whitespace()
            .find_map(|class| class.strip_prefix("language-").or_else(|| class.strip_prefix("lang-")))
    });
    if !text.is_empty() {
        flow.put(Body::Code(language.unwrap_or_default().to_owned(), text, false), place);
    }
}

/// `mso-list:l0 level2 lfo1`: the item that a paragraph of Word is, and its label.
fn word_item(whole: ElementRef<'_>) -> Option<(Bullet, String)> {
    let style = whole.value().attr("style")?;
    let (_, told) = style.split_once("mso-list:")?;
    let told = told.split(';').next().unwrap_or_default();
    let level = told.split_whitespace().find_map(|part| part.strip_prefix("level"))?.parse::<usize>().ok()?;
    let list: String = told.split_whitespace().filter(|part| !part.starts_with("level")).collect();
    let sign = whole.descendent_elements().find(|inner| is_sign(*inner));
    let label = sign.map(|sign| sign.text().collect::<String>().trim().to_owned()).unwrap_or_default();
    Some((Bullet { list, level: level.clamp(1, 9) - 1, number: None, checked: None }, label))
}

/// Whether an element holds the mark of an item of Word, which is no text.
fn is_sign(element: ElementRef<'_>) -> bool {
    element
        .value()
        .attr("style")
        .is_some_and(|style| style.replace(' ', "").to_ascii_lowercase().contains("mso-list:ignore"))
}

fn aligned(cell: ElementRef<'_>) -> Align {
    let told = cell.value().attr("align").map(str::to_owned).or_else(|| {
        let style = cell.value().attr("style")?.to_ascii_lowercase();
        Some(style.split_once("text-align:")?.1.split(';').next()?.trim().to_owned())
    });
    match told.as_deref().unwrap_or_default() {
        "center" => Align::Center,
        "right" | "end" => Align::Right,
        "left" | "start" => Align::Left,
        _ => Align::None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_lists_go_into_a_draft_as_they_are_shown() {
        let page = "<ol type=a><li>Dogs<li>Cats<ol start=9><li>In<li value=12>Out</ol></ol>\
            <ol reversed><li>둘<li>하나</ol><ol><li>One</ol><ol start=2><li>Two</ol><ol start=3><li>Three</ol><ol><li>New</ol><table><tr><td><ol><li>p<li>q</ol></td><td>z</td></tr></table>";
        let (document, ..) = parse(page.as_bytes()).unwrap();
        assert_eq!(
            stet_document::markdown::write(&document).text,
            "a. Dogs\n\nb. Cats\n\n9. In\n\n12) Out\n\n2. 둘\n\n1) 하나\n\n1. One\n2. Two\n3. Three\n\n1) New\n\n| 1. p<br>2. q | z |\n| --- | --- |\n"
        );
    }
}
