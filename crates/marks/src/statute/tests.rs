//! Cases from `tests/cases/statute.jsonl`, and what the parts of the module are for.

#![allow(clippy::string_slice)]

mod meaning;
mod properties;

use super::*;
use serde_json::Value;
use std::fmt::Write as _;
use stet_text::span::Span;

const CASES: &str = include_str!("../../../../tests/cases/statute.jsonl");

/// A reference in the notation of the cases: `학칙/25의2/항3/호1/가 ..30`.
fn show(reference: &StatuteRef) -> String {
    let mut out = reference.regulation.clone().unwrap_or_default();
    if let Some(anaphor) = reference.anaphor {
        let _ = write!(out, "{anaphor:?}");
    }
    if reference.supplement {
        out.push_str("/부칙");
    }
    if let Some(article) = reference.article {
        let _ = write!(out, "/{article}");
    }
    if let Some(title) = &reference.title {
        let _ = write!(out, "({title})");
    }
    if let Some(until) = reference.until {
        let _ = write!(out, "..{until}");
    }
    if let Some(title) = &reference.until_title {
        let _ = write!(out, "({title})");
    }
    for (part, name) in [(reference.paragraph, "항"), (reference.item, "호")] {
        if let Some(part) = part {
            let _ = write!(out, "/{part}{name}");
        }
    }
    if let Some(letter) = reference.subitem {
        let _ = write!(out, "/{letter}목");
    }
    if let Some(annex) = reference.annex {
        let kind = match annex.kind {
            AnnexKind::Table => "별표",
            AnnexKind::Form => "별지",
            AnnexKind::Annex => "annex",
            AnnexKind::Appendix => "appendix",
            AnnexKind::Schedule => "schedule",
        };
        let letter = char::from_u32(annex.number).filter(char::is_ascii_uppercase);
        let number = letter.map_or(annex.number.to_string(), String::from);
        let _ = write!(out, "/{kind} {number}");
        if let Some(branch) = annex.branch {
            let _ = write!(out, "의{branch}");
        }
    }
    for division in &reference.divisions {
        let unit = ["편", "장", "절", "관"][division.level];
        let _ = write!(out, "/{}{unit}", division.number);
        if let Some(title) = &division.title {
            let _ = write!(out, "({title})");
        }
    }
    for number in &reference.also {
        let _ = write!(out, "+{number}");
    }
    if reference.loose {
        out.push('?');
    }
    out
}

/// Two invented regulations and one with a single article.
fn book() -> Vec<Regulation> {
    let text = "
        동강대학교학칙
        제1장 총칙
        제1조(목적) 이 학칙은 필요한 사항을 정한다.
        제2조(정의) ① 용어는 다음과 같다.
        1. 학생: 재학 중인 사람
        가. 재학생
        2. 교원: 가르치는 사람
        ② 그 밖의 용어는 따로 정한다.
        제2장 학적
        제25조(휴학) ① 휴학은 2회까지 할 수 있다.
        ② 군 휴학은 따로 센다.
        ③ 총장이 정한다.
        제25조의2(복학) 휴학 기간이 끝나면 복학한다.
        제26조 삭제 <2020. 1. 1.>
        제27조 내지 제29조 <삭제>
        제30조(졸업)
        졸업은 130학점으로 하고 별지 제3호서식으로 신청한다.
        부칙
        제1조(시행일) 이 학칙은 2020년 1월 1일부터 시행한다.
        장학금 지급에 관한 규정
        제1조(목적) 장학금을 정한다.
        제2조(종류) [별표 1]과 같다.
        제2조(종류) 두 번 적혔다.
        제40조(환수) 장학금은 환수할 수 있다.
        [별표 1] 장학금 기준
        지급 기준
        도서관 이용 지침
        제1조(이용) 누구나 이용한다.
    ";
    parse_structure(text.lines().enumerate().map(|(at, line)| (line, u32::try_from(at / 10 + 1).ok())))
}

fn index() -> RegulationIndex<String> {
    let entries = book().into_iter().flat_map(|regulation| {
        let short: String = regulation.name.chars().take(3).collect();
        regulation.entries(|number, supplementary| {
            format!("{short}:{}{number}", if supplementary { "부칙 " } else { "" })
        })
    });
    RegulationIndex::new(entries)
}

fn entry(regulation: &str, number: u32, title: &str, text: &str) -> Entry<String> {
    Entry {
        regulation: regulation.to_owned(),
        number: ArticleNo::new(number, None),
        title: (!title.is_empty()).then(|| title.to_owned()),
        text: text.to_owned(),
        deleted: text.contains("조 삭제"),
        path: Vec::new(),
        supplementary: false,
        id: format!("{regulation}/{number}"),
    }
}

fn outcome(resolution: &Resolution<String>) -> String {
    match resolution {
        Resolution::Found { articles, .. } => format!("found {}", articles.join(" ")),
        Resolution::Completed { id, .. } => format!("completed {id}"),
        Resolution::Incomplete { regulation } => {
            format!("incomplete {}", regulation.clone().unwrap_or_default())
        }
        Resolution::Missing { part, .. } => format!("missing {part:?}"),
        Resolution::Ambiguous { regulations } => format!("ambiguous {}", regulations.len()),
    }
}

fn mode(name: Option<&str>) -> Unverifiable {
    match name {
        Some("notice") => Unverifiable::Notice,
        Some("remove") => Unverifiable::Remove,
        _ => Unverifiable::Generalise,
    }
}

fn check(line: &str) {
    let case: Value = serde_json::from_str(line).unwrap();
    let text = case["text"].as_str().unwrap();
    let index = index();
    let refs = if case["plain"].as_bool() == Some(true) {
        scan_statutes(text)
    } else {
        scan_statutes_in(text, &index)
    };
    let strings = |value: &Value| -> Vec<String> {
        value.as_array().unwrap().iter().map(|v| v.as_str().unwrap().to_owned()).collect()
    };
    if !case["refs"].is_null() {
        assert_eq!(refs.iter().map(show).collect::<Vec<_>>(), strings(&case["refs"]), "{line}");
    }
    if !case["spans"].is_null() {
        let spans: Vec<&str> = refs.iter().map(|reference| reference.span.of(text)).collect();
        assert_eq!(spans, strings(&case["spans"]), "{line}");
    }
    let mut context = Context::default();
    let resolved: Vec<Resolution<String>> = refs
        .iter()
        .map(|reference| {
            let before = context.clone();
            let found = index.resolve(reference, &mut context);
            if reference.loose && !index.bears_out(reference, &found) {
                context = before;
            }
            found
        })
        .collect();
    if !case["means"].is_null() {
        assert_eq!(resolved.iter().map(outcome).collect::<Vec<_>>(), strings(&case["means"]), "{line}");
    }
    if let Some(reads) = case["reads"].as_str() {
        let mut bad = |at: usize| match &resolved[at] {
            _ if refs[at].loose || resolved[at].is_verified() => None,
            Resolution::Missing { part: MissingPart::Deleted, .. } => Some(Unfounded::Repealed),
            _ => Some(Unfounded::Unknown),
        };
        let (text, _) = rewrite_statutes(text, &refs, mode(case["mode"].as_str()), &mut bad);
        assert_eq!(text, reads, "{line}");
    }
    if let Some(open) = case["open"].as_str() {
        let mut hold = StatuteHold::default();
        hold.push(text, &index);
        assert_eq!(&text[..hold.safe()], open, "{line}");
    }
}

#[test]
fn cases() {
    let failed: Vec<&str> =
        CASES.lines().filter(|line| std::panic::catch_unwind(|| check(line)).is_err()).collect();
    assert!(failed.is_empty(), "{} failed:\n{}", failed.len(), failed.join("\n"));
}

const STRUCTURES: &str = include_str!("../../../../tests/cases/statute_structure.jsonl");

/// One article as the cases write it: regulation, number, title, divisions above.
fn line_of(article: &Article) -> String {
    let above = if article.deleted { "deleted".to_owned() } else { article.path.join(" > ") };
    let title = article.title.as_deref().filter(|_| !article.deleted).unwrap_or_default();
    format!("{}|{}|{title}|{above}", article.regulation, article.number)
}

fn check_structure(line: &str) {
    let case: Value = serde_json::from_str(line).unwrap();
    let book = parse_structure(case["text"].as_str().unwrap().lines().map(|line| (line, None)));
    let articles: Vec<Value> = book
        .iter()
        .flat_map(|regulation| &regulation.articles)
        .map(|article| line_of(article).into())
        .collect();
    assert_eq!(Value::from(articles), case["articles"], "{}", case["name"]);
    let blocks = book.iter().flat_map(|regulation| &regulation.supplements);
    let supplements: Vec<Value> = blocks
        .flat_map(|block| {
            supplement_articles(block)
                .into_iter()
                .map(|(number, ..)| format!("{number}|{}", block.title).into())
        })
        .collect();
    let expected =
        if case["supplements"].is_null() { Value::Array(Vec::new()) } else { case["supplements"].clone() };
    assert_eq!(Value::from(supplements), expected, "{}", case["name"]);
    for article in book.iter().flat_map(|regulation| &regulation.articles) {
        assert_eq!(is_repealed(&article.text), article.deleted, "{}: {}", case["name"], article.text);
    }
}

#[test]
fn structures() {
    let failed: Vec<&str> = STRUCTURES
        .lines()
        .filter(|line| std::panic::catch_unwind(|| check_structure(line)).is_err())
        .collect();
    assert!(failed.is_empty(), "{} failed:\n{}", failed.len(), failed.join("\n"));
}

#[test]
fn a_book_is_divided() {
    let book = book();
    let names: Vec<&str> = book.iter().map(|regulation| regulation.name.as_str()).collect();
    assert_eq!(names, ["동강대학교학칙", "장학금 지급에 관한 규정", "도서관 이용 지침"]);
    let numbers: Vec<String> = book[0].articles.iter().map(|article| article.number.to_string()).collect();
    assert_eq!(
        numbers,
        ["제1조", "제2조", "제25조", "제25조의2", "제26조", "제27조", "제28조", "제29조", "제30조"]
    );
    let leave = &book[0].articles[2];
    assert_eq!(
        (leave.title.as_deref(), leave.path.as_slice()),
        (Some("휴학"), &["제2장 학적".to_owned()][..])
    );
    assert!(leave.text.starts_with("제25조(휴학) ①") && leave.text.ends_with("③ 총장이 정한다."));
    assert_eq!((leave.page, leave.lines.clone()), (Some(2), 10..13));
    assert!(book[0].articles[4..8].iter().all(|article| article.deleted && !article.text.is_empty()));
    assert_eq!(book[0].supplements.len(), 1);
    assert!(book[0].supplements[0].text.contains("제1조(시행일)"));
    assert_eq!(book[1].annexes[0].text, "[별표 1] 장학금 기준\n지급 기준");
    assert_eq!(book[1].articles.len(), 4);
    assert_eq!(book[1].lines.end, book[2].lines.start);
}

#[test]
fn paragraphs_of_an_english_article_are_told_by_their_numbers() {
    let text = "Article 3 (Leave) (1) One year. (2) It may be extended (3) times.";
    assert!(has_part(text, Some(1), None, None) && has_part(text, Some(2), Some(4), None));
    assert!(!has_part(text, Some(4), None, None));
    assert_eq!(paragraph_text(text, 1), Some("(1) One year. "));
    assert!(!has_part("Article 4 (Fees) Two instalments.", Some(2), None, None));
}

#[test]
fn a_repealed_part_is_told_from_one_in_force() {
    let text = "제5조 (휴학기간) ① 1년으로 한다.\n② <삭제 2019. 2. 1.>\n③ 삭제 요청이 있으면 다음 각 호와 같다.\n1. <삭제 2021. 12. 1>\n2. 한 학기\n가. 삭제\n나. 두 학기\n④ (2020. 1. 1. 삭제)\n1. 아무것도 아니다.\n⑤ 다음과 같다.\n1. 세 학기";
    let repealed = |paragraph, item, subitem| parts::is_part_repealed(text, paragraph, item, subitem);
    for (paragraph, item, subitem, expected) in [
        (None, None, None, false),
        (Some(1), None, None, false),
        (Some(2), None, None, true),
        (Some(3), None, None, false),
        (Some(3), Some(1), None, true),
        (Some(3), Some(2), None, false),
        (Some(3), Some(2), Some('가'), true),
        (Some(3), Some(2), Some('나'), false),
        (Some(4), Some(1), None, true),
        (Some(5), Some(1), None, false),
        // One of three is in force.
        (None, Some(1), None, false),
        (Some(9), None, None, false),
        (Some(1), Some(7), None, false),
    ] {
        assert_eq!(repealed(paragraph, item, subitem), expected, "{paragraph:?} {item:?} {subitem:?}");
    }
    let english = "Article 3 (Leave) (1) One year. (2) [Repealed] (3) Repealed articles are listed.";
    let repealed: Vec<u32> =
        (1..=4).filter(|n| parts::is_part_repealed(english, Some(*n), None, None)).collect();
    assert_eq!(repealed, [2]);

    let index = RegulationIndex::new([entry("휴학규정", 5, "", text)]);
    let means = |words: &str| index.resolve(&scan_statutes_in(words, &index)[0], &mut Context::default());
    let gone =
        Resolution::Missing { part: MissingPart::Deleted, regulation: Some("휴학규정".to_owned()) };
    for words in ["휴학규정 제5조제2항", "휴학규정 제5조제1항 및 제2항", "휴학규정 제5조제3항제2호, 제1호"]
    {
        let found = scan_statutes_in(words, &index);
        let mut context = Context::default();
        let all: Vec<_> = found.iter().map(|found| index.resolve(found, &mut context)).collect();
        assert!(all.contains(&gone), "{words}: {all:?}");
    }
    assert!(means("휴학규정 제5조제3항").is_verified());
}

#[test]
fn a_list_may_be_told_to_be_repealed_as_one() {
    for (text, first, expected) in [
        ("제2조 및 제6조는 삭제되었다.", "제2조", true),
        ("제5조제2항, 제3항 및 제6조의2는 2019. 2. 1. 삭제되었다.", "제5조제2항", true),
        ("제2조와 제6조는 삭제되지 않았다.", "제2조", false),
        ("제2조 및 학생은 삭제되었다.", "제2조", false),
        ("제2조, 제6조에 따라 이름이 삭제된다.", "제2조", false),
    ] {
        assert_eq!(tells_of_repeal(text, Span::new(0, first.len())), expected, "{text}");
    }
}

#[test]
fn the_key_sentence_is_the_rule_itself() {
    let text =
        "제25조의2 (휴학) ① 휴학은 2024. 1. 5.부터 할 수 있다. 다만 예외가 있다.\n② 군 휴학은 따로 센다.";
    assert_eq!(key_sentence(text, None), "휴학은 2024. 1. 5.부터 할 수 있다.");
    assert_eq!(key_sentence(text, Some(2)), "군 휴학은 따로 센다.");
    assert_eq!(key_sentence("제30조(졸업)\n졸업은 130학점으로 한다.", None), "졸업은 130학점으로 한다.");
    assert_eq!(key_sentence("", None), "");
}
