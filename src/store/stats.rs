//! Sums over stored answers, patches and decisions for the page of charts.
//!
//! Everything is counted from what is stored with the messages (gate.md §5), nothing is kept twice. Days are days of
//! the reader's time zone.

use schemars::JsonSchema;
use serde::Serialize;
use time::{Date, OffsetDateTime};

use super::{Result, Store};

/// One day of answers. Citations are counted as the verification logs have them.
#[derive(Debug, Clone, PartialEq)]
pub struct AnswerDay {
    pub day: Date,
    pub answers: i64,
    pub supported: i64,
    pub unsupported: i64,
    pub uncertain: i64,
    /// Marks that were taken out of the text.
    pub removed: i64,
    pub badge_verified: i64,
    pub badge_partial: i64,
    pub badge_unverified: i64,
    pub badge_no_sources: i64,
}

/// The judged citations of one source file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct SourceVerdicts {
    /// Null when the file was called by different ids, as after it was taken in anew.
    pub document_id: Option<String>,
    /// Name of the file that was sent.
    pub file_name: String,
    /// Claims that their sources support.
    pub supported: i64,
    /// Claims that their sources do not support.
    pub unsupported: i64,
    /// Claims of which it cannot be told.
    pub uncertain: i64,
}

/// Half of the values lie at or under `p50`, 95 of 100 at or under `p95`; milliseconds.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, JsonSchema)]
pub struct Spread {
    /// How many were measured.
    pub count: i64,
    /// Milliseconds.
    pub p50: f64,
    /// Milliseconds.
    pub p95: f64,
}

/// How long answers took.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, JsonSchema)]
#[schemars(inline)]
pub struct Latency {
    /// From the question to the first word.
    #[serde(rename = "firstTokenMs")]
    pub first_token: Option<Spread>,
    /// From the end of a sentence to its verdict by words: the slowest of each answer.
    #[serde(rename = "verdictMs")]
    pub verdict: Option<Spread>,
    /// From the question to the end.
    #[serde(rename = "totalMs")]
    pub total: Option<Spread>,
}

/// What became of the references to regulations in answers.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub struct ReferenceSums {
    /// Shown, and leading to an article.
    pub found: i64,
    /// Of these, completed or put right by Stet.
    pub put: i64,
    /// Shown without an article.
    pub incomplete: i64,
    /// Not shown as they stood: they led nowhere, to a repealed article, or to one that does not say it.
    pub unknown: i64,
    pub repealed: i64,
    pub unsupported: i64,
}

/// What became of the patches of one category.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct PatchCounts {
    /// Whether the content changes, the words, or the form.
    #[schemars(extend("enum" = ["CORE", "EXPRESSION", "DETAIL"]))]
    pub category: String,
    /// All patches.
    pub proposed: i64,
    /// Not decided yet.
    pub pending: i64,
    /// Taken over.
    pub accepted: i64,
    /// Refused.
    pub rejected: i64,
    /// Their words were changed since.
    pub conflict: i64,
    /// Replaced by a later revision.
    pub superseded: i64,
}

impl Store {
    /// Whether the database knows the time zone `zone` (an IANA name).
    ///
    /// # Errors
    /// The statement failed.
    pub async fn knows_time_zone(&self, zone: &str) -> Result<bool> {
        let known = sqlx::query_scalar!(
            r#"select exists (select 1 from pg_timezone_names where lower(name) = lower($1)) as "known!""#,
            zone,
        )
        .fetch_one(&self.pool)
        .await?;
        Ok(known)
    }

    /// The answers written since `from`, a row for each day that has any, oldest first.
    ///
    /// # Errors
    /// The statement failed, or `zone` is no time zone.
    pub async fn answers_by_day(&self, from: OffsetDateTime, zone: &str) -> Result<Vec<AnswerDay>> {
        let days = sqlx::query_file_as!(AnswerDay, "sql/answers_by_day.sql", self.workspace, from, zone)
            .fetch_all(&self.pool)
            .await?;
        Ok(days)
    }

    /// The judged citations since `from` by source file, the most cited first.
    ///
    /// # Errors
    /// The statement failed.
    pub async fn verdicts_by_source(&self, from: OffsetDateTime, most: i64) -> Result<Vec<SourceVerdicts>> {
        let sources =
            sqlx::query_file_as!(SourceVerdicts, "sql/verdicts_by_source.sql", self.workspace, from, most)
                .fetch_all(&self.pool)
                .await?;
        Ok(sources)
    }

    /// What became of the references to regulations in the answers since `from`.
    ///
    /// # Errors
    /// The statement failed.
    pub async fn references(&self, from: OffsetDateTime) -> Result<ReferenceSums> {
        let sums = sqlx::query_file_as!(ReferenceSums, "sql/references.sql", self.workspace, from)
            .fetch_one(&self.pool)
            .await?;
        Ok(sums)
    }

    /// How long the answers since `from` took.
    ///
    /// # Errors
    /// The statement failed.
    pub async fn latency(&self, from: OffsetDateTime) -> Result<Latency> {
        let row = sqlx::query_file!("sql/latency.sql", self.workspace, from).fetch_one(&self.pool).await?;
        let spread = |count, p50: Option<f64>, p95: Option<f64>| Some(Spread { count, p50: p50?, p95: p95? });
        Ok(Latency {
            first_token: spread(row.first_count, row.first_p50, row.first_p95),
            verdict: spread(row.verdict_count, row.verdict_p50, row.verdict_p95),
            total: spread(row.total_count, row.total_p50, row.total_p95),
        })
    }

    /// What became of the patches proposed since `from`, by category in the order of risk.
    ///
    /// # Errors
    /// The statement failed.
    pub async fn patches_by_category(&self, from: OffsetDateTime) -> Result<Vec<PatchCounts>> {
        let counts = sqlx::query_file_as!(PatchCounts, "sql/patches_by_category.sql", self.workspace, from)
            .fetch_all(&self.pool)
            .await?;
        Ok(counts)
    }
}
