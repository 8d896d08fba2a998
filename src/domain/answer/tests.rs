use std::sync::Arc;

use proptest::prelude::*;
use serde::Deserialize;

use super::*;
use crate::domain::gate::{GatePolicy, Zone};
use crate::domain::report::{Layers, ReportPolicy, report};
use crate::domain::statute::{ArticleNo, Entry, RegulationIndex};
use crate::domain::text::Language;

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
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/cases/answer.jsonl");
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

fn stream(sources: &[String], references: bool, with_regulations: bool, model: bool) -> AnswerStream {
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

fn gather(out: Vec<AnswerEvent>) -> Told {
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

fn check(case: &Case) {
    let open = || stream(&case.sources, case.references, case.regulations, false);
    let mut answer = open();
    let whole = tell(&mut answer, &[&case.answer]);
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
    let cuts = case.answer.char_indices().map(|(at, _)| at);
    for cut in cuts {
        let (head, tail) = case.answer.split_at(cut);
        assert_eq!(tell(&mut open(), &[head, tail]), whole, "{} cut at {cut}", case.name);
    }
    let each: Vec<String> = case.answer.chars().map(String::from).collect();
    let each: Vec<&str> = each.iter().map(String::as_str).collect();
    assert_eq!(tell(&mut open(), &each), whole, "{} by characters", case.name);
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
    let regulations = crate::domain::statute::parse_structure(BOOK.lines().map(|line| (line, None)));
    let articles = regulations.into_iter().flat_map(|regulation| regulation.articles);
    Arc::new(RegulationIndex::new(articles.map(|article| Entry {
        id: format!("{} {}", article.regulation, article.number),
        regulation: article.regulation,
        number: article.number,
        title: article.title,
        text: article.text,
        deleted: article.deleted,
        path: Vec::new(),
        supplementary: false,
    })))
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
        let whole = tell(&mut reading_the_book(false), &[answer]);
        let mut stream = reading_the_book(false);
        tell(&mut stream, &[answer]);
        let told: Vec<State> = stream.sentences().map(|sentence| sentence.state).collect();
        assert_eq!(told, states, "{answer}: {:#?}", stream.sentences().collect::<Vec<_>>());
        for cut in answer.char_indices().map(|(at, _)| at) {
            let (head, tail) = answer.split_at(cut);
            assert_eq!(tell(&mut reading_the_book(false), &[head, tail]), whole, "{answer} cut at {cut}");
        }
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
        let mut stream = reading_the_book(false);
        let whole = tell(&mut stream, &[answer]);
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
        for cut in answer.char_indices().map(|(at, _)| at) {
            let (head, tail) = answer.split_at(cut);
            assert_eq!(tell(&mut reading_the_book(false), &[head, tail]), whole, "{answer} cut at {cut}");
        }
        let each: Vec<String> = answer.chars().map(String::from).collect();
        let each: Vec<&str> = each.iter().map(String::as_str).collect();
        assert_eq!(tell(&mut reading_the_book(false), &each), whole, "{answer} by characters");
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
        assert!(question.evidence.iter().any(|text| text.contains("두 번 실시한다")), "{question:?}");
        answer.resolve(question.index, &judged(accurate, 0.9), &mut out);
        answer.conclude(&mut out);
        let sentence = answer.sentences().nth(question.index).unwrap();
        assert_eq!(sentence.state, state);
        assert!(sentence.citations.is_empty());
    }
}

/// Whole answers as models write them: which of their sentences are claims, and how each stands.
#[test]
fn claims_of_whole_answers() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/cases/claims.jsonl");
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

/// A claim that words alone leave open.
const OPEN: (&str, &str) = (
    "The board of the museum voted in spring to extend the opening hours of the south gallery.",
    "The museum board extended its hours [1]. Cats sleep.",
);

/// One that words would leave unsupported: too few of them are the source's.
const REWORDED: (&str, &str) = (
    "박물관 이사회는 봄에 남쪽 전시실의 개방 시간을 늘리기로 의결했다.",
    "이사회가 남쪽 전시실의 관람 시간을 연장했다 [1]. 고양이는 잔다.",
);

fn asked(answer: &mut AnswerStream) -> (Vec<AnswerEvent>, usize) {
    asked_of(answer, OPEN.1)
}

fn asked_of(answer: &mut AnswerStream, text: &str) -> (Vec<AnswerEvent>, usize) {
    let mut out = Vec::new();
    answer.push(text, &mut out);
    answer.finish(true, &mut out);
    let index = out.iter().find_map(|event| match event {
        AnswerEvent::Ask(question) => Some(question.index),
        _ => None,
    });
    (out, index.expect("the model layer is asked"))
}

fn judged(accurate: bool, confidence: f32) -> ModelVerdict {
    ModelVerdict::Judged { accurate, confidence, explanation: "because".into() }
}

#[test]
fn the_model_layer_decides_what_words_leave_open() {
    for (verdict, state, shown) in [
        (judged(true, 0.9), State::Supported, Some(true)),
        (judged(false, 0.9), State::Unsupported, Some(false)),
        (judged(true, 0.5), State::Uncertain, None),
        (ModelVerdict::Failed { reason: "late".into() }, State::Uncertain, None),
    ] {
        let mut answer = stream(&[OPEN.0.to_owned()], false, false, true);
        let (mut out, index) = asked(&mut answer);
        let before = answer.text().contains("[1]");
        answer.resolve(index, &verdict, &mut out);
        answer.conclude(&mut out);
        let sentence = answer.sentences().nth(index).unwrap();
        assert_eq!(sentence.state, state);
        assert_eq!(answer.text().contains("[1]"), shown.unwrap_or(before), "{verdict:?}: {}", answer.text());
        assert!(answer.text().ends_with(". Cats sleep."), "{}", answer.text());
        assert_eq!(gather(out).text, answer.text());
    }
}

#[test]
fn a_missing_verdict_leaves_the_sentence_uncertain() {
    let mut answer = stream(&[OPEN.0.to_owned()], false, false, true);
    let (mut out, index) = asked(&mut answer);
    answer.conclude(&mut out);
    assert_eq!(answer.sentences().nth(index).unwrap().state, State::Uncertain);
    assert_eq!(answer.pending(), 0);
}

#[test]
fn strict_shows_a_sentence_only_after_the_model_has_judged_it() {
    let verbatim = ("Membership costs 12,000 won a year.", "Membership costs 12,000 won a year [1].");
    for (source, claim) in [(OPEN.0, "The museum board extended its hours [1]."), verbatim] {
        let bare = claim.replace(" [1]", "");
        let failed = ModelVerdict::Failed { reason: "late".into() };
        for (verdict, state, shown) in [
            (judged(true, 0.9), State::Supported, claim),
            (judged(false, 0.9), State::Unsupported, &*bare),
            (judged(true, 0.5), State::Uncertain, &*bare),
            (failed, State::Uncertain, &*bare),
        ] {
            let mut answer = stream(&[source.to_owned()], false, false, true);
            answer.policy.strict = true;
            let mut out = Vec::new();
            answer.push(&format!("{claim} Cats sleep."), &mut out);
            answer.finish(true, &mut out);
            assert!(matches!(out.as_slice(), [AnswerEvent::Ask(_)]), "{out:?}");
            answer.resolve(0, &verdict, &mut out);
            answer.conclude(&mut out);
            let told = gather(out);
            assert!(!told.events.iter().any(|event| matches!(event, AnswerEvent::Edit(_))), "{told:?}");
            assert_eq!(told.text, format!("{shown} Cats sleep."), "{verdict:?}");
            assert_eq!(answer.text(), told.text);
            let report = answer.sentences().next().unwrap();
            assert_eq!((report.state, report.citations.len()), (state, usize::from(shown == claim)));
            assert_eq!(report.span.of(&told.text).trim_end(), shown);
        }
    }
}

/// The reason of a judged sentence is in the language of the answer, and fits its state.
#[test]
fn a_verdict_without_words_for_the_reader_gets_some() {
    let ask = |verdict: ModelVerdict| {
        let sources = ["Students may borrow five books for two weeks.".to_owned()];
        let mut answer = stream(&sources, false, false, true);
        let mut out = Vec::new();
        answer.push("Students may gladly borrow five books for two weeks at home [1].", &mut out);
        answer.finish(true, &mut out);
        assert_eq!(answer.pending(), 1);
        answer.hear(0, &Word::Model(verdict), &mut out);
        answer.sentences().next().map(|report| (report.state, report.reason.clone())).unwrap()
    };
    let judged = |accurate, confidence, explanation: &str| ModelVerdict::Judged {
        accurate,
        confidence,
        explanation: explanation.to_owned(),
    };
    for (verdict, state, reason) in [
        (judged(true, 0.9, " The source says so. "), State::Supported, "The source says so."),
        (
            judged(true, 0.9, ""),
            State::Supported,
            "the model finds it supported by the source (90% confident)",
        ),
        (
            judged(false, 0.8, "틀렸습니다"),
            State::Unsupported,
            "the model finds it not supported by the source (80% confident): 틀렸습니다",
        ),
        (judged(false, 0.3, " "), State::Uncertain, "the model is not sure either (30% confident)"),
    ] {
        assert_eq!(ask(verdict), (state, reason.to_owned()));
    }
}

#[test]
fn strict_without_a_model_goes_by_words() {
    // Enough words for a citation, too few for a model's not being asked.
    let mut answer = stream(&[OPEN.0.to_owned()], false, false, false);
    answer.policy.strict = true;
    let told = tell(&mut answer, &["The museum board extended its hours [1]."]);
    assert_eq!(answer.sentences[0].verdict.zone, Zone::Ask);
    let report = answer.sentences().next().unwrap();
    assert_eq!((report.state, report.citations.len()), (State::Supported, 1), "{report:?}");
    assert_eq!(told.text, "The museum board extended its hours [1].");
}

#[test]
fn a_later_layer_brings_back_the_marks_of_sources_with_a_part_alone() {
    let sources =
        [OPEN.0.to_owned(), "고양이는 하루 종일 잔다.".to_owned(), "Dogs bark at night.".to_owned()];
    for (strict, claim) in [
        (false, "The museum board extended its hours [1][2][3]."),
        (true, "The museum board extended its hours [1][2][3]."),
        (
            true,
            "The board of the museum voted in spring to extend the opening hours of the south gallery [1-3].",
        ),
    ] {
        let mut answer = stream(&sources, true, false, true);
        answer.policy.strict = strict;
        let (mut out, index) = asked_of(&mut answer, claim);
        answer.resolve(index, &judged(true, 0.9), &mut out);
        answer.conclude(&mut out);
        let report = answer.sentences().next().unwrap();
        let shown: Vec<(usize, bool)> =
            report.citations.iter().map(|citation| (citation.source, citation.evidence.is_some())).collect();
        assert_eq!((report.state, shown), (State::Supported, vec![(0, true)]), "{strict} {claim}");
        assert!(answer.text().ends_with("## References\n\n- [†1] s1.txt\n"), "{}", answer.text());
    }
}

/// A stream with a semantic layer, and with a model layer or not.
fn comparing(source: &str, model: bool) -> AnswerStream {
    let mut answer = stream(&[source.to_owned()], false, false, model);
    answer.policy.semantic_layer = true;
    answer
}

fn near(lifts: bool) -> Word {
    Word::Semantic(Ok(Some(Comparison { closeness: if lifts { 1.25 } else { 0.5 }, lifts })))
}

#[test]
fn the_semantic_layer_lifts_what_words_leave_open() {
    let by_words = {
        let mut answer = stream(&[REWORDED.0.to_owned()], false, false, false);
        tell(&mut answer, &[REWORDED.1]);
        answer
    };
    for (word, state, shown, closeness) in [
        (near(true), State::Supported, true, Some(1.25)),
        (near(false), State::Unsupported, false, Some(0.5)),
        (Word::Semantic(Ok(None)), State::Unsupported, false, None),
        (Word::Semantic(Err("too late".into())), State::Uncertain, false, None),
    ] {
        let mut answer = comparing(REWORDED.0, false);
        let (mut out, index) = asked_of(&mut answer, REWORDED.1);
        let question = out.iter().find_map(|event| match event {
            AnswerEvent::Ask(question) => Some(question.clone()),
            _ => None,
        });
        let question = question.unwrap();
        assert!(question.semantic && !question.model);
        assert_eq!(question.evidence, [REWORDED.0]);
        assert_eq!(answer.sentences().nth(index).unwrap().state, State::Judging);
        answer.hear(index, &word, &mut out);
        // Once heard, twice ignored.
        answer.hear(index, &near(!shown), &mut out);
        assert_eq!(answer.pending(), 0);
        answer.conclude(&mut out);
        let sentence = answer.sentences().nth(index).unwrap();
        assert_eq!((sentence.state, sentence.closeness), (state, closeness), "{word:?}");
        assert_eq!(answer.text().contains("[1]"), shown, "{}", answer.text());
        assert_eq!(sentence.citations.len(), usize::from(shown));
        assert_eq!(gather(out).text, answer.text());
        if state == State::Unsupported {
            // What it does not lift stands as words alone left it.
            assert_eq!(answer.text(), by_words.text());
            assert_eq!(sentence.reason, by_words.sentences().nth(index).unwrap().reason);
        }
    }
}

#[test]
fn a_comparison_that_never_comes_leaves_the_sentence_uncertain() {
    let mut answer = comparing(REWORDED.0, false);
    let (mut out, index) = asked_of(&mut answer, REWORDED.1);
    answer.conclude(&mut out);
    assert_eq!(answer.sentences().nth(index).unwrap().state, State::Uncertain);
    assert_eq!((answer.pending(), answer.text().contains("[1]")), (0, false));
}

#[test]
fn the_model_has_the_last_word() {
    let failed = ModelVerdict::Failed { reason: "late".into() };
    for (verdict, state, shown) in [
        (judged(true, 0.9), State::Supported, true),
        (judged(false, 0.9), State::Unsupported, false),
        (failed, State::Uncertain, true),
    ] {
        // Near in meaning: the mark is shown until the model has spoken, and the state is open.
        let mut answer = comparing(REWORDED.0, true);
        let (mut out, index) = asked_of(&mut answer, REWORDED.1);
        assert!(!answer.text().contains("[1]"));
        answer.hear(index, &near(true), &mut out);
        assert!(answer.text().contains("[1]"));
        assert_eq!(answer.sentences().nth(index).unwrap().state, State::Judging);
        answer.hear(index, &Word::Model(verdict.clone()), &mut out);
        answer.conclude(&mut out);
        assert_eq!(answer.sentences().nth(index).unwrap().state, state, "{verdict:?}");
        assert_eq!(answer.text().contains("[1]"), shown, "{verdict:?}");
        // After the model nothing is heard.
        let mut answer = comparing(REWORDED.0, true);
        let (mut out, index) = asked_of(&mut answer, REWORDED.1);
        answer.hear(index, &Word::Model(verdict.clone()), &mut out);
        let (text, then) = (answer.text().to_owned(), answer.sentences().nth(index).unwrap().state);
        answer.hear(index, &near(true), &mut out);
        answer.conclude(&mut out);
        assert_eq!((answer.text(), answer.sentences().nth(index).unwrap().state), (text.as_str(), then));
    }
    let mut strict = comparing(REWORDED.0, true);
    strict.policy.strict = true;
    let (mut out, index) = asked_of(&mut strict, REWORDED.1);
    strict.hear(index, &near(true), &mut out);
    assert!(!strict.text().contains("[1]"));
}

#[test]
fn a_veto_is_never_compared() {
    for (source, claim) in [
        ("The hall of the old museum has 30 seats.", "The museum's hall offers 31 seats [1]."),
        ("외부인의 출입은 언제나 허용된다.", "외부인 출입은 허용되지 않는다 [1]."),
    ] {
        let mut answer = comparing(source, false);
        let told = tell(&mut answer, &[claim]);
        let sentence = answer.sentences().next().unwrap();
        assert!(sentence.veto.is_some() && sentence.state == State::Unsupported, "{sentence:?}");
        assert!(!told.events.iter().any(|event| matches!(event, AnswerEvent::Ask(_))));
    }
}

#[test]
fn a_sentence_that_broke_off_is_not_judged_as_finished() {
    let mut answer = stream(&["The library opens at nine.".to_owned()], false, false, false);
    let mut out = Vec::new();
    answer.push("The library opens at nine [1]. The library closes at", &mut out);
    answer.finish(false, &mut out);
    answer.conclude(&mut out);
    let states: Vec<State> = answer.sentences().map(|sentence| sentence.state).collect();
    assert_eq!(states, [State::Supported, State::Uncertain]);
    assert_eq!(answer.text(), "The library opens at nine [1]. The library closes at");
}

#[test]
fn a_mark_that_broke_off_is_not_shown() {
    for (begun, shown) in [
        (" [", ""),
        (" [†1", ""),
        ("[[1", ""),
        (" [1][1, ", ""),
        (" [출처: lib", ""),
        (" 【", ""),
        (" [x", " [x"),
        (" `a[1", " `a[1"),
        (" \\[1", " \\[1"),
    ] {
        let text = format!("The library opens at nine{begun}");
        let mut answer = stream(&["The library opens at nine.".to_owned()], false, false, false);
        let mut out = Vec::new();
        for piece in text.split_inclusive(' ') {
            answer.push(piece, &mut out);
        }
        answer.finish(false, &mut out);
        answer.conclude(&mut out);
        let told = gather(out);
        assert_eq!(told.text, answer.text());
        let kept = answer.sentences().next().unwrap().citations.len();
        let marks = if kept > 0 { " [1]" } else { "" };
        assert_eq!(told.text, format!("The library opens at nine{marks}{shown}"), "{begun}");
        assert_eq!(answer.sentences().next().unwrap().state, State::Uncertain, "{begun}");
        assert!(!told.events.iter().any(|event| matches!(event, AnswerEvent::Edit(_))), "{begun}");
    }
}

#[test]
fn an_endless_sentence_is_scanned_once() {
    // A reference that may not be shown holds the rest of its sentence back; what waits is not read anew with
    // every delta.
    let begins = [
        "",
        "제99조에 따라 ",
        "학칙 제25조와 제99조에 따라 ",
        "[9] ",
        "`",
        "「",
        "(제1조, ",
        "학칙 99조에 따라 ",
        "학칙 25",
        "제25·",
        "[별표 ",
        "별표 9와 ",
        "Section 3.",
        "§ ",
        "전조와 ",
    ];
    for begin in begins {
        let work = |size: usize| {
            let mut answer = stream(&["도서관은 아홉 시에 연다.".to_owned()], true, true, false);
            let mut out = Vec::new();
            statute::work::take();
            answer.push(begin, &mut out);
            for _ in 0..size {
                answer.push("가나다라 ", &mut out);
            }
            answer.finish(true, &mut out);
            answer.conclude(&mut out);
            assert!(answer.sentences().count() >= 1);
            statute::work::take()
        };
        let (once, twice) = (work(2000), work(4000));
        assert!(twice <= 2 * once + 4096, "{begin}: {once} bytes for n, {twice} for 2n");
    }
}

#[test]
fn an_endless_sentence_full_of_marks_is_not_repeated_for_each() {
    for mark in ["[1] ", "[9] ", "[출처: 없음] "] {
        let mut answer = stream(&["가나다라 words".to_owned()], true, false, false);
        let text = format!("가나다라 words {mark}").repeat(2000);
        tell(&mut answer, &[&text]);
        let sentences: Vec<SentenceReport> = answer.sentences().cloned().collect();
        let policy = ReportPolicy {
            layers: Layers::default(),
            confidence_threshold: 0.7,
            require_citations: true,
            language: Language::Ko,
            sources: 1,
            breaches: 0,
        };
        let log = report(answer.text(), &sentences, &policy, &[]).log;
        assert!(log.len() >= 2000, "{mark}: {}", log.len());
        let repeated: usize = log.iter().map(|entry| entry.statement.chars().count()).sum();
        assert!(repeated <= 501 * log.len(), "{mark}: {repeated}");
    }
}

/// What answers are made of.
const PIECES: &[&str] = &[
    "The library opens at nine",
    "도서관은 아홉 시에 연다",
    ".",
    "。",
    " ",
    "\n",
    "\n\n",
    "[1]",
    "[†2]",
    "[1, 9]",
    "[9]",
    "[1-3]",
    "[",
    "]",
    "(see [9])",
    "【2】",
    "`",
    "```\n",
    "「학칙」 제25조",
    "제99조는 ",
    "학칙 25조",
    "99조를 ",
    "·26조",
    "[별표 1]",
    "별지 제3호서식",
    "전조가 ",
    "Section 3",
    "§ 99 ",
    "- [9] ",
    "[9]: ",
    "**",
    "같은 조",
    "## References\n",
    "- [1] x",
    "http://a.b/c[1]",
    "$x$",
    "|",
    "\"",
    "다.",
    "? ",
    "e.g. ",
    "3.5",
    "👩‍👩‍👧",
    "가\u{301}",
    "출처: ",
    "# ",
    "Sources: [1]\n",
    "According to ",
    ", as per ",
    "에 따르면 ",
    "(see ",
    "(학칙 제99조 참조)",
    "under Article 99, ",
    "부칙 제9조에 따라 ",
    " 및 ",
    "제99조의 규정에 따라 ",
    "$$\n",
    "\\[\n",
    "> ```\n",
    "\n> ",
    "</pre>",
    "<pre>\n",
    "&#91;",
    "&#93;",
    "&#91;1&#93;",
    "&#91;9&#93;",
    "&nbsp;",
    "&",
    "<b>",
    "</b>",
    "(출처 1)",
    "(출처 9)",
    "(source 9)",
    "(Source: s1.txt)",
    "(출처: 없음)",
    "[S1]",
    "[S9]",
    "[^1^]",
    "¹",
    "⁹",
    "<sup>1</sup>",
    "<sup>9</sup>",
    "[①]",
    "제9장",
    "제1절에 따라 ",
    "학칙 제2장 ",
    "제&#57;9조",
    "제<b>99</b>조",
    "제Ⅴ조",
    "학칙 이십오조",
    "Chapter 9",
    "`제99조`",
    "](#제99조)",
    "[1\\]",
    "\\[9\\]",
    "¹ 학칙\n",
    "네, ",
    "Source 1 states that ",
    "Source 9 says ",
    "According to source 9, ",
    "both Source 1 and Source 2 ",
    "Sources 1, 2 and 9 ",
    "Sou",
    "document 2 ",
    "shows ",
    "출처 2에 따르면 ",
    "출처 9는 ",
    "출처 1과 2",
    "출처",
    "2번 자료에서는 ",
    " 9",
    "(s1.txt, p. 3)",
    "[handbook.pdf]",
    "(Kim et al., 2020)",
    "[Kim & Lee, 2019]",
    " Kim et al. (2020) ",
    "김철수 외(2020)",
    " doi:10.1000/18",
    "nine.^1^",
    "^9^",
    "http://a.b/학칙/제99조 ",
];

fn fragments() -> impl Strategy<Value = Vec<&'static str>> {
    prop::collection::vec(prop::sample::select(PIECES), 0..24)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 192, ..ProptestConfig::default() })]

    #[test]
    fn events_do_not_depend_on_cuts(
        pieces in fragments(),
        cuts in prop::collection::vec(any::<prop::sample::Index>(), 0..6),
        mode in prop::sample::select(vec![Unverifiable::Generalise, Unverifiable::Notice, Unverifiable::Remove]),
    ) {
        let text = pieces.concat();
        let sources = ["The library opens at nine.".to_owned(), "도서관은 아홉 시에 연다.".to_owned()];
        let open = || {
            let mut answer = stream(&sources, true, true, false);
            answer.policy.unverifiable = mode;
            answer
        };
        let whole = tell(&mut open(), &[&text]);
        // Words alone never take back what was shown.
        prop_assert!(whole.events.iter().all(|event| !matches!(event, AnswerEvent::Edit(_))));
        let ends: Vec<usize> = text.char_indices().map(|(at, _)| at).chain([text.len()]).collect();
        let mut at: Vec<usize> = cuts.iter().map(|cut| ends[cut.index(ends.len())]).collect();
        at.extend([0, text.len()]);
        at.sort_unstable();
        let parts: Vec<&str> = at.windows(2).map(|pair| text.get(pair[0]..pair[1]).unwrap()).collect();
        prop_assert_eq!(&tell(&mut open(), &parts), &whole);
        let chars: Vec<String> = text.chars().map(String::from).collect();
        let chars: Vec<&str> = chars.iter().map(String::as_str).collect();
        prop_assert_eq!(&tell(&mut open(), &chars), &whole);
    }

    #[test]
    fn what_was_sent_with_its_edits_is_what_is_stored(
        pieces in fragments(),
        verdicts in prop::collection::vec((any::<bool>(), 0.0_f32..1.0, any::<bool>()), 0..8),
    ) {
        let text = pieces.concat();
        let sources = ["The library opens at nine in the morning.".to_owned(), "도서관은 아침 아홉 시에 문을 연다.".to_owned()];
        let mut answer = stream(&sources, true, true, true);
        answer.policy.semantic_layer = true;
        let mut out = Vec::new();
        for ch in text.chars() {
            answer.push(&ch.to_string(), &mut out);
        }
        answer.finish(true, &mut out);
        for (index, (accurate, confidence, lifts)) in verdicts.into_iter().enumerate() {
            answer.hear(index, &near(lifts), &mut out);
            answer.hear(index, &Word::Model(judged(accurate, confidence)), &mut out);
        }
        answer.conclude(&mut out);
        let told = gather(out);
        prop_assert_eq!(&told.text, answer.text());
        let mut last = 0;
        for sentence in answer.sentences() {
            prop_assert_eq!(sentence.span.start, last);
            last = sentence.span.end;
            prop_assert!(answer.text().is_char_boundary(last));
            for citation in &sentence.citations {
                prop_assert_eq!(citation.span.of(answer.text()), &citation.mark);
            }
        }
    }
}

#[test]
fn the_end_of_a_reference_cuts_no_word_in_two() {
    let text = "「학칙」 제25조같은 조·26조학칙 25조.";
    let sources = ["The library opens at nine.".to_owned()];
    let whole = tell(&mut stream(&sources, true, true, false), &[text]);
    assert!(whole.events.iter().all(|event| !matches!(event, AnswerEvent::Edit(_))), "{whole:?}");
    let chars: Vec<String> = text.chars().map(String::from).collect();
    let chars: Vec<&str> = chars.iter().map(String::as_str).collect();
    assert_eq!(tell(&mut stream(&sources, true, true, false), &chars), whole);
}
