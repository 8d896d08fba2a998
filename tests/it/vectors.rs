//! The index over vectors that is made behind what comes in, and the counts of terms that ranking needs.

use sqlx::ConnectOptions as _;
use stet_sources::chunk::Chunk;
use stet_sources::fusion::FusionPolicy;
use stet_store::Query;
use stet_store::vectors::Tended;
use time::OffsetDateTime;

use crate::search::{NONE, add, add_embedded, ids, passages, search};
use crate::support::database::TestDatabase;

/// A vector that points in a direction of its own.
fn direction(n: u32) -> Vec<f32> {
    let n = f32::from(u16::try_from(n + 1).unwrap());
    (1..=16_u8).map(|k| (n * f32::from(k) * f32::from(k) * 0.37).sin()).collect()
}

fn directions(chunk: &Chunk) -> Vec<f32> {
    direction(chunk.ordinal)
}

#[tokio::test]
async fn vectors_are_found_before_and_after_the_index_takes_them_in() {
    let db = TestDatabase::new().await;
    let now = OffsetDateTime::now_utc();
    let mut connection = db.options().connect().await.unwrap();
    let texts: Vec<String> = (0..3000).map(|n| format!("Note {n}.")).collect();
    let all = passages(&texts.iter().map(String::as_str).collect::<Vec<_>>());
    // What is nearest to a passage's own vector, by meaning alone.
    let nearest = async |chunk: &Chunk| {
        let vector = directions(chunk);
        let query = Query {
            text: "umbrellas",
            embedding: Some(("m:x:2", &vector)),
            filter: &NONE,
            top_k: 3,
            policy: FusionPolicy::default(),
            now,
        };
        ids(&db.store.search(&query).await.unwrap())
    };
    let part = |from: usize, to: usize| {
        let mut part = all[from..to].to_vec();
        part.iter_mut().zip(0..).for_each(|(chunk, ordinal)| chunk.ordinal = ordinal);
        part
    };
    let space = "m:x:2";
    let (_, first) = add_embedded(&db.store, "a.txt", &part(0, 400), now, space, directions).await;
    assert_eq!(db.store.tend_vectors().await.unwrap(), Tended::Nothing, "a few need no index");
    assert_eq!(nearest(&all[7]).await[0], first[7]);
    db.store.delete_document(db.store.documents().await.unwrap()[0].id).await.unwrap();

    let (document, first) = add_embedded(&db.store, "b.txt", &part(0, 2400), now, space, directions).await;
    let before = nearest(&all[1500]).await;
    assert_eq!(before[0], first[1500]);
    // Somebody else is at it.
    let lock = "select pg_advisory_lock(hashtext('rag_chunks_vectors'))";
    sqlx::query(lock).execute(&mut connection).await.unwrap();
    assert_eq!(db.store.tend_vectors().await.unwrap(), Tended::Busy);
    sqlx::query("select pg_advisory_unlock_all()").execute(&mut connection).await.unwrap();
    assert!(matches!(db.store.tend_vectors().await.unwrap(), Tended::Built(_)));
    assert_eq!(db.store.tend_vectors().await.unwrap(), Tended::Nothing);
    assert_eq!(nearest(&all[1500]).await[0], first[1500]);

    let away = |chunk: &Chunk| direction(chunk.ordinal + 10_000);
    let (_, second) = add_embedded(&db.store, "c.txt", &part(2400, 2700), now, space, away).await;
    let found = async |n: usize| {
        let vector = away(&all[n]);
        let embedding = Some((space, vector.as_slice()));
        let (filter, policy) = (&NONE, FusionPolicy::default());
        let query = Query { text: "umbrellas", embedding, filter, top_k: 1, policy, now };
        ids(&db.store.search(&query).await.unwrap())[0]
    };
    assert_eq!(found(120).await, second[120], "found while it waits");
    let farther = |chunk: &Chunk| direction(chunk.ordinal + 20_000);
    add_embedded(&db.store, "d.txt", &part(2700, 2960), now, space, farther).await;
    assert_eq!(db.store.tend_vectors().await.unwrap(), Tended::TakenIn(560), "little is put into the index");
    assert_eq!(db.store.tend_vectors().await.unwrap(), Tended::Nothing);
    assert_eq!(found(120).await, second[120], "and when it does not");

    // Embedded again in another space, they wait again; and what a killed process has left is cleared away.
    let vectors: Vec<Vec<f32>> = all[..2400].iter().map(directions).collect();
    db.store.set_embeddings(document, "m:y:2", &first, &vectors, &[]).await.unwrap();
    sqlx::query("create index rag_chunks_vectors_41 on rag_chunks (id)")
        .execute(&mut connection)
        .await
        .unwrap();
    sqlx::query(
        "update pg_index set indisvalid = false where indexrelid = 'rag_chunks_vectors_41'::regclass",
    )
    .execute(&mut connection)
    .await
    .unwrap();
    assert!(matches!(db.store.tend_vectors().await.unwrap(), Tended::Built(_)));
    let vector = directions(&all[1500]);
    let query = Query {
        text: "umbrellas",
        embedding: Some(("m:y:2", &vector)),
        filter: &NONE,
        top_k: 1,
        policy: FusionPolicy::default(),
        now,
    };
    assert_eq!(ids(&db.store.search(&query).await.unwrap()), [first[1500]]);
    assert_eq!(found(120).await, second[120]);
    let left = "select count(*) from pg_class where relname ~ '^rag_chunks_vectors_[0-9]'";
    assert_eq!(sqlx::query_scalar::<_, i64>(left).fetch_one(&mut connection).await.unwrap(), 1);
}

/// Passages that were stored before their terms were counted are read, and rank as they would.
#[tokio::test]
async fn counted_passages_rank_as_those_that_are_read() {
    let db = TestDatabase::new().await;
    let texts = [
        "휴학은 통산하여 네 학기를 초과할 수 없다. 휴학원은 학과에 낸다.",
        "휴학 | 사유 | | | | | | |",
        "Students may borrow ten books; a book is due after two weeks, books of others after one.",
    ];
    let mut chunks = passages(&texts);
    chunks[0].headings = vec!["제3장 휴학".into()];
    chunks[2].caption = Some("Books".into());
    let (_, stored) = add(&db.store, "학칙.txt", &chunks, OffsetDateTime::now_utc()).await;
    db.store.set_feedback(stored[2], Some("Twelve books since May.")).await.unwrap();
    let ranked = async || {
        let mut all = Vec::new();
        for question in ["휴학은 몇 학기까지?", "how many books", "학칙의 휴학 사유"] {
            let hits = search(&db.store, question, &NONE, 5).await;
            assert!(!hits.is_empty());
            all.extend(hits.into_iter().map(|hit| (hit.chunk.id, hit.keyword, hit.score, hit.relevance)));
        }
        all
    };
    let counted = ranked().await;
    let mut connection = db.options().connect().await.unwrap();
    sqlx::query("update rag_chunks set term_counts = null, is_form = null")
        .execute(&mut connection)
        .await
        .unwrap();
    assert_eq!(ranked().await, counted);
    // Corrected after that, too.
    db.store.set_feedback(stored[2], None).await.unwrap();
    assert_ne!(ranked().await, counted);
    db.store.set_feedback(stored[2], Some("Twelve books since May.")).await.unwrap();
    assert_eq!(ranked().await, counted);
}
