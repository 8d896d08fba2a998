//! Files that go out again: with nothing changed byte for byte, with something changed as they were but for that.

use std::io::{Cursor, Read as _};

use stet_document::docx::{Export, Origin, Original, Remark, graft, media, write};
use stet_document::picture::Pictures;
use stet_document::{markdown, parse};

use super::parse as read;
use crate::archive::packed;
use crate::{Imported, Limits};

const RELATION: &str = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const PNG: &str = "\u{89}PNG";

/// A file with a body of these blocks.
fn file(blocks: &str) -> Vec<u8> {
    let relation = |id: &str, kind: &str, target: &str| {
        format!("<Relationship Id=\"{id}\" Type=\"{RELATION}/{kind}\" Target=\"{target}\"/>")
    };
    let all = [
        relation("i1", "image", "media/image1.png"),
        relation("h1", "header", "header1.xml"),
        relation("f1", "footnotes", "footnotes.xml"),
        relation("c1", "comments", "comments.xml"),
        relation("s1", "styles", "styles.xml"),
    ];
    let w = "xmlns:w=\"http://schemas.openxmlformats.org/wordprocessingml/2006/main\"";
    packed(&[
        ("[Content_Types].xml", "<Types xmlns=\"t\"></Types>"),
        (
            "_rels/.rels",
            &format!(
                "<Relationships>{}</Relationships>",
                relation("a", "officeDocument", "word/document.xml")
            ),
        ),
        (
            "word/document.xml",
            &format!(
                "<?xml version=\"1.0\"?>\r\n<w:document {w} xmlns:r=\"r\" xmlns:a=\"a\" xmlns:wp=\"wp\" xmlns:m=\"m\"><w:body>{blocks}\
                 <w:sectPr><w:headerReference r:id=\"h1\"/><w:pgSz w:w=\"5000\"/></w:sectPr></w:body></w:document>"
            ),
        ),
        ("word/_rels/document.xml.rels", &format!("<Relationships>{}</Relationships>", all.concat())),
        (
            "word/styles.xml",
            &format!(
                "<w:styles {w}><w:style w:type=\"paragraph\" w:styleId=\"T2\"><w:name w:val=\"heading 2\"/></w:style></w:styles>"
            ),
        ),
        ("word/header1.xml", &format!("<w:hdr {w}><w:p/></w:hdr>")),
        (
            "word/footnotes.xml",
            &format!(
                "<w:footnotes {w}><w:footnote w:id=\"7\"><w:p><w:r><w:footnoteRef/></w:r><w:r><w:t> Until noon.</w:t></w:r></w:p></w:footnote></w:footnotes>"
            ),
        ),
        (
            "word/comments.xml",
            &format!(
                "<w:comments {w}><w:comment w:id=\"3\" w:author=\"Kim\" w:date=\"d\"><w:p><w:r><w:t>Sure?</w:t></w:r></w:p></w:comment></w:comments>"
            ),
        ),
        ("word/media/image1.png", PNG),
    ])
}

fn p(inner: &str) -> String {
    format!("<w:p w:rsidR=\"00A\"><w:pPr><w:jc w:val=\"both\"/></w:pPr>{inner}</w:p>")
}

fn r(text: &str) -> String {
    format!("<w:r><w:rPr><w:color w:val=\"FF0000\"/></w:rPr><w:t xml:space=\"preserve\">{text}</w:t></w:r>")
}

const DRAWING: &str = "<w:r><w:drawing><wp:inline><wp:docPr descr=\"Map\"/><a:blip r:embed=\"i1\"/></wp:inline></w:drawing></w:r>";
const MATH: &str = "<m:oMath><m:r><m:t>a=b</m:t></m:r></m:oMath>";

/// The file with its text changed; the changed text is that of the file that came out.
fn changed(bytes: &[u8], change: impl Fn(&str) -> String) -> (Vec<u8>, String) {
    let file = read(bytes, &Limits::default()).unwrap();
    let text = change(&file.text);
    let proposed = file.proposed.as_deref().map(&change);
    let remarks: Vec<Remark> = file.comments.iter().map(noted).collect();
    let out = grafted(bytes, &file, &text, proposed.as_deref(), &remarks).unwrap();
    let again = read(&out, &Limits::default()).unwrap();
    assert_eq!(again.text, markdown::write(&parse(&text)).text);
    let main = part(&out, "word/document.xml");
    (out, main)
}

pub(in crate::draft) fn noted(of: &crate::Comment) -> Remark {
    Remark { range: of.range.clone(), author: of.author.clone(), at: of.at.clone(), text: of.text.clone() }
}

fn grafted(
    bytes: &[u8],
    file: &Imported,
    text: &str,
    proposed: Option<&str>,
    remarks: &[Remark],
) -> Option<Vec<u8>> {
    grafted_by(graft, bytes, file, (text, proposed), remarks)
}

pub(in crate::draft) fn grafted_by(
    graft: fn(&Export<'_>, &Original<'_>) -> Option<Vec<u8>>,
    bytes: &[u8],
    file: &Imported,
    (text, proposed): (&str, Option<&str>),
    remarks: &[Remark],
) -> Option<Vec<u8>> {
    let (old, old_proposed) = (parse(&file.text), file.proposed.as_deref().map(parse));
    let (new, new_proposed) = (parse(text), proposed.map(parse));
    let place = |of: &crate::Origin| Origin {
        at: of.at.clone(),
        top: of.top.clone(),
        before: of.before,
        after: of.after,
    };
    let paragraphs: Vec<Origin> = file.origins.iter().map(place).collect();
    let comments: Vec<Remark> = file.comments.iter().map(noted).collect();
    let export = Export {
        title: "",
        language: "en",
        page: stet_document::docx::Page::default(),
        text: &new,
        proposed: new_proposed.as_ref(),
        changes: &[],
        remarks,
        pictures: None,
        at: "2026-11-20T09:00:00Z",
    };
    let original = Original {
        bytes,
        text: &old,
        proposed: old_proposed.as_ref(),
        paragraphs: &paragraphs,
        comments: &comments,
    };
    graft(&export, &original)
}

pub(in crate::draft) fn part(bytes: &[u8], name: &str) -> String {
    let mut out = String::new();
    let mut zip = zip::ZipArchive::new(Cursor::new(bytes)).unwrap();
    zip.by_name(name).unwrap().read_to_string(&mut out).unwrap();
    out
}

/// A body with everything, and its blocks.
fn everything() -> Vec<String> {
    let field = |kind: &str| format!("<w:r><w:fldChar w:fldCharType=\"{kind}\"/></w:r>");
    vec![
        p(&r("The pool opens at nine.")),
        p(DRAWING),
        "<w:p/>".to_owned(),
        p(&format!("{}{MATH}{}", r("It follows that "), r(" is due."))),
        p(&format!(
            "{}{}<w:r><w:instrText> REF x </w:instrText></w:r>{}{}{}{}",
            r("See "),
            field("begin"),
            field("separate"),
            r("page four"),
            field("end"),
            r(" below.")
        )),
        format!(
            "<w:p><w:pPr><w:sectPr><w:pgSz w:w=\"9000\"/></w:sectPr></w:pPr>{}</w:p>",
            r("The end of a section.")
        ),
        format!(
            "<w:sdt><w:sdtPr><w:tag w:val=\"x\"/></w:sdtPr><w:sdtContent>{}</w:sdtContent></w:sdt>",
            p(&r("A control."))
        ),
        p(&format!(
            "<w:commentRangeStart w:id=\"3\"/>{}<w:commentRangeEnd w:id=\"3\"/><w:r><w:commentReference w:id=\"3\"/></w:r>{}",
            r("The hall"),
            r(" closes early.")
        )),
        p(&format!("{}<w:r><w:footnoteReference w:id=\"7\"/></w:r>", r("It is free"))),
        format!(
            "<w:tbl><w:tr><w:tc>{}</w:tc><w:tc>{}</w:tc></w:tr><w:tr><w:tc>{}</w:tc><w:tc><w:p/></w:tc></w:tr></w:tbl>",
            p(&r("Room")),
            p(&r("Fee")),
            p(&format!("{}{DRAWING}", r("Gym ")))
        ),
        p(&r("요금은 오천 원이다.")),
    ]
}

#[test]
fn what_nobody_touched_is_as_it_was() {
    let blocks = everything();
    let bytes = file(&blocks.concat());
    assert_eq!(changed(&bytes, str::to_owned).0, bytes);
    let draft = read(&bytes, &Limits::default()).unwrap();
    assert!(draft.text.contains("![Map](media/image1.png)") && draft.pictures == 0, "{}", draft.text);
    assert_eq!(media(&bytes, &["media/image1.png".into(), "../secret".into()]), Pictures::new());
    // What is replaced, and the block that alone differs then.
    for (old, new, at) in [
        ("pool opens", "pool never opens", 0),
        ("It follows that", "So", 3),
        ("below.", "above.", 4),
        ("The end of", "Not the end of", 5),
        ("A control", "The control", 6),
        ("closes early", "closes late", 7),
        ("It is free", "It was free", 8),
        ("Gym", "Hall", 9),
        ("| Gym ![Map](media/image1.png) | |", "| Gym ![Map](media/image1.png) | 5 |", 9),
        ("오천", "육천", 10),
    ] {
        let (_, main) = changed(&bytes, |text| text.replace(old, new));
        for (number, block) in blocks.iter().enumerate() {
            assert_eq!(main.contains(block.as_str()), number != at, "{old} {block}\n{main}");
        }
        for kept in
            ["<w:jc w:val=\"both\"/></w:pPr>", DRAWING, MATH, "REF x", "<w:pgSz w:w=\"9000\"/>", "w:id=\"7\""]
        {
            assert!(
                main.matches(kept).count() == blocks.concat().matches(kept).count(),
                "{old} {kept}\n{main}"
            );
        }
        assert!(main.matches("<w:color w:val=\"FF0000\"/>").count() >= 13, "{main}");
    }
}

#[test]
fn what_is_taken_out_takes_no_other_with_it() {
    let blocks = everything();
    let bytes = file(&blocks.concat());
    for (gone, counts) in [
        ("![Map](media/image1.png)\n\n", [(DRAWING, 1), (MATH, 1)]),
        ("It follows that a=b is due.\n\n", [(DRAWING, 2), (MATH, 0)]),
        ("The end of a section.\n\n", [("<w:pgSz w:w=\"9000\"/>", 1), (MATH, 1)]),
        ("A control.\n\n", [("<w:sdtContent>", 1), ("<w:sdtContent></w:sdtContent>", 0)]),
        ("page four ", [("REF x", 0), ("fldChar", 0)]),
    ] {
        let text = read(&bytes, &Limits::default()).unwrap().text;
        assert!(text.contains(gone), "{gone} {text}");
        let (_, main) = changed(&bytes, |text| text.replacen(gone, "", 1));
        for (part, count) in counts {
            assert_eq!(main.matches(part).count(), count, "{gone} {part}\n{main}");
        }
    }
    // Moved, it is moved as it is.
    let (_, main) = changed(&bytes, |text| {
        format!("{}\n![Map](media/image1.png)\n", text.replacen("![Map](media/image1.png)\n\n", "", 1))
    });
    assert!(
        main.contains(&format!("{}{}", blocks[10], blocks[1])) && main.matches(DRAWING).count() == 2,
        "{main}"
    );
}

#[test]
fn new_words_are_set_as_those_beside_them() {
    let bytes = file(&everything().concat());
    let (out, main) = changed(&bytes, |text| {
        let text = text.replace(
            "opens at nine.",
            "opens at nine.\n\nIt **never** closes.\n\n## A heading\n\n- One\n- Two",
        );
        let text =
            text.replace("is free[^1]", "is free[^1], indeed[^2]").replace("Until noon.", "Until one.");
        text.replace("| Gym", "| Hall | 7 |\n| Gym") + "\n[^2]: New.\n"
    });
    assert!(main.contains("<w:pStyle w:val=\"T2\"/>") && main.contains("<w:numId w:val=\"2\"/>"), "{main}");
    assert!(main.contains("<w:b/><w:bCs/><w:color w:val=\"FF0000\"/>"), "{main}");
    let notes = part(&out, "word/footnotes.xml");
    assert!(notes.contains("<w:footnote w:id=\"8\">") && notes.contains(">one</w:t>"), "{notes}");
    assert!(part(&out, "word/numbering.xml").contains("w:numId=\"2\""));
    assert!(part(&out, "word/_rels/document.xml.rels").contains("rStetnumbering"));
    assert!(part(&out, "[Content_Types].xml").contains("/word/numbering.xml"));
}

#[test]
fn what_is_written_anew_keeps_section_and_table() {
    let section = "<w:sectPr><w:pgSz w:w=\"9000\"/></w:sectPr>";
    let table = |cells: &str| format!("<w:tbl><w:tblPr><w:tblStyle w:val=\"X\"/></w:tblPr>{cells}</w:tbl>");
    let cell = |text: &str| format!("<w:tc>{}</w:tc>", p(&r(text)));
    let rows = format!("<w:tr>{}{}</w:tr><w:tr>{}{}</w:tr>", cell("a"), cell("b"), cell("c"), cell("d"));
    let bytes =
        file(&format!("<w:p><w:pPr>{section}</w:pPr>{}</w:p>{}{}", r("One."), table(&rows), p(&r("End."))));
    for (old, new) in [
        ("One.", "# Another heading of words"),
        ("One.\n", "```\ncode\n```\n"),
        ("| a | b |\n| --- | --- |\n| c | d |", "| a | b | e |\n| --- | --- | --- |\n| c | d | f |"),
    ] {
        let (_, main) = changed(&bytes, |text| text.replace(old, new));
        assert!(main.contains(section) && main.contains("<w:tblStyle w:val=\"X\"/>"), "{new}\n{main}");
    }
}

#[test]
fn changes_and_comments_are_neither_doubled_nor_lost() {
    let tracked = p(&format!(
        "{}<w:ins w:id=\"5\" w:author=\"Lee\" w:date=\"d\">{}</w:ins>{}",
        r("The fee is"),
        r(" not"),
        r(" five euros.")
    ));
    let bytes = file(&format!("{}{tracked}", everything().concat()));
    let draft = read(&bytes, &Limits::default()).unwrap();
    assert_eq!(changed(&bytes, str::to_owned).0, bytes);
    // Somebody proposes and notes something elsewhere; what Kim noted stands in the file.
    let at = draft.text.find("pool").unwrap();
    let remark = |text: &str, author: &str, range| Remark {
        range,
        author: author.into(),
        at: "2026-11-20T09:00:00Z".into(),
        text: text.into(),
    };
    let known = draft.comments[0].clone();
    let remarks = [remark("Which?", "Park", at..at + 4), remark(&known.text, &known.author, known.range)];
    let proposed = draft.proposed.as_deref().unwrap().replace("opens at nine", "opens at ten");
    let out = grafted(&bytes, &draft, &draft.text, Some(&proposed), &remarks).unwrap();
    let main = part(&out, "word/document.xml");
    assert!(
        main.contains(&tracked) && main.contains("<w:delText xml:space=\"preserve\">nine</w:delText>"),
        "{main}"
    );
    assert_eq!(main.matches("<w:commentReference").count(), 2, "{main}");
    assert_eq!(part(&out, "word/comments.xml").matches("<w:comment ").count(), 2);
    let again = read(&out, &Limits::default()).unwrap();
    assert_eq!((again.text, again.proposed.unwrap()), (draft.text.clone(), proposed));
    // What is settled goes.
    let out = grafted(&bytes, &draft, &draft.text, draft.proposed.as_deref(), &[]).unwrap();
    assert!(!part(&out, "word/document.xml").contains("<w:comment"));
    assert_eq!(part(&out, "word/comments.xml").matches("<w:comment ").count(), 0);
    // A change that was taken is none any more.
    let out = grafted(&bytes, &draft, draft.proposed.as_deref().unwrap(), None, &[]).unwrap();
    let again = read(&out, &Limits::default()).unwrap();
    assert_eq!((Some(again.text), again.proposed), (draft.proposed.clone(), None));
}

#[test]
fn a_citation_that_was_set_comes_back_by_its_key() {
    use stet_document::{Block, Document, Inline, Run};
    let cited = |source: &str, set: &str| {
        Run::of(Inline::Cited(source.into(), vec![Run::text(set, stet_document::Look::default())]))
    };
    let words = |text: &str| Run::text(text, stet_document::Look::default());
    let text = Document {
        blocks: vec![
            Block::Paragraph(vec![words("So "), cited("[@kim_2020, p. 3]", "(Kim, 2020, p. 3)"), words(".")]),
            Block::Heading { level: 2, runs: vec![words("References")] },
            Block::Paragraph(vec![cited("", "Kim. (2020). A book.")]),
        ],
        notes: Vec::new(),
    };
    let export = Export {
        title: "",
        language: "en",
        page: stet_document::docx::Page::default(),
        text: &text,
        proposed: None,
        changes: &[],
        remarks: &[],
        pictures: None,
        at: "2026-11-20T09:00:00Z",
    };
    let bytes = write(&export).unwrap();
    let draft = read(&bytes, &Limits::default()).unwrap();
    assert_eq!(draft.text, "So [@kim_2020, p. 3].\n\n## References\n");
    // Set anew, it is set once.
    let source = crate::extract("a.docx", &bytes, &Limits::default()).unwrap();
    assert!(source.blocks.iter().any(|block| block.text == "So (Kim, 2020, p. 3)."), "{:?}", source.blocks);
    assert_eq!(changed(&bytes, str::to_owned).0, bytes);
    let (_, main) = changed(&bytes, |text| text.replace("So", "Thus"));
    assert_eq!((main.matches("STET_CITE").count(), main.matches("(Kim, 2020, p. 3)").count()), (2, 1));
    let (_, main) = changed(&bytes, |text| text.replace(" [@kim_2020, p. 3]", ""));
    assert_eq!(main.matches("STET_CITE").count(), 1, "{main}");
}

#[test]
fn a_file_that_is_not_what_was_read_is_not_kept() {
    let bytes = file(&everything().concat());
    let draft = read(&bytes, &Limits::default()).unwrap();
    for other in [&b""[..], &bytes[..bytes.len() / 2], &file(&p(&r("Other.")))] {
        assert_eq!(grafted(other, &draft, "New.", None, &[]), None);
    }
}
