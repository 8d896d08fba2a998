//! Documents made at random as ODT.

use super::*;
use crate::odt;

/// The words of a text with its changes taken, without its notes and remarks.
fn taken(content: &str) -> String {
    let mut xml = Reader::from_str(content);
    xml.config_mut().expand_empty_elements = true;
    let (mut out, mut aside) = (String::new(), 0);
    loop {
        match xml.read_event().unwrap() {
            Event::Start(start) => match start.local_name().into_inner() {
                "tracked-changes" | "note" | "annotation" => aside += 1,
                "s" if aside == 0 => out.push(' '),
                _ => {}
            },
            Event::End(end)
                if matches!(end.local_name().into_inner(), "tracked-changes" | "note" | "annotation") =>
            {
                aside -= 1;
            }
            Event::Text(text) if aside == 0 => out.push_str(&text.xml10_content()),
            Event::GeneralRef(name) if aside == 0 => {
                out.push_str(quick_xml::escape::resolve_xml_entity(&name).unwrap_or_default());
            }
            Event::Eof => return out,
            _ => {}
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, ..ProptestConfig::default() })]

    #[test]
    fn two_texts_are_one_file(old in document(), new in document()) {
        let (old, new) = (parse(&markdown::write(&old).text), parse(&markdown::write(&new).text));
        let changes = [Change { before: 0..9, after: 0..9, author: "김".into(), reason: "왜 & why".into(), ..Change::default() }];
        let remark = |range| Remark { range, author: "Lee".into(), at: String::new(), text: "One\n둘".into() };
        let remarks = [remark(2..7), remark(5..4000)];
        let export = export(&old, Some(&new), &changes, &remarks);
        let file = odt::write(&export).unwrap();
        prop_assert!(file == odt::write(&export).unwrap());
        prop_assert_eq!(&file[30..38], b"mimetype");
        prop_assert_eq!(&file[38..38 + odt::MEDIA_TYPE.len()], odt::MEDIA_TYPE.as_bytes());
        let zip = zip::ZipArchive::new(Cursor::new(file.clone())).unwrap();
        prop_assert_eq!(zip.len(), 5);
        let content = content(&file);
        prop_assert_eq!(taken(&content).replace('\n', ""), all_words(&new));
        for (begun, ended) in [("text:change-start", "text:change-end"), ("office:annotation ", "office:annotation-end ")] {
            prop_assert_eq!(content.matches(&format!("<{begun}")).count(), content.matches(&format!("<{ended}")).count());
        }
    }
}

fn content(file: &[u8]) -> String {
    let mut zip = zip::ZipArchive::new(Cursor::new(file)).unwrap();
    let mut out = String::new();
    for name in ["META-INF/manifest.xml", "meta.xml", "styles.xml", "content.xml"] {
        out.clear();
        zip.by_name(name).unwrap().read_to_string(&mut out).unwrap();
        // Every part is well formed.
        drop(taken(&out));
    }
    out
}

#[test]
fn what_odt_has_of_its_own() {
    let text = "# 표\n\n3. 셋\n   - **in**\n\n| a | b |\n| --- | ---: |\n| c  d | e |\n\n```c++\n  x\n```\n\n> > q\n\nEnd[^1] [x](https://a.b/?c&d).\n\n---\n\n[^1]: Note.\n";
    let content = content(&odt::write(&export(&parse(text), None, &[], &[])).unwrap());
    for part in [
        "<text:h text:style-name=\"Heading_20_1\" text:outline-level=\"1\">표</text:h>",
        "<text:list text:style-name=\"Numbers\" xml:id=\"list1\"><text:list-item text:start-value=\"3\">",
        "<text:list text:style-name=\"Bullets\"><text:list-item>",
        "<text:span text:style-name=\"T1\">in</text:span></text:p></text:list-item></text:list></text:list-item></text:list>",
        "<table:table-header-rows><table:table-row>",
        "<text:p text:style-name=\"Table_20_Contents_20_right\">e</text:p>",
        "<text:p text:style-name=\"Source_20_Code_20_c_2b__2b_\"><text:s/><text:s/>x</text:p>",
        "<text:p text:style-name=\"Quote_20_2\">q</text:p>",
        "text:note-class=\"footnote\"><text:note-citation>1</text:note-citation><text:note-body><text:p text:style-name=\"Footnote\">Note.</text:p>",
        "xlink:href=\"https://a.b/?c&amp;d\"",
        "<text:p text:style-name=\"Horizontal_20_Line\"></text:p>",
    ] {
        assert!(content.contains(part), "{part} in {content}");
    }
}

#[test]
fn a_picture_goes_out_with_the_text() {
    let mut png = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\x04\xd8\0\0\x02\x6c".to_vec();
    png.resize(40, 0);
    let pictures = crate::picture::Pictures::from([("media/a.png".to_owned(), png.clone())]);
    let text = parse("One ![지도 & map](media/a.png) two ![](media/a.png) and ![gone](media/b.png).");
    let export = Export {
        title: "",
        language: "en",
        page: crate::docx::Page::default(),
        text: &text,
        proposed: None,
        changes: &[],
        remarks: &[],
        pictures: Some(&pictures),
        at: "",
    };
    let bytes = odt::write(&export).unwrap();
    let mut zip = zip::ZipArchive::new(std::io::Cursor::new(bytes)).unwrap();
    let mut part = |name: &str| {
        let mut out = Vec::new();
        std::io::Read::read_to_end(&mut zip.by_name(name).unwrap(), &mut out).unwrap();
        out
    };
    assert_eq!(part("Pictures/1.png"), png);
    let content = String::from_utf8(part("content.xml")).unwrap();
    // 1,240 by 620 pixels, on half of it.
    assert!(content.contains("svg:width=\"165mm\" svg:height=\"83mm\""), "{content}");
    assert!(
        content.contains("<svg:desc>지도 &amp; map</svg:desc>") && content.contains("[gone]"),
        "{content}"
    );
    assert_eq!(content.matches("xlink:href=\"Pictures/1.png\"").count(), 2);
    assert!(
        String::from_utf8(part("META-INF/manifest.xml")).unwrap().contains("full-path=\"Pictures/1.png\"")
    );
}
