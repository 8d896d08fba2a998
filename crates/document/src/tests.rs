//! Documents made at random go through every form and come back.

use std::fmt::Write as _;
use std::io::{Cursor, Read as _};

use proptest::prelude::*;
use quick_xml::Reader;
use quick_xml::events::Event;

use crate::docx::{self, Change, Export, Remark};
use crate::{
    Block, Document, Inline, Item, List, Look, Note, Run, Table, html, joined, markdown, parse, plain,
};

mod notes;
mod odt;

const WORDS: [&str; 30] = [
    "the",
    "pool",
    "opens",
    "at",
    "nine",
    "수영장은",
    "아홉",
    "시에",
    "연다",
    "요금(성인)",
    "3,000원",
    "“휴일”",
    "a_b",
    "5*3",
    "[x]",
    "<b>",
    "R&D",
    "#1",
    "C++",
    "1.",
    "-",
    "~~",
    "`",
    "|",
    "\\",
    "제3조",
    "50%",
    "!",
    "no.",
    "end",
];

fn word() -> impl Strategy<Value = String> {
    prop::sample::select(WORDS.to_vec()).prop_map(str::to_owned)
}

fn look() -> impl Strategy<Value = Look> {
    prop_oneof![
        6 => Just(Look::default()),
        1 => Just(Look { strong: true, ..Look::default() }),
        1 => Just(Look { em: true, ..Look::default() }),
        1 => Just(Look { strong: true, em: true, ..Look::default() }),
        1 => Just(Look { strike: true, ..Look::default() }),
        1 => Just(Look { code: true, ..Look::default() }),
    ]
}

/// Words with their look, blanks between them.
fn runs() -> impl Strategy<Value = Vec<Run>> {
    let one = (word(), look(), prop::bool::weighted(0.1), prop::bool::weighted(0.05));
    prop::collection::vec(one, 1..9).prop_map(|words| {
        let mut out = Vec::new();
        for (text, look, linked, breaks) in words {
            if !out.is_empty() {
                out.push(if breaks { Run::of(Inline::Break) } else { Run::text(" ", Look::default()) });
            }
            let link = linked.then(|| "https://example.org/a?b=1&c=(2)".to_owned());
            out.push(Run { link, ..Run::text(text, look) });
        }
        joined(out)
    })
}

/// As [`runs`], on one line.
fn line() -> impl Strategy<Value = Vec<Run>> {
    runs().prop_map(|mut runs| {
        for run in &mut runs {
            if run.inline == Inline::Break {
                *run = Run::text(" ", Look::default());
            }
        }
        joined(runs)
    })
}

fn blocks(depth: u32) -> BoxedStrategy<Vec<Block>> {
    let code = prop::collection::vec(
        prop_oneof![Just(String::new()), Just("  let x = `a`;".to_owned()), Just("```".to_owned()), word()],
        1..4,
    );
    let table = (2..4_usize).prop_flat_map(|columns| {
        prop::collection::vec(prop::collection::vec(line(), columns), 1..4)
            .prop_map(move |rows| Block::Table(Table { align: vec![crate::Align::None; columns], rows }))
    });
    let paragraph = || runs().prop_map(Block::Paragraph);
    let leaf = prop_oneof![
        4 => paragraph(),
        1 => (1..=6_u8, line()).prop_map(|(level, runs)| Block::Heading { level, runs }),
        1 => (prop::sample::select(vec!["", "rust", "text"]), code).prop_map(|(language, lines)| {
            let text = lines.join("\n").trim_matches('\n').to_owned();
            Block::Code { language: language.to_owned(), text: if text.is_empty() { "x".into() } else { text }, at: 0..0 }
        }),
        1 => table,
        1 => Just(Block::Rule),
    ];
    if depth == 0 {
        return prop::collection::vec(leaf, 1..3).boxed();
    }
    let item =
        (prop::option::weighted(0.2, any::<bool>()), runs(), prop::option::weighted(0.4, list(depth - 1)))
            .prop_map(|(checked, runs, inner)| Item {
                checked,
                blocks: std::iter::once(Block::Paragraph(runs)).chain(inner).collect(),
            });
    let list = (prop::option::of(1..30_u64), prop::collection::vec(item, 1..4))
        .prop_map(|(start, items)| Block::List(List { start, items }));
    let quote = prop_oneof![
        3 => prop::collection::vec(paragraph(), 1..3).prop_map(Block::Quote),
        1 => paragraph().prop_map(|inner| Block::Quote(vec![inner.clone(), Block::Quote(vec![inner])])),
    ];
    prop::collection::vec(prop_oneof![4 => leaf, 2 => list, 1 => quote], 1..6).boxed()
}

fn list(depth: u32) -> BoxedStrategy<Block> {
    let inner =
        if depth == 0 { Just(None).boxed() } else { prop::option::weighted(0.3, list(depth - 1)).boxed() };
    let item = (runs(), inner).prop_map(|(runs, inner)| Item {
        checked: None,
        blocks: std::iter::once(Block::Paragraph(runs)).chain(inner).collect(),
    });
    (prop::option::of(1..30_u64), prop::collection::vec(item, 1..3))
        .prop_map(|(start, items)| Block::List(List { start, items }))
        .boxed()
}

/// A document; some of its paragraphs have a note.
pub fn document() -> impl Strategy<Value = Document> {
    (blocks(2), prop::collection::vec((any::<prop::sample::Index>(), runs()), 0..3)).prop_map(
        |(blocks, notes)| {
            let mut out = Document { blocks, notes: Vec::new() };
            let mut marks: Vec<(usize, Vec<Run>)> = Vec::new();
            let count = out.lines_mut().len();
            for (index, runs) in notes {
                let at = if count == 0 { continue } else { index.index(count) };
                if marks.iter().all(|(other, _)| *other != at) {
                    marks.push((at, runs));
                }
            }
            marks.sort_by_key(|(at, _)| *at);
            for (number, (at, mut runs)) in marks.into_iter().enumerate() {
                let label = (number + 1).to_string();
                out.lines_mut()[at].push(Run::of(Inline::Note(label.clone())));
                // Each says something of its own, as notes with the same words are one.
                runs.insert(0, Run::text(format!("note {label} "), Look::default()));
                out.notes.push(Note { label, blocks: vec![Block::Paragraph(joined(runs))] });
            }
            out
        },
    )
}

/// Takes the places of code out.
fn code(blocks: &mut [Block]) {
    for block in blocks {
        match block {
            Block::Code { at, .. } => *at = 0..0,
            Block::Quote(inner) => code(inner),
            Block::List(list) => list.items.iter_mut().for_each(|item| code(&mut item.blocks)),
            _ => {}
        }
    }
}

/// Without the places in the Markdown, neighbours of one look joined.
fn bare(mut document: Document) -> Document {
    for line in document.lines_mut() {
        for run in line.iter_mut() {
            run.at = 0..0;
        }
        *line = joined(std::mem::take(line));
    }
    code(&mut document.blocks);
    document
}

/// The parts of a Word file, each read to its end as XML.
fn parts(file: &[u8]) -> Vec<(String, String)> {
    let mut zip = zip::ZipArchive::new(Cursor::new(file)).unwrap();
    let mut out = Vec::new();
    for at in 0..zip.len() {
        let mut part = zip.by_index(at).unwrap();
        let name = part.name().unwrap().to_string();
        let mut text = String::new();
        part.read_to_string(&mut text).unwrap();
        let mut xml = Reader::from_str(&text);
        xml.config_mut().check_end_names = true;
        let mut depth = 0_i32;
        loop {
            match xml.read_event().unwrap_or_else(|fault| panic!("{name}: {fault}")) {
                Event::Start(start) => {
                    start.attributes().for_each(|attribute| drop(attribute.unwrap()));
                    depth += 1;
                }
                Event::End(_) => depth -= 1,
                Event::Eof => break,
                _ => {}
            }
        }
        assert_eq!(depth, 0, "{name}");
        out.push((name, text));
    }
    out
}

/// The words of a part as they are when all of its changes are taken (`accept`) or refused.
fn words(part: &str, accept: bool) -> String {
    let mut xml = Reader::from_str(part);
    let (mut out, mut gone, mut inside) = (String::new(), 0, false);
    loop {
        match xml.read_event().unwrap() {
            Event::Start(start) => match start.local_name().into_inner() {
                "ins" if !accept => gone += 1,
                "del" if accept => gone += 1,
                "t" | "delText" => inside = gone == 0,
                _ => {}
            },
            Event::End(end) => match end.local_name().into_inner() {
                "ins" if !accept => gone -= 1,
                "del" if accept => gone -= 1,
                "t" | "delText" => inside = false,
                _ => {}
            },
            Event::Text(text) if inside => out.push_str(&text.xml10_content()),
            Event::GeneralRef(name) if inside => {
                out.push_str(quick_xml::escape::resolve_xml_entity(&name).unwrap_or_default());
            }
            Event::Eof => return out,
            _ => {}
        }
    }
}

fn all_words(document: &Document) -> String {
    fn walk(blocks: &[Block], out: &mut String) {
        for block in blocks {
            match block {
                Block::Heading { runs, .. } | Block::Paragraph(runs) => out.push_str(&plain(runs)),
                Block::Code { text, .. } => out.push_str(text),
                Block::Quote(inner) => walk(inner, out),
                Block::List(list) => {
                    for item in &list.items {
                        out.push_str(match item.checked {
                            Some(true) => "☑ ",
                            Some(false) => "☐ ",
                            None => "",
                        });
                        walk(&item.blocks, out);
                    }
                }
                Block::Table(table) => {
                    table.rows.iter().flatten().for_each(|cell| out.push_str(&plain(cell)));
                }
                Block::Rule => {}
            }
        }
    }
    let mut out = String::new();
    walk(&document.blocks, &mut out);
    out.replace('\n', "")
}

fn export<'a>(
    text: &'a Document,
    proposed: Option<&'a Document>,
    changes: &'a [Change],
    remarks: &'a [Remark],
) -> Export<'a> {
    Export {
        title: "제목 & title",
        language: "ko",
        page: crate::docx::Page::default(),
        text,
        proposed,
        changes,
        remarks,
        pictures: None,
        at: "2026-11-20T09:00:00Z",
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, ..ProptestConfig::default() })]

    #[test]
    fn markdown_reads_back_as_the_same_document(document in document()) {
        let text = markdown::write(&document).text;
        let back = parse(&text);
        prop_assert_eq!(bare(back.clone()), bare(document), "{}", text);
        prop_assert_eq!(markdown::write(&back).text, text);
    }

    #[test]
    fn places_of_runs_are_where_their_words_stand(document in document()) {
        let text = markdown::write(&document).text;
        let mut back = parse(&text);
        for run in back.lines_mut().into_iter().flatten() {
            if let Inline::Text(words) = &run.inline && run.at.len() == words.len() && !words.contains(' ') {
                prop_assert_eq!(text.get(run.at.clone()), Some(words.as_str()));
            }
        }
    }

    /// Any two texts: with the changes refused the file says the one, with them taken the other.
    #[test]
    fn tracked_changes_lead_from_one_text_to_the_other(old in document(), new in document()) {
        let (old, new) = (parse(&markdown::write(&old).text), parse(&markdown::write(&new).text));
        let file = docx::write(&export(&old, Some(&new), &[], &[])).unwrap();
        let parts = parts(&file);
        let body = &parts.iter().find(|(name, _)| name == "word/document.xml").unwrap().1;
        prop_assert_eq!(words(body, false), all_words(&old));
        prop_assert_eq!(words(body, true), all_words(&new));
    }

    #[test]
    fn pages_say_the_same_and_nothing_runs_in_them(document in document()) {
        let page = html::write(&document, "<t>", "ko", "각주", None);
        prop_assert!(!page.contains("<script") && page.contains("<title>&lt;t&gt;</title>"));
        prop_assert!(page.matches("role=\"doc-noteref\"").count() >= document.notes.len());
    }
}

#[test]
fn emphasis_before_a_particle_is_emphasis() {
    let strong = |text: &str| {
        let document = parse(text);
        let Some(Block::Paragraph(runs)) = document.blocks.first() else { panic!() };
        runs.iter()
            .filter(|run| run.look.strong)
            .map(|run| plain(std::slice::from_ref(run)))
            .collect::<Vec<_>>()
    };
    assert_eq!(strong("그는 **강조(참고)**는 한다."), ["강조(참고)"]);
    assert_eq!(strong("**“인용”**이라고, **둘(2)**째"), ["“인용”", "둘(2)"]);
    assert_eq!(strong("a \\*\\*b(c)\\*\\*d `**x**` 2 ** 3 ** 4"), [] as [&str; 0]);
}

/// The page shows a bare line end as one; who presses Enter once in it has two lines on paper as well.
#[test]
fn a_line_ends_where_the_writer_ended_it() {
    let text = "가을 학기\n2. 둘째 줄 **굵은\n글**\n\n- one\n  two\n\n> three\n> four\n";
    let document = parse(text);
    assert_eq!(markdown::write(&document).text, text.replace("2.", "2\\."));
    let written = export(&document, None, &[], &[]);
    let page = html::write(&document, "", "ko", "", None);
    let docx = parts(&docx::write(&written).unwrap());
    let odt = parts(&crate::odt::write(&written).unwrap());
    let of =
        |parts: &[(String, String)], name: &str| parts.iter().find(|part| part.0 == name).unwrap().1.clone();
    for (text, end) in [
        (page, "<br>"),
        (of(&docx, "word/document.xml"), "<w:br/>"),
        (of(&odt, "content.xml"), "<text:line-break/>"),
    ] {
        assert_eq!(text.matches(end).count(), 4, "{text}");
    }
}

#[test]
fn a_line_that_begins_with_a_year_is_no_list() {
    let text = "2024. 1. 5. 개정\n\n1. 하나\n2. 둘\n";
    let document = parse(text);
    let Some(Block::Paragraph(runs)) = document.blocks.first() else { panic!("{document:?}") };
    assert_eq!(plain(runs), "2024. 1. 5. 개정");
    assert_eq!(text.get(runs.last().unwrap().at.clone()), Some(". 1. 5. 개정"));
    assert!(matches!(document.blocks.get(1), Some(Block::List(list)) if list.start == Some(1)));
    assert_eq!(markdown::write(&document).text, text);
}

#[test]
fn changes_have_their_author_date_and_reason_and_remarks_their_place() {
    let (old, new) = ("The fee is 60 days. 계약 기간은 길다.", "The fee is 90 days. 계약 기간은 길다.");
    let change = Change {
        before: 11..13,
        after: 11..13,
        author: "Stet".into(),
        at: "2026-11-20T08:00:00Z".into(),
        reason: "내용: 60 → 90 <수>".into(),
    };
    let remark = Remark {
        range: 20..26,
        author: "김 영희".into(),
        at: "2026-11-19T08:00:00Z".into(),
        text: "어느 계약?".into(),
    };
    let (old, new) = (parse(old), parse(new));
    let file = docx::write(&export(&old, Some(&new), &[change], &[remark])).unwrap();
    let parts = parts(&file);
    let part =
        |name: &str| parts.iter().find(|(other, _)| other == name).map(|(_, text)| text.clone()).unwrap();
    let body = part("word/document.xml");
    let by = "w:author=\"Stet\" w:date=\"2026-11-20T08:00:00Z\"";
    assert!(body.contains(&format!("<w:commentRangeStart w:id=\"1\"/><w:del w:id=\"1\" {by}><w:r><w:delText xml:space=\"preserve\">60</w:delText></w:r></w:del><w:ins w:id=\"2\" {by}><w:r><w:t xml:space=\"preserve\">90</w:t></w:r></w:ins><w:commentRangeEnd w:id=\"1\"/>")), "{body}");
    let remarked = body
        .split("<w:commentRangeStart w:id=\"0\"/>")
        .nth(1)
        .unwrap()
        .split("<w:commentRangeEnd w:id=\"0\"/>")
        .next()
        .unwrap();
    assert_eq!(words(&format!("<x>{remarked}</x>"), true), "계약");
    let comments = part("word/comments.xml");
    assert!(
        comments.contains("내용: 60 → 90 &lt;수&gt;")
            && comments.contains("w:author=\"김 영희\"")
            && comments.contains("w:initials=\"김영\"")
    );
}

#[test]
fn depth_and_length_have_an_end() {
    let deep = format!("{} x\n\n{}- y", ">".repeat(50_000), "- ".repeat(5_000));
    let document = parse(&deep);
    let mut lists = Vec::new();
    assert!(!crate::flat::flatten(&document.blocks, &mut lists).is_empty());
    assert!(docx::write(&export(&document, None, &[], &[])).is_ok());
    let stars = "**a ".repeat(20_000);
    assert_eq!(parse(&stars).blocks.len(), 1);
}

#[test]
fn deep_texts_take_no_more_than_a_thread_has() {
    let mut texts = vec![">".repeat(20_000), "- ".repeat(20_000), "> - ".repeat(10_000), "1) ".repeat(9_000)];
    for (number, other) in [("1000. ", "1. "), ("2024. ", "3. "), ("1999) ", "- ")] {
        let mut text = String::new();
        for depth in 0..300 {
            let indent = " ".repeat(3 * depth);
            let _ = write!(text, "{indent}{number}가나\n{indent}{other}다라\n");
        }
        texts.push(text);
    }
    let run = move || {
        for text in texts {
            let document = parse(&text);
            assert!(docx::write(&export(&document, Some(&document), &[], &[])).is_ok());
            assert!(!html::fragment(&document, "Notes", None).is_empty());
            let _ = parse(&markdown::write(&document).text);
        }
    };
    std::thread::Builder::new().stack_size(2 << 20).spawn(run).unwrap().join().unwrap();
}
