//! Works that drafts cite by key.

use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;
use time::OffsetDateTime;

use super::filter::holding;
use super::{Result, Store, clean, clean_json};

/// A work as it is kept.
#[derive(Debug, Clone, PartialEq)]
pub struct Work {
    pub key: String,
    /// As CSL-JSON.
    pub item: Value,
    pub title: String,
    pub authors: String,
    pub year: Option<i32>,
    pub container: String,
    /// The type in CSL.
    pub kind: String,
    pub updated_at: OffsetDateTime,
}

/// How many works came in with a file.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Taken {
    /// New works.
    pub added: usize,
    /// Works that another of the same key took the place of.
    pub replaced: usize,
    /// Works that were there as they are.
    pub unchanged: usize,
}

impl Store {
    /// Keeps works, each in the place of the one with its key. No key may come twice.
    ///
    /// # Errors
    /// The statement failed; then none is kept.
    pub async fn put_works(&self, works: &[Work], at: OffsetDateTime) -> Result<Taken> {
        let text =
            |of: fn(&Work) -> &str| works.iter().map(|work| clean(of(work)).into_owned()).collect::<Vec<_>>();
        let years: Vec<Option<i32>> = works.iter().map(|work| work.year).collect();
        let items: Vec<Value> = works.iter().map(|work| clean_json(&work.item)).collect();
        let searched: Vec<String> = works.iter().map(words).collect();
        let inserted = sqlx::query_scalar!(
            "insert into works (workspace_id, key, item, title, authors, year, container, kind, words, updated_at) \
             select $1, n.key, n.item, n.title, n.authors, n.year, n.container, n.kind, n.words, $10 \
             from unnest($2::text[], $3::jsonb[], $4::text[], $5::text[], $6::int[], $7::text[], $8::text[], $9::text[]) \
             as n (key, item, title, authors, year, container, kind, words) \
             on conflict (workspace_id, key) do update set item = excluded.item, title = excluded.title, \
             authors = excluded.authors, year = excluded.year, container = excluded.container, kind = excluded.kind, \
             words = excluded.words, updated_at = excluded.updated_at where works.item is distinct from excluded.item \
             returning (xmax = 0) as \"inserted!\"",
            self.workspace,
            &text(|work| &work.key),
            &items,
            &text(|work| &work.title),
            &text(|work| &work.authors),
            &years as &[Option<i32>],
            &text(|work| &work.container),
            &text(|work| &work.kind),
            &searched,
            at,
        )
        .fetch_all(&self.pool)
        .await?;
        let added = inserted.iter().filter(|inserted| **inserted).count();
        Ok(Taken { added, replaced: inserted.len() - added, unchanged: works.len() - inserted.len() })
    }

    /// Works that have every word of a query, by key, and how many there are in all. An empty query finds all.
    ///
    /// # Errors
    /// A statement failed.
    pub async fn works(&self, query: &str, limit: i64, offset: i64) -> Result<(Vec<Work>, i64)> {
        let wanted: Vec<String> = clean(query).to_lowercase().split_whitespace().map(holding).collect();
        let total = sqlx::query_scalar!(
            "select count(*) as \"count!\" from works where workspace_id = $1 and words like all($2)",
            self.workspace,
            &wanted,
        )
        .fetch_one(&self.pool)
        .await?;
        let works = sqlx::query_as!(
            Work,
            "select key, item, title, authors, year, container, kind, updated_at from works \
             where workspace_id = $1 and words like all($2) order by key limit $3 offset $4",
            self.workspace,
            &wanted,
            limit,
            offset,
        )
        .fetch_all(&self.pool)
        .await?;
        Ok((works, total))
    }

    /// The items of works, by their keys. What there is none of is left out.
    ///
    /// # Errors
    /// The statement failed.
    pub async fn works_by_key(&self, keys: &[String]) -> Result<Vec<Value>> {
        let keys: Vec<String> = keys.iter().map(|key| clean(key).into_owned()).collect();
        let items = sqlx::query_scalar!(
            "select item from works where workspace_id = $1 and key = any($2) order by key",
            self.workspace,
            &keys,
        )
        .fetch_all(&self.pool)
        .await?;
        Ok(items)
    }

    /// Deletes a work. Whether there was such a one.
    ///
    /// # Errors
    /// The statement failed.
    pub async fn delete_work(&self, key: &str) -> Result<bool> {
        let deleted = sqlx::query!(
            "delete from works where workspace_id = $1 and key = $2",
            self.workspace,
            &*clean(key)
        )
        .execute(&self.pool)
        .await?;
        Ok(deleted.rows_affected() > 0)
    }
}

/// What of a work is searched.
fn words(work: &Work) -> String {
    let year = work.year.map(|year| year.to_string()).unwrap_or_default();
    let all = [&work.key, &work.authors, &year, &work.title, &work.container]
        .map(|part| clean(part).to_lowercase());
    all.join(" ")
}
