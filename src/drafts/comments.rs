//! Comments at words of a draft: written, answered, and moved with the text.
//!
//! Owns what a comment may be and where it stands after a change. Leaves how words are followed to
//! [`stet_patch::anchor`].

use time::OffsetDateTime;
use uuid::Uuid;

use super::{DraftError, load};
use stet_host::apart::apart;
use stet_patch::anchor::Anchor;
use stet_patch::rebase;
use stet_store::{Comment, CommentPlace, NewComment, OpenDraft, Store, Wanted, clean};
use stet_text::span::{Span, Utf16Map};

/// Longest comment, in characters.
pub const MAX_BODY: usize = 10_000;

/// Whether a comment can be stored as it is.
fn check(body: &str) -> Result<(), DraftError> {
    let sayable = !clean(body).trim().is_empty() && body.chars().count() <= MAX_BODY;
    sayable.then_some(()).ok_or(DraftError::Unsayable)
}

/// Says something about the words of a draft between two UTF-16 offsets.
///
/// # Errors
/// A stale revision, no words there, an unusable text, no such draft, a fault of the store.
pub async fn add(
    store: &Store,
    draft: Uuid,
    base: i64,
    (start, end): (usize, usize),
    body: &str,
) -> Result<Uuid, DraftError> {
    check(body)?;
    let open = opened(store, draft, base).await?;
    let map = Utf16Map::new(&open.state.draft.text);
    let range = map.to_byte(start).zip(map.to_byte(end)).filter(|(start, end)| start < end);
    let (start, end) = range.ok_or(DraftError::NoWords)?;
    put(open, Span::new(start, end), body, (store.who(), OffsetDateTime::now_utc())).await
}

/// [`add`] for somebody else, who said it earlier about these bytes of a draft.
///
/// # Errors
/// As those of [`add`].
pub(crate) async fn add_by(
    store: &Store,
    draft: Uuid,
    base: i64,
    range: Span,
    body: &str,
    by: (&str, OffsetDateTime),
) -> Result<Uuid, DraftError> {
    check(body)?;
    put(opened(store, draft, base).await?, range, body, by).await
}

/// The draft, as long as it is as its writer knows it.
async fn opened(store: &Store, draft: Uuid, base: i64) -> Result<OpenDraft, DraftError> {
    let open = store.open_draft_with(draft, Wanted::Ids(&[])).await?.ok_or(DraftError::NotFound)?;
    if open.state.draft.revision != base {
        drop(open);
        return Err(DraftError::Stale(Box::new(load(store, draft).await?)));
    }
    Ok(open)
}

async fn put(
    open: OpenDraft,
    range: Span,
    body: &str,
    (author, at): (&str, OffsetDateTime),
) -> Result<Uuid, DraftError> {
    let anchor = Anchor::new(&open.state.draft.text, range).ok_or(DraftError::NoWords)?;
    let id = Uuid::now_v7();
    open.comment(&NewComment { id, parent_id: None, author, body, at }, &place(anchor)).await?;
    Ok(id)
}

/// Answers the first comment of a thread.
///
/// # Errors
/// An unusable text, no such draft or thread, a fault of the store.
pub async fn reply(store: &Store, draft: Uuid, thread: Uuid, body: &str) -> Result<Uuid, DraftError> {
    check(body)?;
    let mut open = store.open_draft_with(draft, Wanted::Ids(&[])).await?.ok_or(DraftError::NotFound)?;
    let known = open.comments().await?;
    if !known.iter().any(|comment| comment.id == thread && comment.parent_id.is_none()) {
        return Err(DraftError::NoComment(thread.to_string()));
    }
    let (id, at) = (Uuid::now_v7(), OffsetDateTime::now_utc());
    let nowhere = CommentPlace {
        start_offset: 0,
        end_offset: 0,
        gone: false,
        quote: String::new(),
        words: String::new(),
        words_before: String::new(),
        words_after: String::new(),
    };
    open.comment(&NewComment { id, parent_id: Some(thread), author: store.who(), body, at }, &nowhere)
        .await?;
    Ok(id)
}

/// Changes what a comment says, or whether its thread is settled.
///
/// # Errors
/// An unusable text, no such comment, a fault of the store.
pub async fn set(
    store: &Store,
    draft: Uuid,
    id: Uuid,
    body: Option<&str>,
    resolved: Option<bool>,
) -> Result<(), DraftError> {
    body.map_or(Ok(()), check)?;
    let set = store.set_comment(draft, id, body, resolved, OffsetDateTime::now_utc()).await?;
    set.then_some(()).ok_or_else(|| DraftError::NoComment(id.to_string()))
}

/// Moves the comments of a draft to where their words stand in the text that is written next.
pub(super) async fn follow(open: &mut OpenDraft, text: &str) -> Result<(), DraftError> {
    let threads = open.comments().await?.into_iter().filter(|comment| comment.parent_id.is_none());
    let anchors: Vec<(Uuid, Anchor)> = threads.map(|comment| (comment.id, anchor(comment))).collect();
    if anchors.is_empty() {
        return Ok(());
    }
    let (old, new) = (open.state.draft.text.clone(), text.to_owned());
    let places = apart(move || {
        let edits = rebase::edits(&old, &new);
        let moved = anchors.iter().map(|(id, anchor)| (*id, place(anchor.moved(&old, &new, &edits))));
        moved.collect::<Vec<_>>()
    })
    .await;
    Ok(open.move_comments(&places).await?)
}

fn place(anchor: Anchor) -> CommentPlace {
    let offset = |at: usize| i64::try_from(at).unwrap_or(i64::MAX);
    CommentPlace {
        start_offset: offset(anchor.range.start),
        end_offset: offset(anchor.range.end),
        gone: anchor.gone,
        quote: anchor.quote,
        words: anchor.words,
        words_before: anchor.before,
        words_after: anchor.after,
    }
}

fn anchor(comment: Comment) -> Anchor {
    let CommentPlace { start_offset, end_offset, gone, quote, words, words_before, words_after } =
        comment.place;
    let offset = |at: i64| usize::try_from(at).unwrap_or_default();
    let range = Span::new(offset(start_offset), offset(end_offset));
    Anchor { range, gone, quote, words, before: words_before, after: words_after }
}
