use super::*;
use crate::graph::{Entity, Relation};

fn rule(number: u32, title: &'static str, text: &'static str) -> Passage<'static> {
    Passage {
        text, article: Some(("교원인사규정", ArticleNo::new(number, None), Some(title))), found: None
    }
}

fn plain(text: &'static str) -> Passage<'static> {
    Passage { text, article: None, found: None }
}

fn entity<'a>(graph: &'a Graph, name: &str) -> Option<&'a Entity> {
    graph.entities.iter().find(|entity| entity.key == crate::key(name))
}

fn related(graph: &Graph, source: &str, label: Label, target: &str) -> Option<Relation> {
    let place = |name: &str| graph.entities.iter().position(|entity| entity.key == crate::key(name));
    let (source, target) = (place(source)?, place(target)?);
    graph.relations.iter().find(|own| (own.source, own.label, own.target) == (source, label, target)).cloned()
}

fn told(entity: &Entity) -> &str {
    entity.description.as_ref().map_or("", |said| said.text.as_str())
}

#[test]
fn an_article_is_part_of_its_regulation_and_refers_to_others() {
    let graph = extract(&[
        rule(
            1,
            "목적",
            "제1조(목적) 이 규정은 「고등교육법」 제15조에 따라 교원의 인사에 관한 사항을 정한다.",
        ),
        rule(2, "임용", "제2조(임용) 교원은 제3조에 따른 심사를 거쳐 총장이 임용한다."),
        rule(3, "심사", "제3조(심사) 심사는 교원인사위원회가 한다. 총장은 그 결과를 따른다."),
        rule(4, "재심", "제4조(재심) 교원인사위원회의 결정에 대하여는 제2조 및 제3조를 준용하여 재심한다."),
    ]);
    let whole = entity(&graph, "교원인사규정").unwrap();
    assert_eq!((whole.kind, whole.passages.as_slice()), (Kind::Regulation, &[0][..]));
    assert!(related(&graph, "교원인사규정 제3조", Label::PartOf, "교원인사규정").is_some());
    let referring = related(&graph, "교원인사규정 제2조", Label::RefersTo, "교원인사규정 제3조").unwrap();
    assert_eq!(referring.passages, [1]);
    assert!(related(&graph, "교원인사규정 제4조", Label::RefersTo, "교원인사규정 제2조").is_some());
    assert!(related(&graph, "교원인사규정 제4조", Label::RefersTo, "교원인사규정 제3조").is_some());
    // A law that is not at hand: known by the passage that names it.
    assert!(related(&graph, "교원인사규정 제1조", Label::RefersTo, "고등교육법 제15조").is_some());
    let law = entity(&graph, "고등교육법").unwrap();
    assert_eq!((law.kind, law.passages.as_slice()), (Kind::Regulation, &[0][..]));
    let body = entity(&graph, "교원인사위원회").unwrap();
    assert_eq!((body.kind, body.passages.as_slice()), (Kind::Body, &[2, 3][..]));
    assert!(related(&graph, "교원인사규정 제4조", Label::SpeaksOf, "교원인사위원회").is_some());
    assert_eq!(entity(&graph, "총장").unwrap().passages, [1, 2]);
}

#[test]
fn a_regulation_at_hand_is_referred_to_as_a_whole() {
    let of = |regulation, number, text| Passage {
        article: Some((regulation, ArticleNo::new(number, None), None)),
        ..plain(text)
    };
    let graph = extract(&[
        of("여비규정", 1, "제1조 이 규정은 여비를 정한다."),
        of("여비규정", 2, "제2조 여비는 이 규정에 따라 지급한다."),
        of("겸임교원규정", 1, "제1조 겸임교원을 정한다."),
        of("겸임교원규정", 2, "제2조 출장하는 교원에게는 「여비규정」에 의하여 여비를 지급한다."),
        of("Leave Rules", 1, "Article 1. These rules govern leave."),
        of("Leave Rules", 2, "Article 2. Leave is asked for in writing."),
        of("Travel Rules", 1, "Article 1. These rules govern travel."),
        of("Travel Rules", 2, "Article 2. Time off is granted under the Leave Rules."),
    ]);
    let told = related(&graph, "겸임교원규정 제2조", Label::RefersTo, "여비규정").unwrap();
    assert_eq!(told.passages, [3]);
    assert!(related(&graph, "Travel Rules Article 2", Label::RefersTo, "Leave Rules").is_some());
    assert!(related(&graph, "여비규정 제2조", Label::RefersTo, "여비규정").is_none(), "its own");
}

#[test]
fn terms_are_defined_in_both_languages() {
    let graph = extract(&[
        rule(1, "정의", "제1조(정의) “전임교원”이란 본교에 상시 근무하는 교원을 말한다."),
        plain("② 규정이라 함은 관계법령에 따라 정한 방침을 말한다. HK연구원은 AI로 한다. HK와 AI는 다르다."),
        plain("한빛대학교(이하 “본교”라 한다)의 도서관은 「독서문화진흥법」(이하 ‘법’이라 한다)을 따른다."),
        plain(
            "“Member” means a person who has paid the fee. The Harbour Rowing Club (the “Club”) admits members.",
        ),
        plain("The Board of Trustees (hereinafter referred to as the “Board”) meets in May."),
    ]);
    let term = entity(&graph, "전임교원").unwrap();
    assert_eq!(term.kind, Kind::Term);
    assert!(told(term).contains("상시 근무하는 교원"), "{term:?}");
    assert!(related(&graph, "교원인사규정 제1조", Label::Defines, "전임교원").is_some());
    assert!(entity(&graph, "규정").is_some() && entity(&graph, "규정이").is_none());
    assert!(entity(&graph, "HK").is_some() && entity(&graph, "AI로").is_none());
    assert!(entity(&graph, "한빛대학교").is_some());
    assert!(entity(&graph, "본교").is_none(), "a short name is another thing in another text");
    assert!(told(entity(&graph, "Member").unwrap()).starts_with("“Member” means a person"));
    assert!(entity(&graph, "Harbour Rowing Club").is_some(), "{:?}", graph.entities);
    assert!(entity(&graph, "Board of Trustees").is_some(), "{:?}", graph.entities);
}

#[test]
fn names_are_more_than_words_with_a_capital() {
    let graph = extract(&[
        plain("The Academic Senate decides on courses. It meets with the Dean of Studies on Monday."),
        plain(
            "Students may ask the Academic Senate. However, the Dean of Studies answers first. Monday is free.",
        ),
        plain("However this goes, students wait. Courses of the GDPR office and the senate are listed."),
        plain("Courses on the GDPR are open to all."),
    ]);
    let names: Vec<&str> = graph.entities.iter().map(|entity| entity.name.as_str()).collect();
    assert_eq!(names, ["Academic Senate", "Dean of Studies", "GDPR"]);
    let both = related(&graph, "Academic Senate", Label::With, "Dean of Studies");
    assert!(both.is_none(), "they stand in two sentences");
}

#[test]
fn what_one_sentence_names_hangs_together() {
    let graph = extract(&[
        plain("학생처장은 장학위원회에 보고한다. 도서관은 따로 둔다."),
        plain("장학위원회와 학생처장은 도서관과 협의한다. 연락처는 따로 적는다."),
        plain("연락처를 적는다."),
    ]);
    let both = related(&graph, "학생처장", Label::With, "장학위원회").or(related(
        &graph,
        "장학위원회",
        Label::With,
        "학생처장",
    ));
    assert_eq!(both.unwrap().passages, [0, 1]);
    assert!(entity(&graph, "연락처").is_none());
}

#[test]
fn hostile_text_makes_no_wild_entities() {
    let long = format!("“{}”이란 무엇을 말한다.", "가".repeat(500));
    let graph = extract(&[
        Passage { text: &long, article: None, found: None },
        plain("(이하 “”라 한다) “”이란 말한다. (the “”) ”“ means"),
        plain("“<script>alert(1)</script>” means harm.\u{0}"),
        plain(""),
    ]);
    for entity in &graph.entities {
        assert!(entity.name.chars().count() <= crate::MAX_NAME && !entity.passages.is_empty(), "{entity:?}");
    }
}
