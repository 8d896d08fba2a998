//! Packages of XML parts: what they consist of as an EPUB and an HWPX name it (OPF), and how parts are related in those of
//! Office (OPC).

use std::collections::HashMap;

use super::ExtractError;
use super::archive::Archive;
use super::builder::one_line;
use super::xml::{Node, Pull};

/// The title and the parts in reading order, without a table of contents, which names chapters and says nothing.
pub(super) struct Package {
    pub title: Option<String>,
    pub parts: Vec<String>,
}

impl Package {
    pub(super) fn read(text: &str) -> Result<Self, ExtractError> {
        let mut xml = Pull::new(text);
        let mut title = None;
        let mut items = HashMap::new();
        let mut spine = Vec::new();
        loop {
            match xml.next()? {
                Node::Open(element) => match element.name() {
                    "title" if title.is_none() => {
                        title = Some(one_line(&xml.text()?)).filter(|title| !title.is_empty());
                    }
                    "item" if element.attr("properties").is_none_or(|kind| !kind.contains("nav")) => {
                        if let (Some(id), Some(href)) = (element.attr("id"), element.attr("href")) {
                            items.insert(id, href);
                        }
                    }
                    "itemref" => spine.extend(element.attr("idref")),
                    _ => {}
                },
                Node::End => break,
                _ => {}
            }
        }
        Ok(Self { title, parts: spine.iter().filter_map(|id| items.get(id)).cloned().collect() })
    }
}

/// Parts that a part (the package, for an empty name) is related to, by the end of the relation's type.
pub(super) fn related(
    archive: &mut Archive<'_>,
    part: &str,
    kind: &str,
) -> Result<Vec<String>, ExtractError> {
    let (folder, name) = part.rsplit_once('/').map_or(("", part), |(folder, name)| (folder, name));
    let relations =
        if folder.is_empty() { format!("_rels/{name}.rels") } else { format!("{folder}/_rels/{name}.rels") };
    let Some(text) = archive.read_text(&relations)? else { return Ok(Vec::new()) };
    let mut xml = Pull::new(&text);
    let mut found = Vec::new();
    loop {
        match xml.next()? {
            Node::Open(element) if element.name() == "Relationship" => {
                let (Some(of), Some(target)) = (element.attr("Type"), element.attr("Target")) else {
                    continue;
                };
                if of.ends_with(kind) && element.attr("TargetMode").as_deref() != Some("External") {
                    found.push(resolved(folder, &target));
                }
            }
            Node::End => return Ok(found),
            _ => {}
        }
    }
}

/// A target as a name in the archive.
pub(super) fn resolved(folder: &str, target: &str) -> String {
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

/// The title in a part of metadata (Dublin Core), as DOCX and ODT have it.
pub(super) fn title(core: &str) -> Result<Option<String>, ExtractError> {
    let mut xml = Pull::new(core);
    loop {
        match xml.next()? {
            Node::Open(element) if element.name() == "title" => {
                return Ok(Some(one_line(&xml.text()?)).filter(|title| !title.is_empty()));
            }
            Node::End => return Ok(None),
            _ => {}
        }
    }
}
