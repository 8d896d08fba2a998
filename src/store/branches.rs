//! Branches of a conversation: what was asked in the place of another question, and what answered a question anew, stand beside each
//! other, and one of them is shown. See `sql/begin_answer.sql` for how they come about.

use std::collections::{HashMap, HashSet};

use uuid::Uuid;

use super::conversations::{Message, MessageStatus, Role};
use super::{Result, Store, clean};

/// A message where it stands in its conversation.
#[derive(Debug, Clone, PartialEq)]
pub struct Placed {
    pub message: Message,
    /// What it stands behind; none of what a conversation begins with.
    pub parent: Option<Uuid>,
    /// What stands in its place, itself among them, the oldest first.
    pub siblings: Vec<Uuid>,
}

impl Placed {
    /// Which of its siblings it is, from 1.
    #[must_use]
    pub fn index(&self) -> usize {
        self.siblings.iter().take_while(|id| **id != self.message.id).count() + 1
    }
}

/// What came of showing a branch.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Showing {
    Shown,
    /// An answer is open in the conversation: it is the one that is shown until it ends.
    Busy,
    /// There is no such message in it.
    Unknown,
}

impl Store {
    /// The messages of the branch of a conversation that is shown, or all of them; the oldest first.
    ///
    /// # Errors
    /// The statement failed.
    pub async fn placed(&self, conversation: Uuid, all: bool) -> Result<Vec<Placed>> {
        let rows = sqlx::query_file!("sql/placed_messages.sql", self.workspace, conversation, all)
            .fetch_all(&self.pool)
            .await?;
        let placed = rows.into_iter().map(|row| Placed {
            message: Message {
                id: row.id,
                conversation_id: row.conversation_id,
                client_id: row.client_id,
                role: row.role,
                status: row.status,
                text: row.text,
                metadata: row.metadata,
                author: row.author,
                author_id: row.author_id,
                created_at: row.created_at,
                updated_at: row.updated_at,
            },
            parent: row.parent,
            siblings: row.siblings,
        });
        Ok(placed.collect())
    }

    /// Shows the branch of a message, as far as it goes where it was written last. One that is shown already stays as it is. A
    /// conversation that begins with another question then is called as `title` makes of that.
    ///
    /// # Errors
    /// A statement failed.
    pub async fn show(&self, chat: &str, message: Uuid, title: fn(&str) -> String) -> Result<Showing> {
        let mut work = self.pool.begin().await?;
        // Whoever would begin an answer there waits.
        let known = sqlx::query!(
            "select id, head from conversations where workspace_id = $1 and client_id = $2 for update",
            self.workspace,
            &*clean(chat),
        )
        .fetch_optional(&mut *work)
        .await?;
        let Some(known) = known else { return Ok(Showing::Unknown) };
        let rows = sqlx::query!(
            "select id, parent, status = 'streaming' as \"open!\" from messages \
             where workspace_id = $1 and conversation_id = $2 order by created_at, id",
            self.workspace,
            known.id,
        )
        .fetch_all(&mut *work)
        .await?;
        let parents: HashMap<Uuid, Option<Uuid>> = rows.iter().map(|row| (row.id, row.parent)).collect();
        let path = |from: Option<Uuid>| {
            std::iter::successors(from, |id| parents.get(id).copied().flatten()).take(rows.len())
        };
        if !parents.contains_key(&message) {
            return Ok(Showing::Unknown);
        }
        if path(known.head).any(|id| id == message) {
            return Ok(Showing::Shown);
        }
        if rows.iter().any(|row| row.open) {
            return Ok(Showing::Busy);
        }
        // What stands behind another was written later.
        let mut under = HashSet::from([message]);
        let mut head = message;
        for row in &rows {
            if row.parent.is_some_and(|parent| under.contains(&parent)) {
                under.insert(row.id);
                head = row.id;
            }
        }
        let begins = path(Some(head)).last().filter(|first| path(known.head).last() != Some(*first));
        let begins = sqlx::query_scalar!(
            "select text from messages where workspace_id = $1 and id = $2",
            self.workspace,
            begins,
        )
        .fetch_optional(&mut *work)
        .await?;
        sqlx::query!(
            "update conversations set head = $3, title = coalesce($4, title) where workspace_id = $1 and id = $2",
            self.workspace,
            known.id,
            head,
            begins.map(|text| title(&text)),
        )
        .execute(&mut *work)
        .await?;
        work.commit().await?;
        Ok(Showing::Shown)
    }
}
