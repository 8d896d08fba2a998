#![allow(clippy::string_slice)]

use super::*;
use proptest::prelude::*;

fn block(category: Category, headings: &[&str], text: &str) -> Block {
    let headings = headings.iter().map(ToString::to_string).collect();
    Block { category, headings, text: text.to_owned(), ..Block::default() }
}

fn contents(chunks: &[Chunk]) -> Vec<&str> {
    chunks.iter().map(|chunk| chunk.content.as_str()).collect()
}

#[test]
fn sections_are_packed_and_headings_are_provenance() {
    let mut first = block(Category::Paragraph, &["서론"], "첫 문단이다.");
    first.page = Some(3);
    let mut second = block(Category::Paragraph, &["서론"], "둘째 문단이다.");
    second.page = Some(4);
    let blocks = [
        block(Category::Header, &[], "머리말"),
        block(Category::Heading1, &[], "서론"),
        first,
        second,
        block(Category::Heading1, &[], "빈 절"),
        block(Category::Heading1, &[], "결론"),
        block(Category::Paragraph, &["결론"], "끝이다."),
    ];
    let (text, chunks) = chunk(&blocks, ChunkPolicy::default());
    assert_eq!(text, "서론\n\n첫 문단이다.\n\n둘째 문단이다.\n\n빈 절\n\n결론\n\n끝이다.");
    assert_eq!(contents(&chunks), ["첫 문단이다.\n\n둘째 문단이다.", "빈 절", "끝이다."]);
    assert_eq!((chunks[0].page, chunks[0].page_end), (Some(3), Some(4)));
    assert_eq!(chunks[0].headings, ["서론"]);
    assert_eq!(chunks[1].category, Category::Heading1);
}

#[test]
fn every_word_keeps_its_page() {
    let pages: Vec<String> =
        (1..=6).map(|page| format!("On page {page} the word is w{page}. ").repeat(28)).collect();
    // As a reader of pages gives it: blocks that run over the turn of a page.
    let joined = Block {
        page: Some(1),
        turns: vec![pages[0].len(), pages[0].len() + pages[1].len()],
        text: pages[..3].concat(),
        ..Block::default()
    };
    let rest = pages.iter().zip(1..).skip(3);
    let rest = rest.map(|(text, page)| Block { page: Some(page), text: text.clone(), ..Block::default() });
    let blocks: Vec<Block> = std::iter::once(joined).chain(rest).collect();
    let (_, chunks) = chunk(&blocks, ChunkPolicy::default());
    let mut seen = std::collections::BTreeSet::new();
    for chunk in &chunks {
        for (at, _) in chunk.content.match_indices("the word is w") {
            let said: u32 = chunk.content[at + 13..at + 14].parse().unwrap();
            assert_eq!(chunk.page_at(at), Some(said), "{chunk:?}");
            seen.insert(said);
        }
        assert_eq!(chunk.page, chunk.page_at(0));
        assert_eq!(chunk.page_end, chunk.page_at(chunk.content.len()));
    }
    assert_eq!(seen.len(), 6);
}

#[test]
fn long_sections_are_cut_between_sentences_with_overlap() {
    let sentences: Vec<String> =
        (0..40).map(|n| format!("This is sentence number {n} of the text.")).collect();
    let blocks = [block(Category::Paragraph, &[], &sentences.join(" "))];
    let policy = ChunkPolicy { size: 300, overlap: 80 };
    let (_, chunks) = chunk(&blocks, policy);
    assert!(chunks.len() > 4);
    for pair in chunks.windows(2) {
        assert!(pair[0].content.ends_with('.'), "{}", pair[0].content);
        assert!(pair[1].content.starts_with("This"), "{}", pair[1].content);
        let shared = pair[0].span.end - pair[1].span.start;
        assert!((1..=80).contains(&shared), "{shared}");
    }
}

#[test]
fn paragraphs_end_chunks_where_that_wastes_little() {
    let long = |word: &str| format!("{word} 문장이 있다. ").repeat(12).trim().to_owned();
    let blocks = [
        block(Category::Paragraph, &[], &long("가나다라")),
        block(Category::Paragraph, &[], &long("마바사아")),
    ];
    let (_, chunks) = chunk(&blocks, ChunkPolicy { size: 200, overlap: 0 });
    assert_eq!(contents(&chunks), [blocks[0].text.as_str(), blocks[1].text.as_str()]);
}

#[test]
fn tables_and_facts_stand_alone() {
    let mut figure = block(Category::Figure, &[], "");
    figure.caption = Some("그림 1".into());
    figure.entity = Some(serde_json::json!({"값": 3}));
    let blocks = [
        block(Category::Paragraph, &[], "앞."),
        block(Category::Table, &[], "| a | b |\n| --- | --- |\n| 1 | 2 |"),
        figure,
        block(Category::Paragraph, &[], "뒤."),
    ];
    let (_, chunks) = chunk(&blocks, ChunkPolicy::default());
    let types: Vec<ChunkType> = chunks.iter().map(|chunk| chunk.chunk_type).collect();
    assert_eq!(types, [ChunkType::Text, ChunkType::Table, ChunkType::Image, ChunkType::Text]);
    assert_eq!(chunks[2].content, "그림 1");
    assert!(chunks[2].entity.is_some());
    assert!(chunks[3].entity.is_none());
}

#[test]
fn long_tables_are_cut_between_rows_and_keep_their_columns() {
    let rows: Vec<String> = (0..60).map(|n| format!("| 항목 {n} | {n}00원 |")).collect();
    let table = format!("| 이름 | 금액 |\n| --- | --- |\n{}", rows.join("\n"));
    let (_, chunks) = chunk(&[block(Category::Table, &[], &table)], ChunkPolicy { size: 300, overlap: 100 });
    assert!(chunks.len() > 2);
    assert_eq!(chunks[0].caption, None);
    for part in &chunks[1..] {
        assert_eq!(part.caption.as_deref(), Some("이름 | 금액"));
        assert!(part.content.starts_with("| 항목") && part.content.ends_with(" |"));
    }
}

#[test]
fn each_article_is_a_chunk_with_its_regulation() {
    let text = "도서관규정\n제1장 총칙\n제1조(목적) 이 규정은 도서관의 운영을 정한다.\n제2조(대출) ① 책은 열 권까지 빌린다.\n② 기간은 십사 일이다.\n부칙\n이 규정은 공포한 날부터 시행한다.";
    let lines = text.lines().map(|line| block(Category::Paragraph, &["낡은 제목"], line)).collect::<Vec<_>>();
    let plain = [block(Category::Paragraph, &["낡은 제목"], text)];
    for blocks in [lines.as_slice(), &plain] {
        let (_, chunks) = chunk(blocks, ChunkPolicy::default());
        let articles: Vec<_> =
            chunks.iter().filter_map(|chunk| Some((chunk, chunk.article.as_ref()?))).collect();
        let [(first, one), (second, two)] = articles.as_slice() else { unreachable!("{chunks:#?}") };
        assert_eq!(
            (one.regulation.as_str(), one.number, one.title.as_deref()),
            ("도서관규정", 1, Some("목적"))
        );
        assert_eq!(
            (two.regulation.as_str(), two.number, two.title.as_deref()),
            ("도서관규정", 2, Some("대출"))
        );
        assert!(first.content.starts_with("제1조(목적)") && first.content.ends_with("정한다."));
        assert!(second.content.contains("② 기간은"));
        assert_eq!(first.headings, ["도서관규정", "제1장 총칙"]);
        let last = chunks.last().unwrap();
        assert!(last.content.contains("공포한 날"));
        assert_eq!((last.article.as_ref(), last.headings[0].as_str()), (None, "도서관규정"));
    }
}

fn any_block() -> impl Strategy<Value = Block> {
    let category = prop_oneof![
        Just(Category::Paragraph),
        Just(Category::List),
        Just(Category::Table),
        Just(Category::Code),
        Just(Category::Heading2),
        Just(Category::Header),
    ];
    let sentence = prop_oneof![
        Just("제1조(목적) 이 규정은 목적을 정한다."),
        Just("② 다음과 같다."),
        Just("부칙"),
        Just("| 가 | 나 |"),
        Just("The end. It is near!"),
        Just("긴낱말이공백없이이어지는경우👩‍👩‍👧도있다"),
        Just("e\u{301}e\u{301}e\u{301}"),
    ];
    let text = proptest::collection::vec((sentence, prop_oneof![Just(" "), Just("\n"), Just("")]), 0..12);
    let headings =
        proptest::collection::vec(prop_oneof![Just("총칙".to_owned()), Just("A".to_owned())], 0..3);
    (category, text, headings, proptest::option::of(1_u32..9)).prop_map(|(category, text, headings, page)| {
        let text = text.into_iter().flat_map(|(sentence, gap)| [sentence, gap]).collect();
        Block { page, category, text, headings, ..Block::default() }
    })
}

proptest! {
    #[test]
    fn chunks_cover_the_text_in_order_and_within_size(
        blocks in proptest::collection::vec(any_block(), 0..12),
        size in 1_usize..120,
        overlap in 0_usize..60,
    ) {
        let (text, chunks) = chunk(&blocks, ChunkPolicy { size, overlap });
        let mut covered = vec![false; text.len()];
        for (at, chunk) in chunks.iter().enumerate() {
            prop_assert_eq!(chunk.ordinal as usize, at);
            prop_assert_eq!(chunk.span.of(&text), chunk.content.as_str());
            prop_assert_eq!(chunk.content.trim(), chunk.content.as_str());
            prop_assert!(!chunk.content.is_empty());
            // A grapheme is never cut, so one longer than the size is a chunk of its own.
            let whole = if chunk.article.is_some() || chunk.chunk_type == ChunkType::Table { 2 } else { 1 };
            prop_assert!(chunk.content.chars().count() <= (whole * size).max(8), "{:?}", chunk.content);
            covered[chunk.span.start..chunk.span.end].fill(true);
        }
        for pair in chunks.windows(2) {
            prop_assert!(pair[0].span.start < pair[1].span.start && pair[0].span.end < pair[1].span.end);
        }
        let headings: Vec<&str> =
            blocks.iter().filter(|b| b.category.heading_level().is_some()).map(|b| b.text.as_str()).collect();
        for (at, line) in text.split("\n\n").scan(0, |at, part| { let from = *at; *at += part.len() + 2; Some((from, part)) }) {
            if headings.iter().any(|heading| heading.contains(line.trim())) {
                continue;
            }
            for (byte, ch) in line.char_indices() {
                prop_assert!(ch.is_whitespace() || covered[at + byte], "{ch:?} of {line:?} is in no chunk");
            }
        }
    }
}
