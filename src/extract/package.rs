//! Packages of XML parts: what they consist of as an EPUB and an HWPX name it (OPF), and how parts are related in those of
//! Office (OPC).

use std::collections::HashMap;

pub(super) use stet_document::docx::resolved;
use stet_sources::chunk::Block;
use stet_sources::left_out::{Code, LeftOut};

use super::ExtractError;
use super::archive::Archive;
use super::builder::one_line;
use super::xml::Pull;

/// The title and the parts in reading order, without a table of contents, which names chapters and says nothing.
pub(super) struct Package {
    pub title: Option<String>,
    pub parts: Vec<String>,
}

impl Package {
    pub(super) fn parse(text: &str) -> Result<Self, ExtractError> {
        let mut xml = Pull::new(text);
        let mut title = None;
        let mut items = HashMap::new();
        let mut spine = Vec::new();
        while let Some(element) = xml.element()? {
            match element.name() {
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
            }
        }
        Ok(Self { title, parts: spine.iter().filter_map(|id| items.get(id)).cloned().collect() })
    }
}

/// What is left out of a document. A part that is damaged is lost alone and named.
#[derive(Default)]
pub(super) struct Losses {
    said: Vec<LeftOut>,
    first: Option<ExtractError>,
}

impl Losses {
    pub(super) fn say(&mut self, said: LeftOut) {
        said.put(&mut self.said);
    }

    /// Says how many of a kind are left out, where there are any.
    pub(super) fn count(&mut self, code: Code, name: &str, count: usize) {
        if count > 0 {
            self.say(LeftOut::counted(code, name, count));
        }
    }

    /// What was read of a part, `None` where it is damaged.
    pub(super) fn spare<T>(
        &mut self,
        part: &str,
        read: Result<T, ExtractError>,
    ) -> Result<Option<T>, ExtractError> {
        match read {
            Err(error @ ExtractError::Corrupt { .. }) => {
                self.say(LeftOut::named(Code::DamagedPart, part));
                self.first.get_or_insert(error);
                Ok(None)
            }
            read => read.map(Some),
        }
    }

    /// What is to be said beside the blocks; the first damage where nothing else is left.
    pub(super) fn settle(self, blocks: &[Block]) -> Result<Vec<LeftOut>, ExtractError> {
        match self.first {
            Some(error) if blocks.is_empty() => Err(error),
            _ => Ok(self.said),
        }
    }
}

/// What a part is related to.
pub(super) struct Relation {
    pub id: String,
    pub kind: String,
    pub target: String,
    /// Outside of the package.
    pub external: bool,
}

/// The relations of a part, or of the package for an empty name.
pub(super) fn relations(archive: &mut Archive<'_>, part: &str) -> Result<Vec<Relation>, ExtractError> {
    let (folder, name) = part.rsplit_once('/').unwrap_or(("", part));
    let relations =
        if folder.is_empty() { format!("_rels/{name}.rels") } else { format!("{folder}/_rels/{name}.rels") };
    let text = archive.read_text(&relations)?.unwrap_or_default();
    let mut xml = Pull::new(&text);
    let mut found = Vec::new();
    while let Some(element) = xml.element()? {
        if let Some(target) = element.attr("Target") {
            let get = |name| element.attr(name).unwrap_or_default();
            let (id, kind) = (get("Id"), get("Type"));
            let external = element.attr("TargetMode").as_deref() == Some("External");
            found.push(Relation { id, kind, target, external });
        }
    }
    Ok(found)
}

/// Parts that a part is related to, by the end of the relation's type.
pub(super) fn related(
    archive: &mut Archive<'_>,
    part: &str,
    kind: &str,
) -> Result<Vec<String>, ExtractError> {
    let folder = part.rsplit_once('/').map_or("", |(folder, _)| folder);
    let found = relations(archive, part)?.into_iter();
    let found = found.filter(|relation| relation.kind.ends_with(kind) && !relation.external);
    Ok(found.map(|relation| resolved(folder, &relation.target)).collect())
}

/// The part that an id of a relation leads to.
pub(super) fn target(
    archive: &mut Archive<'_>,
    part: &str,
    id: &str,
) -> Result<Option<String>, ExtractError> {
    let folder = part.rsplit_once('/').map_or("", |(folder, _)| folder);
    let found = relations(archive, part)?.into_iter().find(|relation| relation.id == id);
    Ok(found.map(|relation| resolved(folder, &relation.target)))
}

/// The title in a part of metadata (Dublin Core), as DOCX and ODT have it.
pub(super) fn title(core: &str) -> Result<Option<String>, ExtractError> {
    let mut xml = Pull::new(core);
    while let Some(element) = xml.element()? {
        if element.name() == "title" {
            return Ok(Some(one_line(&xml.text()?)).filter(|title| !title.is_empty()));
        }
    }
    Ok(None)
}
