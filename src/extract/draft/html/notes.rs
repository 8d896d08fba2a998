//! Which links of a page are the marks of notes, and where those notes are.

use std::collections::{HashMap, HashSet};

use ego_tree::NodeId;
use scraper::{ElementRef, Html};

/// What refers to a note, and the notes.
#[derive(Default)]
pub(super) struct Found {
    /// The note that an anchor refers to.
    pub(super) references: HashMap<NodeId, NodeId>,
    pub(super) notes: HashSet<NodeId>,
    /// Marks of notes that are not there, and links back.
    pub(super) aside: HashSet<NodeId>,
}

/// Finds the notes of a page: what Word, `LibreOffice`, Markdown and wikis make of them is a raised link to a place further down.
pub(super) fn notes(page: &Html) -> Found {
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
