//! The parts of an ODT that hold no text: manifest, metadata, styles.

use std::collections::BTreeSet;

use crate::Align;
use crate::export::{Page, locale};
use crate::html::escape;

const HEAD: &str = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n";

pub(super) const NAMESPACES: &str = "xmlns:office=\"urn:oasis:names:tc:opendocument:xmlns:office:1.0\" \
    xmlns:style=\"urn:oasis:names:tc:opendocument:xmlns:style:1.0\" xmlns:text=\"urn:oasis:names:tc:opendocument:xmlns:text:1.0\" \
    xmlns:table=\"urn:oasis:names:tc:opendocument:xmlns:table:1.0\" xmlns:meta=\"urn:oasis:names:tc:opendocument:xmlns:meta:1.0\" \
    xmlns:fo=\"urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0\" \
    xmlns:svg=\"urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1.0\" xmlns:xlink=\"http://www.w3.org/1999/xlink\" \
    xmlns:draw=\"urn:oasis:names:tc:opendocument:xmlns:drawing:1.0\" xmlns:dc=\"http://purl.org/dc/elements/1.1/\" office:version=\"1.3\"";

const MANIFEST: &str = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\
    <manifest:manifest xmlns:manifest=\"urn:oasis:names:tc:opendocument:xmlns:manifest:1.0\" manifest:version=\"1.3\">\
    <manifest:file-entry manifest:full-path=\"/\" manifest:version=\"1.3\" manifest:media-type=\"application/vnd.oasis.opendocument.text\"/>\
    <manifest:file-entry manifest:full-path=\"meta.xml\" manifest:media-type=\"text/xml\"/>\
    <manifest:file-entry manifest:full-path=\"styles.xml\" manifest:media-type=\"text/xml\"/>\
    <manifest:file-entry manifest:full-path=\"content.xml\" manifest:media-type=\"text/xml\"/>";

/// The list of the parts, with those of pictures by their name and media type.
pub(super) fn manifest<'a>(pictures: impl Iterator<Item = (&'a str, &'a str)>) -> String {
    let entry = |(name, kind)| {
        format!("<manifest:file-entry manifest:full-path=\"{name}\" manifest:media-type=\"{kind}\"/>")
    };
    format!("{MANIFEST}{}</manifest:manifest>\n", pictures.map(entry).collect::<String>())
}

/// Fonts, each with its family: a program that has it not takes another of that.
const FONTS: &str = "<office:font-face-decls>\
    <style:font-face style:name=\"Calibri\" svg:font-family=\"Calibri\" style:font-family-generic=\"swiss\" style:font-pitch=\"variable\"/>\
    <style:font-face style:name=\"맑은 고딕\" svg:font-family=\"'맑은 고딕'\" style:font-family-generic=\"swiss\" style:font-pitch=\"variable\"/>\
    <style:font-face style:name=\"Consolas\" svg:font-family=\"Consolas\" style:font-family-generic=\"modern\" style:font-pitch=\"fixed\"/>\
    </office:font-face-decls>";

pub(super) fn meta(title: &str, language: &str, at: &str) -> String {
    format!(
        "{HEAD}<office:document-meta {NAMESPACES}><office:meta><meta:generator>Stet</meta:generator><dc:title>{title}</dc:title>\
         <dc:language>{language}</dc:language><meta:creation-date>{at}</meta:creation-date><dc:date>{at}</dc:date></office:meta></office:document-meta>"
    )
}

/// The part with the text, and the styles that it makes for some words alone.
pub(super) fn content(automatic: &str, body: &str) -> String {
    format!(
        "{HEAD}<office:document-content {NAMESPACES}>{FONTS}<office:automatic-styles>{automatic}</office:automatic-styles>\
         <office:body><office:text>{body}</office:text></office:body></office:document-content>"
    )
}

/// Styles of some words alone: `looks`, and those of tables that are set in so far.
pub(super) fn automatic(looks: String, insets: &BTreeSet<u8>) -> String {
    let mut own = looks;
    for inset in insets {
        let left = f32::from(*inset) / 2.0;
        put!(
            own,
            "<style:style style:name=\"Table{inset}\" style:family=\"table\"><style:table-properties table:align=\"margins\" \
             fo:margin-left=\"{left}in\" fo:margin-bottom=\"0.11in\"/></style:style>"
        );
    }
    if !insets.is_empty() {
        own.push_str(
            "<style:style style:name=\"Cell\" style:family=\"table-cell\"><style:table-cell-properties \
             fo:padding=\"0.05in\" fo:border=\"0.5pt solid #999999\"/></style:style>",
        );
        for kind in ["Heading", "Contents"] {
            for (align, value) in [(Align::Left, "left"), (Align::Center, "center"), (Align::Right, "right")]
            {
                put!(
                    own,
                    "<style:style style:name=\"Table_20_{kind}{}\" style:family=\"paragraph\" style:parent-style-name=\"Table_20_{kind}\">\
                     <style:paragraph-properties fo:text-align=\"{value}\"/></style:style>",
                    side(align)
                );
            }
        }
    }
    own
}

/// What the name of the style of a cell ends with.
pub(super) const fn side(align: Align) -> &'static str {
    match align {
        Align::None => "",
        Align::Left => "_20_left",
        Align::Center => "_20_center",
        Align::Right => "_20_right",
    }
}

/// The name of the style of code in a language.
pub(super) fn code(language: &str) -> String {
    let mut out = String::from("Source_20_Code");
    for ch in language.chars() {
        if out == "Source_20_Code" {
            out.push_str("_20_");
        }
        if ch.is_ascii_alphanumeric() { out.push(ch) } else { put!(out, "_{:x}_", u32::from(ch)) }
    }
    out
}

pub(super) fn styles(language: &str, page: &Page, languages: &BTreeSet<String>) -> String {
    let (text, country) = locale(language).split_once('-').unwrap_or((language, "none"));
    let mut out = format!(
        "{HEAD}<office:document-styles {NAMESPACES}>{FONTS}<office:styles><style:default-style style:family=\"paragraph\">\
         <style:paragraph-properties style:tab-stop-distance=\"0.5in\" style:writing-mode=\"page\"/><style:text-properties \
         style:font-name=\"Calibri\" style:font-name-asian=\"맑은 고딕\" fo:font-size=\"11pt\" style:font-size-asian=\"11pt\" \
         fo:language=\"{text}\" fo:country=\"{country}\" style:language-asian=\"ko\" style:country-asian=\"KR\"/></style:default-style>"
    );
    paragraphs(&mut out, languages);
    let mut character = |name: &str, shown: &str, run: &str| {
        put!(
            out,
            "<style:style style:name=\"{name}\" style:display-name=\"{shown}\" style:family=\"text\"><style:text-properties {run}/></style:style>"
        );
    };
    character("Source_20_Text", "Source Text", CODE);
    character(
        "Internet_20_link",
        "Internet link",
        "fo:color=\"#0563c1\" style:text-underline-style=\"solid\" style:text-underline-width=\"auto\" style:text-underline-color=\"font-color\"",
    );
    numbering(&mut out);
    let [width, height, top, right, bottom, left] =
        [page.width, page.height, page.top, page.right, page.bottom, page.left]
            .map(|twips| f64::from(twips) / 20.0);
    let turned = if width > height { "landscape" } else { "portrait" };
    put!(
        out,
        "<text:notes-configuration text:note-class=\"footnote\" style:num-format=\"1\" text:start-value=\"0\" \
         text:footnotes-position=\"page\" text:start-numbering-at=\"document\"/></office:styles><office:automatic-styles>\
         <style:page-layout style:name=\"Page\"><style:page-layout-properties fo:page-width=\"{width}pt\" fo:page-height=\"{height}pt\" \
         style:print-orientation=\"{turned}\" fo:margin-top=\"{top}pt\" fo:margin-bottom=\"{bottom}pt\" fo:margin-left=\"{left}pt\" \
         fo:margin-right=\"{right}pt\"/></style:page-layout></office:automatic-styles><office:master-styles>\
         <style:master-page style:name=\"Standard\" style:page-layout-name=\"Page\"/></office:master-styles></office:document-styles>"
    );
    out
}

/// The look of code.
const CODE: &str = "style:font-name=\"Consolas\" style:font-name-asian=\"맑은 고딕\" fo:font-size=\"10pt\" style:font-size-asian=\"10pt\"";
const BOLD: &str =
    "fo:font-weight=\"bold\" style:font-weight-asian=\"bold\" style:font-weight-complex=\"bold\"";

/// The styles of paragraphs.
fn paragraphs(out: &mut String, languages: &BTreeSet<String>) {
    let mut paragraph = |name: &str, shown: &str, base: &str, properties: &str, run: &str| {
        put!(
            out,
            "<style:style style:name=\"{name}\" style:display-name=\"{}\" style:family=\"paragraph\" {base}><style:paragraph-properties {properties}/>\
             <style:text-properties {run}/></style:style>",
            escape(shown)
        );
    };
    let on = |base: &str| format!("style:parent-style-name=\"{base}\"");
    let standard = &on("Standard");
    paragraph("Standard", "Standard", "", "", "");
    paragraph(
        "Text_20_body",
        "Text body",
        standard,
        "fo:margin-top=\"0in\" fo:margin-bottom=\"0.11in\" fo:line-height=\"115%\"",
        "",
    );
    for (level, size) in (1..=6).zip([18, 15, 13, 12, 11, 11]) {
        paragraph(
            &format!("Heading_20_{level}"),
            &format!("Heading {level}"),
            &format!(
                "{standard} style:next-style-name=\"Text_20_body\" style:default-outline-level=\"{level}\""
            ),
            "fo:margin-top=\"0.17in\" fo:margin-bottom=\"0.06in\" fo:keep-with-next=\"always\"",
            &format!("{BOLD} fo:font-size=\"{size}pt\" style:font-size-asian=\"{size}pt\""),
        );
    }
    for depth in 1..=9_u8 {
        let (name, shown) = if depth == 1 {
            ("Quotations".to_owned(), "Quotations".to_owned())
        } else {
            (format!("Quote_20_{depth}"), format!("Quote {depth}"))
        };
        let left = f32::from(depth) / 4.0;
        let properties = format!(
            "fo:margin-left=\"{left}in\" fo:padding-left=\"0.1in\" fo:border-left=\"0.75pt solid #999999\""
        );
        paragraph(&name, &shown, &on("Text_20_body"), &properties, "");
    }
    paragraph("Source_20_Code", "Source Code", standard, "fo:background-color=\"#f4f4f4\"", CODE);
    for language in languages.iter().filter(|language| !language.is_empty()) {
        let shown = format!("Source Code {language}");
        paragraph(&code(language), &shown, &on("Source_20_Code"), "", "");
    }
    paragraph("List_20_Paragraph", "List Paragraph", standard, "fo:margin-bottom=\"0.06in\"", "");
    paragraph(
        "Horizontal_20_Line",
        "Horizontal Line",
        standard,
        "fo:margin-bottom=\"0.11in\" fo:border-bottom=\"0.75pt solid #999999\"",
        "",
    );
    paragraph("Footnote", "Footnote", standard, "", "fo:font-size=\"10pt\" style:font-size-asian=\"10pt\"");
    paragraph("Table_20_Contents", "Table Contents", standard, "", "");
    paragraph("Table_20_Heading", "Table Heading", &on("Table_20_Contents"), "", BOLD);
}

/// Headings without numbers; lists of bullets and of numbers, ten levels each.
fn numbering(out: &mut String) {
    out.push_str("<text:outline-style style:name=\"Outline\">");
    for level in 1..=10 {
        put!(out, "<text:outline-level-style text:level=\"{level}\" style:num-format=\"\"/>");
    }
    out.push_str("</text:outline-style>");
    for (name, ordered) in [("Bullets", false), ("Numbers", true)] {
        put!(out, "<text:list-style style:name=\"{name}\">");
        for level in 1..=10_u8 {
            let tag = if ordered { "number" } else { "bullet" };
            let mark = if ordered {
                "style:num-format=\"1\" style:num-suffix=\".\"".to_owned()
            } else {
                let sign = ["•", "◦", "▪"].get(usize::from(level - 1) % 3).copied().unwrap_or("•");
                format!("text:bullet-char=\"{sign}\"")
            };
            let left = f32::from(level) / 2.0;
            put!(
                out,
                "<text:list-level-style-{tag} text:level=\"{level}\" {mark}><style:list-level-properties \
                 text:list-level-position-and-space-mode=\"label-alignment\"><style:list-level-label-alignment \
                 text:label-followed-by=\"listtab\" text:list-tab-stop-position=\"{left}in\" fo:text-indent=\"-0.25in\" \
                 fo:margin-left=\"{left}in\"/></style:list-level-properties></text:list-level-style-{tag}>"
            );
        }
        out.push_str("</text:list-style>");
    }
}
