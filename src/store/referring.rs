//! Which passages refer to a regulation or an article: read from the graph, since their words tell little of what is asked.

use uuid::Uuid;

use super::chunks::ChunkRow;
use super::{Filter, Result, Store};

/// References of one entity that are looked at.
const WIDTH: i64 = 1_000;

impl Store {
    /// The passages that refer to these entities or to articles of theirs, those that refer to most of them first and at most `limit`;
    /// of a regulation those outside it, of an article those outside its regulation before the others.
    ///
    /// # Errors
    /// The statement failed.
    pub async fn referring(&self, entities: &[Uuid], filter: &Filter, limit: i64) -> Result<Vec<ChunkRow>> {
        let [caption, entity] = filter.held();
        let ids = sqlx::query_file_scalar!(
            "sql/referring.sql",
            self.workspace,
            &filter.document_ids,
            &filter.pages,
            &filter.categories,
            &filter.chunk_types,
            &filter.language_names(),
            filter.from,
            filter.to,
            entities,
            WIDTH,
            limit,
            caption,
            entity,
            &filter.paths(),
        )
        .fetch_all(&self.pool)
        .await?;
        let mut rows = self.chunk_rows(&ids, &self.pool).await?;
        // One that was deleted meanwhile is none.
        Ok(ids.iter().filter_map(|id| rows.remove(id)).collect())
    }
}
