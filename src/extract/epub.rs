//! EPUB: the chapters of a book in reading order, each an HTML page.

use super::archive::Archive;
use super::builder::Builder;
use super::package::{Losses, Package, resolved};
use super::xml::Pull;
use super::{ExtractError, Extraction, Limits, html};
use stet_sources::left_out::{Code, LeftOut};

pub(super) const MEDIA_TYPE: &str = "application/epub+zip";

pub(super) fn extract(bytes: &[u8], limits: &Limits) -> Result<Extraction, ExtractError> {
    let mut archive = Archive::open(bytes, limits)?;
    // Fonts may be scrambled; a book whose pages are is one that is locked.
    if let Some(locked) = archive.read_text("META-INF/encryption.xml")?
        && locked.contains("html")
    {
        return Err(ExtractError::Encrypted);
    }
    let container = archive.read_text("META-INF/container.xml")?.unwrap_or_default();
    let mut xml = Pull::new(&container);
    let mut package = None;
    while let Some(element) = xml.element()? {
        if element.name() == "rootfile" {
            package = element.attr("full-path");
            break;
        }
    }
    let package = package.ok_or_else(|| ExtractError::corrupt("the book names no package"))?;
    let text = archive.read_text(&package)?.ok_or_else(|| ExtractError::corrupt("the package is missing"))?;
    let folder = package.rsplit_once('/').map_or("", |(folder, _)| folder);
    let book = Package::parse(&text)?;
    let mut out = Builder::new(limits);
    let mut losses = Losses::default();
    for href in &book.parts {
        let name = resolved(folder, href);
        match losses.spare(&name, archive.read_text(&name))? {
            Some(Some(page)) => html::parse(&page, &mut out)?,
            Some(None) => losses.say(LeftOut::named(Code::MissingPart, &name)),
            None => {}
        }
    }
    let blocks = out.finish();
    Ok(Extraction {
        title: book.about.title,
        author: book.about.author,
        media_type: MEDIA_TYPE.into(),
        left_out: losses.settle(&blocks)?,
        blocks,
        ..Extraction::default()
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::archive::packed;

    #[test]
    fn chapters_in_their_order() {
        let bytes = packed(&[
            ("META-INF/container.xml", "<c><rootfile full-path='OEBPS/a.opf'/></c>"),
            (
                "OEBPS/a.opf",
                "<p><dc:title>수영장</dc:title><dc:creator>김하나</dc:creator><dc:creator>Ann Lee</dc:creator><item id='b' href='b.xhtml'/><item id='a' href='x/a.xhtml'/><item id='c' href='c.xhtml'/><itemref idref='a'/><itemref idref='b'/><itemref idref='c'/></p>",
            ),
            ("OEBPS/b.xhtml", "<html><body><p>The fee is <s>20</s> 30.</p></body></html>"),
            ("OEBPS/x/a.xhtml", "<html><body><h1>제1장</h1><p>아홉 시에 연다.</p></body></html>"),
        ]);
        let extraction = extract(&bytes, &Limits::default()).unwrap();
        let texts: Vec<&str> = extraction.blocks.iter().map(|block| block.text.as_str()).collect();
        assert_eq!(
            (extraction.title.as_deref(), texts),
            (Some("수영장"), vec!["제1장", "아홉 시에 연다.", "The fee is 30."])
        );
        assert_eq!(extraction.author.as_deref(), Some("김하나, Ann Lee"));
        assert_eq!(extraction.left_out, [LeftOut::named(Code::MissingPart, "OEBPS/c.xhtml")]);
    }

    #[test]
    fn a_damaged_chapter_is_lost_alone() {
        let chapters = [("a.xhtml", "<p>One chapter.</p>"), ("b.xhtml", "<p>Another one.</p>")];
        let package = "<p><item id='a' href='a.xhtml'/><item id='b' href='b.xhtml'/><itemref idref='a'/><itemref idref='b'/></p>";
        let parts = [("META-INF/container.xml", "<c><rootfile full-path='a.opf'/></c>"), ("a.opf", package)];
        let whole = packed(&[parts.as_slice(), &chapters].concat());
        // Another letter than its sum says.
        let damaged = |bytes: &[u8], text: &[u8]| {
            let mut bytes = bytes.to_vec();
            let at = memchr::memmem::find(&bytes, text).unwrap();
            bytes[at] = b'x';
            bytes
        };
        let one = damaged(&whole, b"One");
        let found = extract(&one, &Limits::default()).unwrap();
        assert_eq!(
            found.blocks.iter().map(|block| block.text.as_str()).collect::<Vec<_>>(),
            ["Another one."]
        );
        assert_eq!(found.left_out, [LeftOut::named(Code::DamagedPart, "a.xhtml")]);
        let both = extract(&damaged(&one, b"Another"), &Limits::default());
        assert!(matches!(both, Err(ExtractError::Corrupt { .. })));
    }
}
