#![allow(clippy::string_slice)]

use std::path::Path;

use proptest::prelude::*;

use super::*;
use stet_sources::left_out::Code;
use stet_text::Language;

fn fixture(name: &str) -> Vec<u8> {
    std::fs::read(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/fixtures/extract").join(name))
        .unwrap()
}

fn extracted(name: &str) -> Result<Extraction, ExtractError> {
    extract(name, &fixture(name), &Limits::default())
}

/// Page, category and text of every block.
fn short(extraction: &Extraction) -> Vec<(Option<u32>, Category, &str)> {
    extraction.blocks.iter().map(|block| (block.page, block.category, block.text.as_str())).collect()
}

#[test]
fn hwpx_gives_headings_notes_tables_and_pages() {
    let extraction = extracted("rules.hwpx").unwrap();
    assert_eq!(extraction.title.as_deref(), Some("등록금 규정"));
    assert_eq!((extraction.pages, extraction.media_type.as_ref()), (Some(3), "application/hwp+zip"));
    assert_eq!(
        short(&extraction),
        [
            (Some(1), Category::Header, "등록금 규정집"),
            (Some(1), Category::Heading1, "등록금에관한규정"),
            (Some(1), Category::Heading2, "제1장 총칙"),
            (Some(1), Category::Paragraph, "제1조(목적) 이 규정은 등록금에 관한 사항을 정한다."),
            (Some(1), Category::Footnote, "학기마다 고시한다."),
            (Some(1), Category::Paragraph, "제2조(금액) 등록금은 <별표>와 같다.\n다만, 감면할 수 있다."),
            (
                Some(2),
                Category::Table,
                "| 구분 | 금액 1학기 | 금액 2학기 |\n| --- | --- | --- |\n| 인문 | 300만원 | 310만원 |"
            ),
            (Some(3), Category::Paragraph, "새 쪽에서 시작한다."),
        ]
    );
    assert_eq!(extraction.blocks[6].caption.as_deref(), Some("표 1 등록금"));
    assert_eq!(extraction.blocks[7].headings, ["등록금에관한규정", "제1장 총칙"]);
}

#[test]
fn docx_gives_lists_notes_merged_cells_and_rendered_pages() {
    let extraction = extracted("report.docx").unwrap();
    assert_eq!((extraction.title.as_deref(), extraction.pages), (Some("보고서"), Some(2)));
    assert_eq!(
        short(&extraction),
        [
            (Some(1), Category::Heading1, "연차 보고서"),
            (Some(1), Category::Paragraph, "매출은 늘었다."),
            (Some(1), Category::Footnote, "전년 대비."),
            (Some(1), Category::List, "- 첫째\n- 둘째"),
            (Some(2), Category::Paragraph, "둘째 쪽이다."),
            (Some(2), Category::Table, "| 부서 | 인원 |\n| --- | --- |\n| 부서 | 12명 |"),
            (None, Category::Header, "대외비"),
        ]
    );
}

#[test]
fn pdf_gives_text_with_its_page() {
    if !has_engine(&Limits::default()) {
        eprintln!("skipped: PDFium is not here");
        return;
    }
    for name in ["library.pdf", "library-keep-all.pdf"] {
        let extraction = extracted(name).unwrap();
        assert_eq!((extraction.pages, extraction.media_type.as_ref()), (Some(3), "application/pdf"));
        let page = |page: u32| {
            let on_page = extraction.blocks.iter().filter(|block| block.page == Some(page));
            on_page.flat_map(|block| block.text.split_whitespace()).collect::<String>()
        };
        assert!(page(1).contains("한사람이한번에빌릴수있는책은열권이고"), "{}", page(1));
        assert!(page(2).contains("Seatsareassignedbythereservationterminal"), "{}", page(2));
        assert!(
            page(3).contains("제7조(위임)이안내서에정하지아니한사항은도서관장이따로정한다."),
            "{}",
            page(3)
        );
    }
}

#[test]
fn pdfium_gives_paragraphs_headings_tables_and_running_lines() {
    if !has_engine(&Limits::default()) {
        eprintln!("skipped: PDFium is not here");
        return;
    }
    for name in ["library.pdf", "library-keep-all.pdf"] {
        let extraction = extracted(name).unwrap();
        let blocks = short(&extraction);
        for expected in [
            (Some(1), Category::Header, "중앙도서관 이용 안내"),
            (Some(1), Category::Heading1, "도서관 이용 안내"),
            (Some(1), Category::Heading2, "제1장 총칙"),
            (
                Some(1),
                Category::Paragraph,
                "연체한 이용자는 연체한 날수만큼 대출이 정지된다. 분실한 자료는 같은 자료로 변상하여야 한다.",
            ),
            (Some(1), Category::Footer, "- 1 -"),
            (
                Some(2),
                Category::Table,
                "| 구분 | 권수 | 기간 |\n| --- | --- | --- |\n| 학부생 | 10권 | 14일 |\n| 대학원생 | 20권 | 30일 |",
            ),
            (
                Some(3),
                Category::Paragraph,
                "제7조(위임) 이 안내서에 정하지 아니한 사항은 도서관장이 따로 정한다. 도서관장은 필요하다고 인정하면 운영위원회의 의견을 들을 수 있으며, 그 결과를 이용자에게 알려야 한다.",
            ),
        ] {
            assert!(blocks.contains(&expected), "{name}: {expected:?} is not in {blocks:#?}");
        }
    }
}

#[test]
fn bad_files_fail_with_their_reason() {
    let truncated = |name: &str, keep: usize| {
        let bytes = fixture(name);
        (name.to_owned(), bytes[..bytes.len() * keep / 100].to_vec())
    };
    let cases: Vec<(String, Vec<u8>, &str)> = [
        (("empty.txt".to_owned(), Vec::new()), "empty"),
        (("empty.pdf".to_owned(), Vec::new()), "empty"),
        (("spaces.md".to_owned(), b" \r\n\t\n".to_vec()), "empty"),
        (("nothing.html".to_owned(), b"<html><script>x</script></html>".to_vec()), "wordless"),
        (("blank.pdf".to_owned(), fixture("blank.pdf")), "no_text"),
        (("locked.pdf".to_owned(), fixture("locked.pdf")), "encrypted"),
        (("locked.hwpx".to_owned(), fixture("locked.hwpx")), "encrypted"),
        (("bomb.hwpx".to_owned(), fixture("bomb.hwpx")), "archive_bomb"),
        (truncated("library.pdf", 60), "corrupt"),
        (("rows.jsonl".to_owned(), b"{\"a\": 1}\n{\"a\": 2}\n".to_vec()), "wordless"),
        (("rows.jsonl".to_owned(), b"{\"text\": \"a\"}\n[1]\n".to_vec()), "line"),
        (truncated("rules.hwpx", 60), "corrupt"),
        (truncated("report.docx", 95), "corrupt"),
        (("text.pdf".to_owned(), b"only words".to_vec()), "corrupt"),
        (("picture.txt".to_owned(), b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR".to_vec()), "binary"),
        (("library.txt".to_owned(), fixture("library.pdf")), "binary"),
        (("program.exe".to_owned(), b"MZ".to_vec()), "unsupported"),
        (("noname".to_owned(), fixture("blank.pdf")), "no_text"),
        (("a.b/c".to_owned(), b"\0\0\0".to_vec()), "binary"),
    ]
    .into_iter()
    .map(|((name, bytes), kind)| (name, bytes, kind))
    .collect();
    for (name, bytes, kind) in cases {
        let error = extract(&name, &bytes, &Limits::default()).unwrap_err();
        if error == ExtractError::NoEngine {
            continue;
        }
        assert_eq!(serde_json::to_value(&error).unwrap()["kind"], kind, "{name}: {error:?}");
    }
    let small = Limits { file_bytes: 10, ..Limits::default() };
    assert!(matches!(
        extract("a.txt", b"eleven bytes", &small),
        Err(ExtractError::TooLarge { bytes: 12, limit: 10 })
    ));
}

#[test]
fn every_reason_is_a_sentence_in_both_languages() {
    let all = [
        ExtractError::Empty,
        ExtractError::NoText { pages: 3 },
        ExtractError::Wordless,
        ExtractError::NoEngine,
        ExtractError::Distribution,
        ExtractError::Line { line: 3, detail: "x".into() },
        ExtractError::Encrypted,
        ExtractError::Corrupt { detail: "x".into() },
        ExtractError::ArchiveBomb { limit: 512 << 20 },
        ExtractError::Binary,
        ExtractError::Unsupported { found: ".exe".into() },
        ExtractError::TooLarge { bytes: 3 << 30, limit: 200 << 20 },
        ExtractError::Timeout { seconds: 120 },
        ExtractError::Memory { limit: 2 << 30 },
        ExtractError::Failed { detail: "x".into() },
    ];
    for error in all {
        let (korean, english) = (error.message(Language::Ko), error.message(Language::En));
        assert!(korean.ends_with("요.") && korean.chars().any(|ch| ('가'..='힣').contains(&ch)), "{korean}");
        assert!(english.ends_with('.') && english.is_ascii(), "{english}");
        let json = serde_json::to_string(&error).unwrap();
        assert_eq!(serde_json::from_str::<ExtractError>(&json).unwrap(), error);
    }
}

/// The real rule book, where it is present: everything comes out, quickly enough to be a test.
#[test]
fn the_rule_book_is_read_whole() {
    let path = "/work/shared/data/regulations/university-regulations-2025-09.hwpx";
    let Ok(bytes) = std::fs::read(path) else {
        eprintln!("skipped: {path} is not here");
        return;
    };
    let extraction = extract(path, &bytes, &Limits::default()).unwrap();
    assert!(extraction.blocks.len() > 20_000);
    assert!(extraction.blocks.iter().filter(|block| block.category == Category::Table).count() > 500);
    assert!(extraction.pages.is_some_and(|pages| pages > 1000));
}

/// What public documents of the trial show, where it and the engine are present.
#[test]
fn pages_of_the_trial_say_what_they_show() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/trials/files");
    let cases = [
        (
            "p01_twocol.pdf",
            "reviewed the storm plan and asked that every ferry keep two spare engines on board",
        ),
        ("p03_hyphen.pdf", "capabilities and a state-of-the-art sensor. It was re-signed on 3-5 May"),
        ("p05_supers.pdf", "Output rose by 12 percent in 2030. The lake holds 10⁶ litres, about 5 m² wide."),
        ("p06_tablesplit.pdf", "| Studio | 410 | 390 |\n| Garage | 90 | 85 |"),
        ("p10_form.pdf", "Applicant: Oduya Hansen"),
        ("p15_supko.pdf", "매출은 1,250억 원이고 직원은 48명이다. 부지는 40 km²이며 균은 10⁶개를 넘었다."),
    ];
    for (name, expected) in cases {
        let Ok(bytes) = std::fs::read(folder.join(name)) else { continue };
        match extract(name, &bytes, &Limits::default()) {
            Ok(extraction) => {
                let text: Vec<&str> = extraction.blocks.iter().map(|block| block.text.as_str()).collect();
                assert!(text.iter().any(|text| text.contains(expected)), "{name}: {text:#?}");
            }
            Err(error) => assert_eq!(error, ExtractError::NoEngine, "{name}"),
        }
    }
}

/// Word ends the XML declaration with a line end; others write comments, instructions, a byte order mark.
#[test]
fn what_stands_before_the_root_of_a_part_changes_nothing() {
    let small: [(&str, &[(&str, &str)]); 4] = [
        (
            "a.odt",
            &[
                ("content.xml", "<d><text:p>연다.</text:p></d>"),
                ("meta.xml", "<m><dc:title>a</dc:title></m>"),
            ],
        ),
        (
            "a.epub",
            &[
                ("META-INF/container.xml", "<c><rootfile full-path='a.opf'/></c>"),
                ("a.opf", "<p><item id='a' href='a.xhtml'/><itemref idref='a'/></p>"),
                ("a.xhtml", "<html><body><p>연다.</p></body></html>"),
            ],
        ),
        (
            "a.xlsx",
            &[
                ("xl/workbook.xml", "<w><sheet name='s' r:id='a'/></w>"),
                (
                    "xl/_rels/workbook.xml.rels",
                    "<R><Relationship Id='a' Target='s.xml'/><Relationship Type='t/styles' Target='f.xml'/></R>",
                ),
                ("xl/f.xml", "<s><cellXfs><xf numFmtId='20'/></cellXfs></s>"),
                ("xl/s.xml", "<w><row r='1'><c r='A1' s='0'><v>0.375</v></c></row></w>"),
            ],
        ),
        (
            "a.pptx",
            &[
                ("ppt/presentation.xml", "<p><sldId id='1' r:id='x'/></p>"),
                ("ppt/_rels/presentation.xml.rels", "<R><Relationship Id='x' Target='s.xml'/></R>"),
                ("ppt/s.xml", "<s><txBody><a:p><a:r><a:t>연다.</a:t></a:r></a:p></txBody></s>"),
            ],
        ),
    ];
    let mut files: Vec<(&str, Vec<u8>)> =
        small.iter().map(|(name, parts)| (*name, archive::packed(parts))).collect();
    files.extend(["report.docx", "rules.hwpx"].map(|name| (name, fixture(name))));
    for before in [
        "<?xml version='1.0' encoding='UTF-8' standalone='yes'?>\r\n",
        "\u{feff}<?xml version='1.0'?>\n<!-- <a> -->\n<?x y?>\n<!DOCTYPE a>\n",
    ] {
        for (name, bytes) in &files {
            let parts: Vec<(String, Vec<u8>)> = unpacked(bytes)
                .into_iter()
                .map(|(part, content)| {
                    let bare = content.strip_prefix(b"\xef\xbb\xbf").unwrap_or(&content);
                    let end = memchr::memmem::find(bare, b"?>").filter(|_| bare.starts_with(b"<?xml"));
                    let bare = &bare[end.map_or(0, |end| end + 2)..];
                    let is_xml = bare.trim_ascii_start().starts_with(b"<");
                    let content = if is_xml { [before.as_bytes(), bare].concat() } else { content };
                    (part, content)
                })
                .collect();
            let parts: Vec<(&str, &str)> = parts
                .iter()
                .map(|(part, content)| (part.as_str(), std::str::from_utf8(content).unwrap()))
                .collect();
            let extracted = |bytes: &[u8]| extract(name, bytes, &Limits::default()).unwrap();
            assert_eq!(extracted(&archive::packed(&parts)), extracted(bytes), "{name} behind {before:?}");
        }
    }
}

/// Names that choose each in-process reader.
fn names() -> impl Strategy<Value = &'static str> {
    prop::sample::select(vec![
        "a.txt", "a.md", "a.html", "a.jsonl", "a.docx", "a.hwpx", "a.hwp", "a", "a.csv", "a.rst", "a.adoc",
        "a.org", "a.tex", "a.ipynb", "a.rtf",
    ])
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn random_bytes_never_panic(name in names(), bytes in proptest::collection::vec(any::<u8>(), 0..600)) {
        let _ = extract(name, &bytes, &Limits::default());
    }

    #[test]
    fn random_groups_never_panic(text in r"(\\[a-z]{1,6}-?[0-9]{0,4} ?|\\'[0-9a-f]{2}|[{}]|[a-z가]{1,4}|\n){0,80}") {
        let _ = extract("a.rtf", format!("{{\\rtf1{text}").as_bytes(), &Limits::default());
    }

    #[test]
    fn random_markup_never_panics(
        name in names(),
        text in "(<[a-z]{1,6}( [a-z]{1,4}=\"[0-9]{0,4}\")?/?>|</[a-z]{1,6}>|[|#>*`-]{1,3}|[가-힣a-z]{1,5}|\\n| |&[a-z]{2,4};){0,80}",
    ) {
        let _ = extract(name, text.as_bytes(), &Limits::default());
    }

    /// Parts of an archive with a few bytes changed, packed again so that they reach the XML readers.
    #[test]
    fn damaged_documents_never_panic(
        name in prop::sample::select(vec!["rules.hwpx", "report.docx"]),
        changes in proptest::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..20),
        cut in any::<prop::sample::Index>(),
        outside in any::<bool>(),
    ) {
        let mut bytes = fixture(name);
        if outside {
            for (at, byte) in &changes {
                let at = at.index(bytes.len());
                bytes[at] = *byte;
            }
            bytes.truncate(cut.index(bytes.len()).max(bytes.len() / 2));
        } else {
            bytes = repacked(&bytes, &changes);
        }
        let _ = extract(name, &bytes, &Limits::default());
    }

    #[test]
    fn damaged_containers_never_panic(bytes in proptest::collection::vec(any::<u8>(), 0..3000)) {
        let ole = [b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1".as_slice(), &bytes, b"F\0i\0l\0e\0H\0e\0a\0d\0e\0r\0"].concat();
        let _ = extract("a.hwp", &ole, &Limits::default());
    }
}

#[test]
fn a_damaged_section_is_lost_alone() {
    let section = "<sec><p><run><t>요금은 5이다.</t></run></p></sec>";
    let parts =
        |first| archive::packed(&[("Contents/section0.xml", first), ("Contents/section1.xml", section)]);
    let found = extract("a.hwpx", &parts("<sec><p>"), &Limits::default()).unwrap();
    assert_eq!((found.blocks.len(), found.blocks[0].text.as_str()), (1, "요금은 5이다."));
    assert_eq!(found.left_out, [LeftOut::named(Code::DamagedPart, "Contents/section0.xml")]);
}

fn unpacked(bytes: &[u8]) -> Vec<(String, Vec<u8>)> {
    use std::io::{Cursor, Read};
    let mut from = zip::ZipArchive::new(Cursor::new(bytes)).unwrap();
    let mut parts = Vec::new();
    for at in 0..from.len() {
        let mut part = from.by_index(at).unwrap();
        let mut content = Vec::new();
        part.read_to_end(&mut content).unwrap();
        parts.push((part.name().unwrap().into_owned(), content));
    }
    parts
}

fn repacked(bytes: &[u8], changes: &[(prop::sample::Index, u8)]) -> Vec<u8> {
    use std::io::{Cursor, Write};
    let mut to = zip::ZipWriter::new(Cursor::new(Vec::new()));
    for (name, mut content) in unpacked(bytes) {
        if content.len() > 100 {
            for (at, byte) in changes {
                let at = at.index(content.len());
                content[at] = *byte;
            }
        }
        to.start_file(name, zip::write::SimpleFileOptions::default()).unwrap();
        to.write_all(&content).unwrap();
    }
    to.finish().unwrap().into_inner()
}
