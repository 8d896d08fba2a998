//! Comments beside a draft as they are sent: bytes become UTF-16 code units here.

use schemars::JsonSchema;
use serde::Serialize;
use uuid::Uuid;

use super::super::timestamp::Timestamp;
use super::author;
use stet_store::Draft;
use stet_text::span::Utf16Map;

/// What somebody said.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct CommentReply {
    /// By which it is asked for.
    id: Uuid,
    /// As decidedBy of a decision.
    pub author: String,
    /// Their key or person; null where nobody had one or it was not noted.
    author_id: Option<Uuid>,
    /// What is said.
    pub body: String,
    /// When it was made.
    pub created_at: Timestamp,
    /// When it was changed last.
    updated_at: Timestamp,
}

/// A thread at words of a draft: what was said first, and what answers it.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Comment {
    #[serde(flatten)]
    pub said: CommentReply,
    /// When the thread was settled.
    pub resolved_at: Option<Timestamp>,
    /// The words that it was written about.
    pub quote: String,
    /// The words that stand there now; null when they are gone.
    present: Option<String>,
    /// What became of the words.
    pub state: Words,
    /// UTF-16 offset in the text of the revision; where the words stood, when they are gone.
    pub start: usize,
    /// End of the place, exclusive, in UTF-16 code units.
    pub end: usize,
    /// Answers to it.
    pub replies: Vec<CommentReply>,
}

#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(inline)]
pub(crate) enum Words {
    Kept,
    Changed,
    Gone,
}

/// The threads of a draft in the order of its text, each with its answers.
pub(crate) fn threads(draft: &Draft, comments: Vec<stet_store::Comment>) -> Vec<Comment> {
    let map = Utf16Map::new(&draft.text);
    let mut threads: Vec<Comment> = Vec::new();
    // Every thread is followed by what answers it.
    for comment in comments {
        if comment.parent_id.is_none() {
            threads.push(thread(&map, comment));
        } else if let Some(thread) = threads.last_mut() {
            thread.replies.push(said(&comment));
        }
    }
    threads
}

fn said(comment: &stet_store::Comment) -> CommentReply {
    CommentReply {
        id: comment.id,
        author: comment.author.clone(),
        author_id: author(comment.author_id),
        body: comment.body.clone(),
        created_at: Timestamp(comment.created_at),
        updated_at: Timestamp(comment.updated_at),
    }
}

fn thread(map: &Utf16Map<'_>, comment: stet_store::Comment) -> Comment {
    let said = said(&comment);
    let place = comment.place;
    let at = |offset: i64| map.to_utf16(usize::try_from(offset).unwrap_or_default());
    let state = match (place.gone, place.words == place.quote) {
        (true, _) => Words::Gone,
        (false, true) => Words::Kept,
        (false, false) => Words::Changed,
    };
    Comment {
        said,
        resolved_at: comment.resolved_at.map(Timestamp),
        quote: place.quote,
        present: (!place.gone).then_some(place.words),
        state,
        start: at(place.start_offset),
        end: at(place.end_offset),
        replies: Vec::new(),
    }
}
