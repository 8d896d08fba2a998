use std::sync::Arc;

use serde::Deserialize;

use super::layer_tests::judged;
use super::*;
use stet_gate::GatePolicy;
use stet_marks::statute::{ArticleNo, Entry, RegulationIndex};
use stet_text::Language;

#[derive(Deserialize)]
struct Case {
    name: String,
    sources: Vec<String>,
    answer: String,
    text: String,
    #[serde(default)]
    states: Option<Vec<State>>,
    #[serde(default)]
    references: bool,
    #[serde(default)]
    regulations: bool,
}

fn cases() -> Vec<Case> {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/cases/answer.jsonl");
    std::fs::read_to_string(file).unwrap().lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn regulations() -> Arc<RegulationIndex<String>> {
    let article = |number| Entry {
        regulation: "학칙".to_owned(),
        number: ArticleNo::new(number, None),
        title: None,
        text: "제25조(휴학) 학생은 휴학할 수 있다.".to_owned(),
        deleted: false,
        path: Vec::new(),
        supplementary: false,
        id: number.to_string(),
    };
    Arc::new(RegulationIndex::new([article(25), article(26)]))
}

pub(super) fn stream(
    sources: &[String],
    references: bool,
    with_regulations: bool,
    model: bool,
) -> AnswerStream {
    let list = sources
        .iter()
        .enumerate()
        .map(|(at, text)| AnswerSource {
            key: format!("s{}", at + 1),
            title: format!("s{}.txt", at + 1),
            text: text.as_str().into(),
            ..AnswerSource::default()
        })
        .collect();
    let mut policy = AnswerPolicy::new(Language::En);
    policy.gate = GatePolicy { model_layer: model, ..policy.gate };
    policy.references = if references { ReferenceList::Append } else { ReferenceList::Omit };
    policy.regulations = with_regulations.then(regulations);
    AnswerStream::new(list, PreparedSources::new(sources), policy)
}

/// Everything that a reader was told, text deltas joined.
#[derive(Debug, Default, PartialEq)]
pub(super) struct Told {
    pub events: Vec<AnswerEvent>,
    pub text: String,
}

pub(super) fn tell(answer: &mut AnswerStream, deltas: &[&str]) -> Told {
    let mut out = Vec::new();
    for delta in deltas {
        answer.push(delta, &mut out);
    }
    answer.finish(true, &mut out);
    answer.conclude(&mut out);
    gather(out)
}

pub(super) fn gather(out: Vec<AnswerEvent>) -> Told {
    let mut told = Told::default();
    for event in out {
        match (&event, told.events.last_mut()) {
            (AnswerEvent::Text(more), Some(AnswerEvent::Text(text))) => text.push_str(more),
            _ => told.events.push(event.clone()),
        }
        match event {
            AnswerEvent::Text(text) => told.text.push_str(&text),
            AnswerEvent::Edit(edit) => {
                told.text.replace_range(edit.span.start..edit.span.end, &edit.replacement);
            }
            _ => {}
        }
    }
    told
}

/// A whole answer, which reads the same under every cut, and what it told.
pub(super) fn under_all_cuts(open: impl Fn() -> AnswerStream, text: &str) -> (AnswerStream, Told) {
    let mut answer = open();
    let whole = tell(&mut answer, &[text]);
    assert_eq!(answer.text(), whole.text);
    for (cut, _) in text.char_indices() {
        let (head, tail) = text.split_at(cut);
        assert_eq!(tell(&mut open(), &[head, tail]), whole, "{text} cut at {cut}");
    }
    let each: Vec<String> = text.chars().map(String::from).collect();
    let each: Vec<&str> = each.iter().map(String::as_str).collect();
    assert_eq!(tell(&mut open(), &each), whole, "{text} by characters");
    (answer, whole)
}

fn check(case: &Case) {
    let open = || stream(&case.sources, case.references, case.regulations, false);
    let (answer, whole) = under_all_cuts(open, &case.answer);
    assert_eq!(whole.text, case.text, "{}", case.name);
    assert_eq!(answer.text(), case.text, "{}", case.name);
    if let Some(states) = &case.states {
        let claims: Vec<State> = answer
            .sentences()
            .map(|sentence| sentence.state)
            .filter(|state| *state != State::NotAClaim)
            .collect();
        assert_eq!(&claims, states, "{}", case.name);
    }
    for sentence in answer.sentences() {
        for citation in &sentence.citations {
            assert_eq!(citation.span.of(answer.text()), citation.mark, "{}", case.name);
        }
    }
}

#[test]
fn cases_hold_under_every_cut() {
    for case in cases() {
        check(&case);
    }
}

/// A rule book of which the sources of an answer have one paragraph.
const BOOK: &str = "누리대학교 학칙\n제5조(재학연한) 재학연한은 8년을 초과할 수 없다.\n\
    제25조(휴학) ① 질병으로 수업을 받을 수 없는 학생은 휴학할 수 있다.\n② 일반휴학은 통산 3년을 초과할 수 없다.\n\
    제30조(졸업) 졸업학점은 130학점으로 한다.\n제31조 삭제 <2020. 1. 1.>\n제32조(시험) 시험은 매 학기 두 번 실시한다.\n\
    제33조(성적) 성적은 평점으로 매긴다.\n제34조(수료) 과정을 마친 학생은 수료한다.\n\
    도서관 이용 규칙\n제1조(목적) 도서관의 이용을 정한다.\n제7조(대출) 대출 기간은 14일로 한다.";

fn book() -> Arc<RegulationIndex<String>> {
    let regulations = stet_marks::statute::parse_structure(BOOK.lines().map(|line| (line, None)));
    let entries = regulations.into_iter().flat_map(|regulation| {
        let name = regulation.name.clone();
        regulation.entries(|number, _| format!("{name} {number}"))
    });
    Arc::new(RegulationIndex::new(entries))
}

pub(super) fn reading_the_book(model: bool) -> AnswerStream {
    let text = "제25조(휴학) ① 질병으로 수업을 받을 수 없는 학생은 휴학할 수 있다.".to_owned();
    let source = AnswerSource {
        key: "s1".into(),
        title: "누리대학교 학칙".into(),
        text: text.into(),
        ..AnswerSource::default()
    };
    let prepared = PreparedSources::new(&[&source.text]);
    let mut policy = AnswerPolicy::new(Language::Ko);
    policy.gate.model_layer = model;
    policy.references = ReferenceList::Omit;
    policy.regulations = Some(book());
    AnswerStream::new(vec![source], prepared, policy)
}

/// A sentence that rests on an article is held against it, whether retrieval brought the article or not.
#[test]
fn sentences_rest_on_articles_of_the_store() {
    use State::{Supported, Uncited, Unsupported};
    for (answer, states) in [
        // Beside the article that was retrieved.
        ("「누리대학교 학칙」 제30조에 따르면 졸업학점은 130학점입니다.", vec![Supported]),
        ("「누리대학교 학칙」 제30조에 따르면 졸업학점은 140학점입니다.", vec![Unsupported]),
        ("학칙 제30조는 졸업학점을 130학점으로 정하고 있습니다.", vec![Supported]),
        ("졸업학점은 130학점으로 한다(학칙 제30조 참조).", vec![Supported]),
        ("<누리대학교 학칙> 제30조에 따라 졸업학점은 130학점으로 한다.", vec![Supported]),
        ("도서관 이용 규칙 제7조에 따라 대출 기간은 14일입니다.", vec![Supported]),
        // The retrieved passage is another paragraph of the article.
        ("학칙 제25조 제2항에 따라 일반휴학은 통산 3년을 초과할 수 없습니다.", vec![Supported]),
        ("학칙 제25조 제1항에 따라 일반휴학은 통산 3년을 초과할 수 없습니다.", vec![Unsupported]),
        // As lists name what they tell.
        ("학칙 제30조: 졸업학점은 130학점으로 한다.", vec![Supported]),
        ("- **「누리대학교 학칙」 제30조(졸업)**: 졸업학점은 130학점으로 한다.", vec![Supported]),
        ("1. 학칙 제25조 제2항 – 일반휴학은 통산 3년을 초과할 수 없다.", vec![Supported]),
        ("- 학칙 제30조: 졸업학점은 140학점으로 한다.", vec![Unsupported]),
        ("- 학칙 제32조: 졸업학점은 130학점으로 한다.", vec![Unsupported]),
        // What points back.
        (
            "학칙 제5조에 따라 재학연한은 8년을 초과할 수 없다. 같은 규정 제30조에 따라 졸업학점은 130학점으로 한다. \
             동조에 따라 졸업학점은 150학점으로 한다.",
            vec![Supported, Supported, Unsupported],
        ),
        // The article that is named does not say it, another one does.
        ("학칙 제32조에 따라 졸업학점은 130학점입니다.", vec![Unsupported]),
        // Two articles together; four are too many to tell.
        (
            "학칙 제5조 및 제30조에 따라 재학연한은 8년을 초과할 수 없고 졸업학점은 130학점으로 한다.",
            vec![Supported],
        ),
        ("학칙 제30조부터 제34조까지에 따라 졸업학점은 130학점으로 한다.", vec![Uncited]),
        // A repealed article supports nothing, nor does one that does not exist.
        ("학칙 제31조에 따라 졸업학점은 130학점으로 한다.", vec![Uncited]),
        ("학칙 제99조에 따라 졸업학점은 130학점으로 한다.", vec![Uncited]),
        // Nothing to hold against it, and no reference that bears the sentence.
        ("학칙 제30조에 따른다.", vec![Uncited]),
        ("졸업학점은 130학점으로 한다.", vec![Uncited]),
        // In another language words cannot tell.
        ("Under Article 30, graduation takes 130 credits.", vec![Uncited]),
    ] {
        let (stream, _) = under_all_cuts(|| reading_the_book(false), answer);
        let told: Vec<State> = stream.sentences().map(|sentence| sentence.state).collect();
        assert_eq!(told, states, "{answer}: {:#?}", stream.sentences().collect::<Vec<_>>());
    }
}

/// The regulations of the store say nothing of another document: a source that has the article bears the reference out.
#[test]
fn references_to_another_document_are_left_to_it() {
    let shop = ("faq.md", "# 쇼핑몰 약관\n\n## 제3조 이용조건\n\n회원은 만 14세 이상이어야 합니다.");
    let section = ("제3조 이용조건", "① 누구나 회원이 된다.\n② 회원은 만 14세 이상이어야 합니다.");
    let bare = ("제3조 이용조건", "회원은 만 14세 이상이어야 합니다.");
    let terms =
        ("terms.md", "# Shop Agreement\n\n## Article 3 Members\n\nMembers are at least 14 years old.");
    for ((title, text), answer, stays) in [
        (shop, "쇼핑몰 약관 제3조에 따르면 회원은 만 14세 이상이어야 합니다[†1].", true),
        (shop, "쇼핑몰 약관 제9조에 따르면 회원은 만 14세 이상이어야 합니다[†1].", false),
        (shop, "「인사규정」 제3조에 따르면 회원은 만 14세 이상이어야 합니다[†1].", false),
        (section, "제3조에 따르면 회원은 만 14세 이상이어야 합니다[†1].", true),
        (section, "제4조에 따르면 회원은 만 14세 이상이어야 합니다[†1].", false),
        (section, "회원은 만 14세 이상이어야 합니다[참조: 제3조 2항].", true),
        (section, "회원은 만 14세 이상이어야 합니다[참조: 제3조 4항].", false),
        (bare, "회원은 만 14세 이상이어야 합니다[참조: 제3조 2항].", true),
        (bare, "회원은 만 14세 이상이어야 합니다[참조: 제8조 2항].", false),
        (terms, "Under Article 3 of the Shop Agreement, members are at least 14 years old [1].", true),
        (terms, "Under Article 9 of the Shop Agreement, members are at least 14 years old [1].", false),
    ] {
        let source = AnswerSource {
            key: "s1".into(),
            title: title.into(),
            text: text.into(),
            ..AnswerSource::default()
        };
        let mut policy = AnswerPolicy::new(Language::Ko);
        policy.references = ReferenceList::Omit;
        policy.regulations = Some(book());
        let prepared = PreparedSources::new(&[&source.text]);
        let mut stream = AnswerStream::new(vec![source], prepared, policy);
        tell(&mut stream, &[answer]);
        assert_eq!(stream.text() == answer, stays, "{answer}: {}", stream.text());
    }
}

/// A provision that refers to another, quoted word for word from its source.
#[test]
fn what_a_source_says_is_not_judged_without_its_references() {
    for (text, names, answer, stays) in [
        (
            "제19조(장학금) 장학금을 줄 수 있다. 단, 세부자격요건은 학칙에 따른다.",
            ["학칙 시행 규정"],
            "단, 세부자격요건은 학칙에 따른다[†1].",
            true,
        ),
        (
            "제8조(복학) 복학은 학칙 제30조에 따른다. 기간은 2년이다.",
            ["학칙"],
            "복학은 학칙 제30조에 따른다[†1].",
            true,
        ),
        (
            "Article 7 (Leave). The length of a leave is governed by Article 30 of the School Rules.",
            ["School Rules"],
            "The length of a leave is governed by Article 30 of the School Rules[†1].",
            true,
        ),
        (
            "제19조(장학금) 장학금을 줄 수 있다. 단, 세부자격요건은 학칙에 따른다.",
            ["학칙"],
            "신청 절차와 지급 시기는 학칙에 따른다[†1].",
            false,
        ),
    ] {
        let names = names.iter().map(ToString::to_string).collect();
        let title = "장학 규정.md".into();
        let source =
            AnswerSource { key: "s1".into(), title, names, text: text.into(), ..AnswerSource::default() };
        let mut policy = AnswerPolicy::new(Language::Ko);
        policy.references = ReferenceList::Omit;
        policy.regulations = Some(book());
        let prepared = PreparedSources::new(&[&source.text]);
        let mut stream = AnswerStream::new(vec![source], prepared, policy);
        tell(&mut stream, &[answer]);
        assert_eq!(stream.text().contains("[†1]"), stays, "{answer}: {}", stream.text());
    }
}

/// What becomes of a reference whose number and title disagree, or whose article was repealed: the text, and why.
#[test]
fn no_reference_is_shown_that_contradicts_the_book() {
    use super::event::Standing::{Found, Named, Repealed};
    let title = "조문의 번호와 제목이 서로 맞지 않습니다";
    let repealed = "삭제된 조문입니다";
    for (answer, text, reason, standing) in [
        ("학칙 제30조(졸업)에 따라 졸업학점은 130학점으로 한다.", "", "", vec![Found]),
        (
            "학칙 제30조(등록)에 따라 졸업학점은 130학점으로 한다.",
            "관련 규정에 따라 졸업학점은 130학점으로 한다.",
            title,
            vec![],
        ),
        ("**제30조**(등록)를 본다.", "**관련 규정**(등록)을 본다.", title, vec![]),
        ("Article 30 (등록) of the 「학칙」 applies.", "The relevant regulation applies.", title, vec![]),
        ("Article 30 (Graduation) of the 「학칙」 applies.", "", "", vec![Found]),
        ("학칙 제30조(2024. 1. 1. 개정)에 따라 졸업한다.", "", "", vec![Found]),
        ("학칙 제31조에 따라 졸업한다.", "관련 규정에 따라 졸업한다.", repealed, vec![]),
        ("학칙 제31조는 2020. 1. 1. 삭제되었다.", "", "", vec![Repealed]),
        ("학칙 제31조(삭제)는 없다.", "", "", vec![Repealed]),
        ("학칙 제9\u{200b}9조를 본다.", "관련 규정을 본다.", "그런 조문을 찾지 못했습니다", vec![]),
        ("학\u{ad}칙\u{a0}제３０\u{200b}조\u{200b}에 따라 졸업한다.", "", "", vec![Found]),
        ("學則 第三十條에 따라 졸업한다.", "", "", vec![Found]),
        (
            "學則 第九十九條에 따라 졸업한다.",
            "관련 규정에 따라 졸업한다.",
            "그런 조문을 찾지 못했습니다",
            vec![],
        ),
        (
            "학칙 제구십구조에 따라 졸업한다.",
            "관련 규정에 따라 졸업한다.",
            "그런 조문을 찾지 못했습니다",
            vec![],
        ),
        ("삭제된 학칙 제31조를 본다.", "", "", vec![Repealed]),
        ("학칙 제31조는 삭제되지 않았다.", "관련 규정은 삭제되지 않았다.", repealed, vec![]),
        (
            "학칙 제31조는 시험을 정하고 제32조는 삭제되었다.",
            "관련 규정은 시험을 정하고 제32조는 삭제되었다.",
            repealed,
            vec![Found],
        ),
        ("Article 31 of the 「학칙」 was repealed.", "", "", vec![Repealed]),
        (
            "Article 31 of the 「학칙」 was not repealed.",
            "The relevant regulation was not repealed.",
            repealed,
            vec![],
        ),
        (
            "학칙에 따른다. 같은 조 제2항은 그렇다.",
            "학칙에 따른다. 관련 규정은 그렇다.",
            "그런 조문을 찾지 못했습니다",
            vec![Named],
        ),
    ] {
        let (stream, _) = under_all_cuts(|| reading_the_book(false), answer);
        assert_eq!(stream.text(), if text.is_empty() { answer } else { text });
        let reasons: Vec<&str> = stream
            .sentences()
            .flat_map(|sentence| &sentence.removed)
            .map(|gone| gone.reason.as_str())
            .collect();
        assert_eq!(reasons.concat(), reason, "{answer}");
        let standings: Vec<_> =
            stream.sentences().flat_map(|sentence| &sentence.statutes).map(|found| found.standing).collect();
        assert_eq!(standings, standing, "{answer}");
    }
}

#[test]
fn a_mark_beside_the_article_that_says_it_goes() {
    let mut answer = reading_the_book(false);
    tell(&mut answer, &["학칙 제30조에 따라 졸업학점은 130학점으로 한다 [1]."]);
    assert_eq!(answer.text(), "학칙 제30조에 따라 졸업학점은 130학점으로 한다.");
    let sentence = answer.sentences().next().unwrap();
    assert_eq!((sentence.state, sentence.removed.len()), (State::Supported, 1));
    assert!(sentence.removed[0].reason.contains("조문"), "{}", sentence.removed[0].reason);
    assert!(sentence.reason.contains("제30조"), "{}", sentence.reason);
}

#[test]
fn the_model_layer_is_shown_the_article() {
    for (accurate, state) in [(true, State::Supported), (false, State::Unsupported)] {
        let mut answer = reading_the_book(true);
        let mut out = Vec::new();
        answer.push("학칙 제32조에 따라 학기마다 두 번 시험을 보게 됩니다. 끝입니다.", &mut out);
        answer.finish(true, &mut out);
        let question = out.iter().find_map(|event| match event {
            AnswerEvent::Ask(question) => Some(question.clone()),
            _ => None,
        });
        let question = question.expect("words leave this open");
        assert!(question.passages.iter().any(|(_, text)| text.contains("두 번 실시한다")), "{question:?}");
        answer.hear(question.index, &judged(accurate, 0.9), &mut out);
        answer.conclude(&mut out);
        let sentence = answer.sentences().nth(question.index).unwrap();
        assert_eq!(sentence.state, state);
        assert!(sentence.citations.is_empty());
    }
}

/// Whole answers as models write them: which of their sentences are claims, and how each stands.
#[test]
fn claims_of_whole_answers() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/cases/claims.jsonl");
    for line in std::fs::read_to_string(file).unwrap().lines() {
        let case: serde_json::Value = serde_json::from_str(line).unwrap();
        let sources: Vec<String> = serde_json::from_value(case["sources"].clone()).unwrap();
        let mut answer = stream(&sources, false, false, false);
        tell(&mut answer, &[case["answer"].as_str().unwrap()]);
        let told: Vec<(State, &str)> =
            answer.sentences().map(|sentence| (sentence.state, sentence.statement.as_str())).collect();
        let expected: Vec<State> = serde_json::from_value(case["states"].clone()).unwrap();
        assert_eq!(
            told.iter().map(|(state, _)| *state).collect::<Vec<_>>(),
            expected,
            "{}: {told:#?}",
            case["name"]
        );
    }
}

#[test]
fn no_text_that_was_released_holds_a_mark_that_was_not() {
    let sources = ["The library opens at nine.".to_owned()];
    let mut answer = stream(&sources, false, false, false);
    let mut out = Vec::new();
    for ch in "Dogs fly to the moon [1]. The library opens at nine [1]. It never rains here [7].".chars() {
        answer.push(&ch.to_string(), &mut out);
        let shown = answer.text();
        let released: usize = answer.sentences().map(|sentence| sentence.citations.len()).sum();
        assert_eq!(shown.matches('[').count(), released, "{shown}");
    }
}
