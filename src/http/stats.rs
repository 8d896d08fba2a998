//! `GET /api/stats`: how the answers and patches of the last days fared.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use time::{Duration, OffsetDateTime};

use super::input::Whole;
use super::problem;
use super::routes::{Routes, get};
use super::timestamp::Timestamp;
use super::{AppState, Query, Result, State};
use stet_store::Scope::Read;
use stet_store::stats::{self, Latency, PatchCounts, ReferenceSums, SourceVerdicts};

/// How far back the sums go when the request is silent, and at most; days.
const DEFAULT_DAYS: i64 = 30;
const MOST_DAYS: i64 = 366;

/// Most sources that are listed.
const MOST_SOURCES: i64 = 50;

pub(super) fn routes() -> Routes {
    Routes::of([get("/api/stats", stats, "stats", "server", Read)
        .says("How the answers and patches of the last days fared", "최근 답변과 패치의 통계")
        .answers("Sums over what is stored.")])
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Range {
    /// How many days back.
    #[schemars(extend("default" = 30))]
    days: Option<Whole<1, MOST_DAYS>>,
    /// IANA name; days begin at midnight there.
    #[schemars(extend("default" = "UTC"))]
    time_zone: Option<String>,
}

#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct Stats {
    /// From when answers are counted.
    from: Timestamp,
    /// Until when.
    to: Timestamp,
    /// How many days.
    days: i64,
    /// In which days are counted.
    time_zone: String,
    /// Days that have answers, oldest first.
    answers: Vec<AnswerDay>,
    /// Judged citations by file, the most cited first, at most 50.
    sources: Vec<SourceVerdicts>,
    #[schemars(with = "stet_ask::ReferenceCounts")]
    references: ReferenceSums,
    /// How long answers took.
    latency: Latency,
    /// CORE, EXPRESSION, DETAIL.
    patches: Vec<PatchCounts>,
}

async fn stats(State(state): State<AppState>, Query(range): Query<Range>) -> Result<axum::Json<Stats>> {
    let days = range.days.map_or(DEFAULT_DAYS, |days| days.0);
    let store = state.store();
    let zone = range.time_zone.unwrap_or_else(|| "UTC".to_owned());
    if !store.knows_time_zone(&zone).await? {
        return Err(problem::no_time_zone(&zone));
    }
    let to = OffsetDateTime::now_utc();
    let from = to - Duration::days(days);
    Ok(axum::Json(Stats {
        from: Timestamp(from),
        to: Timestamp(to),
        days,
        answers: store.answers_by_day(from, &zone).await?.into_iter().map(AnswerDay::from).collect(),
        sources: store.verdicts_by_source(from, MOST_SOURCES).await?,
        references: store.references(from).await?,
        latency: store.latency(from).await?,
        patches: store.patches_by_category(from).await?,
        time_zone: zone,
    }))
}

#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct AnswerDay {
    /// The day.
    #[schemars(extend("format" = "date"))]
    date: String,
    /// How many answers.
    answers: i64,
    /// Citations that were judged: the sum of the next three.
    judged: i64,
    /// Claims that their sources support.
    supported: i64,
    /// Claims that their sources do not support.
    unsupported: i64,
    /// Claims of which it cannot be told.
    uncertain: i64,
    /// Marks that were taken out of the text.
    removed: i64,
    /// Supported ÷ judged; null when none was judged.
    accuracy_rate: Option<f64>,
    /// How many answers have which badge.
    badges: Badges,
}

#[derive(Debug, Serialize, JsonSchema)]
#[schemars(inline)]
struct Badges {
    /// Answers with this badge.
    verified: i64,
    /// Answers with this badge.
    partial: i64,
    /// Answers with this badge.
    unverified: i64,
    /// Answers with this badge.
    no_sources: i64,
}

impl From<stats::AnswerDay> for AnswerDay {
    #[expect(clippy::cast_precision_loss, reason = "counts of citations are small")]
    fn from(day: stats::AnswerDay) -> Self {
        let judged = day.supported + day.unsupported + day.uncertain;
        Self {
            date: day.day.to_string(),
            answers: day.answers,
            judged,
            supported: day.supported,
            unsupported: day.unsupported,
            uncertain: day.uncertain,
            removed: day.removed,
            accuracy_rate: (judged > 0).then(|| day.supported as f64 / judged as f64),
            badges: Badges {
                verified: day.badge_verified,
                partial: day.badge_partial,
                unverified: day.badge_unverified,
                no_sources: day.badge_no_sources,
            },
        }
    }
}
