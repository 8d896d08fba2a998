//! Links by which anybody reads one draft or one answer: given out, listed, taken back. What they lead to is [`super::shared`]'s.

use axum::Extension;
use axum::extract::Path;
use axum::http::{HeaderName, StatusCode, header};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;
use time::{Duration, OffsetDateTime};
use uuid::Uuid;

use super::auth::Subject;
use super::input::Whole;
use super::problem;
use super::routes::{Created, NOT_FOUND, Routes, delete, get, post};
use super::timestamp::Timestamp;
use super::{AppState, Error, Json, Query, Result, State};
use stet_access::Secret;
use stet_store::Scope::{Read, Write};
use stet_store::Shared;

/// Longest life of a link, in days.
const MAX_DAYS: i64 = 3650;

pub(super) fn routes() -> Routes {
    Routes::of([
        get("/api/shares", list, "listShares", "shares", Read)
            .says("Links that lead to a draft or an answer, without their keys", "공유 링크 목록")
            .answers("The latest first; those that have expired as well."),
        post("/api/shares", create, "createShare", "shares", Write)
            .says("Make a link by which anybody reads a draft or an answer", "초안이나 답변의 공유 링크 만들기")
            .about(
                "Whoever has the link reads it without a key: the text as it is then, the verdicts on its sentences, the \
                 passages that it cites, of a draft the comments; nothing else of the workspace. It is told once.",
            )
            .audit("share.create")
            .example(json!({ "draftId": "0190a1b2-0000-7000-8000-000000000001", "expiresInDays": 7 }))
            .answers("With the link.")
            .refuses(&[NOT_FOUND]),
        delete("/api/shares/{id}", remove, "deleteShare", "shares", Write)
            .says("Take a link back", "공유 링크 거두기")
            .audit("share.delete")
            .answers("It leads nowhere any more.")
            .refuses(&[NOT_FOUND]),
    ])
}

/// A link, without its key.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct Share {
    /// By which it is asked for.
    id: Uuid,
    /// The draft that it leads to.
    draft_id: Option<Uuid>,
    /// The answer that it leads to.
    message_id: Option<Uuid>,
    /// Who gave it out, as they were called then.
    author: String,
    /// When it was made.
    created_at: Timestamp,
    /// When it ends; null: never.
    expires_at: Option<Timestamp>,
}

impl From<stet_store::Share> for Share {
    fn from(share: stet_store::Share) -> Self {
        Self {
            id: share.id,
            draft_id: share.draft_id,
            message_id: share.message_id,
            author: share.author,
            created_at: Timestamp(share.created_at),
            expires_at: share.expires_at.map(Timestamp),
        }
    }
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Of {
    /// Only those that lead to this draft.
    draft: Option<Uuid>,
    /// Only those that lead to this answer.
    message: Option<Uuid>,
}

#[derive(Debug, Serialize, JsonSchema)]
struct ShareList {
    /// The links; none tells its key.
    shares: Vec<Share>,
}

async fn list(State(state): State<AppState>, Query(of): Query<Of>) -> Result<axum::Json<ShareList>> {
    let what = of.draft.map(Shared::Draft).or(of.message.map(Shared::Answer));
    let shares = state.store().shares(what).await?;
    Ok(axum::Json(ShareList { shares: shares.into_iter().map(Share::from).collect() }))
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct NewShare {
    /// The draft that it is to lead to.
    draft_id: Option<Uuid>,
    /// The answer that it is to lead to.
    message_id: Option<Uuid>,
    /// Left out: it does not end.
    expires_in_days: Option<Whole<1, MAX_DAYS>>,
}

#[derive(Debug, Serialize, JsonSchema)]
struct ToldShare {
    #[serde(flatten)]
    about: Share,
    /// What stands behind the address of the page; it is not told again. The key is behind `#`, where no server and no log sees it.
    #[schemars(example = &"/#/shared/6f1c…")]
    link: String,
}

type Told = (Extension<Subject>, [(HeaderName, &'static str); 1], Created<ToldShare>);

async fn create(State(state): State<AppState>, Json(body): Json<NewShare>) -> Result<Told> {
    let (what, missing) = match (body.draft_id, body.message_id) {
        (Some(id), None) => (Shared::Draft(id), problem::no_draft(id)),
        (None, Some(id)) => (Shared::Answer(id), problem::no_message(id)),
        _ => return Err(problem::nothing_to_share()),
    };
    let secret = Secret::link().map_err(|fault| Error::internal(&fault))?;
    let at = OffsetDateTime::now_utc();
    let until = body.expires_in_days.map(|days| at + Duration::days(days.0));
    let share = state.store().insert_share(Uuid::now_v7(), what, &secret.hash(), (at, until)).await?;
    let share = share.ok_or(missing)?;
    let subject = Subject(format!("{} ({what:?})", share.id));
    let told = ToldShare { about: share.into(), link: format!("/#/shared/{}", secret.text()) };
    Ok((Extension(subject), [(header::CACHE_CONTROL, "no-store")], Created(told)))
}

async fn remove(State(state): State<AppState>, Path(id): Path<String>) -> Result<StatusCode> {
    let known = id.parse().map_err(|_| problem::no_share(&id))?;
    if state.store().delete_share(known).await? {
        Ok(StatusCode::NO_CONTENT)
    } else {
        Err(problem::no_share(&id))
    }
}
