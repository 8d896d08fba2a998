//! A page, or a piece of one from a clipboard, as a draft: Word's lists and notes, tables, links, emphasis.

use std::collections::{HashMap, HashSet};

use ego_tree::NodeId;
use scraper::{ElementRef, Html, Node, Selector};
use stet_document::{Align, Document, Inline, Look, Note, Run, joined};

use super::tree::{Body, Bullet, Row, blocks, label_with, trimmed};
use crate::ExtractError;
use crate::html::{View, content, decoded, formula, is_block, shallow};

/// Elements nested deeper than this are read as text.
const MAX_DEPTH: usize = 200;

/// The document of a page, how many pictures it had, and the page's title.
pub(super) fn read(bytes: &[u8]) -> Result<(Document, usize, Option<String>), ExtractError> {
    let source = decoded(bytes)?.text;
    let page = Html::parse_document(&shallow(&source));
    let view = View::of(&page);
    let title = Selector::parse("head > title").ok().and_then(|title| page.select(&title).next());
    let title =
        title.map(|title| title.text().collect::<String>().split_whitespace().collect::<Vec<_>>().join(" "));
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
    Ok((reader.document, reader.pictures, title.filter(|title| !title.is_empty())))
}

/// What refers to a note, and the notes.
#[derive(Default)]
struct Found {
    /// The note that an anchor refers to.
    references: HashMap<NodeId, NodeId>,
    notes: HashSet<NodeId>,
    /// Marks of notes that are not there, and links back.
    aside: HashSet<NodeId>,
}

/// Finds the notes of a page: what Word, `LibreOffice`, Markdown and wikis make of them is a raised link to a place further down.
fn notes(page: &Html) -> Found {
    let mut found = Found::default();
    let mut places: HashMap<&str, ElementRef<'_>> = HashMap::new();
    let mut links = Vec::new();
    for element in page.tree.nodes().filter_map(ElementRef::wrap) {
        for name in ["id", "name"] {
            if let Some(name) = element.value().attr(name) {
                places.entry(name).or_insert(element);
            }
        }
        if element.value().name() == "a" && element.value().attr("href").is_some_and(|to| to.starts_with('#'))
        {
            links.push(element);
        }
    }
    for link in links {
        let to = link.value().attr("href").unwrap_or_default().trim_start_matches('#');
        if !is_mark(link) {
            continue;
        }
        match places.get(to).and_then(|place| note_of(*place)) {
            Some(note) if !note.descendants().any(|inner| inner.id() == link.id()) => {
                found.references.insert(link.id(), note.id());
                found.notes.insert(note.id());
            }
            _ => drop(found.aside.insert(link.id())),
        }
    }
    let notes = found.notes.clone();
    for note in notes.iter().filter_map(|id| ElementRef::wrap(page.tree.get(*id)?)) {
        for link in note.descendent_elements().filter(|inner| inner.value().name() == "a") {
            let back = link.value().attr("href").is_some_and(|to| to.starts_with('#'));
            if back && !found.references.contains_key(&link.id()) {
                found.aside.insert(link.id());
            }
        }
    }
    found
}

/// Whether a link within the page is the mark of a note.
fn is_mark(link: ElementRef<'_>) -> bool {
    let element = link.value();
    let told = |name: &str| element.attr(name).unwrap_or_default().to_ascii_lowercase();
    if told("role") == "doc-noteref" || element.attr("data-footnote-ref").is_some() {
        return true;
    }
    if told("role") == "doc-backlink"
        || told("class").contains("sym")
        || element.attr("data-footnote-backref").is_some()
    {
        return false;
    }
    let text: String = link.text().collect();
    let short = (1..=8).contains(&text.trim().chars().count());
    let raised = |element: ElementRef<'_>| {
        element.value().name() == "sup"
            || element.value().attr("class").is_some_and(|class| {
                class.contains("FootnoteReference") || class.contains("EndnoteReference")
            })
    };
    let around = link.ancestors().take(3).filter_map(ElementRef::wrap).any(raised)
        || link.descendent_elements().any(raised);
    let word = told("style").contains("mso-footnote-id") || told("style").contains("mso-endnote-id");
    // In the text of the note Word marks its number in the same way.
    let back = told("href").starts_with("#_ftnref")
        || told("href").starts_with("#_ednref")
        || told("href").ends_with("anc");
    short && !back && (around || word || told("class").contains("footnoteanc"))
}

/// The note that a place belongs to.
fn note_of(place: ElementRef<'_>) -> Option<ElementRef<'_>> {
    if matches!(place.value().name(), "li" | "div" | "aside" | "p" | "dd" | "td" | "section") {
        return Some(place);
    }
    let mut around = place.ancestors().filter_map(ElementRef::wrap);
    let inner = around.find(|element| matches!(element.value().name(), "p" | "li" | "dd" | "td" | "div"))?;
    // Word puts the paragraphs of a note into a box of its own.
    let holder = inner.parent().and_then(ElementRef::wrap);
    let boxed = |element: &ElementRef<'_>| {
        let style = element.value().attr("style").unwrap_or_default().replace(' ', "");
        let id = element.value().attr("id").unwrap_or_default();
        style.contains("mso-element:footnote")
            || style.contains("mso-element:endnote")
            || id.contains("footnote")
            || id.starts_with("ftn")
            || id.starts_with("edn")
    };
    Some(
        holder
            .filter(|holder| {
                boxed(holder) && !holder.value().attr("style").unwrap_or_default().contains("-list")
            })
            .unwrap_or(inner),
    )
}

/// Where something stands, and how it is set.
#[derive(Clone, Default)]
struct Place {
    quote: usize,
    /// Lists that are open, each with its name and the number of its next item.
    lists: usize,
    look: Look,
    link: Option<String>,
    heading: Option<u8>,
}

/// What was read so far.
#[derive(Default)]
struct Flow {
    rows: Vec<Row>,
    line: Vec<Run>,
    /// The item whose first words are still to come.
    item: Option<Bullet>,
}

impl Flow {
    fn flush(&mut self, place: &Place) {
        let mut runs = trimmed(std::mem::take(&mut self.line));
        if runs.is_empty() {
            return;
        }
        let body = match place.heading {
            Some(level) => {
                // A heading is bold by being one.
                if runs.iter().all(|run| run.look.strong) {
                    for run in &mut runs {
                        run.look.strong = false;
                    }
                }
                Body::Heading(level, joined(runs))
            }
            None => Body::Words(runs),
        };
        self.put(body, place);
    }

    fn put(&mut self, body: Body, place: &Place) {
        let mut item = self.item.take();
        if !matches!(body, Body::Words(_))
            && let Some(item) = item.take()
        {
            // The item begins with no words of its own.
            self.rows.push(Row {
                body: Body::default(),
                quote: place.quote,
                inset: item.level + 1,
                item: Some(item),
            });
        }
        self.rows.push(Row { body, quote: place.quote, item, inset: place.lists });
    }

    fn text(&mut self, text: &str, place: &Place) {
        let mut out = String::with_capacity(text.len());
        let mut blank = match self.line.last().map(|run| &run.inline) {
            None | Some(Inline::Break) => true,
            Some(Inline::Text(before)) => before.ends_with(' '),
            Some(_) => false,
        };
        for ch in text.chars() {
            match ch {
                '\u{ad}' | '\u{200b}' | '\u{feff}' | '\u{2060}' => {}
                ch if ch.is_whitespace() => {
                    if !blank {
                        out.push(' ');
                    }
                    blank = true;
                }
                ch if ch.is_control() || ('\u{e000}'..='\u{f8ff}').contains(&ch) || ch >= '\u{f0000}' => {}
                ch => {
                    out.push(ch);
                    blank = false;
                }
            }
        }
        if !out.is_empty() {
            self.line.push(Run {
                inline: Inline::Text(out),
                look: place.look,
                link: place.link.clone(),
                at: 0..0,
            });
        }
    }
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
            "pre" => {
                flow.flush(place);
                let text: String = whole.text().collect();
                let text = text.replace("\r\n", "\n").trim_matches('\n').trim_end().to_owned();
                let language = whole.descendent_elements().chain([whole]).find_map(|element| {
                    let class = element.value().attr("class")?;
                    class.split_whitespace().find_map(|class| {
                        class.strip_prefix("language-").or_else(|| class.strip_prefix("lang-"))
                    })
                });
                if !text.is_empty() {
                    flow.put(Body::Code(language.unwrap_or_default().to_owned(), text, false), place);
                }
            }
            "table" => self.table(whole, flow, place, depth),
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
        let ordered = whole.value().name() == "ol";
        let start = whole.value().attr("start").and_then(|start| start.parse::<u64>().ok()).unwrap_or(1);
        let mut number = start;
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
            let bullet =
                Bullet { list: name, level: place.lists, number: ordered.then_some(number), checked: None };
            number += 1;
            flow.item = Some(bullet);
            self.children(child, flow, &inner, depth + 1);
            flow.flush(&inner);
            flow.item = None;
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
            label_with(&mut flow.line, label);
        }
        flow.flush(if named && level == 0 { place } else { &inner });
        flow.item = None;
    }

    fn table(&mut self, whole: ElementRef<'_>, flow: &mut Flow, place: &Place, depth: usize) {
        let own = |row: &ElementRef<'_>| {
            row.ancestors().filter_map(ElementRef::wrap).find(|around| around.value().name() == "table")
                == Some(whole)
        };
        let rows: Vec<Vec<_>> = whole
            .descendent_elements()
            .filter(|row| row.value().name() == "tr" && own(row) && !self.view.keeps_back(*row))
            .map(|row| {
                row.child_elements().filter(|cell| matches!(cell.value().name(), "td" | "th")).collect()
            })
            .collect();
        let nested = whole.descendent_elements().skip(1).any(|inner| inner.value().name() == "table");
        if nested || rows.iter().map(Vec::len).sum::<usize>() < 2 {
            // It arranges the page.
            self.children(whole, flow, place, depth);
            return flow.flush(place);
        }
        flow.flush(place);
        let mut align: Vec<Option<Align>> = Vec::new();
        let mut out: Vec<Vec<Vec<Run>>> = Vec::new();
        // Columns that a cell further up still takes, with the rows it has left.
        let mut taken: Vec<usize> = Vec::new();
        for cells in rows {
            let mut row: Vec<Vec<Run>> = Vec::new();
            let skip = |row: &mut Vec<Vec<Run>>, taken: &mut Vec<usize>| {
                while let Some(left) = taken.get_mut(row.len()).filter(|left| **left > 0) {
                    *left -= 1;
                    row.push(Vec::new());
                }
            };
            for cell in cells {
                skip(&mut row, &mut taken);
                let span = |name| {
                    cell.value().attr(name).and_then(|n| n.parse::<usize>().ok()).unwrap_or(1).clamp(1, 1000)
                };
                let (down, across) = (span("rowspan"), span("colspan").min(64));
                let column = row.len();
                taken.resize(taken.len().max(column + across), 0);
                taken.iter_mut().skip(column).take(across).for_each(|left| *left = down - 1);
                let aligned = aligned(cell);
                align.resize(align.len().max(column + across), None);
                if let Some(slot) = align.get_mut(column) {
                    *slot = Some(
                        slot.map_or(aligned, |before| if before == aligned { before } else { Align::None }),
                    );
                }
                row.push(self.cell(cell, depth));
                row.extend((1..across).map(|_| Vec::new()));
            }
            skip(&mut row, &mut taken);
            if row.iter().any(|cell| !cell.is_empty()) {
                out.push(row);
            }
        }
        let columns = out.iter().map(Vec::len).max().unwrap_or(0);
        for row in &mut out {
            row.resize(columns, Vec::new());
        }
        let align =
            (0..columns).map(|column| align.get(column).copied().flatten().unwrap_or_default()).collect();
        if !out.is_empty() {
            flow.put(Body::Table(align, out), place);
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

/// What an element in a line says of the words in it.
fn set(place: &mut Place, whole: ElementRef<'_>) {
    let element = whole.value();
    match element.name() {
        "b" | "strong" => place.look.strong = true,
        "i" | "em" | "cite" | "dfn" | "var" => place.look.em = true,
        "s" | "strike" | "del" => place.look.strike = true,
        "code" | "tt" | "kbd" | "samp" => place.look.code = true,
        "sup" => place.look.raised = true,
        "sub" => place.look.lowered = true,
        "a" => {
            let target = element.attr("href").filter(|target| stet_document::html::is_safe(target));
            place.link = target.map(|target| target.trim().to_owned()).or(place.link.take());
        }
        _ => {}
    }
    let style = element.attr("style").unwrap_or_default().to_ascii_lowercase();
    for (name, value) in style.split(';').filter_map(|rule| rule.split_once(':')) {
        let value = value.trim();
        match name.trim() {
            "font-weight" => {
                place.look.strong = value == "bold"
                    || value == "bolder"
                    || value.parse::<u32>().is_ok_and(|weight| weight >= 600);
            }
            "font-style" => place.look.em = value.starts_with("italic") || value.starts_with("oblique"),
            "text-decoration" | "text-decoration-line" if value.contains("line-through") => {
                place.look.strike = true;
            }
            "vertical-align" => {
                place.look.raised |= value == "super";
                place.look.lowered |= value == "sub";
            }
            _ => {}
        }
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
