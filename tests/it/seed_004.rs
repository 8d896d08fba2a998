//! The multimodal workflow's document (seed 004), row by row: its columns, indexes, filters, prompt, settings and state, with its own
//! two documents. What other tests run is named in [`ELSEWHERE`]; where Stet differs on purpose the reason stands in the test.

use std::collections::BTreeSet;
use std::path::Path;

use serde_json::{Value, json};
use sqlx::ConnectOptions as _;
use stet_config::{ModelConfig, SearchConfig};
use stet_llm::ChatRequest;
use stet_text::Language;
use uuid::Uuid;

use crate::support::model::Script;
use crate::support::server::{Server, Told};

/// Rows that other tests run: the rows, their file and the test.
const ELSEWHERE: &[(&[u32], &str, &str)] = &[
    (&[6], "tests/it/enrich.rs", "a_translation_of_the_document_itself_is_a_source_and_has_a_vector"),
    (&[7], "tests/it/enrich.rs", "a_context_helps_to_find_and_supports_nothing"),
    (
        &[8, 9, 10, 18, 31, 33, 34],
        "tests/it/workflow_sources.rs",
        "what_a_source_carries_is_shown_judged_and_told",
    ),
    (&[11], "tests/it/corrections.rs", "answers_and_texts_are_held_against_a_correction"),
    (&[12, 102], "tests/it/enrich.rs", "a_passage_is_found_and_cited_in_the_other_language"),
    (&[13], "tests/it/search.rs", "inflected_korean_and_english_words_are_found"),
    (&[14], "tests/it/vectors.rs", "vectors_are_found_before_and_after_the_index_takes_them_in"),
    (
        &[19, 20, 84],
        "tests/it/workflow_route.rs",
        "talk_is_answered_directly_without_search_and_without_a_badge",
    ),
    (&[21, 76], "tests/it/workflow_route.rs", "what_leans_on_the_conversation_says_so"),
    (&[22, 78, 89], "tests/it/workflow_route.rs", "each_thing_that_is_asked_gets_its_source"),
    (&[23], "tests/it/workflow_route.rs", "a_model_adds_words_and_never_takes_the_questions_place"),
    (&[24], "tests/it/search.rs", "filters_hold_in_both_legs_and_still_give_k"),
    (&[25], "tests/it/workflow_route.rs", "a_place_that_is_named_is_where_it_looks"),
    (&[28], "tests/it/workflow_web.rs", "what_the_documents_do_not_hold_is_looked_for_on_the_web"),
    (
        &[30, 35, 43, 55, 56],
        "tests/it/workflow_sources.rs",
        "warnings_of_the_cited_sources_are_told_and_corrections_are_named",
    ),
    (&[32], "tests/it/workflow_sources.rs", "short_notes_and_figures_are_sources"),
    (
        &[36, 37, 38, 39, 40, 41, 42, 44],
        "tests/it/workflow_sources.rs",
        "what_a_source_carries_is_shown_judged_and_told",
    ),
    (
        &[47, 48, 49, 50, 51, 52, 53, 54],
        "tests/it/workflow_sources.rs",
        "what_a_source_carries_is_shown_judged_and_told",
    ),
    (
        &[57, 58, 59],
        "tests/it/workflow_sources.rs",
        "a_context_that_is_too_short_gets_500_characters_of_each_source",
    ),
    (
        &[60, 61, 62, 63, 64, 65, 66, 67, 80, 86],
        "tests/it/workflow_correct.rs",
        "an_answer_without_support_is_written_again_with_more_care",
    ),
    (&[68, 83], "tests/it/workflow_correct.rs", "the_best_attempt_is_kept_when_the_bound_is_reached"),
    (
        &[69, 70, 71, 72, 73, 74, 81],
        "tests/it/workflow_correct.rs",
        "an_answer_that_is_not_good_enough_is_written_better",
    ),
    (
        &[90, 91, 92, 93, 94, 95, 96, 97, 98, 99, 100, 101],
        "src/config/tests.rs",
        "every_environment_name_reaches_a_setting",
    ),
    (&[103], "tests/it/http.rs", "nothing_found_is_said_and_not_invented"),
];

/// Rows of this file.
const HERE: &[u32] = &[1, 2, 3, 4, 5, 15, 16, 17, 26, 27, 29, 45, 46, 75, 77, 79, 82, 85, 104];

/// Figures of time and of relevance on the document's own 280 rows: measured, not asserted (docs/BENCHMARKS.md), since a test that
/// asserts a time fails on a busy machine.
const MEASURED: &[u32] = &[87, 88];

#[test]
fn every_row_has_its_test() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut rows: BTreeSet<u32> = HERE.iter().chain(MEASURED).copied().collect();
    for (own, file, name) in ELSEWHERE {
        let text = std::fs::read_to_string(root.join(file)).unwrap();
        assert!(text.contains(&format!("fn {name}(")), "{file} has no test {name}");
        rows.extend(*own);
    }
    assert_eq!(rows, (1..=104).collect::<BTreeSet<u32>>());
}

const PLAN: &str = "디지털정부혁신_추진계획.jsonl";
const MANUAL: &str = "gv80_owners_manual_TEST6P.jsonl";

/// The kinds of blocks that the document counts, on their pages.
const CATEGORIES: [&str; 7] = ["paragraph", "heading1", "table", "figure", "header", "list", "caption"];

async fn both(scenario: Option<&str>) -> Server {
    let mut server = Server::start(scenario, |_| ()).await;
    let plan = [
        json!({ "text": "디지털정부혁신 추진계획", "page": 1, "category": "heading1" }),
        json!({ "text": "정부는 2025년까지 클라우드 전환을 마친다.", "page": 1, "category": "paragraph" }),
        json!({ "text": "| 과제 | 예산 |\n|---|---|\n| 클라우드 전환 | 150억 |", "page": 2, "category": "table", "caption": "표 1. 과제별 예산",
            "entity": { "type": "table", "title": "과제별 예산", "keywords": ["예산", "과제"] } }),
        json!({ "text": "추진 체계는 그림과 같다.", "page": 3, "category": "figure", "caption": "그림 1. 추진 체계",
            "entity": { "type": "똑딱이", "title": "추진 체계", "details": "총괄 부서는 혁신기획과이다.", "keywords": ["체계"] } }),
        json!({ "text": "- 공개 데이터 확대\n- 전자증명서 도입", "page": 4, "category": "list" }),
    ];
    let manual = [
        json!({ "text": "GV80 Owner's Manual", "page": 1, "category": "header" }),
        json!({ "text": "Check the tire pressure of the GV80 every month.", "page": 2, "category": "paragraph" }),
        json!({ "text": "", "page": 4, "category": "figure", "caption": "Figure 2. Engine bay of the GV80", "image_path": "p4.png",
            "entity": { "kind": "figure", "name": "Engine bay", "keywords": "engine, coolant" } }),
        json!({ "text": "Table of the pressures is on the door frame.", "page": 5, "category": "caption" }),
    ];
    for (name, blocks) in [(PLAN, &plan[..]), (MANUAL, &manual[..])] {
        let lines: String = blocks.iter().map(|block| format!("{block}\n")).collect();
        server.ingest(name, &lines).await;
    }
    server
}

async fn found(server: &Server, query: &str, filter: Value) -> Vec<Value> {
    let (status, body) =
        server.post("/api/search", &json!({ "query": query, "topK": 20, "filter": filter })).await;
    assert_eq!(status, 200, "{filter}: {body}");
    body["hits"].as_array().unwrap().clone()
}

async fn asked(server: &Server, question: &str, filter: Value) -> Told {
    let body = json!({ "id": Uuid::now_v7(), "filter": filter, "messages": [
        { "id": Uuid::now_v7(), "role": "user", "parts": [{ "type": "text", "text": question }] }] });
    let response = server.client.post(server.url("/api/chat")).json(&body).send().await.unwrap();
    assert_eq!(response.status(), 200, "{body}");
    Told::read(response).await
}

/// Rows 1 to 5. Ids are UUIDs and not integers, because several nodes give them at once; the source is a document of its own, because
/// a passage shares its name, versions and date with all others of its file.
#[tokio::test]
async fn the_columns_of_a_passage() {
    let server = both(None).await;
    let hits = found(&server, "클라우드 전환 2025년", json!({})).await;
    let hit = hits.iter().find(|hit| hit["category"] == "paragraph").unwrap();
    for id in ["id", "documentId"] {
        assert!(hit[id].as_str().unwrap().parse::<Uuid>().is_ok(), "{hit}");
    }
    assert_eq!((&hit["fileName"], &hit["page"]), (&json!(PLAN), &json!(1)));
    assert_eq!(hit["content"], "정부는 2025년까지 클라우드 전환을 마친다.");
}

/// Rows 15 and 16: GIN over terms; B-trees for filters on source (its document), category and page.
#[tokio::test]
async fn the_indexes_of_the_passages() {
    let server = Server::extracts().await;
    let mut connection = server.database.options().connect().await.unwrap();
    let all = "select indexdef from pg_indexes where tablename = 'rag_chunks'";
    let indexes: Vec<String> = sqlx::query_scalar(all).fetch_all(&mut connection).await.unwrap();
    for part in [
        "USING gin (search_vector)",
        "USING btree (document_id, page)",
        "USING btree (workspace_id, category)",
    ] {
        assert!(indexes.iter().any(|index| index.contains(part)), "{part}: {indexes:#?}");
    }
}

/// Row 17. A heading is no passage: it stands above those that follow it, and is searched with them.
#[tokio::test]
async fn the_categories_of_the_passages() {
    let server = both(None).await;
    let mut connection = server.database.options().connect().await.unwrap();
    let all = "select distinct category from rag_chunks";
    let stored: Vec<String> = sqlx::query_scalar(all).fetch_all(&mut connection).await.unwrap();
    let under = "select count(*) from rag_chunks where '디지털정부혁신 추진계획' = any(headings)";
    let under: i64 = sqlx::query_scalar(under).fetch_one(&mut connection).await.unwrap();
    for category in CATEGORIES {
        let is_there = stored.iter().any(|own| own == category);
        // Running headers are on the page, and are no passage either.
        let is_text = !matches!(category, "heading1" | "header");
        assert_eq!(is_there, is_text, "{category}: {stored:?}");
    }
    assert!(under >= 3, "{under}");
}

/// Rows 26 and 27, in a search and for a question.
#[tokio::test]
async fn filters_hold_in_a_search_and_for_a_question() {
    let server = both(None).await;
    let pages =
        |hits: &[Value]| -> BTreeSet<i64> { hits.iter().map(|hit| hit["page"].as_i64().unwrap()).collect() };
    let query = "추진 체계 과제별 예산 클라우드 전환 engine bay GV80";
    let manual = found(&server, "GV80 tire pressure", json!({})).await[0]["documentId"].clone();
    for (filter, expected) in [
        (json!({ "pages": [2] }), &[2, 2][..]),
        (json!({ "categories": ["table"] }), &[2]),
        (json!({ "categories": ["table", "figure"] }), &[2, 3, 4]),
        (json!({ "chunkType": "table" }), &[2]),
        (json!({ "language": "en", "categories": ["figure"] }), &[4]),
        (json!({ "sourceIds": [manual], "categories": ["figure"] }), &[4]),
        (json!({ "caption": "그림 1" }), &[3]),
        (json!({ "caption": "FIGURE 2" }), &[4]),
        (json!({ "entity": "혁신기획과" }), &[3]),
        (json!({ "entity": { "type": "table" } }), &[2]),
        (json!({ "entity": { "type": "figure" } }), &[4]),
        (json!({ "entity": { "type": "똑딱이" } }), &[3]),
        (json!({ "entity": { "title": "과제별" } }), &[2]),
        (json!({ "entity": { "title": "engine BAY" } }), &[4]),
        (json!({ "entity": { "keyword": "과제" } }), &[2]),
        (json!({ "entity": { "keyword": "coolant" } }), &[4]),
        (json!({ "entity": { "type": "table", "keyword": "체계" } }), &[]),
        // The name of a field is none of its words, and words are no pattern.
        (json!({ "entity": { "title": "keywords" } }), &[]),
        (json!({ "entity": { "title": ".*" } }), &[]),
        (json!({ "entity": { "title": "\"\\" } }), &[]),
    ] {
        let hits = found(&server, query, filter.clone()).await;
        assert_eq!(pages(&hits), expected.iter().copied().collect(), "{filter}: {hits:?}");
        let told = asked(&server, "클라우드 전환 예산과 추진 체계를 알려 주세요", filter.clone()).await;
        for part in told.of("source-document") {
            let page = part["providerMetadata"]["stet"]["page"].as_i64().unwrap();
            assert!(expected.contains(&page), "{filter}: {}", told.raw);
        }
    }
    let told =
        asked(&server, "클라우드 전환 예산은 얼마인가요?", json!({ "entity": { "type": "table" } })).await;
    assert_eq!(told.of("source-document").len(), 1, "{}", told.raw);
    for (filter, field) in
        [(json!({ "entity": { "colour": "red" } }), "entity"), (json!({ "captoin": "x" }), "captoin")]
    {
        let (status, problem) = server.post("/api/search", &json!({ "query": "x", "filter": filter })).await;
        assert!(status == 400 && problem.to_string().contains(field), "{status} {problem}");
    }
}

/// Row 29 and the state of rows 75, 77, 79, 82 and 85. There is no state of 68 fields that nodes hand on: what is known of an answer is
/// its stored metadata, and the steps are events while it is made.
#[tokio::test]
async fn the_steps_and_the_state_of_an_answer() {
    let server = both(Some("plain")).await;
    let question = "디지털정부혁신 추진계획에서 클라우드 전환은 언제까지인가요?";
    let answer = "정부는 2025년까지 클라우드 전환을 마친다 [1].";
    server.model.as_ref().unwrap().push(Script::text([answer]));
    let told = server.ask("c", question).await;
    let mut steps: Vec<&str> =
        told.of("data-step").iter().filter_map(|part| part["data"]["name"].as_str()).collect();
    steps.dedup();
    assert!(steps.starts_with(&["route", "plan", "retrieve", "generate"]), "{steps:?}");
    let end = told.metadata();
    assert_eq!((&end["answer"], &end["status"]), (&json!(told.text()), &json!("complete")));
    assert!(
        end["confidence"].as_f64().unwrap() > 0.9 && !end["sources"].as_array().unwrap().is_empty(),
        "{end}"
    );
    let (_, stored) = server.get("/api/chats/c").await;
    assert!(stored["messages"][0].to_string().contains(question), "{stored}");
}

/// Rows 45 and 46, and the search settings that the document gives as its own.
#[test]
fn the_defaults_are_those_of_the_document() {
    let (model, search) = (ModelConfig::default(), SearchConfig::default());
    let request = ChatRequest::new(Vec::new(), Language::Ko);
    assert_eq!((model.name.as_str(), request.temperature), ("gpt-4o-mini", 0.1));
    assert_eq!(
        (search.rrf_k, search.top_k, search.semantic_weight, search.keyword_weight),
        (60, 10, 0.5, 0.5)
    );
}

/// Row 104: what nobody has written about has no passages, and no model is asked.
#[tokio::test]
async fn gibberish_finds_nothing() {
    let server = both(Some("plain")).await;
    for question in [
        "뷁쉙 갛둛 뾻틟?",
        "ㅁㄴㅇㄹ ㅂㅈㄷㄱ",
        "blorptang fizzlewump qwrtzk",
        "asdf qwer zxcv",
        "xkcdq 쀍뷃 9f3ab",
    ] {
        assert!(found(&server, question, json!({})).await.is_empty(), "{question}");
        let told = asked(&server, question, json!({})).await;
        assert!(told.of("source-document").is_empty(), "{question}: {}", told.raw);
        assert_eq!(told.metadata()["badge"], "no_sources", "{question}: {}", told.metadata());
    }
    let asked_for =
        |path: &str| server.model.as_ref().unwrap().requests().iter().any(|asked| asked.path == path);
    assert!(!asked_for("/v1/chat/completions"), "the model writes nothing");
    // A word of the documents is enough to find them again.
    assert!(!found(&server, "blorptang 클라우드", json!({})).await.is_empty());
}
