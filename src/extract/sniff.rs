//! The format of a container: of its first bytes and, for an archive, of what its directory names. Bytes that stand anywhere
//! tell nothing: a picture holds any three letters by chance, an embedded file holds those of another format.

use super::archive::Archive;
use super::package::related;
use super::xml::{Element, Pull};
use super::{ExtractError, Format, Limits};

/// What may be unpacked to tell a format: the list of a package's parts, a line for each.
const UNPACKED: u64 = 16 << 20;

/// The format of a container by its first bytes and, for archives, by what is in it.
pub(super) fn sniff(bytes: &[u8]) -> Option<Result<Format, ExtractError>> {
    let head = bytes.get(..1024).unwrap_or(bytes);
    let has = |haystack: &[u8], needle: &[u8]| memchr::memmem::find(haystack, needle).is_some();
    // Readers accept bytes before the mark, as mail programs leave some.
    if has(head, b"%PDF-") {
        return Some(Ok(Format::Pdf));
    }
    if bytes.starts_with(b"{\\rtf") {
        return Some(Ok(Format::Rtf));
    }
    if bytes.starts_with(b"PK\x03\x04") {
        return Some(archive(bytes));
    }
    if bytes.starts_with(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1") {
        let wide = |name: &str| name.bytes().flat_map(|byte| [byte, 0]).collect::<Vec<u8>>();
        return Some(if has(bytes, &wide("EncryptedPackage")) {
            Err(ExtractError::Encrypted)
        } else if has(bytes, &wide("FileHeader")) || has(bytes, b"HWP Document File") {
            Ok(Format::Hwp)
        } else if has(bytes, &wide("WordDocument")) {
            Err(ExtractError::Unsupported { found: ".doc".into() })
        } else {
            Err(ExtractError::corrupt("the container is cut off or holds no document"))
        });
    }
    bytes
        .starts_with(b"HWP Document File V")
        .then(|| Err(ExtractError::Unsupported { found: "HWP 3".into() }))
}

fn archive(bytes: &[u8]) -> Result<Format, ExtractError> {
    let nothing = || ExtractError::corrupt("the archive is cut off or holds no document");
    let limits = Limits { unpacked_bytes: UNPACKED, ..Limits::default() };
    let mut archive = Archive::open(bytes, &limits).map_err(|_| nothing())?;
    // A part that cannot be read here tells nothing: its reader will say what is wrong with it.
    let media_type = archive.read_text("mimetype").ok().flatten().unwrap_or_default();
    let media_type = media_type.trim_start_matches('\u{feff}').trim();
    for (known, format) in [
        ("application/hwp", Format::Hwpx),
        ("application/epub+zip", Format::Epub),
        ("application/vnd.oasis.opendocument.text", Format::Odt),
        ("application/vnd.oasis.opendocument.spreadsheet", Format::Ods),
    ] {
        if media_type.starts_with(known) {
            return Ok(format);
        }
    }
    if let Some(other) = media_type.strip_prefix("application/vnd.oasis.opendocument.") {
        return Err(ExtractError::Unsupported { found: format!("OpenDocument {other}") });
    }
    match office(&mut archive) {
        Ok(Some(format)) => return Ok(format),
        Err(error @ ExtractError::Unsupported { .. }) => return Err(error),
        _ => {}
    }
    let names = archive.names();
    let any = |start: &str| names.iter().any(|name| name.starts_with(start));
    for (start, format) in [
        ("Contents/section", Format::Hwpx),
        ("word/", Format::Docx),
        ("ppt/", Format::Pptx),
        ("xl/", Format::Xlsx),
        ("META-INF/container.xml", Format::Epub),
        ("content.xml", Format::Odt),
    ] {
        if any(start) {
            return Ok(format);
        }
    }
    Err(if any("META-INF/") { ExtractError::Unsupported { found: "ZIP".into() } } else { nothing() })
}

/// The format of an Office package: by the type of its main part, which the package names, or by what that part is.
fn office(archive: &mut Archive<'_>) -> Result<Option<Format>, ExtractError> {
    let main = related(archive, "", "/officeDocument")?.pop();
    let types = archive.read_text("[Content_Types].xml")?.unwrap_or_default();
    let names = archive.names();
    let mut xml = Pull::new(&types);
    let mut found = None;
    while let Some(element) = xml.element()? {
        let (Some(of), name) = (element.attr("ContentType"), element.attr("PartName")) else {
            continue;
        };
        if of.contains("sheet.binary.") {
            return Err(ExtractError::Unsupported { found: ".xlsb".into() });
        }
        let name = name.as_deref().map(|name| name.trim_start_matches('/'));
        let is_main =
            main.as_deref().is_some_and(|main| name.is_some_and(|name| name.eq_ignore_ascii_case(main)));
        let stands = || name.is_some_and(|name| names.iter().any(|part| part.eq_ignore_ascii_case(name)));
        if is_main || (found.is_none() && of.contains(".main+xml") && stands()) {
            found = by_type(&of).or(found);
        }
        if is_main {
            break;
        }
    }
    if found.is_none()
        && let Some(text) = main.as_deref().and_then(|main| archive.read_text(main).ok().flatten())
    {
        let root = Pull::new(&text).element()?;
        found = match root.as_ref().map(Element::name) {
            Some("document") => Some(Format::Docx),
            Some("presentation") => Some(Format::Pptx),
            Some("workbook") => Some(Format::Xlsx),
            _ => None,
        };
    }
    let by_place = || {
        [("word/", Format::Docx), ("ppt/", Format::Pptx), ("xl/", Format::Xlsx)]
            .into_iter()
            .find_map(|(folder, format)| main.as_deref()?.starts_with(folder).then_some(format))
    };
    Ok(found.or_else(by_place))
}

fn by_type(content_type: &str) -> Option<Format> {
    let has = |part: &str| content_type.contains(part);
    if has("wordprocessingml") || has("ms-word") {
        Some(Format::Docx)
    } else if has("presentationml") || has("ms-powerpoint") {
        Some(Format::Pptx)
    } else if has("spreadsheetml") || has("ms-excel") {
        Some(Format::Xlsx)
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::archive::packed;

    const RELS: &str = "<R><Relationship Type='x/officeDocument' Target='MAIN'/></R>";
    const TYPE: &str = "application/vnd.openxmlformats-officedocument.";

    fn rels(main: &str) -> String {
        RELS.replace("MAIN", main)
    }

    fn types(main: &str, kind: &str) -> String {
        format!(
            "<T><Default Extension='xml' ContentType='application/xml'/><Override PartName='/{main}' ContentType='{TYPE}{kind}.main+xml'/></T>"
        )
    }

    /// The smallest archive of each format, without and with what says its format best.
    fn archives() -> Vec<(Format, Vec<(&'static str, String)>)> {
        let office = |main: &'static str, kind| {
            vec![
                ("_rels/.rels", rels(main)),
                ("[Content_Types].xml", types(main, kind)),
                (main, String::new()),
            ]
        };
        let of = |name: &'static str, text: &str| (name, text.to_owned());
        vec![
            (Format::Epub, vec![of("mimetype", "application/epub+zip"), of("META-INF/container.xml", "")]),
            (Format::Epub, vec![of("META-INF/container.xml", "")]),
            (
                Format::Odt,
                vec![of("mimetype", "application/vnd.oasis.opendocument.text"), of("content.xml", "")],
            ),
            (Format::Odt, vec![of("content.xml", "")]),
            (
                Format::Ods,
                vec![of("mimetype", "application/vnd.oasis.opendocument.spreadsheet"), of("content.xml", "")],
            ),
            (Format::Hwpx, vec![of("mimetype", "application/hwp+zip\n"), of("Contents/section0.xml", "")]),
            (Format::Hwpx, vec![of("Contents/section0.xml", "")]),
            (Format::Docx, office("word/document.xml", "wordprocessingml.document")),
            (Format::Docx, office("part/main.xml", "wordprocessingml.template")),
            (Format::Docx, vec![of("word/document.xml", "")]),
            (Format::Pptx, office("ppt/presentation.xml", "presentationml.slideshow")),
            (Format::Pptx, vec![of("ppt/presentation.xml", "")]),
            (Format::Xlsx, office("xl/workbook.xml", "spreadsheetml.sheet")),
            (Format::Xlsx, vec![("_rels/.rels", rels("/xl/workbook.xml"))]),
            (
                Format::Xlsx,
                vec![("[Content_Types].xml", types("book.xml", "spreadsheetml.sheet")), of("book.xml", "")],
            ),
            // Types of parts that are not there say nothing, its own root does.
            (
                Format::Pptx,
                vec![
                    ("_rels/.rels", rels("deck/pres.xml")),
                    ("[Content_Types].xml", types("word/document.xml", "wordprocessingml.document")),
                    of("deck/pres.xml", "<p:presentation/>"),
                ],
            ),
            (
                Format::Xlsx,
                vec![
                    of(
                        "[Content_Types].xml",
                        "<T><Override PartName='/xl/workbook.xml' ContentType='application/vnd.ms-excel.sheet.macroEnabled.main+xml'/></T>",
                    ),
                    of("xl/workbook.xml", ""),
                ],
            ),
        ]
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]

        /// Names of other formats in a picture, in an embedded file, in a name.
        #[test]
        fn what_parts_hold_does_not_change_the_format(
            payload in proptest::collection::vec(
                prop_oneof![
                    any::<u8>().prop_map(|byte| char::from(byte).to_string()),
                    prop::sample::select(vec!["xl/", "word/", "ppt/", "content.xml", "Contents/section", "META-INF/container.xml"])
                        .prop_map(str::to_owned),
                ],
                0..60,
            ),
            first: bool,
        ) {
            let payload = payload.concat();
            for (format, parts) in archives() {
                let embedded = packed(&[("word/document.xml", &payload), ("xl/workbook.xml", "")]);
                let embedded: String = embedded.into_iter().map(char::from).collect();
                let mut parts: Vec<(&str, &str)> = parts.iter().map(|(name, text)| (*name, text.as_str())).collect();
                let more = [("media/xl/word/a.jpg", payload.as_str()), ("embeddings/ppt/b.bin", embedded.as_str())];
                let at = if first { 0 } else { parts.len() };
                parts.splice(at..at, more);
                prop_assert_eq!(sniff(&packed(&parts)), Some(Ok(format)), "{:?}", parts);
            }
        }
    }

    #[test]
    fn an_archive_of_nothing_known_is_no_document() {
        let found = |parts: &[(&str, &str)]| sniff(&packed(parts)).unwrap().unwrap_err();
        assert!(matches!(found(&[("a.txt", "word/ xl/ ppt/")]), ExtractError::Corrupt { .. }));
        assert_eq!(
            found(&[("META-INF/MANIFEST.MF", "xl/")]),
            ExtractError::Unsupported { found: "ZIP".into() }
        );
        for (name, text, found_type) in [
            ("mimetype", "application/vnd.oasis.opendocument.presentation", "OpenDocument presentation"),
            (
                "[Content_Types].xml",
                "<T><Override PartName='/xl/workbook.bin' ContentType='application/vnd.ms-excel.sheet.binary.macroEnabled.main'/></T>",
                ".xlsb",
            ),
        ] {
            assert_eq!(
                found(&[(name, text), ("content.xml", ""), ("xl/workbook.bin", "")]),
                ExtractError::Unsupported { found: found_type.into() }
            );
        }
        assert!(matches!(sniff(b"PK\x03\x04 word/document.xml"), Some(Err(ExtractError::Corrupt { .. }))));
    }
}
