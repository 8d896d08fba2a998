//! What stands in the text of the file: blocks by the paragraphs that they hold, and what ties one to another.

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use crate::export::Origin;
use crate::xml::{Node, attr, text};

/// A paragraph, a list or a table that stands by itself, in a section or in a box.
#[derive(Debug, Default)]
pub(super) struct Unit {
    pub(super) at: Range<usize>,
    pub(super) is_table: bool,
    /// Where its first paragraph begins, where that has two tags.
    pub(super) begin: Option<usize>,
    /// Of a table of which each cell is one paragraph: where those begin.
    pub(super) cells: Option<Vec<Vec<usize>>>,
}

/// A paragraph of the file.
#[derive(Debug, Clone)]
pub(super) struct Paragraph {
    pub(super) unit: usize,
    pub(super) at: Range<usize>,
    pub(super) tag: Range<usize>,
    pub(super) inner: Range<usize>,
    pub(super) style: String,
    pub(super) is_heading: bool,
    /// The list that it stands in: the name of its style, empty where that of the paragraph says it.
    pub(super) list: Option<String>,
    /// Whether others hang on it.
    pub(super) holds: bool,
}

/// The text of the file.
#[derive(Debug, Default)]
pub(super) struct Places {
    pub(super) units: Vec<Unit>,
    /// By where each begins.
    paragraphs: HashMap<usize, Paragraph>,
}

impl Places {
    /// `None` where the paragraphs that the text was read from are not there.
    pub(super) fn of(xml: &str, body: &Node<'_>, origins: &[Origin]) -> Option<Self> {
        let mut out = Self::default();
        out.look(xml, body);
        let found =
            |origin: &Origin| out.paragraph(origin.at.start).is_some_and(|there| there.at == origin.at);
        origins.iter().all(found).then_some(out)
    }

    pub(super) fn paragraph(&self, begin: usize) -> Option<&Paragraph> {
        self.paragraphs.get(&begin)
    }

    fn look(&mut self, xml: &str, around: &Node<'_>) {
        for node in &around.nodes {
            match node.name {
                "p" | "h" | "list" | "table" | "numbered-paragraph" => {
                    let unit = self.units.len();
                    let (at, is_table) = (node.at.clone(), node.name == "table");
                    let cells = is_table.then(|| cells(node, xml)).flatten();
                    self.units.push(Unit { at, is_table, cells, ..Unit::default() });
                    self.within(xml, node, None, unit);
                }
                "tracked-changes" | "annotation" | "table-of-content" => {}
                _ => self.look(xml, node),
            }
        }
    }

    /// Takes up the paragraphs of a block. Whether there are some.
    fn within(&mut self, xml: &str, node: &Node<'_>, list: Option<&String>, unit: usize) -> bool {
        let tag = xml.get(node.tag()).unwrap_or_default();
        let style = || attr(tag, "style-name");
        match node.name {
            "p" | "h" => {
                let two = Some(node.inner.start).filter(|_| !node.is_empty_tag());
                if let Some(unit) = self.units.get_mut(unit) {
                    unit.begin = unit.begin.or(two);
                }
                let mut holds = false;
                for inner in &node.nodes {
                    holds |= self.within(xml, inner, None, unit);
                }
                let paragraph = Paragraph {
                    unit,
                    at: node.at.clone(),
                    tag: node.tag(),
                    inner: node.inner.clone(),
                    style: style().unwrap_or_default(),
                    is_heading: node.name == "h",
                    list: list.cloned(),
                    holds,
                };
                self.paragraphs.insert(node.at.start, paragraph);
                true
            }
            "note" | "annotation" | "table-of-content" => false,
            "list" | "numbered-paragraph" => {
                let own = style().or_else(|| list.cloned()).unwrap_or_default();
                node.nodes.iter().fold(false, |any, inner| self.within(xml, inner, Some(&own), unit) | any)
            }
            _ => node.nodes.iter().fold(false, |any, inner| self.within(xml, inner, list, unit) | any),
        }
    }

    /// Units of which neither can be written anew without the other: a change or a remark begins in the one and ends in the other.
    pub(super) fn ties(&self, xml: &str) -> Vec<(usize, usize)> {
        let mut open: HashMap<String, usize> = HashMap::new();
        let mut out = Vec::new();
        for (number, unit) in self.units.iter().enumerate() {
            let words = xml.get(unit.at.clone()).unwrap_or_default();
            for (begin, end, name) in
                [("change-start", "change-end", "change-id"), ("annotation", "annotation-end", "name")]
            {
                for tag in tags(words, begin) {
                    open.extend(attr(tag, name).map(|name| (name, number)));
                }
                for name in tags(words, end).filter_map(|tag| attr(tag, name)) {
                    let first = open.remove(&name).filter(|first| *first < number);
                    out.extend(first.into_iter().flat_map(|first| (first..number).map(|at| (at, at + 1))));
                }
            }
        }
        out
    }
}

/// The tags of elements of a name.
pub(super) fn tags<'x>(xml: &'x str, name: &str) -> impl Iterator<Item = &'x str> {
    let name = format!(":{name}");
    let ends = |rest: &str| rest.starts_with([' ', '/', '>', '\n', '\t', '\r']);
    let found: Vec<&str> = xml
        .match_indices(&name)
        .filter(|(at, _)| {
            let before = xml.get(..*at).unwrap_or_default();
            let prefix = before.rsplit('<').next().unwrap_or_default();
            prefix.len() < 20 && before.len() > prefix.len() && prefix.chars().all(char::is_alphanumeric)
        })
        .filter_map(|(at, _)| xml.get(at + name.len()..))
        .filter(|rest| ends(rest))
        .filter_map(|rest| rest.split('>').next())
        .collect();
    found.into_iter()
}

/// What of an element is read as words of its paragraph, without blanks.
pub(super) fn shown(xml: &str, node: &Node<'_>, out: &mut String) {
    let mut at = node.inner.start;
    let put = |range: Range<usize>, out: &mut String| {
        let words = text(xml.get(range).unwrap_or_default());
        out.extend(words.chars().filter(|ch| !ch.is_whitespace()));
    };
    for inner in &node.nodes {
        put(at..inner.at.start, out);
        at = inner.at.end;
        if !matches!(inner.name, "note" | "annotation" | "frame") {
            shown(xml, inner, out);
        }
    }
    put(at..node.inner.end, out);
}

/// The cells of a table, each of them one paragraph: where those begin. `None` where it is more than that.
fn cells(table: &Node<'_>, xml: &str) -> Option<Vec<Vec<usize>>> {
    let mut out = Vec::new();
    let mut open: Vec<&Node<'_>> = table.nodes.iter().rev().collect();
    while let Some(node) = open.pop() {
        match node.name {
            "table-header-rows" | "table-rows" | "table-row-group" => open.extend(node.nodes.iter().rev()),
            "table-row" => {
                let tag = xml.get(node.tag())?;
                let cell = |cell: &Node<'_>| {
                    let tag = xml.get(cell.tag())?;
                    let plain =
                        cell.name == "table-cell" && !tag.contains("repeated") && !tag.contains("spanned");
                    let [inner] = cell.nodes.as_slice() else { return None };
                    (plain && inner.name == "p").then_some(inner.at.start)
                };
                let cells = node.nodes.iter().map(cell).collect::<Option<Vec<usize>>>()?;
                out.push(Some(cells).filter(|_| !tag.contains("repeated"))?);
            }
            _ => {}
        }
    }
    Some(out)
}

/// Frames that show one picture alone, by its address.
pub(super) fn drawn(xml: &str, body: &Node<'_>) -> HashMap<String, String> {
    let mut out = HashMap::new();
    body.each(&mut |node| {
        if node.name != "frame"
            || node.nodes.iter().any(|inner| inner.name == "text-box" && !inner.nodes.is_empty())
        {
            return;
        }
        let images = node.nodes.iter().filter(|inner| inner.name == "image");
        for image in images {
            let address = xml.get(image.tag()).and_then(|tag| attr(tag, "href"));
            if let (Some(address), Some(frame)) = (address, xml.get(node.at.clone())) {
                let address = address.trim_start_matches("./").to_owned();
                out.entry(address).or_insert_with(|| frame.to_owned());
            }
        }
    });
    out
}

/// Elements of a name, in their order.
pub(super) fn named<'n, 'x>(body: &'n Node<'x>, name: &str) -> Vec<&'n Node<'x>> {
    let mut out = Vec::new();
    body.each(&mut |node| {
        if node.name == name {
            out.push(node);
        }
    });
    out
}

/// The changes that a text names.
pub(super) fn changes(xml: &str) -> HashSet<&str> {
    let ids = xml.split("change-id=\"").skip(1).filter_map(|rest| rest.split('"').next());
    ids.collect()
}
