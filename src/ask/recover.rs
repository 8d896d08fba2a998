//! After a crash: answers that were being written are ended with what their log holds.

use time::OffsetDateTime;

use super::Asker;
use super::event::{Event, Status};
use crate::store::{MessageStatus, StoreError};

/// An answer whose log has not grown for this long has no one writing it. Logs grow with each sentence, and a model
/// may be silent for `idle_seconds` at most; on a shared database another node may still be at work.
const ABANDONED_AFTER: time::Duration = time::Duration::minutes(5);

impl Asker {
    /// Ends abandoned answers as interrupted and says how many there were. With `alone`, no other process can be
    /// writing, so every open answer is abandoned.
    ///
    /// # Errors
    /// The store failed.
    pub async fn recover(&self, alone: bool) -> Result<usize, StoreError> {
        let now = OffsetDateTime::now_utc();
        let before = if alone { now } else { now - ABANDONED_AFTER };
        let abandoned = self.store.abandoned_messages(before).await?;
        for &(workspace, message) in &abandoned {
            let store = self.store.in_workspace(workspace);
            let events = store.events_after(message, -1).await?;
            let text =
                replayed_text(events.into_iter().filter_map(|row| serde_json::from_value(row.part).ok()));
            let metadata = serde_json::json!({
                "status": Status::Interrupted, "verified": false, "badge": "unverified",
            });
            store.finish_message(message, MessageStatus::Interrupted, &text, &metadata, now).await?;
        }
        Ok(abandoned.len())
    }
}

/// The text that a reader of these events had.
fn replayed_text(events: impl Iterator<Item = Event>) -> String {
    let mut text = String::new();
    for event in events {
        match event {
            Event::Text { delta, .. } => text.push_str(&delta),
            Event::Edit { edit, .. } if text.get(edit.span.start..edit.span.end).is_some() => {
                text.replace_range(edit.span.start..edit.span.end, &edit.replacement);
            }
            Event::Superseded { .. } => text.clear(),
            _ => {}
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::answer::Edit;
    use crate::domain::span::Span;

    #[test]
    fn a_log_gives_the_text_back() {
        let text = |delta: &str| Event::Text { text_id: "t1".into(), delta: delta.into() };
        let edit = Edit { seq: 1, span: Span::new(1, 3), replacement: "X".into(), reason: String::new() };
        let events = [text("abc"), Event::Edit { text_id: "t1".into(), edit: Box::new(edit) }, text("d")];
        assert_eq!(replayed_text(events.into_iter()), "aXd");
    }
}
