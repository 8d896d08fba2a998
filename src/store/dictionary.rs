//! What a writer does not want to hear of again: words of the workspace's dictionary, and findings that were set aside.

use time::OffsetDateTime;
use uuid::Uuid;

use super::{Result, Store, clean};

/// A finding that was set aside.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IgnoredFinding {
    pub id: Uuid,
    /// `None`: in every text.
    pub draft_id: Option<Uuid>,
    pub rule_id: String,
    /// `None`: whatever the rule finds.
    pub words: Option<String>,
    pub created_at: OffsetDateTime,
}

impl Store {
    /// Words of the dictionary, in order, with when they came in.
    ///
    /// # Errors
    /// The statement failed.
    pub async fn dictionary(&self) -> Result<Vec<(String, OffsetDateTime)>> {
        let rows = sqlx::query!(
            "select word, created_at from dictionary_words where workspace_id = $1 order by lower(word), word",
            self.workspace,
        )
        .fetch_all(&self.pool)
        .await?;
        Ok(rows.into_iter().map(|row| (row.word, row.created_at)).collect())
    }

    /// Takes words in; those that are there stay.
    ///
    /// # Errors
    /// The statement failed.
    pub async fn add_words(&self, words: &[String], at: OffsetDateTime) -> Result<()> {
        let words: Vec<String> = words.iter().map(|word| clean(word).trim().to_owned()).collect();
        sqlx::query!(
            "insert into dictionary_words (workspace_id, word, created_at) \
             select $1, word, $3 from unnest($2::text[]) as w (word) where word <> '' on conflict do nothing",
            self.workspace,
            &words,
            at,
        )
        .execute(&self.pool)
        .await?;
        Ok(())
    }

    /// Takes a word out. Whether it was there.
    ///
    /// # Errors
    /// The statement failed.
    pub async fn forget_word(&self, word: &str) -> Result<bool> {
        let word = clean(word);
        let gone = sqlx::query!(
            "delete from dictionary_words where workspace_id = $1 and word = $2",
            self.workspace,
            word.trim(),
        )
        .execute(&self.pool)
        .await?;
        Ok(gone.rows_affected() > 0)
    }

    /// Findings that were set aside, the newest first: those of every text, and of a draft where one is named, or of all drafts.
    ///
    /// # Errors
    /// The statement failed.
    pub async fn ignored_findings(&self, draft: Option<Uuid>, all: bool) -> Result<Vec<IgnoredFinding>> {
        let rows = sqlx::query_as!(
            IgnoredFinding,
            "select id, draft_id, rule_id, words, created_at from ignored_findings \
             where workspace_id = $1 and (draft_id is null or draft_id = $2 or $3) order by created_at desc, id",
            self.workspace,
            draft,
            all,
        )
        .fetch_all(&self.pool)
        .await?;
        Ok(rows)
    }

    /// Sets a finding aside, in a draft or in every text; the id under which it is, be it from before. `None`: there is no such
    /// draft.
    ///
    /// # Errors
    /// The statement failed.
    pub async fn ignore_finding(
        &self,
        draft: Option<Uuid>,
        rule: &str,
        words: Option<&str>,
        at: OffsetDateTime,
    ) -> Result<Option<Uuid>> {
        let (rule, words) = (clean(rule), words.map(clean));
        let id = sqlx::query_scalar!(
            "insert into ignored_findings (id, workspace_id, draft_id, rule_id, words, created_at) \
             select $1, $2, $3, $4, $5, $6 \
             where $3::uuid is null or exists (select from drafts where workspace_id = $2 and id = $3) \
             on conflict on constraint ignored_findings_once do update set rule_id = excluded.rule_id returning id",
            Uuid::now_v7(),
            self.workspace,
            draft,
            &*rule,
            words.as_deref(),
            at,
        )
        .fetch_optional(&self.pool)
        .await?;
        Ok(id)
    }

    /// Lets a finding be told again. Whether it was set aside.
    ///
    /// # Errors
    /// The statement failed.
    pub async fn heed_finding(&self, id: Uuid) -> Result<bool> {
        let gone = sqlx::query!(
            "delete from ignored_findings where workspace_id = $1 and id = $2",
            self.workspace,
            id,
        )
        .execute(&self.pool)
        .await?;
        Ok(gone.rows_affected() > 0)
    }
}
