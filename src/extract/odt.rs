//! ODT (`OpenDocument` text): headings, paragraphs, lists, tables and notes of `content.xml`, and what runs on its pages, read
//! once into the tree that sources and drafts take from.

use std::collections::{BTreeSet, HashMap};

use super::archive::Archive;
use super::builder::Builder;
use super::docx::{Blocks, Drawings, Notes, Piece};
use super::math::mathml;
use super::package::{About, Losses, about};
use super::xml::Pull;
use super::{ExtractError, Extraction, Limits};
use stet_sources::chunk::Category;
use stet_sources::left_out::Code;

mod changes;
mod lists;
mod noted;
mod read;
mod styles;
mod tables;

pub(super) use read::Reader;
use styles::Styles;

pub(super) const MEDIA_TYPE: &str = "application/vnd.oasis.opendocument.text";
pub(super) const FORMULA: &str = "application/vnd.oasis.opendocument.formula";

/// The parts of a file.
pub(super) struct File {
    pub(super) about: About,
    content: String,
    /// The styles that have names, and what runs on pages.
    common: String,
    styles: Styles,
    formulas: HashMap<String, String>,
    losses: Losses,
}

impl File {
    pub(super) fn open(bytes: &[u8], limits: &Limits) -> Result<Self, ExtractError> {
        let mut archive = Archive::open(bytes, limits)?;
        let manifest = archive.read_text("META-INF/manifest.xml")?.unwrap_or_default();
        if manifest.contains("encryption-data") {
            return Err(ExtractError::Encrypted);
        }
        let mut losses = Losses::default();
        let mut part = |name: &str, losses: &mut Losses| -> Result<String, ExtractError> {
            let text = archive.read_text(name);
            Ok(losses.spare(name, text)?.flatten().unwrap_or_default())
        };
        let (mut common, meta) = (part("styles.xml", &mut losses)?, part("meta.xml", &mut losses)?);
        let mut formulas = HashMap::new();
        let objects = losses.spare("META-INF/manifest.xml", objects(&manifest))?;
        for folder in objects.unwrap_or_default() {
            let name = format!("{folder}/content.xml");
            let text = part(&name, &mut losses)?;
            let read = formula(&text);
            formulas.extend(losses.spare(&name, read)?.map(|formula| (folder, formula)));
        }
        let content = archive
            .read_text("content.xml")?
            .ok_or_else(|| ExtractError::corrupt("content.xml is missing"))?;
        let mut styles = Styles::default();
        let read = styles.parse(&common);
        if losses.spare("styles.xml", read)?.is_none() {
            common.clear();
        }
        styles.parse(&content)?;
        let about = losses.spare("meta.xml", about(&meta))?.unwrap_or_default();
        Ok(Self { about, content, common, styles, formulas, losses })
    }

    /// Fails where a part is damaged, which a draft has nothing to say beside its text of.
    pub(super) fn whole(&mut self) -> Result<(), ExtractError> {
        std::mem::take(&mut self.losses).settle(&[]).map(drop)
    }

    /// Reads the body; `drafts` have what was deleted and what was noted.
    pub(super) fn read(&self, drafts: bool) -> Result<(Reader<'_>, Vec<Piece>), ExtractError> {
        let mut reader = Reader::new(&self.styles, &self.formulas, drafts);
        let pieces = reader.body(&self.content)?;
        Ok((reader, pieces))
    }
}

pub(super) fn extract(bytes: &[u8], limits: &Limits) -> Result<Extraction, ExtractError> {
    let file = File::open(bytes, limits)?;
    let (mut reader, pieces) = file.read(false)?;
    let running = reader.running(&file.common)?;
    let (none, mut notes, drawings) = (Notes::new(), Notes::new(), Drawings::new());
    let styles = &reader.lists.tree;
    let mut aside = Blocks::new(styles, &none, &drawings, Builder::new(limits));
    for (id, pieces) in &reader.notes {
        notes.insert(id.clone(), aside.text(pieces).0);
    }
    let mut blocks = Blocks::new(styles, &notes, &drawings, Builder::new(limits));
    for piece in &pieces {
        blocks.put(piece)?;
    }
    let mut out = blocks.finish()?.0;
    let mut seen = BTreeSet::new();
    for (head, pieces) in &running {
        let text = aside.text(pieces).0;
        if seen.insert(text.clone()) {
            out.push(if *head { Category::Header } else { Category::Footer }, None, &text)?;
        }
    }
    let (comments, pictures, objects) = (reader.comments, reader.pictures, reader.objects);
    let mut losses = file.losses;
    losses.count(Code::Comments, "", comments);
    losses.count(Code::Pictures, "", pictures);
    losses.count(Code::Objects, "", objects);
    let mut blocks = out.finish();
    for block in &mut blocks {
        block.page = None;
    }
    let left_out = losses.settle(&blocks)?;
    Ok(Extraction {
        title: file.about.title,
        author: file.about.author,
        media_type: MEDIA_TYPE.into(),
        blocks,
        left_out,
        ..Extraction::default()
    })
}

/// Folders of the formulas that a manifest names.
fn objects(manifest: &str) -> Result<Vec<String>, ExtractError> {
    let mut xml = Pull::new(manifest);
    let mut out = Vec::new();
    while let Some(element) = xml.element()? {
        if element.attr("media-type").is_some_and(|kind| kind == FORMULA) {
            let path = element.attr("full-path").unwrap_or_default();
            out.extend(path.strip_suffix('/').filter(|path| !path.is_empty()).map(str::to_owned));
        }
    }
    Ok(out)
}

/// The formula of an object.
fn formula(text: &str) -> Result<String, ExtractError> {
    let mut xml = Pull::new(text);
    while let Some(element) = xml.element()? {
        if element.name() == "math" {
            return mathml(&mut xml, "math");
        }
    }
    Ok(String::new())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::archive::packed;
    use stet_sources::chunk::Category;
    use stet_sources::left_out::LeftOut;

    #[test]
    fn paragraphs_lists_tables_and_notes() {
        let content = "<d><style:style style:name='S'><style:text-properties style:text-position='super 58%'/></style:style>\
            <style:style style:name='X'><style:text-properties style:text-line-through-style='solid'/></style:style>\
            <text:tracked-changes><text:p>gone</text:p></text:tracked-changes>\
            <text:h text:outline-level='1'>요금</text:h>\
            <text:p><office:annotation><text:p>정말?</text:p></office:annotation><draw:frame><draw:object/><draw:image/></draw:frame>직원은 48<text:span text:style-name='S'>2</text:span>명, <text:span text:style-name='X'>20</text:span>30<text:s text:c='2'/>유로\
            <text:note><text:note-citation>1</text:note-citation><text:note-body><text:p>주석</text:p></text:note-body></text:note>다.</text:p>\
            <text:list><text:list-item><text:p>하나</text:p><text:list><text:list-item><text:p>안</text:p></text:list-item></text:list></text:list-item></text:list>\
            <table:table><table:table-row><table:table-cell><office:annotation><text:p>Sure?</text:p></office:annotation><text:p>a</text:p></table:table-cell><table:table-cell><text:p>b<draw:frame><svg:desc>A map</svg:desc></draw:frame><draw:frame><svg:desc>a/spacer.gif</svg:desc></draw:frame></text:p></table:table-cell></table:table-row></table:table></d>";
        let bytes = packed(&[("content.xml", content), ("meta.xml", "<m><dc:title>제목</dc:title></m>")]);
        let extraction = extract(&bytes, &Limits::default()).unwrap();
        let blocks: Vec<_> =
            extraction.blocks.iter().map(|block| (block.category, block.text.as_str())).collect();
        assert_eq!(extraction.title.as_deref(), Some("제목"));
        let left_out = [(Code::Comments, 2), (Code::Pictures, 1), (Code::Objects, 1)];
        assert_eq!(extraction.left_out, left_out.map(|(code, count)| LeftOut::counted(code, "", count)));
        assert_eq!(
            blocks,
            [
                (Category::Heading1, "요금"),
                (Category::Paragraph, "직원은 48명, 30  유로다."),
                (Category::Footnote, "주석"),
                (Category::List, "- 하나\n  - 안"),
                (Category::Table, "| a | b A map |\n| --- | --- |"),
            ]
        );
    }

    /// The texts of a file with such styles and such a body, by their categories.
    fn blocks(styles: &str, body: &str) -> Vec<(Category, String)> {
        let content = format!("<d><office:body>{body}</office:body></d>");
        let bytes = packed(&[("styles.xml", styles), ("content.xml", &content)]);
        let found = extract(&bytes, &Limits::default()).unwrap();
        found.blocks.into_iter().map(|block| (block.category, block.text)).collect()
    }

    #[test]
    fn lists_and_headings_have_their_numbers() {
        let level = |name: &str, at: usize, more: &str| format!("<text:{name} text:level='{at}' {more}/>");
        let styles = format!(
            "<s><text:outline-style style:name='Outline'>{}{}</text:outline-style>\
             <text:list-style style:name='L'>{}{}{}</text:list-style><text:list-style style:name='B'>{}</text:list-style>\
             <style:style style:name='P' style:family='paragraph' style:parent-style-name='Q'/>\
             <style:style style:name='Q' style:family='paragraph' style:list-style-name='L'/></s>",
            level(
                "outline-level-style",
                1,
                "style:num-format='1' style:num-prefix='제' style:num-suffix='장'"
            ),
            level(
                "outline-level-style",
                2,
                "style:num-format='1' text:display-levels='2' style:num-suffix='.'"
            ),
            level("list-level-style-number", 1, "style:num-format='1' style:num-suffix='.'"),
            level("list-level-style-number", 2, "style:num-format='a' text:display-levels='2'"),
            level(
                "list-level-style-number",
                3,
                "style:num-format='가, 나, 다, ...' style:num-suffix=')' text:start-value='2'"
            ),
            level("list-level-style-bullet", 1, ""),
        );
        let words = |text: &str| format!("<text:p>{text}</text:p>");
        let list = |attributes: &str, inner: &str| format!("<text:list {attributes}>{inner}</text:list>");
        let item = |inner: &str| format!("<text:list-item>{inner}</text:list-item>");
        let heading =
            |level: usize, text: &str| format!("<text:h text:outline-level='{level}'>{text}</text:h>");
        let body = [
            heading(1, "총칙"),
            heading(2, "Scope"),
            list(
                "text:style-name='L' xml:id='one'",
                &(format!("<text:list-header>{}</text:list-header>", words("Head"))
                    + &item(
                        &(words("One")
                            + &words("and more")
                            + &list(
                                "",
                                &(item(&(words("In") + &list("", &item(&words("안")))))
                                    + &item(&words("In too"))),
                            )),
                    )
                    + "<text:list-item text:start-value='7'><text:p>Seven</text:p></text:list-item>"),
            ),
            words("Between"),
            list("text:style-name='L' text:continue-numbering='true'", &item(&words("Eight"))),
            list("text:style-name='B'", &item(&words("Bullet"))),
            list("text:continue-list='one'", &item("<text:p text:style-name='P'>Nine</text:p>")),
            list("text:style-name='L'", &item(&words("Anew"))),
            list(
                "text:style-name='L' text:continue-numbering='true'",
                &(item(&list("", &item(&words("Within"))))
                    + "<text:list-item text:style-override='B'><text:p>Other</text:p></text:list-item>"),
            ),
            "<text:h text:outline-level='2' text:is-list-header='true'>Bare</text:h>".into(),
            heading(1, "보칙"),
        ];
        let listed = |text: &str| (Category::List, text.to_owned());
        assert_eq!(
            blocks(&styles, &body.concat()),
            [
                (Category::Heading2, "제1장 총칙".into()),
                (Category::Heading2, "1.1. Scope".into()),
                listed("  Head\n1. One\n  and more\n1.a In\n나) 안\n1.b In too\n7. Seven"),
                (Category::Paragraph, "Between".into()),
                listed("8. Eight\n- Bullet\n9. Nine\n1. Anew\n1.a Within\n- Other"),
                (Category::Heading2, "Bare".into()),
                (Category::Heading2, "제2장 보칙".into()),
            ]
        );
    }

    #[test]
    fn a_broken_part_is_lost_alone() {
        let content = "<d><office:body><text:p>Open.</text:p></office:body></d>";
        let parts = [("styles.xml", "<s><style:header>"), ("meta.xml", "<m>"), ("content.xml", content)];
        let found = extract(&packed(&parts), &Limits::default()).unwrap();
        assert_eq!(found.blocks.len(), 1);
        let damaged = |part| LeftOut::named(Code::DamagedPart, part);
        assert_eq!(found.left_out, ["styles.xml", "meta.xml"].map(damaged));
    }

    #[test]
    fn running_heads_boxes_and_rows_that_repeat() {
        let styles = "<s><style:master-page><style:header><text:p>Quay 7</text:p></style:header>\
            <style:header-left style:display='false'><text:p>Off</text:p></style:header-left><style:footer><text:p>쪽</text:p></style:footer></style:master-page>\
            <style:master-page><style:header><text:p>Quay 7</text:p></style:header></style:master-page></s>";
        let cell = |text: &str| format!("<table:table-cell><text:p>{text}</text:p></table:table-cell>");
        let body = format!(
            "<text:p>Before<draw:frame><draw:text-box><text:p>In a box</text:p></draw:text-box><svg:desc>A map</svg:desc></draw:frame></text:p>\
             <table:table><table:table-row>{}</table:table-row><table:table-row table:number-rows-repeated='2'>{}\
             <table:table-cell table:number-columns-repeated='2'><text:p>5</text:p></table:table-cell></table:table-row>\
             <table:table-row table:number-rows-repeated='1048576'><table:table-cell/></table:table-row></table:table>\
             <table:table><table:table-row table:number-rows-repeated='99999'>{}{}</table:table-row></table:table>",
            ["Room", "Summer", "Winter"].map(cell).concat(),
            cell("Loft"),
            cell("a"),
            cell("b"),
        );
        let found = blocks(styles, &body);
        let (rows, found) = (found[4].1.lines().count(), [&found[..4], &found[5..]].concat());
        assert!((1000..20_000).contains(&rows), "{rows}");
        assert_eq!(
            found,
            [
                (Category::Paragraph, "Before".into()),
                (Category::Paragraph, "In a box".into()),
                (Category::Figure, "A map".into()),
                (
                    Category::Table,
                    "| Room | Summer | Winter |\n| --- | --- | --- |\n| Loft | 5 | 5 |\n| Loft | 5 | 5 |"
                        .into()
                ),
                (Category::Header, "Quay 7".into()),
                (Category::Footer, "쪽".into()),
            ]
        );
    }
}
