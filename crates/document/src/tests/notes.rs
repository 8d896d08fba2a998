//! Notes that name one another are written once and to their end.

use std::fmt::Write as _;

use proptest::prelude::*;

use super::{bare, export, parts, words};
use crate::{docx, html, markdown, parse};

/// A text with notes of which each names those that `edges` says, itself and one another among them.
fn of_notes(edges: &[Vec<usize>], marks: &[usize], tail: &str) -> String {
    let refer = |names: &[usize]| names.iter().map(|to| format!(" [^n{to}]")).collect::<Vec<_>>().concat();
    let mut text = format!("본문 text{}\n", refer(marks));
    for (at, to) in edges.iter().enumerate() {
        let _ = write!(text, "\n[^n{at}]: 각주 note{at}x{tail}{}.\n", refer(to));
    }
    text
}

#[test]
fn notes_that_name_one_another_are_written_once() {
    for text in [
        "x[^a]\n\n[^a]: see also [^a].\n",
        "x[^a]\n\n[^a]: see [^b].\n\n[^b]: see [^a] and [^b].\n",
        "수영장은 아홉 시에 연다.[^가]\n\n[^가]: 각주 [^가]도 보라.\n",
        "요금[^ㄱ]\n\n[^ㄱ]: [^ㄴ] 참조.\n\n[^ㄴ]: [^ㄷ] 참조.\n\n[^ㄷ]: [^ㄱ] 참조.\n",
        "> - a[^1]\n\n[^1]:\n    > - deep [^1]\n    >   [^2]\n\n[^2]: | a [^1] |\n    | --- |\n    | [^2] |\n",
    ] {
        let document = parse(text);
        let parts = parts(&docx::write(&export(&document, Some(&document), &[], &[])).unwrap());
        let notes = &parts.iter().find(|(name, _)| name == "word/footnotes.xml").unwrap().1;
        let written = notes.matches("<w:footnoteRef/>").count();
        assert_eq!(written, document.notes.len(), "{text}: {notes}");
        let page = html::fragment(&document, "Notes", None);
        assert_eq!(page.matches("<li id=\"note-").count(), document.notes.len(), "{page}");
        assert_eq!(bare(parse(&markdown::write(&document).text)), bare(document));
    }
}

#[test]
fn a_long_note_with_many_marks_is_not_written_for_each() {
    let text = of_notes(&[vec![]], &[0; 2_000], &" words".repeat(2_000));
    let document = parse(&text);
    let size = |(_, text): &(String, String)| text.len();
    let whole: usize =
        parts(&docx::write(&export(&document, None, &[], &[])).unwrap()).iter().map(size).sum();
    assert!(whole < 60 * text.len(), "{whole}");
    // While there is room, each mark has a note of its own, as Word wants it.
    let document = parse(&of_notes(&[vec![]], &[0; 20], ""));
    let parts = parts(&docx::write(&export(&document, None, &[], &[])).unwrap());
    let notes = &parts.iter().find(|(name, _)| name == "word/footnotes.xml").unwrap().1;
    assert_eq!(notes.matches("<w:footnoteRef/>").count(), 20);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 100, ..ProptestConfig::default() })]

    #[test]
    fn notes_of_any_graph_are_written_to_their_end(
        edges in prop::collection::vec(prop::collection::vec(0_usize..24, 0..5), 1..24),
        marks in prop::collection::vec(0_usize..24, 1..8),
        other in prop::collection::vec(prop::collection::vec(0_usize..24, 0..5), 1..24),
    ) {
        let (text, changed) = (of_notes(&edges, &marks, ""), of_notes(&other, &marks, " changed"));
        let (old, new) = (parse(&text), parse(&changed));
        let size = |(_, text): &(String, String)| text.len();
        for (proposed, length) in [(None, text.len()), (Some(&new), text.len() + changed.len())] {
            let parts = parts(&docx::write(&export(&old, proposed, &[], &[])).unwrap());
            let notes = &parts.iter().find(|(name, _)| name == "word/footnotes.xml").unwrap().1;
            let whole: usize = parts.iter().map(size).sum();
            prop_assert!(whole < 40_000 + 200 * length, "{whole} of {length}");
            // Each note that a mark leads to is there, by as many as the text has marks for it.
            let mut reached: Vec<usize> = marks.iter().copied().filter(|at| *at < edges.len()).collect();
            let mut at = 0;
            while let Some(next) = reached.get(at).copied().filter(|_| proposed.is_none()) {
                let to = edges[next].iter().copied().filter(|to| *to < edges.len());
                let more: Vec<usize> = to.filter(|to| !reached.contains(to)).collect();
                for to in more {
                    if !reached.contains(&to) {
                        reached.push(to);
                    }
                }
                at += 1;
            }
            for note in reached.iter().filter(|_| proposed.is_none()) {
                let times = marks.iter().filter(|mark| *mark == note).count().max(1);
                prop_assert_eq!(words(notes, true).matches(&format!("note{note}x")).count(), times);
            }
        }
        let page = html::fragment(&old, "각주", None);
        prop_assert!(page.len() < 400 + 100 * text.len());
    }
}
