//! The index over vectors, which is made behind what comes in.
//!
//! Putting a vector into an HNSW index takes milliseconds; building an index over many at once takes a fraction of that for
//! each, and looking through a few thousand without any takes a moment. So vectors come in without it: every passage has the
//! number of the batch it came in with, and the index covers the batches up to a number that stands in its definition
//! (`rag_chunks_vectors_7` covers 7 and those before). A search asks the index and looks through the rest. The vectors of
//! translations have an index of their own beside it (`rag_chunks_translations_7`); the two are built and fed together.
//!
//! Whoever looks after it ([`Store::tend_vectors`], one process at a time) puts what waits into the index where that is little
//! beside what is in it, and builds a new index over everything where it is much. A new one is built beside the old one
//! (`create index concurrently`), which PostgreSQL makes right whatever is written meanwhile; the batch of what comes in is
//! advanced before. What a process that was killed has left over is found by its name.

use std::time::Duration;

use sqlx::{AssertSqlSafe, PgConnection};

use super::{Result, Store};

/// Vectors that a search looks through without an index: some forty milliseconds (seven microseconds each, measured on a busy
/// machine). Where more wait, words find them until the index is ready.
pub(super) const SEARCHED_EXACTLY: i64 = 5_000;
/// So many vectors need no index: they are looked through about as fast as it is asked.
const MAY_WAIT: i64 = 500;
/// From so many a new index is built while documents are being read: a load of many documents builds it at its end.
const LOAD: i64 = 200_000;
/// Vectors that are put into the index in one transaction: a second of work.
const AT_ONCE: i64 = 200;
/// What building in memory takes for a vector of 1,536 half-precision numbers and its neighbours, in kibibytes, and how much
/// is asked for at most where the server's `maintenance_work_mem` is less. Beyond that pgvector goes on in the index itself, slowly.
const KIB_EACH: i64 = 4;
const MOST_KIB: i64 = 1 << 20;
/// Asked for even for few vectors: what the server has for other indexes, as it comes from PostgreSQL.
const LEAST_KIB: i64 = 64 << 10;

/// How far the index is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct VectorIndex {
    /// The last batch that it covers; -1: there is none.
    pub covered: i32,
    /// Vectors that it has not taken in, as far as was counted.
    pub waiting: i64,
}

impl VectorIndex {
    /// Whether a new one should be built, or this one fed.
    pub(super) const fn wants_work(self) -> bool {
        self.waiting > if self.covered < 0 { MAY_WAIT } else { 0 }
    }
}

/// What one look after the index has done.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Tended {
    /// Nothing is to be done, or nothing until documents that are being read are done.
    Nothing,
    /// Somebody else is at it.
    Busy,
    /// So many vectors were put into it.
    TakenIn(u64),
    /// It was built anew.
    Built(Duration),
}

/// An index over vectors that is there, valid or not.
struct Known {
    name: String,
    is_valid: bool,
    vectors: i64,
}

impl Known {
    /// How the names of the two begin, and what they cover.
    const KINDS: [(&str, &str); 2] =
        [("rag_chunks_vectors_", "embedding"), ("rag_chunks_translations_", "embedding_translation")];

    fn batch(&self) -> i32 {
        self.name.rsplit('_').next().and_then(|number| number.parse().ok()).unwrap_or(-1)
    }

    fn is_of_passages(&self) -> bool {
        Self::KINDS.first().is_some_and(|(prefix, _)| self.name.starts_with(prefix))
    }
}

impl Store {
    /// How far the index is; what waits is counted up to one more than `most`.
    ///
    /// # Errors
    /// The statement failed.
    pub(super) async fn vector_index(&self, most: i64, connection: &mut PgConnection) -> Result<VectorIndex> {
        let index =
            sqlx::query_file_as!(VectorIndex, "sql/vector_index.sql", most + 1).fetch_one(connection).await?;
        Ok(index)
    }

    /// Whether more vectors wait for the index than a search should have to look through.
    ///
    /// # Errors
    /// The statement failed.
    pub async fn vectors_wait(&self) -> Result<bool> {
        let mut connection = self.owner.acquire().await?;
        Ok(self.vector_index(MAY_WAIT, &mut connection).await?.waiting > MAY_WAIT)
    }

    /// Does what is to be done for the index: builds a new one, or puts what waits into that which is there. The future may be
    /// dropped at any time.
    ///
    /// # Errors
    /// A statement failed; search goes on with the index that was there.
    pub async fn tend_vectors(&self) -> Result<Tended> {
        let mut connection = self.owner.acquire().await?;
        let index = self.vector_index(MAY_WAIT, &mut connection).await?;
        if !index.wants_work() {
            return Ok(Tended::Nothing);
        }
        drop(connection);
        // The lock and the settings end with the connection, however this ends.
        let mut connection = self.place.session(&self.owner).await?;
        // Nobody waits for the lock: who waits holds a snapshot, and the building of an index waits for those.
        let lock = sqlx::query_scalar!(
            "select pg_try_advisory_lock(hashtext('rag_chunks_vectors')) as \"is_ours!\""
        );
        if !lock.fetch_one(&mut connection).await? {
            return Ok(Tended::Busy);
        }
        let (covered, indexed) = self.tidy_indexes(&mut connection).await?;
        let waiting = self.vector_index(i64::MAX - 1, &mut connection).await?.waiting;
        let is_loading = sqlx::query_scalar!(
            "select exists (select from jobs where kind = 'ingest' and status in ('queued', 'running')) \
             as \"loading!\""
        );
        let is_loading = is_loading.fetch_one(&mut connection).await?;
        if is_loading && waiting < LOAD.max(2 * indexed) {
            return Ok(Tended::Nothing);
        }
        if covered >= 0 && waiting * 4 < indexed {
            let mut taken_in = 0;
            // Not without end: what comes in meanwhile may be so much that a new index is better.
            for _ in 0..=waiting / AT_ONCE {
                let taken = sqlx::query_file!("sql/take_in_vectors.sql", covered, AT_ONCE)
                    .execute(&mut connection)
                    .await?;
                taken_in += taken.rows_affected();
            }
            return Ok(Tended::TakenIn(taken_in));
        }
        let begun = std::time::Instant::now();
        self.build_index(indexed + waiting, &mut connection).await?;
        self.tidy_indexes(&mut connection).await?;
        Ok(Tended::Built(begun.elapsed()))
    }

    /// Writes down what the newest index that is whole covers, and drops all others. Gives the batch, and how many vectors
    /// are in it, nearly.
    async fn tidy_indexes(&self, connection: &mut PgConnection) -> Result<(i32, i64)> {
        let mut known = sqlx::query_as!(
            Known,
            "select c.relname as \"name!\", i.indisvalid as \"is_valid!\", \
             greatest(c.reltuples, 0)::bigint as \"vectors!\" \
             from pg_index i join pg_class c on c.oid = i.indexrelid \
             where i.indrelid = 'rag_chunks'::regclass and c.relname ~ '^rag_chunks_(vectors|translations)_[0-9]+$'",
        )
        .fetch_all(&mut *connection)
        .await?;
        let whole =
            |batch: i32| known.iter().filter(|index| index.is_valid && index.batch() == batch).count() == 2;
        let covered = known.iter().map(Known::batch).filter(|batch| whole(*batch)).max().unwrap_or(-1);
        let vectors = known
            .iter()
            .find(|index| index.batch() == covered && index.is_of_passages())
            .map_or(0, |index| index.vectors);
        known.retain(|index| index.batch() != covered || covered < 0);
        sqlx::query!("update vector_index set covered = $1 where covered <> $1", covered)
            .execute(&mut *connection)
            .await?;
        for old in known {
            let drop = format!("drop index concurrently if exists {}", old.name);
            sqlx::query(AssertSqlSafe(drop)).execute(&mut *connection).await?;
        }
        Ok((covered, vectors))
    }

    /// Builds an index over all batches so far, of about so many vectors.
    async fn build_index(&self, vectors: i64, connection: &mut PgConnection) -> Result<()> {
        let batch = sqlx::query_scalar!(
            "update vector_index set entering = entering + 1 returning entering - 1 as \"batch!\""
        );
        let batch = batch.fetch_one(&mut *connection).await?;
        sqlx::query!(
            "select set_config('maintenance_work_mem', \
             least($1, greatest(setting::bigint, $2))::text || 'kB', false) as memory \
             from pg_settings where name = 'maintenance_work_mem'",
            vectors.saturating_mul(KIB_EACH).max(LEAST_KIB),
            MOST_KIB,
        )
        .fetch_one(&mut *connection)
        .await?;
        for (prefix, column) in Known::KINDS {
            let name = format!("{prefix}{batch}");
            let build = format!(
                "create index concurrently {name} on rag_chunks using hnsw ({column} halfvec_cosine_ops) \
                 with (m = 16, ef_construction = 64) where vector_batch <= {batch}"
            );
            Self::build_one(&name, build, connection).await?;
        }
        Ok(())
    }

    async fn build_one(name: &str, build: String, connection: &mut PgConnection) -> Result<()> {
        let done = sqlx::query(AssertSqlSafe(build.clone())).execute(&mut *connection).await;
        if let Err(fault) = done {
            // Several processes that build it share memory, of which a container may have little.
            tracing::info!(%fault, "the index over vectors is built by one process");
            sqlx::query!("select set_config('max_parallel_maintenance_workers', '0', false) as workers")
                .fetch_one(&mut *connection)
                .await?;
            sqlx::query(AssertSqlSafe(format!("drop index if exists {name}")))
                .execute(&mut *connection)
                .await?;
            sqlx::query(AssertSqlSafe(build)).execute(&mut *connection).await?;
        }
        Ok(())
    }
}
