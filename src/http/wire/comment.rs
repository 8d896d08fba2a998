//! Comments beside a draft as JSON: bytes become UTF-16 code units here.

use serde_json::{Value, json};

use super::super::chats::author;
use super::super::timestamp::timestamp;
use stet_store::{Comment, Draft};
use stet_text::span::Utf16Map;

/// The threads of a draft in the order of its text, each with its answers.
pub(crate) fn threads(draft: &Draft, comments: &[Comment]) -> Vec<Value> {
    let map = Utf16Map::new(&draft.text);
    let mut threads: Vec<Value> = Vec::new();
    // Every thread is followed by what answers it.
    for comment in comments {
        if comment.parent_id.is_none() {
            threads.push(thread(&map, comment));
        } else if let Some(replies) = threads.last_mut().and_then(|thread| thread["replies"].as_array_mut()) {
            replies.push(said(comment));
        }
    }
    threads
}

fn said(comment: &Comment) -> Value {
    json!({
        "id": comment.id, "author": comment.author, "authorId": author(comment.author_id), "body": comment.body,
        "createdAt": timestamp(comment.created_at), "updatedAt": timestamp(comment.updated_at),
    })
}

fn thread(map: &Utf16Map<'_>, comment: &Comment) -> Value {
    let place = &comment.place;
    let at = |offset: i64| map.to_utf16(usize::try_from(offset).unwrap_or_default());
    let state = match (place.gone, place.words == place.quote) {
        (true, _) => "gone",
        (false, true) => "kept",
        (false, false) => "changed",
    };
    let mut value = said(comment);
    value["resolvedAt"] = json!(comment.resolved_at.map(timestamp));
    value["quote"] = json!(place.quote);
    value["present"] = json!((!place.gone).then_some(&place.words));
    value["state"] = json!(state);
    value["start"] = json!(at(place.start_offset));
    value["end"] = json!(at(place.end_offset));
    value["replies"] = json!([]);
    value
}
