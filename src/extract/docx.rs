//! DOCX (ECMA-376, `WordprocessingML`): its parts, read once into a tree (`read`) that sources (`blocks`) and drafts take from.
//!
//! Pages: Word leaves a mark where its layout broke a page (`lastRenderedPageBreak`); with at least one
//! such mark pages are counted from them and from hard breaks, otherwise they stay unknown.

use std::collections::{BTreeSet, HashMap};

use stet_document::docx::MEDIA_TYPE;
use stet_document::html::is_safe;
use stet_sources::chunk::Category;
use stet_sources::left_out::Code;

use super::archive::Archive;
use super::builder::Builder;
use super::drawing::{chart, diagram};
use super::package::{About, CORE, Losses, about, related, relations, resolved};
use super::xml::Pull;
use super::{ExtractError, Extraction, Limits};

mod blocks;
mod look;
mod read;
mod styles;
mod tree;

use blocks::Drawing;
pub(super) use blocks::{Blocks, Drawings, Notes};
pub(super) use look::Look;
pub(super) use read::{Mark, Parts, Reader};
pub(super) use styles::{Numbers, Styles, is_code};
pub(super) use tree::{Cell, Content, Fate, Paragraph, Piece, Row, Span, Table};

/// Parts with notes, and the element of a note in each.
pub(super) const NOTES: [(&str, &str); 2] = [("/footnotes", "footnote"), ("/endnotes", "endnote")];

pub(super) fn extract(bytes: &[u8], limits: &Limits) -> Result<Extraction, ExtractError> {
    let mut file = File::open(bytes, limits)?;
    let parts = Parts { styles: file.styles()?, ..Parts::default() };
    let (mut notes, none, mut marks) = (Notes::new(), Notes::new(), Vec::new());
    let (drawings, no_drawings) = (file.drawings()?, Drawings::new());
    // What stands beside the body turns no page of it.
    let mut aside = Blocks::new(&parts.styles, &none, &no_drawings, Builder::new(limits));
    for (kind, name) in NOTES {
        let part = file.name(kind)?;
        let text = file.text(&part)?;
        let read = Reader::new(&text, &parts, &mut marks).notes(name, |id, pieces| {
            notes.insert((name == "footnote", id), aside.text(&pieces).0);
        });
        file.losses.spare(&part, read)?;
    }
    let About { title, author } = file.about()?;
    let mut blocks = Blocks::new(&parts.styles, &notes, &drawings, Builder::new(limits));
    Reader::new(&file.body, &parts, &mut marks).body(|piece| blocks.put(&piece))?;
    let (mut out, pages) = blocks.finish()?;
    let mut seen = BTreeSet::new();
    for (name, head) in file.running()? {
        let part = file.text(&name)?;
        let category = if head { Category::Header } else { Category::Footer };
        let mut pieces = Vec::new();
        let read = Reader::new(&part, &parts, &mut marks).body(|piece| {
            pieces.push(piece);
            Ok(())
        });
        file.losses.spare(&name, read)?;
        let (text, _) = aside.text(&pieces);
        if seen.insert(text.clone()) {
            out.push(category, None, &text)?;
        }
    }
    file.count_left_out()?;
    let mut blocks = out.finish();
    if pages.is_none() {
        for block in &mut blocks {
            block.page = None;
            block.turns.clear();
        }
    }
    let left_out = file.losses.settle(&blocks)?;
    let media_type = MEDIA_TYPE.into();
    Ok(Extraction { title, author, media_type, pages, blocks, left_out, ..Extraction::default() })
}

/// What a body refers to and a source has nothing of, by the end of the relation's type.
const LEFT_OUT: [(&str, Code); 5] = [
    ("/image", Code::Pictures),
    ("/oleObject", Code::Objects),
    ("/package", Code::Files),
    ("/aFChunk", Code::InsertedDocuments),
    ("/chartEx", Code::NewerCharts),
];

/// A file, whose parts are named by their relation to the main one.
pub(super) struct File<'a> {
    archive: Archive<'a>,
    /// Name of the main part, which holds the body.
    pub(super) main: String,
    pub(super) body: String,
    losses: Losses,
}

impl<'a> File<'a> {
    pub(super) fn open(bytes: &'a [u8], limits: &Limits) -> Result<Self, ExtractError> {
        let mut archive = Archive::open(bytes, limits)?;
        // The main part is the one the package names, whatever it is called.
        let main = related(&mut archive, "", "/officeDocument")?.pop();
        let main = main.unwrap_or_else(|| "word/document.xml".to_owned());
        let body =
            archive.read_text(&main)?.ok_or_else(|| ExtractError::corrupt(format!("{main} is missing")))?;
        Ok(Self { archive, main, body, losses: Losses::default() })
    }

    fn folder(&self) -> &str {
        self.main.rsplit_once('/').map_or("", |(folder, _)| folder)
    }

    /// The text of a part, empty where there is none, and its name.
    pub(super) fn part(&mut self, kind: &str) -> Result<(String, String), ExtractError> {
        let name = self.name(kind)?;
        Ok((self.archive.read_text(&name)?.unwrap_or_default(), name))
    }

    fn name(&mut self, kind: &str) -> Result<String, ExtractError> {
        // Some writers leave the relations out and trust the usual names.
        let name = related(&mut self.archive, &self.main, kind)?.pop();
        Ok(name.unwrap_or_else(|| format!("{}{kind}.xml", self.folder())))
    }

    /// The text of a part that may be lost alone, empty where there is none.
    fn text(&mut self, name: &str) -> Result<String, ExtractError> {
        let text = self.archive.read_text(name);
        Ok(self.losses.spare(name, text)?.flatten().unwrap_or_default())
    }

    pub(super) fn styles(&mut self) -> Result<Styles, ExtractError> {
        let mut styles = Styles::default();
        styles.parse(&self.part("/styles")?.0)?;
        styles.numbers(&self.part("/numbering")?.0)?;
        Ok(styles)
    }

    pub(super) fn about(&mut self) -> Result<About, ExtractError> {
        let read = about(&self.text(CORE)?);
        Ok(self.losses.spare(CORE, read)?.unwrap_or_default())
    }

    /// Names of the parts that run on pages; whether each is a head.
    fn running(&mut self) -> Result<BTreeSet<(String, bool)>, ExtractError> {
        let mut running = BTreeSet::new();
        for (kind, head) in [("/header", true), ("/footer", false)] {
            let usual = format!("{}{kind}", self.folder());
            let mut names = related(&mut self.archive, &self.main, kind)?;
            names.extend(self.archive.names().into_iter().filter(|name| name.starts_with(&usual)));
            running.extend(names.into_iter().map(|name| (name, head)));
        }
        Ok(running)
    }

    /// Charts and diagrams of the body.
    fn drawings(&mut self) -> Result<Drawings, ExtractError> {
        let mut out = Drawings::new();
        for link in relations(&mut self.archive, &self.main)? {
            let is_diagram = link.kind.ends_with("/diagramData");
            if is_diagram || link.kind.ends_with("/chart") {
                let name = resolved(self.folder(), &link.target);
                let text = self.text(&name)?;
                let read = if is_diagram {
                    diagram(&text).map(Drawing::Diagram)
                } else {
                    chart(&text).map(Drawing::Chart)
                };
                out.extend(self.losses.spare(&name, read)?.map(|drawing| (link.id, drawing)));
            }
        }
        Ok(out)
    }

    /// Says what is left out of a source, with how many there are.
    fn count_left_out(&mut self) -> Result<(), ExtractError> {
        let relations = relations(&mut self.archive, &self.main)?;
        for (kind, code) in LEFT_OUT {
            let count = relations.iter().filter(|link| link.kind.ends_with(kind)).count();
            self.losses.count(code, "", count);
        }
        let mut comments = 0;
        let name = self.name("/comments")?;
        let part = self.text(&name)?;
        let mut xml = Pull::new(&part);
        while let Ok(Some(element)) = xml.element() {
            comments += usize::from(element.name() == "comment");
        }
        self.losses.count(Code::Comments, "", comments);
        Ok(())
    }

    /// Addresses outside of the file that a part links to, by the id of their relation.
    pub(super) fn links(&mut self, part: &str) -> Result<HashMap<String, String>, ExtractError> {
        let found = relations(&mut self.archive, part)?.into_iter();
        let found = found.filter(|link| link.kind.ends_with("/hyperlink") && is_safe(&link.target));
        Ok(found.map(|link| (link.id, link.target)).collect())
    }

    /// Names of the pictures of a part within the folder of the main one, by the id of their relation.
    pub(super) fn pictures(&mut self, part: &str) -> Result<HashMap<String, String>, ExtractError> {
        let folder = self.folder().to_owned();
        let found = relations(&mut self.archive, part)?.into_iter();
        let found = found.filter(|link| link.kind.ends_with("/image") && !link.external);
        let named = found.map(|link| (link.id, resolved(&folder, &link.target)));
        Ok(named
            .filter_map(|(id, name)| {
                Some((id, name.strip_prefix(&folder)?.trim_start_matches('/').to_owned()))
            })
            .collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::archive::packed;
    use stet_sources::left_out::LeftOut;

    #[test]
    fn a_broken_part_is_lost_alone_and_what_is_left_out_is_named() {
        let body = "<w:document><w:body><w:p><w:r><w:t>Open.</w:t><w:footnoteReference w:id='2'/><w:drawing><c:chart r:id='a'/></w:drawing></w:r></w:p></w:body></w:document>";
        let relation = |id: &str, kind: &str, target: &str| {
            format!("<Relationship Id='{id}' Type='http://x/{kind}' Target='{target}'/>")
        };
        let relations = [
            relation("a", "chart", "charts/chart1.xml"),
            relation("b", "image", "media/image1.png"),
            relation("c", "header", "header1.xml"),
            relation("d", "oleObject", "embeddings/a.bin"),
            relation("e", "package", "embeddings/a.xlsx"),
            relation("f", "aFChunk", "a.html"),
            relation("g", "chartEx", "charts/chartEx1.xml"),
        ];
        let bytes = packed(&[
            ("word/document.xml", body),
            ("word/_rels/document.xml.rels", &format!("<R>{}</R>", relations.concat())),
            ("word/charts/chart1.xml", "<c:chartSpace><c:chart>"),
            (
                "word/footnotes.xml",
                "<w:footnotes><w:footnote w:id='2'><w:p><w:r><w:t>Until noon.</w:t></w:r></w:p></w:footnote><w:p>",
            ),
            ("word/header1.xml", "<w:hdr><w:p>"),
            ("word/header2.xml", "<w:hdr><w:p><w:r><w:t>머리말</w:t></w:r></w:p></w:hdr>"),
            ("word/comments.xml", "<w:comments><w:comment/><w:comment/></w:comments>"),
        ]);
        let found = extract(&bytes, &Limits::default()).unwrap();
        let texts: Vec<&str> = found.blocks.iter().map(|block| block.text.as_str()).collect();
        assert_eq!(texts, ["Open.", "Until noon.", "머리말"]);
        assert_eq!(
            found.left_out,
            [
                LeftOut::named(Code::DamagedPart, "word/charts/chart1.xml"),
                LeftOut::named(Code::DamagedPart, "word/footnotes.xml"),
                LeftOut::named(Code::DamagedPart, "word/header1.xml"),
                LeftOut::counted(Code::Pictures, "", 1),
                LeftOut::counted(Code::Objects, "", 1),
                LeftOut::counted(Code::Files, "", 1),
                LeftOut::counted(Code::InsertedDocuments, "", 1),
                LeftOut::counted(Code::NewerCharts, "", 1),
                LeftOut::counted(Code::Comments, "", 2),
            ]
        );
    }

    #[test]
    fn boxes_are_read_once_wherever_they_stand() {
        let shown = |text: &str| format!("<p><r><t>{text}</t><br/><t>end</t></r></p>");
        let boxed = |text: &str| {
            let inner = format!("<txbxContent>{}</txbxContent>", shown(text));
            format!("<p><r><t>By</t><Choice>{inner}</Choice><Fallback>{inner}</Fallback></r></p>")
        };
        let row = |cells: [String; 2]| {
            format!("<tr>{}</tr>", cells.map(|cell| format!("<tc>{cell}</tc>")).concat())
        };
        let body = format!(
            "<document><body><tbl>{}</tbl><p><r><footnoteReference id='2'/></r></p></body></document>",
            row([boxed("In a cell"), shown("Beside")])
        );
        let note = format!("<footnotes><footnote id='2'>{}</footnote></footnotes>", boxed("In a note"));
        let head = format!("<hdr>{}</hdr>", boxed("In a head"));
        let parts =
            [("word/document.xml", &body), ("word/footnotes.xml", &note), ("word/header1.xml", &head)];
        let found =
            extract(&packed(&parts.map(|(name, text)| (name, text.as_str()))), &Limits::default()).unwrap();
        let texts: Vec<&str> = found.blocks.iter().map(|block| block.text.as_str()).collect();
        assert_eq!(
            texts,
            ["| By In a cell end | Beside end |\n| --- | --- |", "By\nIn a note\nend", "By\nIn a head\nend"]
        );
    }
}
