//! Search: filters hold, languages mix, spaces do not; and how well it ranks on public question sets.

use std::collections::{HashMap, HashSet};
use std::path::Path;
use std::time::{Duration, Instant};

use sqlx::{ConnectOptions, Connection};
use stet_embedding::hashing::HashingEmbedder;
use stet_sources::chunk::{Category, Chunk, ChunkType};
use stet_sources::evidence::{Grade, SpaceProfile};
use stet_sources::fusion::{Fusion, FusionPolicy, Leg, fuse};
use stet_store::Inserted;
use stet_store::documents::NewDocument;
use stet_store::{DIMENSIONS, Filter, Hit, NewChunk, NewRows, Query, Store};
use stet_text::{Language, language};
use time::OffsetDateTime;
use uuid::Uuid;

use crate::support::database::TestDatabase;

fn embedder() -> HashingEmbedder {
    HashingEmbedder::new(DIMENSIONS)
}

const SPACE: &str = "hashing-v1:1536";

/// Stores ready-made chunks as one ready document.
pub async fn add(store: &Store, name: &str, chunks: &[Chunk], at: OffsetDateTime) -> (Uuid, Vec<Uuid>) {
    let embedder = embedder();
    let vector = |chunk: &Chunk| embedder.vector(&chunk.content);
    add_embedded(store, name, chunks, at, SPACE, vector).await
}

pub async fn add_embedded(
    store: &Store,
    name: &str,
    chunks: &[Chunk],
    at: OffsetDateTime,
    space: &str,
    vector: impl Fn(&Chunk) -> Vec<f32>,
) -> (Uuid, Vec<Uuid>) {
    let id = Uuid::now_v7();
    let mut content_hash = [0; 32];
    content_hash[..16].copy_from_slice(id.as_bytes());
    let new = NewDocument {
        id,
        job_id: Uuid::now_v7(),
        file_name: name,
        path: None,
        media_type: "text/plain",
        content_hash,
        bytes: b"",
        at,
    };
    assert_eq!(store.insert_document(&new, true).await.unwrap(), Inserted::New { version: 1 });
    let worker = Uuid::now_v7();
    let job = store.claim_job(worker, Duration::from_secs(600)).await.unwrap().unwrap();
    let mut ids = Vec::new();
    for batch in chunks.chunks(200) {
        let vectors: Vec<Vec<f32>> = batch.iter().map(&vector).collect();
        let rows: Vec<NewChunk<'_>> = batch
            .iter()
            .zip(&vectors)
            .map(|(chunk, embedding)| NewChunk {
                id: Uuid::now_v7(),
                chunk,
                language: language(&chunk.content),
                embedding,
                translation_embedding: None,
            })
            .collect();
        ids.extend(rows.iter().map(|row| row.id));
        store.insert_chunks(id, space, &NewRows::of(rows), at).await.unwrap();
    }
    assert!(store.finish_document(id, job.id, worker, space, at).await.unwrap());
    (id, ids)
}

pub fn passages(texts: &[&str]) -> Vec<Chunk> {
    let chunk = |(ordinal, text): (usize, &&str)| Chunk {
        ordinal: u32::try_from(ordinal).unwrap(),
        content: (*text).to_owned(),
        page: Some(u32::try_from(ordinal).unwrap() + 1),
        page_end: Some(u32::try_from(ordinal).unwrap() + 1),
        ..Chunk::default()
    };
    texts.iter().enumerate().map(chunk).collect()
}

pub async fn search(store: &Store, text: &str, filter: &Filter, top_k: usize) -> Vec<Hit> {
    let vector = embedder().vector(text);
    let query = Query {
        text,
        embedding: Some((SPACE, &vector)),
        filter,
        top_k,
        policy: FusionPolicy::default(),
        now: OffsetDateTime::now_utc(),
    };
    store.search(&query).await.unwrap()
}

pub fn ids(hits: &[Hit]) -> Vec<Uuid> {
    hits.iter().map(|hit| hit.chunk.id).collect()
}

#[tokio::test]
async fn inflected_korean_and_english_words_are_found() {
    let db = TestDatabase::new().await;
    let texts = [
        "휴학은 통산하여 네 학기를 초과할 수 없다.",
        "장학금은 매 학기 초에 지급한다.",
        "Students may borrow ten books at a time.",
        "The library closes at midnight.",
    ];
    let (_, chunks) = add(&db.store, "a.txt", &passages(&texts), OffsetDateTime::now_utc()).await;
    let all = Filter::default();
    for (question, expected) in [
        ("휴학을 몇 학기까지 할 수 있나요?", 0),
        ("장학금이 언제 지급되나", 1),
        ("How many books can a student borrow?", 2),
        ("when do libraries close", 3),
    ] {
        let hits = search(&db.store, question, &all, 2).await;
        assert_eq!(hits[0].chunk.id, chunks[expected], "{question}");
        assert_eq!(hits[0].keyword.unwrap().rank, 1);
    }
    let hits = search(&db.store, "휴학은 통산하여 네 학기를 초과할 수 없다", &all, 1).await;
    assert_eq!(hits[0].grade, Grade::High);
    for nothing in ["", "  ", "?!", "'; drop table rag_chunks; --", "zzzz", "\\ ' & | ! ( ) : *"] {
        let hits = search(&db.store, nothing, &all, 5).await;
        assert!(hits.iter().all(|hit| hit.keyword.is_none() || hit.relevance < 1.0), "{nothing}");
    }
}

/// A word of one language inside one of the other: each part is found alone, on either side, and joined or apart.
#[tokio::test]
async fn parts_of_mixed_words_are_found() {
    let db = TestDatabase::new().await;
    let texts = [
        "PRIME사업단은 학생의 현장 실습을 돕는다.",
        "학과는 AI융합대학에 속한다.",
        "교육은 e-러닝시스템으로 한다.",
        "신고는 온라인IT지원센터에 한다.",
        "The prize is given in spring.",
        "지원자는 봄에 면접을 본다.",
    ];
    let (_, chunks) = add(&db.store, "a.txt", &passages(&texts), OffsetDateTime::now_utc()).await;
    for (question, expected) in [
        ("prime", 0),
        ("Prime 사업단", 0),
        ("사업단은 무엇을 하나요?", 0),
        ("What does PRIME do?", 0),
        ("ai", 1),
        ("융합대학은 어디인가요?", 1),
        ("AI 융합대학", 1),
        ("러닝시스템", 2),
        ("it지원센터", 3),
        ("온라인 지원센터는?", 3),
    ] {
        let hits = search(&db.store, question, &Filter::default(), 3).await;
        let first = hits.iter().find(|hit| hit.keyword.is_some_and(|leg| leg.rank == 1));
        assert_eq!(first.map(|hit| hit.chunk.id), Some(chunks[expected]), "{question}");
    }
}

#[tokio::test]
async fn filters_hold_in_both_legs_and_still_give_k() {
    let db = TestDatabase::new().await;
    let now = OffsetDateTime::now_utc();
    // The rare document stands among many that fit the question better.
    let common: Vec<String> =
        (0..600).map(|n| format!("장학금 신청 안내 {n}. 장학금 신청은 온라인으로 한다.")).collect();
    let common: Vec<&str> = common.iter().map(String::as_str).collect();
    add(&db.store, "common.txt", &passages(&common), now).await;
    let rare: Vec<String> =
        (0..12).map(|n| format!("기타 규정 {n}: 장학금 업무와 여러 가지 다른 업무를 함께 다룬다.")).collect();
    let mut rare = passages(&rare.iter().map(String::as_str).collect::<Vec<_>>());
    rare[3].category = Category::Table;
    rare[3].chunk_type = ChunkType::Table;
    rare[4].page_end = Some(7);
    let old = now - Duration::from_secs(3 * 365 * 86_400);
    let (document, chunks) = add(&db.store, "rare.txt", &rare, old).await;

    let question = "장학금 신청";
    let only = Filter { document_ids: vec![document], ..Filter::default() };
    let hits = search(&db.store, question, &only, 10).await;
    assert_eq!(hits.len(), 10);
    assert!(hits.iter().all(|hit| hit.chunk.document_id == document));
    assert!(hits.iter().all(|hit| hit.semantic.is_some()), "the vector leg gives k of them too");

    let page = Filter { pages: vec![6], ..only.clone() };
    let mut found = ids(&search(&db.store, question, &page, 10).await);
    found.sort_unstable();
    assert_eq!(found, [chunks[4], chunks[5]], "a passage lies on every page it touches");
    for filter in [
        Filter { categories: vec!["table".into()], ..Filter::default() },
        Filter { chunk_types: vec!["table".into()], ..Filter::default() },
    ] {
        assert_eq!(ids(&search(&db.store, question, &filter, 10).await), [chunks[3]]);
    }
    let english = Filter { languages: vec![Language::En], ..Filter::default() };
    assert!(search(&db.store, question, &english, 10).await.is_empty());
    let before = Filter { to: Some(now - Duration::from_secs(86_400)), ..Filter::default() };
    assert!(
        search(&db.store, question, &before, 20).await.iter().all(|hit| hit.chunk.document_id == document)
    );
    let after = Filter { from: Some(now - Duration::from_secs(86_400)), ..Filter::default() };
    assert!(
        search(&db.store, question, &after, 20).await.iter().all(|hit| hit.chunk.document_id != document)
    );
    let nowhere = Filter { document_ids: vec![Uuid::now_v7()], ..Filter::default() };
    assert!(search(&db.store, question, &nowhere, 10).await.is_empty());
}

#[tokio::test]
async fn spaces_never_mix_and_unready_documents_are_not_found() {
    let db = TestDatabase::new().await;
    let now = OffsetDateTime::now_utc();
    let far = |_: &Chunk| vec![1.0_f32; 8];
    let (_, other) =
        add_embedded(&db.store, "a.txt", &passages(&["다른 공간에 있는 긴 글이다."]), now, "other:8", far)
            .await;
    let hits = search(&db.store, "전혀 관계 없는 질문", &Filter::default(), 5).await;
    assert!(hits.iter().all(|hit| hit.semantic.is_none()));
    let vector = [1.0_f32; 8];
    let query = |space| Query {
        text: "umbrellas",
        embedding: Some((space, vector.as_slice())),
        filter: &NONE,
        top_k: 5,
        policy: FusionPolicy::default(),
        now,
    };
    let hits = db.store.search(&query("other:8")).await.unwrap();
    assert_eq!(ids(&hits), other);
    assert!((hits[0].semantic.unwrap().score - 1.0).abs() < 1e-3, "padding leaves the cosine alone");
    assert_eq!(hits[0].grade, Grade::High);
    assert!(db.store.search(&query("other:9")).await.unwrap().is_empty());
    // Another job for the document makes it invisible until it is done.
    let mut connection = db.options().connect().await.unwrap();
    sqlx::query("update rag_documents set status = 'embedding'").execute(&mut connection).await.unwrap();
    connection.close().await.unwrap();
    assert!(db.store.search(&query("other:8")).await.unwrap().is_empty());
    assert!(search(&db.store, "다른 공간", &Filter::default(), 5).await.is_empty());
}

/// A cosine across languages lies lower: what is nearest there is found beside very much of the question's own language.
#[tokio::test]
async fn the_other_language_is_found_beside_very_much_of_the_questions_own() {
    let db = TestDatabase::new().await;
    let now = OffsetDateTime::now_utc();
    let texts: Vec<String> =
        (0..150).map(|n| format!("The gardens of town {n} are open all year.")).collect();
    let texts: Vec<&str> = texts.iter().map(String::as_str).chain(["온실은 지난주에 수리하였다."]).collect();
    let vector = |chunk: &Chunk| {
        let cosine = if chunk.ordinal == 150 { 0.80_f32 } else { 0.845 };
        vec![cosine, (1.0 - cosine * cosine).sqrt(), 0.0, 0.0]
    };
    let (_, ids_of) =
        add_embedded(&db.store, "a.txt", &passages(&texts), now, "local:e5-small:x", vector).await;
    let query = Query {
        text: "When were the panes replaced?",
        embedding: Some(("local:e5-small:x", &[1.0, 0.0, 0.0, 0.0])),
        filter: &NONE,
        top_k: 5,
        policy: FusionPolicy::default(),
        now,
    };
    let hits = db.store.search(&query).await.unwrap();
    assert_eq!(hits[0].chunk.id, ids_of[150]);
    assert!((hits[0].semantic.unwrap().score - 0.80).abs() < 1e-2, "the cosine is told as it is");
}

/// What some encoders give for dots, and what none should: no number, nothing left in half precision, too large for it.
#[tokio::test]
async fn a_passage_without_a_usable_vector_is_near_to_nothing_and_fails_nobody() {
    let db = TestDatabase::new().await;
    let now = OffsetDateTime::now_utc();
    let texts = [
        "도서관은 아홉 시에 연다.",
        "Halls are closed.",
        "A gate.",
        "A bridge.",
        "A tower.",
        "………… ....",
        "!!!",
    ];
    let vector = |chunk: &Chunk| match chunk.ordinal {
        1 => vec![0.0; 8],
        2 => vec![f32::NAN; 8],
        3 => vec![1e-20; 8],
        4 => vec![1e20; 8],
        _ => vec![1.0_f32; 8],
    };
    let (document, chunks) =
        add_embedded(&db.store, "a.txt", &passages(&texts), now, "other:8", vector).await;
    let found = async |space: &str| {
        let query = Query {
            text: "umbrellas",
            embedding: Some((space, [1.0_f32; 8].as_slice())),
            filter: &NONE,
            top_k: 9,
            policy: FusionPolicy::default(),
            now,
        };
        ids(&db.store.search(&query).await.unwrap())
    };
    assert_eq!(found("other:8").await, chunks[..1]);
    // Embedded again in another space.
    let vectors: Vec<Vec<f32>> = passages(&texts).iter().map(vector).collect();
    db.store.set_embeddings(document, "other:9", &chunks, &vectors, &[]).await.unwrap();
    assert_eq!(found("other:9").await, chunks[..1]);
    // A question of the same kind is searched by its words.
    for strange in [vec![0.0; 8], vec![f32::NAN; 8]] {
        let query = Query {
            text: "도서관",
            embedding: Some(("other:9", strange.as_slice())),
            filter: &NONE,
            top_k: 9,
            policy: FusionPolicy::default(),
            now,
        };
        assert_eq!(ids(&db.store.search(&query).await.unwrap()), chunks[..1]);
    }
}

pub static NONE: Filter = Filter {
    document_ids: Vec::new(),
    pages: Vec::new(),
    categories: Vec::new(),
    chunk_types: Vec::new(),
    languages: Vec::new(),
    from: None,
    to: None,
    caption: None,
    entity: None,
    entity_type: None,
    entity_title: None,
    entity_keyword: None,
};

#[tokio::test]
async fn term_counts_follow_what_is_stored() {
    let db = TestDatabase::new().await;
    let now = OffsetDateTime::now_utc();
    let counts = || async {
        let mut connection = db.options().connect().await.unwrap();
        let sql = "select term, chunks from rag_terms where chunks > 0 order by term";
        let rows: Vec<(String, i32)> = sqlx::query_as(sql).fetch_all(&mut connection).await.unwrap();
        rows.into_iter().collect::<HashMap<_, _>>()
    };
    let (first, ids) = add(&db.store, "a.txt", &passages(&["books and books", "one book"]), now).await;
    let before = counts().await;
    assert_eq!(before.get("book"), Some(&2));
    add(&db.store, "b.txt", &passages(&["another book"]), now).await;
    assert_eq!(counts().await.get("book"), Some(&3));
    db.store.set_feedback(ids[0], Some("verified shelf")).await.unwrap();
    assert_eq!((counts().await.get("book"), counts().await.get("shelf")), (Some(&3), Some(&1)));
    assert_eq!(search(&db.store, "shelf", &NONE, 1).await[0].chunk.id, ids[0]);
    db.store.set_feedback(ids[0], None).await.unwrap();
    assert_eq!(counts().await.get("shelf"), None);
    db.store.delete_document(first).await.unwrap();
    assert_eq!(counts().await.get("book"), Some(&1));
    assert!(counts().await.values().all(|&chunks| chunks > 0));
}

#[derive(serde::Deserialize)]
struct Text {
    #[serde(rename = "_id")]
    id: String,
    text: String,
}

fn lines(path: &Path) -> Option<Vec<Text>> {
    let text = std::fs::read_to_string(path).ok()?;
    Some(text.lines().map(|line| serde_json::from_str(line).unwrap()).collect())
}

/// Discounted gain of the first ten, over the best possible; every relevant passage counts the same.
fn ndcg(ranked: &[String], relevant: &HashSet<String>) -> f64 {
    let gain = |rank: usize| 1.0 / (rank as f64 + 2.0).log2();
    let got: f64 = ranked
        .iter()
        .take(10)
        .enumerate()
        .filter(|(_, id)| relevant.contains(*id))
        .map(|(rank, _)| gain(rank))
        .sum();
    let best: f64 = (0..relevant.len().min(10)).map(gain).sum();
    got / best
}

/// Ranking quality on public question sets, where they are at hand. `--nocapture` prints the figures.
#[tokio::test]
async fn ranking_quality() {
    for (set, floor) in [("korquad1_dev", 0.94), ("xquad_en", 0.95)] {
        let folder = Path::new("/work/shared/data/retrieval").join(set);
        let Some(corpus) = lines(&folder.join("corpus.jsonl")) else {
            println!("skipped: {} is not here", folder.display());
            return;
        };
        let queries = lines(&folder.join("queries.jsonl")).unwrap();
        let mut relevant: HashMap<String, HashSet<String>> = HashMap::new();
        for line in std::fs::read_to_string(folder.join("qrels.tsv")).unwrap().lines().skip(1) {
            let mut fields = line.split('\t');
            let (query, passage) = (fields.next().unwrap(), fields.next().unwrap());
            relevant.entry(query.into()).or_default().insert(passage.into());
        }
        let db = TestDatabase::new().await;
        let texts: Vec<&str> = corpus.iter().map(|passage| passage.text.as_str()).collect();
        let (_, stored) = add(&db.store, set, &passages(&texts), OffsetDateTime::now_utc()).await;
        let names: HashMap<Uuid, &str> =
            stored.into_iter().zip(corpus.iter().map(|p| p.id.as_str())).collect();

        let trust = SpaceProfile::of(Some(SPACE)).trust;
        let score = |semantic_weight, keyword_weight| FusionPolicy {
            semantic_weight,
            keyword_weight,
            ..FusionPolicy::default()
        };
        let rrf = |policy| FusionPolicy { fusion: Fusion::Rrf, ..policy };
        let ways = [
            ("default", score(0.5 * trust, 0.5)),
            ("keywords alone", score(0.0, 0.5)),
            ("vectors alone", score(0.5, 0.0)),
            ("score, trust 0.1", score(0.05, 0.5)),
            ("score, trust 0.2", score(0.1, 0.5)),
            ("score, trust 0.4", score(0.2, 0.5)),
            ("score, trust 1", score(0.5, 0.5)),
            ("rrf, trust 0.2", rrf(score(0.1, 0.5))),
            ("rrf, trust 1", rrf(score(0.5, 0.5))),
        ];
        let embedder = embedder();
        let mut sums = [0.0; 9];
        let mut judged = 0;
        let mut spent = Duration::ZERO;
        // Relevance of the best hit, and whether it is relevant: what the grades are calibrated on.
        let mut graded: Vec<(f64, Grade, bool)> = Vec::new();
        let known: Vec<&Text> = queries.iter().filter(|query| relevant.contains_key(&query.id)).collect();
        let step = if cfg!(debug_assertions) { known.len().div_ceil(400) } else { 1 };
        for query in known.into_iter().step_by(step) {
            let vector = embedder.vector(&query.text);
            let relevant = &relevant[&query.id];
            judged += 1;
            let begun = Instant::now();
            let search = Query {
                text: &query.text,
                embedding: Some((SPACE, &vector)),
                filter: &NONE,
                top_k: 100,
                policy: FusionPolicy::default(),
                now: OffsetDateTime::now_utc(),
            };
            let hits = db.store.search(&search).await.unwrap();
            spent += begun.elapsed();
            let leg = |of: fn(&Hit) -> Option<Leg>| {
                let mut leg: Vec<(usize, Uuid, f64)> = hits
                    .iter()
                    .filter_map(|hit| of(hit).map(|leg| (leg.rank, hit.chunk.id, leg.score)))
                    .collect();
                leg.sort_by_key(|(rank, ..)| *rank);
                leg.into_iter().map(|(_, id, score)| (id, score)).collect::<Vec<_>>()
            };
            let (semantic, keyword) = (leg(|hit| hit.semantic), leg(|hit| hit.keyword));
            for ((_, policy), sum) in ways.iter().zip(&mut sums) {
                let fused = fuse(&semantic, &keyword, policy);
                let ranked: Vec<String> = fused.iter().map(|hit| names[&hit.key].to_owned()).collect();
                *sum += ndcg(&ranked, relevant);
            }
            let Some(first) = hits.first() else { continue };
            graded.push((first.relevance, first.grade, relevant.contains(names[&first.chunk.id])));
        }
        println!("{set}: {judged} questions, {:.1} ms each", spent.as_secs_f64() * 1e3 / f64::from(judged));
        for ((name, _), sum) in ways.iter().zip(sums) {
            println!("  {name:18} nDCG@10 {:.3}", sum / f64::from(judged));
        }
        for grade in [Grade::High, Grade::Medium, Grade::Low] {
            let of: Vec<bool> =
                graded.iter().filter(|(_, g, _)| *g == grade).map(|(_, _, right)| *right).collect();
            let right = of.iter().filter(|&&right| right).count();
            println!(
                "  {grade:?}: {} first hits, {:.3} of them relevant",
                of.len(),
                right as f64 / of.len() as f64
            );
        }
        graded.sort_by(|a, b| a.0.total_cmp(&b.0));
        for tenth in graded.chunks(graded.len().div_ceil(10)) {
            let right = tenth.iter().filter(|(_, _, right)| *right).count();
            println!("    relevance from {:.2}: {:.3}", tenth[0].0, right as f64 / tenth.len() as f64);
        }
        assert!(sums[0] / f64::from(judged) >= floor, "{set} ranks worse than it did");
        assert!(
            sums[0] + 0.005 * f64::from(judged) >= sums[1],
            "{set}: weak vectors drag strong keywords down"
        );
    }
}

#[tokio::test]
async fn a_document_is_found_by_its_name_and_a_greeting_finds_nothing() {
    let db = TestDatabase::new().await;
    let now = OffsetDateTime::now_utc();
    let (named, _) =
        add(&db.store, "교원인사규정.txt", &passages(&["제1조 이 글은 목적을 정한다."]), now).await;
    let other = ["교원인사규정을 준용하는 교원인사규정 시행 세칙이다.", "교원의 인사는 따로 정한다."];
    add(&db.store, "JA교원인사규정.txt", &passages(&other), now).await;
    for question in ["교원인사규정", "교원인사규정은 어떤 내용이야?", "교원 인사 규정 알려줘"]
    {
        let hits = search(&db.store, question, &Filter::default(), 5).await;
        assert_eq!(hits[0].chunk.document_id, named, "{question}");
    }
    let elsewhere = Filter { languages: vec![Language::En], ..Filter::default() };
    assert!(search(&db.store, "교원인사규정", &elsewhere, 5).await.is_empty());
    for nothing in ["안녕하세요", "hello", "thanks!", "어떻게 돼?"] {
        assert!(search(&db.store, nothing, &Filter::default(), 5).await.is_empty(), "{nothing}");
    }
}

#[tokio::test]
async fn what_has_nothing_to_do_with_the_question_is_told_by_its_relevance() {
    let db = TestDatabase::new().await;
    let texts = ["생활관비는 퇴사일을 기준으로 반환한다.", "국제특허는 프랑스에서 취득한 것을 인정한다."];
    let (_, chunks) = add(&db.store, "a.txt", &passages(&texts), OffsetDateTime::now_utc()).await;
    let hits = search(&db.store, "기숙사비 환불돼?", &Filter::default(), 5).await;
    assert_eq!((hits[0].chunk.id, hits[0].grade), (chunks[0], Grade::High));
    let far = search(&db.store, "비트코인과 나스닥 지수의 프랑스 시세", &Filter::default(), 5).await;
    assert!(far.iter().all(|hit| hit.relevance < 0.4), "{:?}", far.first().map(|hit| hit.relevance));
}

#[tokio::test]
async fn words_alone_are_asked_while_most_passages_have_no_vectors_yet() {
    let db = TestDatabase::new().await;
    let now = OffsetDateTime::now_utc();
    let texts = ["휴학은 세 해까지 할 수 있다.", "휴학 신청서는 학과에 낸다."];
    add_embedded(&db.store, "later.txt", &passages(&texts), now, "none", |_| Vec::new()).await;
    let far = |_: &Chunk| vec![1.0_f32; 8];
    let (other, _) =
        add_embedded(&db.store, "a.txt", &passages(&["도서관은 아홉 시에 연다."]), now, "m:x:8", far).await;
    let vector = [1.0_f32; 8];
    let query = |text| Query {
        text,
        embedding: Some(("m:x:8", vector.as_slice())),
        filter: &NONE,
        top_k: 5,
        policy: FusionPolicy::default(),
        now,
    };
    let hits = db.store.search(&query("휴학은 몇 년까지 돼?")).await.unwrap();
    assert_eq!(hits.len(), 2);
    assert!(hits.iter().all(|hit| hit.chunk.document_id != other && hit.semantic.is_none()));
    // What no word finds, the vectors that are there may.
    assert_eq!(db.store.search(&query("zebra")).await.unwrap()[0].chunk.document_id, other);
}
