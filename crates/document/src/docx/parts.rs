//! The parts of a Word file that hold no text: styles, numbering, settings, relations.

use std::collections::BTreeSet;

use super::body::{INSET, QUOTE};
use crate::export::{Page, locale};
use crate::flat::Numbering;
use crate::html::escape;

pub(super) const HEAD: &str = "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"yes\"?>\n";
pub(super) const NAMESPACES: &str = "xmlns:w=\"http://schemas.openxmlformats.org/wordprocessingml/2006/main\" \
    xmlns:r=\"http://schemas.openxmlformats.org/officeDocument/2006/relationships\"";
pub(super) const RELATIONS: &str = "http://schemas.openxmlformats.org/package/2006/relationships";
pub(super) const RELATION: &str = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";

pub(super) const CONTENT_TYPES: &str = "<Types xmlns=\"http://schemas.openxmlformats.org/package/2006/content-types\">\
    <Default Extension=\"rels\" ContentType=\"application/vnd.openxmlformats-package.relationships+xml\"/>\
    <Default Extension=\"png\" ContentType=\"image/png\"/>\
    <Default Extension=\"jpeg\" ContentType=\"image/jpeg\"/>\
    <Default Extension=\"gif\" ContentType=\"image/gif\"/>\
    <Default Extension=\"xml\" ContentType=\"application/xml\"/>\
    <Override PartName=\"/word/document.xml\" ContentType=\"application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml\"/>\
    <Override PartName=\"/word/styles.xml\" ContentType=\"application/vnd.openxmlformats-officedocument.wordprocessingml.styles+xml\"/>\
    <Override PartName=\"/word/numbering.xml\" ContentType=\"application/vnd.openxmlformats-officedocument.wordprocessingml.numbering+xml\"/>\
    <Override PartName=\"/word/settings.xml\" ContentType=\"application/vnd.openxmlformats-officedocument.wordprocessingml.settings+xml\"/>\
    <Override PartName=\"/word/footnotes.xml\" ContentType=\"application/vnd.openxmlformats-officedocument.wordprocessingml.footnotes+xml\"/>\
    <Override PartName=\"/word/comments.xml\" ContentType=\"application/vnd.openxmlformats-officedocument.wordprocessingml.comments+xml\"/>\
    <Override PartName=\"/docProps/core.xml\" ContentType=\"application/vnd.openxmlformats-package.core-properties+xml\"/></Types>";

pub(super) const PACKAGE: &str = "<Relationships xmlns=\"http://schemas.openxmlformats.org/package/2006/relationships\">\
    <Relationship Id=\"rId1\" Type=\"http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument\" Target=\"word/document.xml\"/>\
    <Relationship Id=\"rId2\" Type=\"http://schemas.openxmlformats.org/package/2006/relationships/metadata/core-properties\" Target=\"docProps/core.xml\"/></Relationships>";

pub(super) const DOCUMENT: &str = "<Relationship Id=\"rId1\" Type=\"http://schemas.openxmlformats.org/officeDocument/2006/relationships/styles\" Target=\"styles.xml\"/>\
    <Relationship Id=\"rId2\" Type=\"http://schemas.openxmlformats.org/officeDocument/2006/relationships/numbering\" Target=\"numbering.xml\"/>\
    <Relationship Id=\"rId3\" Type=\"http://schemas.openxmlformats.org/officeDocument/2006/relationships/settings\" Target=\"settings.xml\"/>\
    <Relationship Id=\"rId4\" Type=\"http://schemas.openxmlformats.org/officeDocument/2006/relationships/footnotes\" Target=\"footnotes.xml\"/>\
    <Relationship Id=\"rId5\" Type=\"http://schemas.openxmlformats.org/officeDocument/2006/relationships/comments\" Target=\"comments.xml\"/>";

pub(super) fn section(page: &Page) -> String {
    let Page { width, height, top, right, bottom, left } = page;
    let turned = if width > height { " w:orient=\"landscape\"" } else { "" };
    format!(
        "<w:sectPr><w:pgSz w:w=\"{width}\" w:h=\"{height}\"{turned}/><w:pgMar w:top=\"{top}\" w:right=\"{right}\" w:bottom=\"{bottom}\" \
         w:left=\"{left}\" w:header=\"720\" w:footer=\"720\" w:gutter=\"0\"/></w:sectPr>"
    )
}

pub(super) const SEPARATORS: &str = "<w:footnote w:type=\"separator\" w:id=\"-1\"><w:p><w:r><w:separator/></w:r></w:p></w:footnote>\
    <w:footnote w:type=\"continuationSeparator\" w:id=\"0\"><w:p><w:r><w:continuationSeparator/></w:r></w:p></w:footnote>";

pub(super) fn core(title: &str, language: &str, at: &str) -> String {
    format!(
        "{HEAD}<cp:coreProperties xmlns:cp=\"http://schemas.openxmlformats.org/package/2006/metadata/core-properties\" \
         xmlns:dc=\"http://purl.org/dc/elements/1.1/\" xmlns:dcterms=\"http://purl.org/dc/terms/\" \
         xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\"><dc:title>{}</dc:title><dc:language>{language}</dc:language>\
         <dcterms:created xsi:type=\"dcterms:W3CDTF\">{at}</dcterms:created>\
         <dcterms:modified xsi:type=\"dcterms:W3CDTF\">{at}</dcterms:modified></cp:coreProperties>",
        escape(title)
    )
}

pub(super) fn settings(language: &str) -> String {
    format!(
        "<w:settings {NAMESPACES}><w:footnotePr><w:footnote w:id=\"-1\"/><w:footnote w:id=\"0\"/></w:footnotePr>\
         <w:compat><w:compatSetting w:name=\"compatibilityMode\" w:uri=\"http://schemas.microsoft.com/office/word\" w:val=\"15\"/></w:compat>\
         <w:themeFontLang w:val=\"{}\" w:eastAsia=\"ko-KR\"/></w:settings>",
        locale(language)
    )
}

/// Every list by itself, of two definitions: bullets and numbers, nine levels each. Numbers of both begin behind `first`.
pub(super) fn numbering(lists: &[Numbering], first: usize) -> String {
    let mut out = format!("{HEAD}<w:numbering {NAMESPACES}>");
    for (id, ordered) in [(first, false), (first + 1, true)] {
        put!(out, "<w:abstractNum w:abstractNumId=\"{id}\"><w:multiLevelType w:val=\"multilevel\"/>");
        for level in 0..9 {
            let (format, text) = if ordered {
                ("decimal", format!("%{}.", level + 1))
            } else {
                ("bullet", ["•", "◦", "▪"][level % 3].to_owned())
            };
            let left = (level + 1) * INSET;
            put!(
                out,
                "<w:lvl w:ilvl=\"{level}\"><w:start w:val=\"1\"/><w:numFmt w:val=\"{format}\"/><w:lvlText w:val=\"{text}\"/>\
                 <w:lvlJc w:val=\"left\"/><w:pPr><w:ind w:left=\"{left}\" w:hanging=\"360\"/></w:pPr></w:lvl>"
            );
        }
        out.push_str("</w:abstractNum>");
    }
    for (index, list) in lists.iter().enumerate() {
        let definition = first + usize::from(list.start.is_some());
        put!(out, "<w:num w:numId=\"{}\"><w:abstractNumId w:val=\"{definition}\"/>", first + index + 1);
        if let Some(start) = list.start {
            put!(
                out,
                "<w:lvlOverride w:ilvl=\"{}\"><w:startOverride w:val=\"{start}\"/></w:lvlOverride>",
                list.level
            );
        }
        out.push_str("</w:num>");
    }
    out.push_str("</w:numbering>");
    out
}

/// The look of code.
const CODE: &str =
    "<w:rFonts w:ascii=\"Consolas\" w:hAnsi=\"Consolas\" w:cs=\"Consolas\"/><w:sz w:val=\"20\"/>";

pub(super) fn styles(language: &str, languages: &BTreeSet<String>) -> String {
    let mut out = format!(
        "{HEAD}<w:styles {NAMESPACES}><w:docDefaults><w:rPrDefault><w:rPr>\
         <w:rFonts w:ascii=\"Calibri\" w:hAnsi=\"Calibri\" w:eastAsia=\"맑은 고딕\" w:cs=\"Times New Roman\"/><w:sz w:val=\"22\"/><w:szCs w:val=\"22\"/>\
         <w:lang w:val=\"{}\" w:eastAsia=\"ko-KR\" w:bidi=\"ar-SA\"/></w:rPr></w:rPrDefault>\
         <w:pPrDefault><w:pPr><w:spacing w:after=\"160\" w:line=\"276\" w:lineRule=\"auto\"/></w:pPr></w:pPrDefault></w:docDefaults>\
         <w:style w:type=\"paragraph\" w:default=\"1\" w:styleId=\"Normal\"><w:name w:val=\"Normal\"/><w:qFormat/></w:style>\
         <w:style w:type=\"character\" w:default=\"1\" w:styleId=\"DefaultParagraphFont\"><w:name w:val=\"Default Paragraph Font\"/></w:style>\
         <w:style w:type=\"table\" w:default=\"1\" w:styleId=\"TableNormal\"><w:name w:val=\"Normal Table\"/></w:style>",
        locale(language)
    );
    paragraphs(&mut out, languages);
    let mut character = |id: &str, name: &str, run: &str| {
        put!(
            out,
            "<w:style w:type=\"character\" w:styleId=\"{id}\"><w:name w:val=\"{name}\"/><w:basedOn w:val=\"DefaultParagraphFont\"/><w:rPr>{run}</w:rPr></w:style>"
        );
    };
    character("FootnoteReference", "footnote reference", "<w:vertAlign w:val=\"superscript\"/>");
    character("Hyperlink", "Hyperlink", "<w:color w:val=\"0563C1\"/><w:u w:val=\"single\"/>");
    character("VerbatimChar", "Verbatim Char", CODE);
    character("CommentReference", "annotation reference", "<w:sz w:val=\"16\"/><w:szCs w:val=\"16\"/>");
    let side =
        |side: &str| format!("<w:{side} w:val=\"single\" w:sz=\"4\" w:space=\"0\" w:color=\"999999\"/>");
    let sides: String = ["top", "left", "bottom", "right", "insideH", "insideV"].map(side).concat();
    put!(
        out,
        "<w:style w:type=\"table\" w:styleId=\"TableGrid\"><w:name w:val=\"Table Grid\"/><w:basedOn w:val=\"TableNormal\"/>\
         <w:pPr><w:spacing w:after=\"0\"/></w:pPr><w:tblPr><w:tblBorders>{sides}</w:tblBorders><w:tblCellMar>\
         <w:left w:w=\"108\" w:type=\"dxa\"/><w:right w:w=\"108\" w:type=\"dxa\"/></w:tblCellMar></w:tblPr>\
         <w:tblStylePr w:type=\"firstRow\"><w:rPr><w:b/><w:bCs/></w:rPr></w:tblStylePr></w:style></w:styles>"
    );
    out
}

/// The styles of paragraphs.
fn paragraphs(out: &mut String, languages: &BTreeSet<String>) {
    let mut paragraph = |id: &str, name: &str, base: &str, properties: &str, run: &str| {
        put!(
            out,
            "<w:style w:type=\"paragraph\" w:styleId=\"{id}\"><w:name w:val=\"{name}\"/><w:basedOn w:val=\"{base}\"/><w:qFormat/>\
             <w:pPr>{properties}</w:pPr><w:rPr>{run}</w:rPr></w:style>"
        );
    };
    for (level, size) in (1..=6).zip([36, 30, 26, 24, 22, 22]) {
        paragraph(
            &format!("Heading{level}"),
            &format!("heading {level}"),
            "Normal",
            &format!(
                "<w:keepNext/><w:spacing w:before=\"240\" w:after=\"80\"/><w:outlineLvl w:val=\"{}\"/>",
                level - 1
            ),
            &format!("<w:b/><w:bCs/><w:sz w:val=\"{size}\"/><w:szCs w:val=\"{size}\"/>"),
        );
    }
    let border = |side: &str| {
        format!("<w:pBdr><w:{side} w:val=\"single\" w:sz=\"6\" w:space=\"8\" w:color=\"999999\"/></w:pBdr>")
    };
    for depth in 1..=9 {
        let (id, base) = if depth == 1 { (String::new(), "Normal") } else { (depth.to_string(), "Quote") };
        let name = if depth == 1 { "Quote".to_owned() } else { format!("Quote {depth}") };
        let properties = format!("{}<w:ind w:left=\"{}\"/>", border("left"), depth * QUOTE);
        paragraph(&format!("Quote{id}"), &name, base, &properties, "");
    }
    let shade = "<w:shd w:val=\"clear\" w:color=\"auto\" w:fill=\"F4F4F4\"/><w:spacing w:line=\"240\" w:lineRule=\"auto\"/>";
    paragraph("SourceCode", "Source Code", "Normal", shade, CODE);
    for language in languages {
        paragraph(
            &format!("SourceCode_{language}"),
            &format!("Source Code {language}"),
            "SourceCode",
            "",
            "",
        );
    }
    paragraph("ListParagraph", "List Paragraph", "Normal", "<w:spacing w:after=\"80\"/>", "");
    paragraph("ListContinue", "List Continue", "Normal", "<w:spacing w:after=\"80\"/>", "");
    paragraph("HorizontalRule", "Horizontal Rule", "Normal", &border("bottom"), "");
    let small = "<w:sz w:val=\"20\"/><w:szCs w:val=\"20\"/>";
    paragraph(
        "FootnoteText",
        "footnote text",
        "Normal",
        "<w:spacing w:after=\"0\" w:line=\"240\" w:lineRule=\"auto\"/>",
        small,
    );
    paragraph("CommentText", "annotation text", "Normal", "", small);
}
