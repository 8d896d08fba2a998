//! Drafts in and out: what is exported is imported again as it was, `LibreOffice` reads it and writes what is read, and files that
//! lie are refused with a word.

use std::io::{Cursor, Read as _, Write as _};
use std::path::{Path, PathBuf};
use std::process::Command;

use reqwest::multipart::{Form, Part};
use serde_json::{Value, json};
use stet_drafts::transfer::{Format, convert};
use stet_extract::{ExtractError, Limits, draft};
use zip::write::SimpleFileOptions;

use crate::comments::comment;
use crate::drafts::{new_draft, send};
use crate::support::server::Server;

const TEXT: &str = "# 수영장 규정\n\nThe pool **opens** at *nine*.[^1] 수영장은 **아홉 시(오전)**에 연다.[^2]\n\n\
    - 하나\n  - 안쪽 [link](https://example.org/a)\n- two\n\n1. first\n2. second\n   1. nested\n\n> A quotation.\n>\n> Its end.\n\n\
    | 이름 | Fee |\n| --- | --: |\n| 어른 | 3,000 |\n| `child` | ~~1,500~~ 1,000 |\n\n```rust\nlet fee = 3;\n  fee\n```\n\n\
    ---\n\n- [x] done\n- [ ] open\n\n[^1]: rules.pdf, p. 3: “The pool opens at nine.”\n[^2]: 수영장-규정.hwpx, 2쪽: “아홉 시에 연다.”\n";

fn docx(text: &str) -> Vec<u8> {
    convert(text, "제목", Format::Docx, None).unwrap().bytes
}

fn odt(text: &str) -> Vec<u8> {
    convert(text, "제목", Format::Odt, None).unwrap().bytes
}

fn parse(name: &str, bytes: &[u8]) -> Result<stet_extract::Imported, ExtractError> {
    draft(name, bytes, &Limits::default())
}

/// Parts of an archive, changed by name.
fn changed(file: &[u8], change: impl Fn(&str, String) -> Option<String>) -> Vec<u8> {
    let mut zip = zip::ZipArchive::new(Cursor::new(file)).unwrap();
    let mut out = zip::ZipWriter::new(Cursor::new(Vec::new()));
    for at in 0..zip.len() {
        let mut part = zip.by_index(at).unwrap();
        let name = part.name().unwrap().to_string();
        let mut text = String::new();
        part.read_to_string(&mut text).unwrap();
        if let Some(text) = change(&name, text) {
            out.start_file(name, SimpleFileOptions::default()).unwrap();
            out.write_all(text.as_bytes()).unwrap();
        }
    }
    out.finish().unwrap().into_inner()
}

#[test]
fn a_word_file_of_a_draft_is_the_draft_again() {
    assert_eq!(parse("a.docx", &docx(TEXT)).unwrap().text, TEXT);
    assert_eq!(parse("a.docx", &docx(TEXT)).unwrap().title.as_deref(), Some("제목"));
    assert_eq!(parse("a.odt", &odt(TEXT)).unwrap().text, TEXT);
    assert_eq!(parse("a.odt", &odt(TEXT)).unwrap().title.as_deref(), Some("제목"));
}

#[test]
fn a_page_of_a_draft_is_the_draft_again() {
    let page = convert(TEXT, "제목", Format::Html, None).unwrap().bytes;
    assert_eq!(parse("a.html", &page).unwrap().text, TEXT);
}

#[test]
fn words_with_two_looks_and_lists_of_lists_come_back() {
    for text in [
        "A ***b** c* d\\\ne ~~**f**~~ `g|h` 5\\*3 x_y H<sub>2</sub>O 10<sup>6</sup>\n",
        "1. a\n\n   more of a\n\n   ```\n   code\n   ```\n\n2. b\n\n   > said\n",
        "3. drei\n4. vier\n\n* other\n* list\n\n- and another\n",
        "> q\n>\n> > inner\n>\n> - item in it\n",
        "- a\n  - b\n    - c\n- d\n\nEnd of 가나다.[^1] And once more.[^1]\n\n[^1]: A note with **words**.\n",
        "| a | b |\n| :-- | :-: |\n| x<br>y |  |\n",
    ] {
        let kept = stet_document_text(text);
        assert_eq!(parse("a.docx", &docx(text)).unwrap().text, kept, "docx of {text}");
        assert_eq!(parse("a.odt", &odt(text)).unwrap().text, kept, "odt of {text}");
        assert_eq!(
            parse("a.html", &convert(text, "", Format::Html, None).unwrap().bytes).unwrap().text,
            kept,
            "page of {text}"
        );
    }
}

/// The text as Stet itself writes it.
fn stet_document_text(text: &str) -> String {
    stet_document::markdown::write(&stet_document::parse(text)).text
}

/// A block of Markdown with these words in it.
fn block(kind: usize, [a, b, c]: [&str; 3]) -> String {
    match kind {
        0 => format!("# {a} {b}\n"),
        1 => format!("### {c}\n"),
        2 => format!("{a} **{b}** {c} *{a}*{b} ~~{c}~~ `{b}`.\n"),
        3 => format!("{a} [{b} {c}](https://e.org/{{x}}?a=1&b=2) **[{c}](mailto:a@e.org)**\\\n{b}\n"),
        4 => format!("- {a}\n  - {b}\n    1. {c}\n    2. {a}\n  - {c}\n- {b}\n"),
        5 => format!("7. {a}\n\n   {b}\n\n8. {c}\n\n   - {a}\n"),
        6 => format!("> {a}\n>\n> - {b}\n>\n> > {c}\n"),
        7 => format!("| {a} | {b} |\n| --- | :-: |\n| **{c}** | {a}<br>{b} |\n| | 1,000 |\n"),
        8 => format!("```text\n{a}\n\n  {b} < {c} & *x*\n```\n"),
        9 => format!("- [x] {a} {b}\n- [ ] {c}\n"),
        10 => "---\n".to_owned(),
        _ => format!("{a} {b}[^{c}] {c}.\n\n[^{c}]: {a}: “{b}” *{c}*\n"),
    }
}

proptest::proptest! {
    #![proptest_config(proptest::prelude::ProptestConfig { cases: 120, ..Default::default() })]

    #[test]
    fn generated_documents_come_back_from_word_and_from_the_web(
        kinds in proptest::collection::vec((0..12_usize, 0..9_usize, 0..9_usize, 0..9_usize), 1..9),
    ) {
        const WORDS: [&str; 9] = ["pool", "수영장은", "3,000원", "제3조(목적)", "a_b", "R&D", "“아홉”", "한\\*글", "end"];
        let word = |at: usize| WORDS[at];
        // Two quotations in a row are one in Word.
        let mut kinds = kinds;
        kinds.dedup_by(|(one, ..), (other, ..)| *one == 6 && *other == 6);
        let blocks = kinds.iter().map(|(kind, a, b, c)| block(*kind, [word(*a), word(*b), word(*c)]));
        let text = stet_document_text(&blocks.collect::<Vec<_>>().join("\n"));
        let read = |name: &str, file: Vec<u8>| draft(name, &file, &Limits::default()).map(|read| read.text);
        // Notes are numbered by where they stand, and those that say the same are one.
        let numbered = |text: &str| text.replace(|ch: char| ch.is_ascii_digit(), "0");
        let page = read("a.html", convert(&text, "", Format::Html, None).unwrap().bytes);
        let word = read("a.docx", docx(&text));
        proptest::prop_assert_eq!(&read("a.odt", odt(&text)), &word);
        if text.contains("[^") {
            proptest::prop_assert_eq!(numbered(&page.unwrap()), numbered(&word.unwrap()));
        } else {
            proptest::prop_assert_eq!(page.as_deref(), Ok(text.as_str()));
            proptest::prop_assert_eq!(word.as_deref(), Ok(text.as_str()));
        }
    }
}

#[test]
fn files_that_lie_are_refused_with_a_word() {
    let good = docx(TEXT);
    let corrupt = |bytes: &[u8]| matches!(parse("a.docx", bytes), Err(ExtractError::Corrupt { .. }));
    assert!(corrupt(&good[..good.len() / 2]), "cut off");
    assert!(corrupt(b"%!PS no archive at all"), "no archive");
    assert!(corrupt(&changed(&good, |name, text| (name != "word/document.xml").then_some(text))), "no body");
    assert!(
        corrupt(&changed(&good, |name, text| Some(if name == "word/document.xml" {
            text.replace("</w:body>", "")
        } else {
            text
        }))),
        "broken XML"
    );
    assert_eq!(parse("a.pdf", b"%PDF-1.7\n"), Err(ExtractError::NoDraft { found: "PDF".into() }));
    assert_eq!(parse("a.docx", b"%PDF-1.7\n"), Err(ExtractError::NoDraft { found: "PDF".into() }));
    assert_eq!(parse("a.docx", b" "), Err(ExtractError::Empty));
    // A part that unpacks to far more than it is.
    let mut bomb = zip::ZipWriter::new(Cursor::new(Vec::new()));
    bomb.start_file("word/document.xml", SimpleFileOptions::default()).unwrap();
    let zeros = vec![b' '; 1 << 20];
    for _ in 0..64 {
        bomb.write_all(&zeros).unwrap();
    }
    let bomb = bomb.finish().unwrap().into_inner();
    assert!(matches!(parse("a.docx", &bomb), Err(ExtractError::ArchiveBomb { .. })));
}

#[test]
fn what_a_file_points_to_outside_is_not_followed_and_entities_stand_for_nothing() {
    let good = docx("One [link](https://example.org/x) and words.\n");
    let lying = changed(&good, |name, text| {
        Some(match name {
            "word/document.xml" => text
                .replace("?>\n<w:document", "?>\n<!DOCTYPE x [<!ENTITY a \"aaaa\"><!ENTITY b SYSTEM \"file:///etc/passwd\">]>\n<w:document")
                .replace("words.", "&a;&b;words."),
            "word/_rels/document.xml.rels" => text
                .replace("https://example.org/x", "javascript:alert(1)")
                .replace("Target=\"footnotes.xml\"", "Target=\"../../../etc/passwd\""),
            _ => text,
        })
    });
    assert_eq!(parse("a.docx", &lying).unwrap().text, "One link and words.\n");
}

#[test]
fn ten_thousand_rows_are_read() {
    let rows = "<tr><td>가격</td><td>3,000</td><td>won</td></tr>".repeat(10_000);
    let page = format!("<table>{rows}</table>");
    let text = parse("a.html", page.as_bytes()).unwrap().text;
    assert_eq!(text.lines().count(), 10_001);
    assert_eq!(parse("a.docx", &docx(&text)).unwrap().text, text);
    assert_eq!(parse("a.odt", &odt(&text)).unwrap().text, text);
}

#[test]
fn clipboards_keep_their_structure() {
    for (name, html, text) in CLIPBOARDS {
        assert_eq!(parse("clipboard.html", html.as_bytes()).unwrap().text, *text, "{name}");
    }
}

/// What programs put on a clipboard, and what is meant by it.
const CLIPBOARDS: &[(&str, &str, &str)] = &[
    (
        "Word: headings, lists by style, notes",
        "<html xmlns:o=\"urn:schemas-microsoft-com:office:office\"><head><style><!-- p.MsoNormal {margin:0cm} --></style></head><body lang=KO>\
         <!--StartFragment--><h1>규정<o:p></o:p></h1><p class=MsoNormal><b>굵은</b> 글과 <i>기울인</i> 글<a style='mso-footnote-id:ftn1' href=\"#_ftn1\" name=\"_ftnref1\" title=\"\"><span class=MsoFootnoteReference><span style='mso-special-character:footnote'><![if !supportFootnotes]>[1]<![endif]></span></span></a>이다.<o:p></o:p></p>\
         <p class=MsoListParagraphCxSpFirst style='margin-left:40.0pt;text-indent:-20.0pt;mso-list:l0 level1 lfo1'><![if !supportLists]><span style='font-family:Wingdings'><span style='mso-list:Ignore'>l<span style='font:7.0pt \"Times New Roman\"'>&nbsp;&nbsp;</span></span></span><![endif]>첫째<o:p></o:p></p>\
         <p class=MsoListParagraphCxSpMiddle style='mso-list:l0 level2 lfo1'><![if !supportLists]><span style='mso-list:Ignore'>o<span>&nbsp;&nbsp;</span></span><![endif]>안<o:p></o:p></p>\
         <p class=MsoListParagraphCxSpLast style='mso-list:l1 level1 lfo2'><![if !supportLists]><span style='mso-list:Ignore'>1.<span>&nbsp;</span></span><![endif]>one<o:p></o:p></p>\
         <p class=MsoListParagraph style='mso-list:l1 level1 lfo2'><![if !supportLists]><span style='mso-list:Ignore'>2.<span>&nbsp;</span></span><![endif]>two<o:p></o:p></p><!--EndFragment-->\
         <div style='mso-element:footnote-list'><br clear=all><hr align=left size=1 width=\"33%\"><div style='mso-element:footnote' id=ftn1><p class=MsoFootnoteText><a style='mso-footnote-id:ftn1' href=\"#_ftnref1\" name=\"_ftn1\" title=\"\"><span class=MsoFootnoteReference><span>[1]</span></span></a> 각주의 글<o:p></o:p></p></div></div></body></html>",
        "# 규정\n\n**굵은** 글과 *기울인* 글[^1]이다.\n\n- 첫째\n  - 안\n\n1. one\n2. two\n\n[^1]: 각주의 글\n",
    ),
    (
        "Word: articles whose number is a label",
        "<p class=MsoNormal style='mso-list:l0 level1 lfo1'><span style='mso-list:Ignore'>제1조<span>&nbsp;</span></span>(목적) 이 규정은 정한다.</p>\
         <p class=MsoNormal style='mso-list:l0 level2 lfo1'><span style='mso-list:Ignore'>(a)<span>&nbsp;</span></span>sub</p>",
        "제1조(목적) 이 규정은 정한다.\n\n- (a) sub\n",
    ),
    (
        "Google Docs: everything in a bold that is none",
        "<meta charset='utf-8'><b style=\"font-weight:normal;\" id=\"docs-internal-guid-1\"><h2 dir=\"ltr\"><span style=\"font-weight:400\">Head</span></h2><p dir=\"ltr\"><span style=\"font-weight:400;white-space:pre-wrap;\">Plain </span><span style=\"font-weight:700\">strong</span><span style=\"font-weight:400\"> and </span><a href=\"https://e.org/\"><span style=\"font-style:italic\">link</span></a></p>\
         <ul><li dir=\"ltr\" aria-level=\"1\"><p role=\"presentation\"><span>a</span></p></li><ul><li aria-level=\"2\"><p>b</p></li></ul></ul></b><br class=\"Apple-interchange-newline\">",
        "## Head\n\nPlain **strong** and [*link*](https://e.org/)\n\n- a\n  - b\n",
    ),
    (
        "a wiki: notes and a table with spans",
        "<p>The pool<sup id=\"cite_ref-1\" class=\"reference\"><a href=\"#cite_note-1\">[1]</a></sup> is old.<sup class=\"reference\"><a href=\"#cite_note-9\">[9]</a></sup><script>alert(1)</script></p>\
         <table><tbody><tr><th colspan=2>Fees</th></tr><tr><td rowspan=\"2\">adult</td><td align=right>3</td></tr><tr><td align=right>4</td></tr></tbody></table>\
         <ol class=\"references\"><li id=\"cite_note-1\"><span><a href=\"#cite_ref-1\">^</a></span> A book.</li></ol>",
        "The pool[^1] is old.\n\n| Fees | |\n| --- | --: |\n| adult | 3 |\n| | 4 |\n\n[^1]: A book.\n",
    ),
    (
        "Hancom Office",
        "<HTML><BODY><!--StartFragment--><P CLASS=HStyle0 STYLE='line-height:160%;'><SPAN STYLE='font-family:\"함초롬바탕\";font-weight:bold;line-height:160%'>제목</SPAN><SPAN STYLE='font-family:\"함초롬바탕\"'>과 본문</SPAN></P>\
         <P CLASS=HStyle0><TABLE border=\"1\" cellspacing=\"0\"><TR><TD><P CLASS=HStyle0><SPAN>구분</SPAN></P></TD><TD><P CLASS=HStyle0><SPAN>금액</SPAN></P></TD></TR><TR><TD><P>어른</P></TD><TD><P>3,000원</P></TD></TR></TABLE></P><!--EndFragment--></BODY></HTML>",
        "**제목**과 본문\n\n| 구분 | 금액 |\n| --- | --- |\n| 어른 | 3,000원 |\n",
    ),
    (
        "code, a quotation, hidden words, an address that runs",
        "<pre><code class=\"language-rust\">let a = 1;\n  b</code></pre><blockquote><p>said</p></blockquote><p style=\"display:none\">no</p><p><a href=\"javascript:x()\">click</a> 1<sup>st</sup></p>",
        "```rust\nlet a = 1;\n  b\n```\n\n> said\n\nclick 1<sup>st</sup>\n",
    ),
];

async fn import(server: &Server, name: &str, bytes: Vec<u8>) -> (u16, Value) {
    let form = Form::new().part("file", Part::bytes(bytes).file_name(name.to_owned()));
    let response = server.client.post(server.url("/api/drafts/import")).multipart(form).send().await.unwrap();
    (response.status().as_u16(), response.json().await.unwrap())
}

/// A draft with a suggestion that waits goes out with a tracked change and comes in with a suggestion.
#[tokio::test]
async fn suggestions_are_tracked_changes_outside() {
    let server = Server::extracts().await;
    let text = "# Fees\n\nWe recieved the letter on Monday. 요금은 그대로이다.\n";
    let (_, draft) = server.post("/api/drafts", &json!({ "title": "글 1/2", "text": text })).await;
    let id = draft["id"].as_str().unwrap();
    let revised = server
        .client
        .post(server.url(&format!("/api/drafts/{id}/revise")))
        .json(&json!({ "instruction": "fix", "baseRevision": 1 }))
        .send()
        .await
        .unwrap();
    assert!(revised.text().await.unwrap().contains("received"));
    let response =
        server.client.get(server.url(&format!("/api/drafts/{id}/export?format=docx"))).send().await.unwrap();
    assert!(
        response.headers()["content-disposition"]
            .to_str()
            .unwrap()
            .starts_with("attachment; filename*=UTF-8''")
    );
    let file = response.bytes().await.unwrap().to_vec();
    let read = parse("a.docx", &file).unwrap();
    assert_eq!(read.text, text);
    assert_eq!(
        read.proposed.as_deref(),
        Some("# Fees\n\nWe received the letter on Monday. 요금은 그대로이다.\n")
    );
    assert_eq!(read.changes[0].author, "Stet");
    assert!(
        read.comments[0].text.starts_with("Form") || read.comments[0].text.starts_with("형식"),
        "{:?}",
        read.comments
    );
    assert!(text.get(read.comments[0].range.clone()).unwrap().contains("recieved"));

    let (status, again) = import(&server, "보고서.docx", file).await;
    assert_eq!((status, again["text"].as_str()), (201, Some(text)));
    assert_eq!(again["title"], "글 1/2");
    let waiting = again["patches"].as_array().unwrap();
    assert_eq!(
        (waiting.len(), &waiting[0]["status"], &waiting[0]["after"]),
        (1, &json!("pending"), &json!("received"))
    );
    assert!(waiting[0]["reasons"][0].as_str().unwrap().contains("Stet"));
    assert_eq!(
        again["imported"]["comments"][0]["quote"].as_str().map(|quote| quote.contains("recieved")),
        Some(true)
    );

    let page =
        server.client.get(server.url(&format!("/api/drafts/{id}/export?format=html"))).send().await.unwrap();
    assert!(page.text().await.unwrap().contains("<h1>Fees</h1>"));
    let (status, refused) = import(&server, "a.docx", b"PK\x03\x04 nothing".to_vec()).await;
    assert_eq!((status, &refused["type"]), (422, &json!("urn:stet:unreadable-file")));
    let (_, pasted) = server.post("/api/drafts/paste", &json!({ "html": "<h2>제목</h2><p>글" })).await;
    assert_eq!(pasted["text"], "## 제목\n\n글\n");
}

/// A draft of a Word file goes out in that file.
#[tokio::test]
async fn what_a_text_does_not_show_of_its_file_goes_out_again() {
    let server = Server::extracts().await;
    let file = changed(&docx("Open at nine.\n\n요금은 오천 원이다.\n"), |_, text| {
        Some(text.replace("w:w=\"11906\"", "w:w=\"9000\""))
    });
    let (_, draft) = import(&server, "규정.docx", file.clone()).await;
    let id = draft["id"].as_str().unwrap();
    let export = async |format: &str| {
        let path = server.url(&format!("/api/drafts/{id}/export?format={format}"));
        let response = server.client.get(path).send().await.unwrap();
        assert!(!response.headers().contains_key("stet-made-anew"));
        response.bytes().await.unwrap().to_vec()
    };
    assert_eq!(export("docx").await, file);
    let text = draft["text"].as_str().unwrap().replace("nine", "ten");
    let path = format!("/api/drafts/{id}");
    let (status, told) = send(&server, "PUT", &path, &json!({ "baseRevision": 1, "text": text })).await;
    assert_eq!(status, 200, "{told}");
    let out = export("docx").await;
    assert_eq!(parse("a.docx", &out).unwrap().text, text);
    changed(&out, |name, text| {
        assert!(name != "word/document.xml" || text.contains("w:w=\"9000\""), "{text}");
        None
    });
    // What is kept goes with the draft.
    let deleted = server.client.delete(server.url(&path)).send().await.unwrap();
    assert!(deleted.status().is_success());
    assert_eq!(server.state.store().draft_file(id.parse().unwrap()).await.unwrap(), None);
}

#[test]
fn pictures_go_along() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    let picture =
        [b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x20\0\0\0\x10".as_slice(), &[8, 6, 0, 0, 0]].concat();
    std::fs::create_dir(path("in")).unwrap();
    std::fs::write(path("secret.png"), &picture).unwrap();
    std::fs::write(path("in/map.png"), &picture).unwrap();
    std::fs::write(
        path("in/a.md"),
        "A ![map](map.png) and ![no](../secret.png), ![none](https://a.b/c.png).\n",
    )
    .unwrap();
    let convert = |from: &str, to: &str| {
        let done =
            crate::cli::stet().args(["convert", from, to]).current_dir(folder.path()).output().unwrap();
        assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
        std::fs::read(path(to)).unwrap()
    };
    let file = convert("in/a.md", "b.docx");
    let text = "A ![map](media/image1.png) and \\[no\\], \\[none\\].\n";
    assert_eq!(parse("b.docx", &file).unwrap().text, text);
    assert_eq!(String::from_utf8(convert("b.docx", "c.md")).unwrap(), text);
    assert_eq!(std::fs::read(path("media/image1.png")).unwrap(), picture);
    let page = String::from_utf8(convert("b.docx", "c.html")).unwrap();
    assert!(
        page.contains(
            "<img src=\"data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAACAAAAAQCAYAAAA=\" alt=\"map\">"
        ),
        "{page}"
    );
    assert_eq!(convert("b.docx", "d.docx"), file);
}

/// `LibreOffice`, where there is one.
pub struct Office {
    program: PathBuf,
    folder: tempfile::TempDir,
}

impl Office {
    pub fn find() -> Option<Self> {
        let program = ["/usr/bin/soffice", "/usr/local/bin/soffice", "/opt/libreoffice/program/soffice"]
            .iter()
            .map(PathBuf::from)
            .find(|path| path.exists());
        if program.is_none() {
            eprintln!("LibreOffice is not here: what it makes of Word files was not looked at");
        }
        Some(Self { program: program?, folder: tempfile::tempdir().unwrap() })
    }

    /// A file in another form.
    pub fn convert(&self, name: &str, bytes: &[u8], to: &str) -> Vec<u8> {
        let path = self.folder.path().join(name);
        std::fs::write(&path, bytes).unwrap();
        let profile =
            format!("-env:UserInstallation=file://{}", self.folder.path().join("profile").display());
        let done = Command::new(&self.program)
            .args(["--headless", &profile, "--convert-to", to, "--outdir"])
            .arg(self.folder.path().join("out"))
            .arg(&path)
            .output()
            .unwrap();
        assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
        let ending = to.split(':').next().unwrap();
        let made =
            self.folder.path().join("out").join(Path::new(name).with_extension(ending).file_name().unwrap());
        std::fs::read(&made).unwrap_or_else(|fault| {
            panic!("{}: {fault}; {}", made.display(), String::from_utf8_lossy(&done.stdout))
        })
    }
}

fn squeezed(text: &str) -> String {
    text.chars().filter(|ch| !ch.is_whitespace()).collect()
}

/// An ODT with pages of its own size, a head, a picture and a numbered list, as a flat file.
const FLAT: &str = r#"<?xml version="1.0" encoding="UTF-8"?>
<office:document xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:style="urn:oasis:names:tc:opendocument:xmlns:style:1.0"
 xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" xmlns:draw="urn:oasis:names:tc:opendocument:xmlns:drawing:1.0"
 xmlns:svg="urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1.0" xmlns:fo="urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0"
 office:version="1.3" office:mimetype="application/vnd.oasis.opendocument.text">
<office:automatic-styles><style:page-layout style:name="L"><style:page-layout-properties fo:page-width="180mm" fo:page-height="200mm" fo:margin="20mm"/>
<style:header-style/></style:page-layout></office:automatic-styles>
<office:master-styles><style:master-page style:name="Standard" style:page-layout-name="L"><style:header><text:p>Confidential 7</text:p></style:header></style:master-page></office:master-styles>
<office:body><office:text><text:h text:outline-level="1">수영장</text:h><text:p>The pool opens at <text:span>nine</text:span>.</text:p>
<text:p><draw:frame text:anchor-type="as-char" svg:width="10mm" svg:height="10mm"><draw:image><office:binary-data>iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==</office:binary-data></draw:image></draw:frame></text:p>
<text:list><text:list-item><text:p>하나</text:p></text:list-item><text:list-item><text:p>둘</text:p></text:list-item></text:list>
<text:p>요금은 오천 원이다.</text:p></office:text></office:body></office:document>"#;

/// A draft of an ODT that `LibreOffice` wrote goes out in that file.
#[tokio::test]
async fn an_odt_goes_out_in_its_own_file() {
    let Some(office) = Office::find() else { return };
    let file = office.convert("a.fodt", FLAT.as_bytes(), "odt");
    let server = Server::extracts().await;
    let (status, draft) = import(&server, "규정.odt", file.clone()).await;
    assert_eq!(status, 201, "{draft}");
    let id = draft["id"].as_str().unwrap();
    let export = async || {
        let path = server.url(&format!("/api/drafts/{id}/export?format=odt"));
        let response = server.client.get(path).send().await.unwrap();
        assert!(!response.headers().contains_key("stet-made-anew"));
        response.bytes().await.unwrap().to_vec()
    };
    assert_eq!(export().await, file);
    let text = draft["text"].as_str().unwrap();
    let text = text.replace("nine", "**half past** ten").replace("오천 원이다.", "오천 원이다.\n\n끝.");
    let path = format!("/api/drafts/{id}");
    let (status, told) = send(&server, "PUT", &path, &json!({ "baseRevision": 1, "text": text })).await;
    assert_eq!(status, 200, "{told}");
    let out = export().await;
    assert_eq!(parse("a.odt", &out).unwrap().text, text);
    // Looks of words and pages, the head and the picture are those of the file.
    let part = |file: &[u8], wanted: &str| {
        let mut zip = zip::ZipArchive::new(Cursor::new(file)).unwrap();
        let name = zip
            .file_names()
            .map(|name| name.unwrap())
            .find(|name| name.contains(wanted))
            .unwrap()
            .into_owned();
        let mut bytes = Vec::new();
        zip.by_name(&name).unwrap().read_to_end(&mut bytes).unwrap();
        bytes
    };
    for wanted in ["Pictures/", "settings.xml", "meta.xml"] {
        assert_eq!(part(&out, wanted), part(&file, wanted), "{wanted}");
    }
    assert!(String::from_utf8(part(&out, "styles.xml")).unwrap().contains("Confidential 7"));
    let size = |file: &[u8]| {
        let print = String::from_utf8_lossy(&office.convert("b.odt", file, "pdf")).into_owned();
        print.split("/MediaBox").nth(1).unwrap().split(']').next().unwrap().to_owned()
    };
    assert_eq!(size(&out), size(&file));
    // 180 and 200 mm in points.
    assert!(size(&file).starts_with("[0 0 510"), "{}", size(&file));
    let read = String::from_utf8(office.convert("b.odt", &out, "txt:Text (encoded):UTF8")).unwrap();
    for words in ["The pool opens at half past ten.", "끝."] {
        assert!(read.contains(words), "{read}");
    }
}

#[test]
fn libreoffice_reads_what_is_written() {
    let Some(office) = Office::find() else { return };
    let file = docx(TEXT);
    let text = String::from_utf8(office.convert("a.docx", &file, "txt:Text (encoded):UTF8")).unwrap();
    for words in [
        "수영장 규정",
        "The pool opens at nine.",
        "수영장은 아홉 시(오전)에 연다.",
        "A quotation.",
        "let fee = 3;",
        "1. first",
        "2. second",
        "어른",
        "3,000",
    ] {
        assert!(squeezed(&text).contains(&squeezed(words)), "{words} in\n{text}");
    }
    let open = office.convert("o.odt", &odt(TEXT), "txt:Text (encoded):UTF8");
    assert_eq!(squeezed(&String::from_utf8(open).unwrap()), squeezed(&text));
    let pdf = office.convert("a.docx", &file, "pdf");
    assert!(pdf.starts_with(b"%PDF-") && pdf.len() > 5_000);
    let odt = office.convert("a.docx", &file, "fodt");
    let odt = String::from_utf8(odt).unwrap();
    assert_eq!(odt.matches("<text:note ").count(), 2, "notes are notes");
    for words in ["rules.pdf, p. 3: “The pool opens at nine.”", "수영장-규정.hwpx, 2쪽"] {
        assert!(odt.contains(words), "{words}");
    }
    assert!(
        odt.contains("text:outline-level=\"1\"")
            && odt.contains("<table:table ")
            && odt.contains("text:list-item")
    );
    assert!(odt.contains("style:language-asian=\"ko\""));
    // And back from LibreOffice's own DOCX, which gives each item a list of its own, sets the names of columns in bold and
    // says of every cell where its words begin.
    let again = office.convert("b.fodt", odt.as_bytes(), "docx:MS Word 2007 XML");
    let same = |text: &str| squeezed(&text.replace("```rust", "```").replace(['*', '.', ')', ':', '-'], ""));
    assert_eq!(same(&parse("b.docx", &again).unwrap().text), same(TEXT));
}

/// A text document with tracked changes and a comment, as `LibreOffice` keeps it.
const TRACKED: &str = r#"<?xml version="1.0" encoding="UTF-8"?>
<office:document xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0" office:version="1.3" office:mimetype="application/vnd.oasis.opendocument.text"><office:body><office:text>
<text:tracked-changes><text:changed-region xml:id="c1" text:id="c1"><text:insertion><office:change-info><dc:creator>김영희</dc:creator><dc:date>2026-11-20T09:00:00</dc:date></office:change-info></text:insertion></text:changed-region>
<text:changed-region xml:id="c2" text:id="c2"><text:deletion><office:change-info><dc:creator>Ann Lee</dc:creator><dc:date>2026-11-21T09:00:00</dc:date></office:change-info><text:p>60</text:p></text:deletion></text:changed-region></text:tracked-changes>
<text:h text:outline-level="1">계약</text:h>
<text:p>The fee is due in <text:change text:change-id="c2"/><text:change-start text:change-id="c1"/>90<text:change-end text:change-id="c1"/> days. <office:annotation office:name="a1"><dc:creator>Ann Lee</dc:creator><dc:date>2026-11-21T10:00:00</dc:date><text:p>어느 날부터?</text:p></office:annotation>기한은<office:annotation-end office:name="a1"/> 지킨다.<text:note text:id="n1" text:note-class="footnote"><text:note-citation>1</text:note-citation><text:note-body><text:p>See §2.</text:p></text:note-body></text:note></text:p>
</office:text></office:body></office:document>"#;

#[tokio::test]
async fn what_libreoffice_tracked_becomes_suggestions_and_comments() {
    let Some(office) = Office::find() else { return };
    let file = office.convert("t.fodt", TRACKED.as_bytes(), "docx:MS Word 2007 XML");
    let read = parse("t.docx", &file).unwrap();
    let own = parse("t.odt", &office.convert("t.fodt", TRACKED.as_bytes(), "odt")).unwrap();
    assert_eq!((&own.text, &own.proposed, &own.comments), (&read.text, &read.proposed, &read.comments));
    assert_eq!(read.text, "# 계약\n\nThe fee is due in 60 days. 기한은 지킨다.[^1]\n\n[^1]: See §2.\n");
    assert_eq!(
        read.proposed.as_deref(),
        Some("# 계약\n\nThe fee is due in 90 days. 기한은 지킨다.[^1]\n\n[^1]: See §2.\n")
    );
    let mut authors: Vec<&str> = read.changes.iter().map(|change| change.author.as_str()).collect();
    authors.sort_unstable();
    assert_eq!(authors, ["Ann Lee", "김영희"]);
    let comment = &read.comments[0];
    assert_eq!((comment.author.as_str(), comment.text.as_str()), ("Ann Lee", "어느 날부터?"));
    assert_eq!(read.text.get(comment.range.clone()), Some("기한은"));
    let server = Server::extracts().await;
    let (status, draft) = import(&server, "t.docx", file).await;
    assert_eq!(status, 201);
    let waiting = draft["patches"].as_array().unwrap();
    assert_eq!(
        (&waiting[0]["before"], &waiting[0]["after"], &waiting[0]["category"]),
        (&json!("60"), &json!("90"), &json!("CORE"))
    );
    let why = waiting[0]["reasons"][0].as_str().unwrap();
    assert!(why.contains("김영희") && why.contains("Ann Lee"), "{why}");

    // And the other way: LibreOffice takes what Stet tracks for tracked changes.
    let id = draft["id"].as_str().unwrap();
    let out =
        server.client.get(server.url(&format!("/api/drafts/{id}/export?format=docx"))).send().await.unwrap();
    let open = server.url(&format!("/api/drafts/{id}/export?format=odt"));
    let open = server.client.get(open).send().await.unwrap().bytes().await.unwrap();
    // In the file that it came from whoever suggested something stays its author.
    for (name, file, authors) in
        [("s.docx", &out.bytes().await.unwrap(), &["김영희", "Ann Lee"][..]), ("o.odt", &open, &["Stet"])]
    {
        let odt = String::from_utf8(office.convert(name, file, "fodt")).unwrap();
        assert!(
            odt.contains("<text:insertion>")
                && odt.contains("<text:deletion>")
                && odt.contains("<office:annotation "),
            "{odt}"
        );
        assert!(authors.iter().all(|author| odt.contains(&format!("<dc:creator>{author}</dc:creator>"))));
    }
}

#[tokio::test]
async fn comments_go_out_at_their_words_and_come_in_with_their_authors() {
    let server = Server::extracts().await;
    let text = "The limit is 250 euros.\n\n도서관은 아홉 시에 연다.\n";
    let id = new_draft(&server, text).await;
    let first = comment(&server, &id, 1, "250 euros", "Who says so?").await;
    server
        .post(&format!("/api/drafts/{id}/comments/{first}/replies"), &json!({ "body": "The contract." }))
        .await;
    comment(&server, &id, 1, "아홉 시", "확인 필요").await;
    let settled = comment(&server, &id, 1, "limit", "Done.").await;
    let path = format!("/api/drafts/{id}/comments/{settled}");
    let (status, told) = send(&server, "PATCH", &path, &json!({ "resolved": true })).await;
    assert_eq!(status, 200, "{told}");

    let path = server.url(&format!("/api/drafts/{id}/export?format=docx"));
    let file = server.client.get(path).send().await.unwrap().bytes().await.unwrap().to_vec();
    let read = parse("a.docx", &file).unwrap();
    let said: Vec<(&str, &str)> = read
        .comments
        .iter()
        .map(|comment| (&read.text[comment.range.clone()], comment.text.as_str()))
        .collect();
    assert_eq!(
        said,
        [("250 euros", "Who says so?"), ("250 euros", "The contract."), ("아홉 시", "확인 필요")]
    );

    let (status, again) = import(&server, "b.docx", file).await;
    assert_eq!(status, 201, "{again}");
    let kept = again["imported"]["comments"].as_array().unwrap().iter().map(|one| one["kept"] == true);
    assert_eq!(kept.collect::<Vec<_>>(), [true; 3]);
    let id = again["id"].as_str().unwrap();
    let (_, threads) = server.get(&format!("/api/drafts/{id}/comments")).await;
    let threads: Vec<(&str, &str)> = threads["comments"]
        .as_array()
        .unwrap()
        .iter()
        .map(|thread| (thread["present"].as_str().unwrap(), thread["author"].as_str().unwrap()))
        .collect();
    assert_eq!(threads, [("250 euros", "writer"), ("250 euros", "writer"), ("아홉 시", "writer")]);
}
