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

/// What it tells of itself and the parts in reading order, without a table of contents, which names chapters and says nothing.
pub(super) struct Package {
    pub about: About,
    pub parts: Vec<String>,
}

impl Package {
    pub(super) fn parse(text: &str) -> Result<Self, ExtractError> {
        let mut xml = Pull::new(text);
        let mut items = HashMap::new();
        let mut spine = Vec::new();
        while let Some(element) = xml.element()? {
            match element.name() {
                "item" if element.attr("properties").is_none_or(|kind| !kind.contains("nav")) => {
                    if let (Some(id), Some(href)) = (element.attr("id"), element.attr("href")) {
                        items.insert(id, href);
                    }
                }
                "itemref" => spine.extend(element.attr("idref")),
                _ => {}
            }
        }
        let about = about(text)?;
        Ok(Self { about, parts: spine.iter().filter_map(|id| items.get(id)).cloned().collect() })
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

    /// Who wrote an Office file whose title says nothing: a deck's is that of its template.
    pub(super) fn author(&mut self, archive: &mut Archive<'_>) -> Result<Option<String>, ExtractError> {
        let text = archive.read_text(CORE);
        let core = self.spare(CORE, text)?.flatten().unwrap_or_default();
        let read = about(&core);
        Ok(self.spare(CORE, read)?.and_then(|about| about.author))
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

/// Name of the part of metadata of an OOXML package.
pub(super) const CORE: &str = "docProps/core.xml";

/// What a file tells of itself.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct About {
    pub title: Option<String>,
    /// Its authors, one after the other.
    pub author: Option<String>,
}

/// Reads a part of metadata (Dublin Core), as OOXML and `OpenDocument` have it.
pub(super) fn about(core: &str) -> Result<About, ExtractError> {
    let (mut title, mut begun_by, mut authors) = (None, None, Vec::new());
    let mut xml = Pull::new(core);
    while let Some(element) = xml.element()? {
        match element.name() {
            "title" => title = title.or(Some(one_line(&xml.text()?))),
            // `creator` of an ODT is who changed it last.
            "initial-creator" => begun_by = Some(one_line(&xml.text()?)),
            "creator" => authors.push(one_line(&xml.text()?)),
            // An HWPX names its fields in attributes.
            "meta" if element.attr("name").as_deref() == Some("creator") => {
                authors.push(one_line(&xml.text()?));
            }
            _ => {}
        }
    }
    let told = |text: &String| !text.is_empty();
    Ok(About { title: title.filter(told), author: begun_by.filter(told).or_else(|| listed(authors)) })
}

/// Names one after the other.
pub(super) fn listed(mut names: Vec<String>) -> Option<String> {
    names.retain(|name| !name.is_empty());
    Some(names.join(", ")).filter(|names| !names.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_wrote_it() {
        for (core, title, author) in [
            (
                "<c><dc:creator>김하나</dc:creator><dc:title>Rules</dc:title></c>",
                Some("Rules"),
                Some("김하나"),
            ),
            (
                "<m><meta:initial-creator>Ann</meta:initial-creator><dc:creator>Bo</dc:creator></m>",
                None,
                Some("Ann"),
            ),
            (
                "<m><opf:title/><opf:meta name='creator' content='text'>한컴</opf:meta></m>",
                None,
                Some("한컴"),
            ),
            ("<c><dc:creator/></c>", None, None),
        ] {
            let About { title: read, author: by } = about(core).unwrap();
            assert_eq!((read.as_deref(), by.as_deref()), (title, author), "{core}");
        }
    }
}
