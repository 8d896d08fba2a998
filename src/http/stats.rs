//! `GET /api/stats`: how the answers and patches of the last days fared.

use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};
use time::format_description::well_known::Rfc3339;
use time::{Duration, OffsetDateTime};

use super::input::Whole;
use super::problem;
use super::routes::{Routes, get};
use super::{AppState, Error, Query, Result, State};
use stet_store::Scope::Read;
use stet_store::stats::{AnswerDay, Latency, PatchCounts, SourceVerdicts, Spread};

/// How far back the sums go when the request is silent, and at most; days.
const DEFAULT_DAYS: i64 = 30;
const MOST_DAYS: i64 = 366;

/// Most sources that are listed.
const MOST_SOURCES: i64 = 50;

pub(super) fn routes() -> Routes {
    Routes::of([get("/api/stats", stats, "stats", "server", Read)
        .says("How the answers and patches of the last days fared", "최근 답변과 패치의 통계")
        .answers("Sums over what is stored.")
        .gives(200, "Stats")])
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

async fn stats(State(state): State<AppState>, Query(range): Query<Range>) -> Result<axum::Json<Value>> {
    let days = range.days.map_or(DEFAULT_DAYS, |days| days.0);
    let store = state.store();
    let zone = range.time_zone.as_deref().unwrap_or("UTC");
    if !store.knows_time_zone(zone).await? {
        return Err(problem::no_time_zone(zone));
    }
    let to = OffsetDateTime::now_utc();
    let from = to - Duration::days(days);
    let answers = store.answers_by_day(from, zone).await?;
    let sources = store.verdicts_by_source(from, MOST_SOURCES).await?;
    let latency = store.latency(from).await?;
    let references = store.references(from).await?;
    let patches = store.patches_by_category(from).await?;
    Ok(axum::Json(json!({
        "from": from.format(&Rfc3339).map_err(|fault| Error::internal(&fault))?,
        "to": to.format(&Rfc3339).map_err(|fault| Error::internal(&fault))?,
        "days": days,
        "timeZone": zone,
        "answers": answers.iter().map(day).collect::<Vec<_>>(),
        "sources": sources.iter().map(source).collect::<Vec<_>>(),
        "references": {
            "found": references.found, "put": references.put, "incomplete": references.incomplete,
            "unknown": references.unknown, "repealed": references.repealed, "unsupported": references.unsupported,
        },
        "latency": spreads(&latency),
        "patches": patches.iter().map(counts).collect::<Vec<_>>(),
    })))
}

#[expect(clippy::cast_precision_loss, reason = "counts of citations are small")]
fn day(day: &AnswerDay) -> Value {
    let judged = day.supported + day.unsupported + day.uncertain;
    let rate = (judged > 0).then(|| day.supported as f64 / judged as f64);
    json!({
        "date": day.day.to_string(),
        "answers": day.answers,
        "judged": judged,
        "supported": day.supported,
        "unsupported": day.unsupported,
        "uncertain": day.uncertain,
        "removed": day.removed,
        "accuracyRate": rate,
        "badges": {
            "verified": day.badge_verified,
            "partial": day.badge_partial,
            "unverified": day.badge_unverified,
            "no_sources": day.badge_no_sources,
        },
    })
}

fn source(source: &SourceVerdicts) -> Value {
    json!({
        "documentId": source.document_id,
        "fileName": source.file_name,
        "supported": source.supported,
        "unsupported": source.unsupported,
        "uncertain": source.uncertain,
    })
}

fn spreads(latency: &Latency) -> Value {
    let spread = |spread: Option<Spread>| {
        spread.map(|spread| json!({ "count": spread.count, "p50": spread.p50, "p95": spread.p95 }))
    };
    json!({
        "firstTokenMs": spread(latency.first_token),
        "verdictMs": spread(latency.verdict),
        "totalMs": spread(latency.total),
    })
}

fn counts(counts: &PatchCounts) -> Value {
    json!({
        "category": counts.category,
        "proposed": counts.proposed,
        "pending": counts.pending,
        "accepted": counts.accepted,
        "rejected": counts.rejected,
        "conflict": counts.conflict,
        "superseded": counts.superseded,
    })
}
