//! ODTs that go out again: with nothing changed byte for byte, with something changed as they were but for that.

use stet_document::docx::Remark;
use stet_document::{markdown, odt, parse};

use super::parse as read;
use crate::Limits;
use crate::archive::packed;
use crate::draft::docx::kept::{grafted_by, noted, part};

const NAMES: &str = "xmlns:office=\"urn:oasis:names:tc:opendocument:xmlns:office:1.0\" xmlns:text=\"urn:oasis:names:tc:opendocument:xmlns:text:1.0\" \
    xmlns:style=\"urn:oasis:names:tc:opendocument:xmlns:style:1.0\" xmlns:draw=\"urn:oasis:names:tc:opendocument:xmlns:drawing:1.0\" \
    xmlns:xlink=\"http://www.w3.org/1999/xlink\"";
const STYLES: &str = "<office:styles><style:style style:name=\"Standard\" style:family=\"paragraph\"/>\
    <style:style style:name=\"Heading_20_2\" style:family=\"paragraph\"/><text:outline-style style:name=\"Outline\">\
    <text:outline-level-style text:level=\"2\" style:num-format=\"1\" style:num-prefix=\"제\" style:num-suffix=\"장\"/></text:outline-style>\
    <text:list-style style:name=\"L\"><text:list-level-style-number text:level=\"1\" style:num-format=\"1\" style:num-suffix=\".\"/>\
    <text:list-level-style-number text:level=\"2\" style:num-format=\"a\" style:num-suffix=\")\"/></text:list-style></office:styles>\
    <office:master-styles><style:master-page style:name=\"Wide\"><style:header><text:p>Quay 7</text:p></style:header></style:master-page></office:master-styles>";
const FRAME: &str = "<draw:frame draw:style-name=\"fr1\" draw:name=\"x\"><draw:image xlink:href=\"Pictures/a.png\"/></draw:frame>";
const NOTE: &str = "<text:note text:id=\"ftn1\" text:note-class=\"endnote\"><text:note-citation>i</text:note-citation><text:note-body>\
    <text:p text:style-name=\"Endnote\">Until noon.</text:p></text:note-body></text:note>";

/// A file with these blocks in its text.
fn file(blocks: &str) -> Vec<u8> {
    packed(&[
        ("mimetype", odt::MEDIA_TYPE),
        ("styles.xml", &format!("<office:document-styles {NAMES}>{STYLES}</office:document-styles>")),
        (
            "content.xml",
            &format!(
                "<?xml version=\"1.0\"?>\n<office:document-content {NAMES}><office:automatic-styles>\
                 <style:style style:name=\"P1\" style:family=\"paragraph\" style:parent-style-name=\"Standard\" style:master-page-name=\"Wide\"/>\
                 <style:style style:name=\"T1\" style:family=\"text\"/></office:automatic-styles><office:body><office:text>\
                 <text:sequence-decls/>{blocks}</office:text></office:body></office:document-content>"
            ),
        ),
        ("settings.xml", "<s/>"),
    ])
}

fn p(style: &str, inner: &str) -> String {
    format!("<text:p text:style-name=\"{style}\">{inner}</text:p>")
}

fn item(inner: &str) -> String {
    format!("<text:list-item>{inner}</text:list-item>")
}

/// Everything, by blocks.
fn everything() -> Vec<String> {
    let cell = |inner: &str| format!("<table:table-cell>{inner}</table:table-cell>");
    let row =
        |one: &str, other: &str| format!("<table:table-row>{}{}</table:table-row>", cell(one), cell(other));
    vec![
        p("P1", "The pool opens at <text:span text:style-name=\"T1\">nine</text:span>."),
        p("P2", FRAME),
        "<text:p text:style-name=\"P9\"/>".into(),
        "<text:section text:name=\"S\">".into(),
        "<text:h text:style-name=\"Heading_20_2\" text:outline-level=\"2\">요금</text:h>".into(),
        p("P3", &format!("It is free{NOTE} today.")),
        "</text:section>".into(),
        format!(
            "<text:list text:style-name=\"L\">{}{}</text:list>",
            item(&(p("P4", "One") + "<text:list>" + &item(&p("P5", "inner")) + "</text:list>")),
            item(&p("P4", "Two"))
        ),
        format!(
            "<table:table xmlns:table=\"urn:oasis:names:tc:opendocument:xmlns:table:1.0\">{}{}</table:table>",
            row(&p("H", "Room"), &p("H", "Fee")),
            row(&p("C", &format!("Gym {FRAME}")), "<text:p text:style-name=\"C\"/>")
        ),
        p("P6", "요금은 오천 원이다."),
    ]
}

const TEXT: &str = "The pool opens at nine.\n\n![](Pictures/a.png)\n\n## 제1장 요금\n\nIt is free[^1] today.\n\n1. One\n   - a) inner\n2. Two\n\n\
    | Room | Fee |\n| --- | --- |\n| Gym ![](Pictures/a.png) | |\n\n요금은 오천 원이다.\n\n[^1]: Until noon.\n";

/// What comes out where the text is another; it is read as that other.
fn changed(blocks: &[String], from: &str, to: &str) -> String {
    let bytes = file(&blocks.concat());
    let read_in = read(&bytes, &Limits::default()).unwrap();
    assert!(read_in.text.contains(from), "{from} in {}", read_in.text);
    let text = read_in.text.replace(from, to);
    let out = grafted_by(odt::graft, &bytes, &read_in, (&text, None), &[]).unwrap();
    let again = read(&out, &Limits::default()).unwrap();
    assert_eq!(again.text, markdown::write(&parse(&text)).text);
    assert_eq!(part(&out, "settings.xml"), "<s/>");
    part(&out, "content.xml")
}

#[test]
fn what_nobody_touched_is_as_it_was() {
    let blocks = everything();
    let bytes = file(&blocks.concat());
    let found = read(&bytes, &Limits::default()).unwrap();
    assert_eq!(found.text, TEXT);
    assert_eq!(grafted_by(odt::graft, &bytes, &found, (TEXT, None), &[]).as_deref(), Some(bytes.as_slice()));
    // One block with other words: it keeps its tag, its picture and its note, and the others are as they were.
    for (at, from, to, kept) in [
        (0, "at nine.", "at ten.", "<text:p text:style-name=\"P1\">"),
        (
            4,
            "요금\n",
            "요금과 벌금\n",
            "<text:h text:style-name=\"Heading_20_2\" text:outline-level=\"2\">요금과 벌금</text:h>",
        ),
        (5, "free", "not free", NOTE),
        (7, "inner", "안쪽", "<text:p text:style-name=\"P5\">안쪽</text:p>"),
        (7, "Two", "Three", "<text:p text:style-name=\"P4\">Three</text:p>"),
        (8, "| Gym", "| The gym", FRAME),
        (8, " | |", " | 5 |", "<text:p text:style-name=\"C\">5</text:p>"),
    ] {
        let content = changed(&blocks, from, to);
        assert!(content.contains(kept), "{to}: {kept} in {content}");
        for (other, block) in blocks.iter().enumerate().filter(|(other, _)| *other != at) {
            assert!(content.contains(block), "{to}: {other} {block} in {content}");
        }
    }
}

#[test]
fn what_comes_in_is_set_as_what_is_beside_it() {
    let blocks = everything();
    for (from, to, kept) in [
        // Behind a paragraph that begins a page of another kind stands none that does so as well.
        (
            "nine.\n",
            "nine.\n\nIt closes late.\n",
            "<text:p text:style-name=\"Standard\">It closes late.</text:p>",
        ),
        ("today.\n", "today.\n\n## 새 장\n", "text:is-list-header=\"true\">새 장</text:h></text:section>"),
        ("2. Two", "2. Two\n3. Three", "<text:p text:style-name=\"P4\">Three</text:p>"),
        ("   - a) inner\n", "   - a) inner\n   - b) more\n", "<text:p text:style-name=\"P5\">more</text:p>"),
        // Where the pages of another kind began, they begin still.
        (
            "The pool opens at nine.\n\n",
            "",
            "<text:p text:style-name=\"P1\"/><text:p text:style-name=\"P2\">",
        ),
        ("요금은 오천 원이다.", "> 인용한 글이다.", "<text:p text:style-name=\"Quotations\">"),
    ] {
        let content = changed(&blocks, from, to);
        assert!(content.contains(kept), "{to}: {kept} in {content}");
    }
}

#[test]
fn tracked_changes_and_remarks_go_out_and_come_in() {
    let said = "<office:annotation office:name=\"a\"><dc:creator xmlns:dc=\"http://purl.org/dc/elements/1.1/\">Kim</dc:creator><text:p>Sure?</text:p></office:annotation>";
    let region = "<text:tracked-changes><text:changed-region xml:id=\"c\" text:id=\"c\"><text:insertion/></text:changed-region></text:tracked-changes>";
    let blocks = [
        region.to_owned(),
        p(
            "P3",
            "The fee is <text:change-start text:change-id=\"c\"/>90<text:change-end text:change-id=\"c\"/> days.",
        ),
        p("P3", &format!("{said}The hall<office:annotation-end office:name=\"a\"/> closes.")),
        p("P3", "요금은 그대로이다."),
    ];
    let bytes = file(&blocks.concat());
    let found = read(&bytes, &Limits::default()).unwrap();
    let remarks: Vec<Remark> = found.comments.iter().map(noted).collect();
    let proposed = found.proposed.clone().unwrap();
    // With nothing decided the file is the one that it was.
    let graft = |text: &str, proposed: Option<&str>, remarks: &[Remark]| {
        let out = grafted_by(odt::graft, &bytes, &found, (text, proposed), remarks).unwrap();
        (read(&out, &Limits::default()).unwrap(), out)
    };
    assert_eq!(graft(&found.text, Some(&proposed), &remarks).1, bytes);
    // One more change, of two whole paragraphs, beside what is there.
    let more = proposed.replace("요금은 그대로이다.\n", "New one.\n\nNew two.\n");
    let (again, out) = graft(&found.text, Some(&more), &remarks);
    assert_eq!((again.text.as_str(), again.proposed.as_deref()), (found.text.as_str(), Some(more.as_str())));
    assert!(part(&out, "content.xml").contains(&blocks[1]) && again.comments.len() == 1);
    // The change taken, the remark settled, another made.
    let new = Remark { range: 0..3, author: "Lee".into(), at: String::new(), text: "왜?".into() };
    let (again, out) = graft(&proposed, None, std::slice::from_ref(&new));
    assert_eq!((again.text.as_str(), again.proposed), (proposed.as_str(), None));
    let said: Vec<_> = again.comments.iter().map(|one| (one.text.as_str(), one.range.clone())).collect();
    assert_eq!(said, [("왜?", 0..3)]);
    assert!(!part(&out, "content.xml").contains("tracked-changes"));
    // Words beside a remark change: it goes with them.
    let (again, _) =
        graft(&found.text.replace("closes", "opens"), Some(&proposed.replace("closes", "opens")), &remarks);
    let said: Vec<_> = again.comments.iter().map(|one| again.text.get(one.range.clone()).unwrap()).collect();
    assert_eq!(said, ["The hall"]);
}

#[test]
fn a_file_that_is_not_what_it_was_is_not_kept() {
    let bytes = file(&everything().concat());
    let found = read(&bytes, &Limits::default()).unwrap();
    let other = |bytes: &[u8]| grafted_by(odt::graft, bytes, &found, ("Other.", None), &[]);
    assert!(other(&bytes).is_some());
    let cut = bytes.get(..bytes.len() / 2).unwrap();
    for bad in [cut, b"", &file(&p("P1", "Something else.")), &packed(&[("content.xml", "<a><b></a>")])] {
        assert_eq!(other(bad), None);
    }
    let deep = format!("{}{}", "<text:section>".repeat(400), "</text:section>".repeat(400));
    assert_eq!(other(&file(&deep)), None);
}
