//! The parts of the file beside its body: what the new words need of them is added, the rest is copied as it is.

use std::collections::{BTreeSet, HashMap};
use std::io::{Cursor, Read as _, Write as _};

use zip::write::SimpleFileOptions;
use zip::{ZipArchive, ZipWriter};

use crate::docx::body::Body;
use crate::docx::parts;
use crate::flat::Numbering;
use crate::html::escape;
use crate::picture::{self, Pictures};
use crate::xml::{Piece, attr, nodes};

/// Longest part that is read, unpacked.
const LONGEST: u64 = 256 << 20;

/// The main part of an ODT.
pub(crate) const ODT: &str = "content.xml";

/// A file by its parts.
pub(crate) struct Package<'a> {
    zip: ZipArchive<Cursor<&'a [u8]>>,
    pub(crate) main: String,
    /// Relations of the main part: id, end of the type, part.
    pub(super) relations: Vec<(String, String, String)>,
    changed: HashMap<String, Vec<u8>>,
    added: Vec<String>,
    types: String,
    links: String,
}

impl<'a> Package<'a> {
    pub(crate) fn open(bytes: &'a [u8]) -> Option<Self> {
        let zip = ZipArchive::new(Cursor::new(bytes)).ok()?;
        let mut out = Self {
            zip,
            main: String::new(),
            relations: Vec::new(),
            changed: HashMap::new(),
            added: Vec::new(),
            types: String::new(),
            links: String::new(),
        };
        let package = out.relations_of("");
        let main = package.into_iter().find(|(_, kind, _)| kind == "officeDocument").map(|(.., part)| part);
        // An ODT has no relations.
        let usual =
            || if out.zip.index_for_name(ODT).is_some() { ODT } else { "word/document.xml" }.to_owned();
        out.main = main.unwrap_or_else(usual);
        out.relations = out.relations_of(&out.main.clone());
        Some(out)
    }

    pub(crate) fn read(&mut self, name: &str) -> Option<Vec<u8>> {
        if let Some(changed) = self.changed.get(name) {
            return Some(changed.clone());
        }
        let mut out = Vec::new();
        self.zip.by_name(name).ok()?.take(LONGEST + 1).read_to_end(&mut out).ok()?;
        (out.len() as u64 <= LONGEST).then_some(out)
    }

    pub(crate) fn text(&mut self, name: &str) -> Option<String> {
        String::from_utf8(self.read(name)?).ok()
    }

    fn folder(&self) -> &str {
        self.main.rsplit_once('/').map_or("", |(folder, _)| folder)
    }

    fn relations_of(&mut self, part: &str) -> Vec<(String, String, String)> {
        let text = self.text(&relations_part(part)).unwrap_or_default();
        let folder = part.rsplit_once('/').map_or("", |(folder, _)| folder).to_owned();
        let found = nodes(&text, 0..text.len()).unwrap_or_default();
        let relation = |node: &crate::xml::Node<'_>| {
            let tag = text.get(node.tag())?;
            let kind = attr(tag, "Type")?.rsplit('/').next()?.to_owned();
            if attr(tag, "TargetMode").as_deref() == Some("External") {
                return None;
            }
            Some((attr(tag, "Id")?, kind, resolved(&folder, &attr(tag, "Target")?)))
        };
        found.first().map(|root| root.nodes.iter().filter_map(relation).collect()).unwrap_or_default()
    }

    /// The part of a kind that the main one is related to.
    pub(crate) fn part(&self, kind: &str) -> Option<String> {
        self.relations.iter().find(|(_, of, _)| of == kind).map(|(.., part)| part.clone())
    }

    pub(crate) fn put(&mut self, name: String, bytes: impl Into<Vec<u8>>) {
        if !self.zip.file_names().any(|known| known.is_ok_and(|known| known == name))
            && !self.added.contains(&name)
        {
            self.added.push(name.clone());
        }
        self.changed.insert(name, bytes.into());
    }

    /// Adds to the end of a part of a kind, which is made with `head` where there is none.
    pub(super) fn append(&mut self, kind: &str, root: &str, head: &str, words: &str) -> Option<()> {
        let close = format!("</{root}>");
        if let Some(name) = self.part(kind) {
            let text = self.text(&name)?;
            let found = nodes(&text, 0..text.len())?;
            let node = found.first()?;
            // Word's own elements go by its own prefix there as well.
            let tag = text.get(node.tag()).filter(|tag| tag.starts_with(&format!("<{root}")))?;
            let text = if node.is_empty_tag() {
                text.replacen(tag, &format!("{}>{words}{close}", tag.trim_end_matches("/>")), 1)
            } else {
                format!("{}{words}{}", text.get(..node.inner.end)?, text.get(node.inner.end..)?)
            };
            self.put(name, text);
            return Some(());
        }
        let folder = self.folder().to_owned();
        let name = (1..).map(|number| {
            let number = if number == 1 { String::new() } else { number.to_string() };
            resolved(&folder, &format!("{kind}{number}.xml"))
        });
        let name = name.take(1000).find(|name| self.zip.index_for_name(name).is_none())?;
        put!(
            self.types,
            "<Override PartName=\"/{name}\" ContentType=\"application/vnd.openxmlformats-officedocument.wordprocessingml.{kind}+xml\"/>"
        );
        put!(
            self.links,
            "<Relationship Id=\"rStet{kind}\" Type=\"{}/{kind}\" Target=\"/{name}\"/>",
            parts::RELATION
        );
        let ns = parts::NAMESPACES;
        self.put(name, format!("{}<{root} {ns}>{head}{words}{close}", parts::HEAD));
        Some(())
    }

    /// Links and pictures of the body.
    pub(super) fn relate(&mut self, body: &Body<'_>, pictures: Option<&Pictures>) {
        self.links.push_str(&crate::docx::links(&body.links, &body.ids.link));
        let folder = self.folder().to_owned();
        for (number, address) in body.pictures.iter().enumerate() {
            let Some(bytes) = pictures.and_then(|all| all.get(*address)) else { continue };
            let Some((ending, media_type)) = picture::kind(bytes) else { continue };
            let name = resolved(&folder, &format!("media/stet{}{number}.{ending}", body.ids.link));
            put!(self.types, "<Override PartName=\"/{name}\" ContentType=\"{media_type}\"/>");
            put!(
                self.links,
                "<Relationship Id=\"rPicture{}{number}\" Type=\"{}/image\" Target=\"/{name}\"/>",
                body.ids.link,
                parts::RELATION
            );
            self.put(name, bytes.clone());
        }
    }

    /// Adds relations to those of a part.
    pub(super) fn link(&mut self, part: &str, links: &str) -> Option<()> {
        if links.is_empty() {
            return Some(());
        }
        let name = relations_part(part);
        let text = match self.text(&name) {
            Some(text) => {
                let found = nodes(&text, 0..text.len())?;
                let root = found.first()?;
                if root.is_empty_tag() {
                    text.replacen("/>", &format!(">{links}</Relationships>"), 1)
                } else {
                    format!("{}{links}{}", text.get(..root.inner.end)?, text.get(root.inner.end..)?)
                }
            }
            None => format!(
                "{}<Relationships xmlns=\"{}\">{links}</Relationships>",
                parts::HEAD,
                parts::RELATIONS
            ),
        };
        self.put(name, text);
        Some(())
    }

    /// The file with its changes.
    pub(crate) fn finish(mut self) -> Option<Vec<u8>> {
        let (main, links, types) =
            (self.main.clone(), std::mem::take(&mut self.links), std::mem::take(&mut self.types));
        self.link(&main, &links)?;
        if !types.is_empty() {
            let name = "[Content_Types].xml";
            let text = self.text(name)?;
            let at = text.rfind("</")?;
            self.put(name.to_owned(), format!("{}{types}{}", text.get(..at)?, text.get(at..)?));
        }
        let mut out = ZipWriter::new(Cursor::new(Vec::new()));
        for at in 0..self.zip.len() {
            let entry = self.zip.by_index_raw(at).ok()?;
            let name = entry.name().ok()?.into_owned();
            match self.changed.get(&name) {
                Some(bytes) => {
                    out.start_file(name, SimpleFileOptions::default()).ok()?;
                    out.write_all(bytes).ok()?;
                }
                None => out.raw_copy_file(entry).ok()?,
            }
        }
        for name in &self.added {
            out.start_file(name.clone(), SimpleFileOptions::default()).ok()?;
            out.write_all(self.changed.get(name)?).ok()?;
        }
        Some(out.finish().ok()?.into_inner())
    }
}

/// Bytes that pictures of a file have together, at most.
const MOST_MEDIA: usize = 64 << 20;

/// The pictures of a Word file or an ODT by the addresses that its text has for them, of those that are wanted: PNG, JPEG, GIF.
#[must_use]
pub fn media(bytes: &[u8], wanted: &[String]) -> Pictures {
    let mut out = Pictures::new();
    let Some(mut package) = Package::open(bytes).filter(|_| !wanted.is_empty()) else { return out };
    let folder = package.folder().to_owned();
    let mut left = MOST_MEDIA;
    for address in wanted {
        let found = package.read(&resolved(&folder, address)).filter(|bytes| picture::kind(bytes).is_some());
        if let Some(found) = found.filter(|found| found.len() <= left) {
            left -= found.len();
            out.insert(address.clone(), found);
        }
    }
    out
}

fn relations_part(part: &str) -> String {
    match part.rsplit_once('/') {
        Some((folder, name)) => format!("{folder}/_rels/{name}.rels"),
        None => format!("_rels/{part}.rels"),
    }
}

/// A target of a relation as the name of a part.
#[must_use]
pub fn resolved(folder: &str, target: &str) -> String {
    let mut parts: Vec<&str> = if target.starts_with('/') { Vec::new() } else { folder.split('/').collect() };
    for part in target.split('/') {
        match part {
            "" | "." => {}
            ".." => drop(parts.pop()),
            part => parts.push(part),
        }
    }
    parts.retain(|part| !part.is_empty());
    parts.join("/")
}

/// Styles that the new words are set in: those of the file by their names; the others are added.
#[derive(Debug, Default)]
pub(super) struct Styles {
    /// Ids by name in small letters, and all ids.
    theirs: HashMap<String, String>,
    ids: BTreeSet<String>,
    /// Names of the own ones by id.
    names: HashMap<String, String>,
    add: BTreeSet<String>,
}

impl Styles {
    pub(super) fn of(text: &str, language: &str) -> Self {
        let mut out = Self::default();
        let each = |text: &str, give: &mut dyn FnMut(String, String)| {
            for node in nodes(text, 0..text.len()).unwrap_or_default().iter().flat_map(|root| &root.nodes) {
                let name = node.child("name").and_then(|name| attr(text.get(name.tag())?, "val"));
                let id = text.get(node.tag()).and_then(|tag| attr(tag, "styleId"));
                if let (Some(name), Some(id)) = (name, id) {
                    give(name, id);
                }
            }
        };
        each(text, &mut |name, id| {
            out.ids.insert(id.clone());
            out.theirs.entry(name.to_lowercase()).or_insert(id);
        });
        let own = parts::styles(language, &BTreeSet::new());
        each(&own, &mut |name, id| {
            out.names.insert(id, name.to_lowercase());
        });
        out
    }

    /// The id that an own style has in the file.
    fn id(&mut self, own: &str) -> String {
        let code = own
            .strip_prefix("SourceCode_")
            .map(|language| format!("source code {}", language.to_lowercase()));
        let Some(name) = self.names.get(own).cloned().or(code) else { return own.to_owned() };
        if let Some(theirs) = self.theirs.get(&name) {
            return theirs.clone();
        }
        if self.add.insert(own.to_owned()) {
            let base = match own {
                "Quote" | "SourceCode" => None,
                own if own.starts_with("Quote") => Some("Quote"),
                own if own.starts_with("SourceCode_") => Some("SourceCode"),
                _ => None,
            };
            base.map(|base| self.id(base));
        }
        self.fresh(own)
    }

    fn fresh(&self, own: &str) -> String {
        if self.ids.contains(own) { format!("Stet{own}") } else { own.to_owned() }
    }

    /// Names of styles in words of the own making as the file names them.
    pub(super) fn mapped(&mut self, words: &str) -> String {
        let mut out = String::with_capacity(words.len());
        let mut rest = words;
        while let Some((before, after)) = rest.split_once("Style w:val=\"") {
            let Some((id, next)) = after.split_once('"') else { break };
            put!(out, "{before}Style w:val=\"{}\"", self.id(id));
            rest = next;
        }
        out.push_str(rest);
        out
    }

    pub(super) fn map(&mut self, piece: &mut Piece) {
        if let Piece::Text(text) = piece {
            *text = self.mapped(text);
        }
    }

    /// Definitions of those that the file has not.
    pub(super) fn missing(&self, language: &str, languages: &BTreeSet<String>) -> String {
        let own = parts::styles(language, languages);
        let mut out = String::new();
        for node in nodes(&own, 0..own.len()).unwrap_or_default().iter().flat_map(|root| &root.nodes) {
            let id = own.get(node.tag()).and_then(|tag| attr(tag, "styleId")).unwrap_or_default();
            if !self.add.contains(&id) {
                continue;
            }
            let mut text = own.get(node.at.clone()).unwrap_or_default().to_owned();
            text = text.replace(&format!("styleId=\"{id}\""), &format!("styleId=\"{}\"", self.fresh(&id)));
            if let Some(base) = node.child("basedOn").and_then(|base| attr(own.get(base.tag())?, "val")) {
                let name = self.names.get(&base).cloned().unwrap_or_default();
                let theirs = self
                    .theirs
                    .get(&name)
                    .cloned()
                    .or_else(|| self.add.contains(&base).then(|| self.fresh(&base)));
                let line = format!("<w:basedOn w:val=\"{base}\"/>");
                let new =
                    theirs.map(|id| format!("<w:basedOn w:val=\"{}\"/>", escape(&id))).unwrap_or_default();
                text = text.replace(&line, &new);
            }
            out.push_str(&text);
        }
        out
    }
}

/// Lists of the new words, with numbers from `first` on, in a part of numbering.
pub(super) fn numbering(text: &str, lists: &[Numbering], first: usize) -> Option<String> {
    let own = parts::numbering(lists, first);
    let found = nodes(&own, 0..own.len())?;
    let of = |name: &str| -> String {
        let nodes = found.iter().flat_map(|root| &root.nodes).filter(|node| node.name == name);
        nodes.filter_map(|node| own.get(node.at.clone())).collect()
    };
    let there = nodes(text, 0..text.len())?;
    let root = there.first()?;
    let end = root.inner.end;
    let nums: Vec<_> = root.nodes.iter().filter(|node| node.name == "num").collect();
    let last = nums.last().map_or_else(
        || root.nodes.iter().find(|node| node.name.starts_with("numId")).map_or(end, |node| node.at.start),
        |node| node.at.end,
    );
    let before = nums.first().map_or(last, |node| node.at.start);
    Some(format!(
        "{}{}{}{}{}",
        text.get(..before)?,
        of("abstractNum"),
        text.get(before..last)?,
        of("num"),
        text.get(last..)?
    ))
}
