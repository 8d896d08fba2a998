//! A stretch of paragraphs as what stands in it: characters, objects, and what is around them.

use std::ops::Range;

use crate::flat::Fate;
use crate::xml::{Node, attr, text, words};

/// Stand for the mark of a note and for a picture among characters.
pub(super) const NOTE: char = '\u{e000}';
pub(super) const PICTURE: char = '\u{e001}';
/// Stands for a citation that is set anew.
pub(super) const CITED: char = '\u{e003}';
/// Stands for a character that cannot be told.
const UNKNOWN: char = '\u{e002}';

#[derive(Debug)]
pub(super) enum Kind {
    Char(char),
    /// What is shown as these characters.
    Object(String),
    /// Shown as nothing.
    Raw,
    /// Properties of a paragraph; empty where it has none.
    Properties,
    Open,
    /// The end of what begins with the atom of this number.
    Close(usize),
    /// Where a field begins or ends.
    Field(bool),
    /// Written as it stands here.
    Tag(&'static str),
}

#[derive(Debug)]
pub(super) struct Atom<'a> {
    pub(super) name: &'a str,
    pub(super) at: Range<usize>,
    pub(super) run: Option<usize>,
    pub(super) kind: Kind,
}

/// A run: itself, its tag, its properties, its atoms.
#[derive(Debug)]
pub(super) struct Stretch {
    pub(super) at: Range<usize>,
    pub(super) tag: Range<usize>,
    pub(super) properties: Range<usize>,
    pub(super) atoms: Range<usize>,
}

#[derive(Debug)]
pub(super) struct Atoms<'a> {
    xml: &'a str,
    pub(super) list: Vec<Atom<'a>>,
    pub(super) runs: Vec<Stretch>,
    paragraphs: usize,
}

/// What holds words, and is itself no word.
const AROUND: [&str; 15] = [
    "hyperlink",
    "ins",
    "del",
    "moveTo",
    "moveFrom",
    "smartTag",
    "fldSimple",
    "customXml",
    "dir",
    "bdo",
    "sdt",
    "sdtContent",
    "tbl",
    "tr",
    "tc",
];

impl<'a> Atoms<'a> {
    pub(super) fn of(xml: &'a str, nodes: &[Node<'a>]) -> Self {
        let mut out = Self { xml, list: Vec::new(), runs: Vec::new(), paragraphs: 0 };
        out.gather(nodes);
        out.cite();
        out
    }

    pub(super) fn slice(&self, range: &Range<usize>) -> &'a str {
        self.xml.get(range.clone()).unwrap_or_default()
    }

    /// In which of two texts each atom stands.
    pub(super) fn fates(&self) -> Vec<Fate> {
        let mut open: Vec<(usize, Fate)> = Vec::new();
        let mut out = Vec::with_capacity(self.list.len());
        for (number, atom) in self.list.iter().enumerate() {
            match (&atom.kind, atom.name) {
                (Kind::Open, "ins" | "moveTo") => open.push((number, Fate::Inserted)),
                (Kind::Open, "del" | "moveFrom") => open.push((number, Fate::Deleted)),
                (Kind::Close(from), _) => open.retain(|(other, _)| other != from),
                _ => {}
            }
            out.push(open.last().map_or(Fate::Kept, |(_, fate)| *fate));
        }
        out
    }

    fn push(&mut self, node: &Node<'a>, at: Range<usize>, run: Option<usize>, kind: Kind) -> usize {
        self.list.push(Atom { name: node.name, at, run, kind });
        self.list.len() - 1
    }

    fn gather(&mut self, nodes: &[Node<'a>]) {
        for node in nodes {
            match node.name {
                "r" if !node.is_empty_tag() => self.run(node),
                "p" => self.paragraph(node),
                "oMath" => {
                    let shown = words(self.xml, node);
                    self.push(node, node.at.clone(), None, Kind::Object(shown));
                }
                name if (name == "oMathPara" || AROUND.contains(&name)) && !node.is_empty_tag() => {
                    let open = self.push(node, node.tag(), None, Kind::Open);
                    self.gather(&node.nodes);
                    self.push(node, node.inner.end..node.at.end, None, Kind::Close(open));
                }
                _ => drop(self.push(node, node.at.clone(), None, Kind::Raw)),
            }
        }
    }

    /// A citation that was set in a style is shown as what the text has for it.
    fn cite(&mut self) {
        let mut ends = None;
        let mut depth = 0_usize;
        for atom in &mut self.list {
            match atom.kind {
                Kind::Field(true) => depth += 1,
                Kind::Field(false) => {
                    ends = ends.filter(|of| *of != depth);
                    depth = depth.saturating_sub(1);
                }
                Kind::Raw if matches!(atom.name, "instrText" | "delInstrText") && ends.is_none() => {
                    let code = text(inner(self.xml.get(atom.at.clone()).unwrap_or_default()));
                    if let Some(source) = code.trim().strip_prefix(crate::docx::CITED) {
                        atom.kind = Kind::Object(source.trim().to_owned());
                        ends = Some(depth);
                    }
                }
                Kind::Char(_) | Kind::Object(_) if ends.is_some() => atom.kind = Kind::Raw,
                _ => {}
            }
        }
    }

    /// A paragraph behind another is behind a line end.
    fn paragraph(&mut self, node: &Node<'a>) {
        self.paragraphs += 1;
        let properties = node.child("pPr").map(|node| node.at.clone());
        let begin = node.tag().end;
        if node.is_empty_tag() {
            let open = self.push(node, node.at.clone(), None, Kind::Tag("<w:p>"));
            self.push(node, begin..begin, None, Kind::Properties);
            let close = self.push(node, begin..begin, None, Kind::Tag("</w:p>"));
            debug_assert!(open < close);
            return;
        }
        let before = self.list.len().checked_sub(1).filter(|at| {
            let last = self.list.get(*at);
            last.is_some_and(|last| last.name == "p" && matches!(last.kind, Kind::Close(_)))
        });
        let open = if let Some(last) = before.and_then(|at| self.list.get_mut(at)) {
            // The end of the one before, this one's tag and its properties, as one line end.
            last.at.end = properties.as_ref().map_or(begin, |at| at.end);
            last.kind = Kind::Object("\n".to_owned());
            self.list.len() - 1
        } else {
            let open = self.push(node, node.tag(), None, Kind::Open);
            self.push(node, properties.clone().unwrap_or(begin..begin), None, Kind::Properties);
            open
        };
        for inner in node.nodes.iter().filter(|inner| inner.name != "pPr") {
            self.gather(std::slice::from_ref(inner));
        }
        self.push(node, node.inner.end..node.at.end, None, Kind::Close(open));
    }

    fn run(&mut self, node: &Node<'a>) {
        let properties = node.child("rPr").map_or(node.inner.start..node.inner.start, |node| node.at.clone());
        let number = self.runs.len();
        let first = self.list.len();
        for inner in node.nodes.iter().filter(|inner| inner.name != "rPr") {
            let at = inner.at.clone();
            let kind = match inner.name {
                "t" | "delText" => {
                    for ch in text(self.slice(&inner.inner)).chars() {
                        self.push(inner, at.clone(), Some(number), Kind::Char(ch));
                    }
                    continue;
                }
                "tab" | "ptab" => Kind::Object(" ".to_owned()),
                "noBreakHyphen" => Kind::Object("-".to_owned()),
                "br" | "cr" => match attr(self.slice(&inner.tag()), "type").as_deref() {
                    None | Some("textWrapping") => Kind::Object("\n".to_owned()),
                    _ => Kind::Raw,
                },
                "sym" => Kind::Object(UNKNOWN.to_string()),
                "footnoteReference" | "endnoteReference" => Kind::Object(NOTE.to_string()),
                "drawing" | "pict" | "object" | "AlternateContent" => Kind::Object(drawn(self.xml, inner)),
                "ruby" => Kind::Object(ruby(self.xml, inner)),
                "fldChar" => match attr(self.slice(&inner.tag()), "fldCharType").as_deref() {
                    Some("begin") => Kind::Field(true),
                    Some("end") => Kind::Field(false),
                    _ => Kind::Raw,
                },
                _ => Kind::Raw,
            };
            let kind =
                if matches!(&kind, Kind::Object(shown) if shown.is_empty()) { Kind::Raw } else { kind };
            self.push(inner, at, Some(number), kind);
        }
        let atoms = first..self.list.len();
        if atoms.is_empty() {
            self.push(node, node.at.clone(), None, Kind::Raw);
            return;
        }
        self.runs.push(Stretch { at: node.at.clone(), tag: node.tag(), properties, atoms });
    }
}

/// What is between the tags of an element without others in it.
fn inner(xml: &str) -> &str {
    let rest = xml.split_once('>').map_or("", |(_, rest)| rest);
    rest.rsplit_once("</").map_or(rest, |(inner, _)| inner)
}

/// Pictures of a drawing; where it has none, its description, as the text has it. A box of text is none of them.
fn drawn(xml: &str, node: &Node<'_>) -> String {
    let (mut pictures, mut described) = (0, String::new());
    let mut look = |inner: &Node<'_>| match inner.name {
        "blip" | "imagedata" => pictures += usize::from(relation(xml, inner).is_some()),
        "docPr" if described.is_empty() => {
            described = attr(xml.get(inner.tag()).unwrap_or_default(), "descr").unwrap_or_default();
        }
        _ => {}
    };
    shown(node, &mut look);
    if pictures > 0 {
        return PICTURE.to_string().repeat(pictures);
    }
    let described = described.trim();
    if described.is_empty() { String::new() } else { format!("[{described}]") }
}

/// Elements of a drawing that are shown: neither those for older programs nor those in boxes.
fn shown<'n>(node: &'n Node<'_>, give: &mut impl FnMut(&'n Node<'_>)) {
    for inner in node.nodes.iter().filter(|inner| !matches!(inner.name, "Fallback" | "txbxContent")) {
        give(inner);
        shown(inner, give);
    }
}

/// The relation to the picture of an element.
pub(super) fn relation(xml: &str, node: &Node<'_>) -> Option<String> {
    let tag = xml.get(node.tag())?;
    if node.name == "blip" { attr(tag, "embed") } else { attr(tag, "id").filter(|_| tag.contains(":id=")) }
}

fn ruby(xml: &str, node: &Node<'_>) -> String {
    let part = |name| node.child(name).map(|part| words(xml, part)).unwrap_or_default();
    let (base, reading) = (part("rubyBase"), part("rt"));
    if reading.is_empty() { base } else { format!("{base}({reading})") }
}
