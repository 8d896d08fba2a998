//! Articles of regulations, for click-through and for content inclusion.

use futures::FutureExt as _;
use sqlx::PgConnection;
use uuid::Uuid;

use super::{Result, Store, clean, clean_json};

/// An article as it stands in its regulation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Article {
    pub id: Uuid,
    pub document_id: Uuid,
    /// Place among the document's articles, from 0.
    pub ordinal: i32,
    pub regulation: String,
    /// 제12조의2 is number 12, branch 2; branch 0 is the article itself.
    pub number: i32,
    pub branch: i32,
    /// Whether it stands in the supplementary provisions (부칙), which count from 1 again.
    pub supplementary: bool,
    pub title: Option<String>,
    /// 편, 장, 절 above the article, outermost first.
    pub chapter_path: Vec<String>,
    pub content: String,
    pub page: Option<i32>,
    /// The chunk in which the article starts.
    pub chunk_id: Option<Uuid>,
}

/// A regulation's name as it is looked up: without white space and quotes.
#[must_use]
pub(crate) fn regulation_key(name: &str) -> String {
    name.chars().filter(|c| !c.is_whitespace() && !"「」『』<>《》〈〉\"'“”‘’".contains(*c)).collect()
}

impl Store {
    /// Replaces the articles of a document.
    ///
    /// # Errors
    /// The statement failed; then the old ones are still there.
    pub async fn set_articles(&self, document: Uuid, articles: &[Article]) -> Result<()> {
        let mut tx = self.pool.begin().await?;
        self.lock_document(document, &mut tx).await?;
        let old = sqlx::query!(
            "delete from regulation_articles where workspace_id = $1 and document_id = $2",
            self.workspace,
            document,
        )
        .execute(&mut *tx)
        .await?;
        for batch in articles.chunks(1000) {
            let ids: Vec<Uuid> = batch.iter().map(|a| a.id).collect();
            let ordinals: Vec<i32> = batch.iter().map(|a| a.ordinal).collect();
            let names: Vec<String> = batch.iter().map(|a| clean(&a.regulation).into_owned()).collect();
            let keys: Vec<String> = names.iter().map(|name| regulation_key(name)).collect();
            let numbers: Vec<i32> = batch.iter().map(|a| a.number).collect();
            let branches: Vec<i32> = batch.iter().map(|a| a.branch).collect();
            let supplementary: Vec<bool> = batch.iter().map(|a| a.supplementary).collect();
            let titles: Vec<Option<String>> =
                batch.iter().map(|a| a.title.as_deref().map(|t| clean(t).into_owned())).collect();
            let chapters: Vec<serde_json::Value> =
                batch.iter().map(|a| clean_json(&serde_json::Value::from(a.chapter_path.clone()))).collect();
            let contents: Vec<String> = batch.iter().map(|a| clean(&a.content).into_owned()).collect();
            let pages: Vec<Option<i32>> = batch.iter().map(|a| a.page).collect();
            let chunk_ids: Vec<Option<Uuid>> = batch.iter().map(|a| a.chunk_id).collect();
            sqlx::query_file!(
                "sql/insert_articles.sql",
                self.workspace,
                document,
                &ids,
                &ordinals,
                &names,
                &keys,
                &numbers,
                &branches,
                &supplementary,
                &titles as _,
                &chapters,
                &contents,
                &pages as _,
                &chunk_ids as _,
            )
            .execute(&mut *tx)
            .await?;
        }
        self.correct_articles(document, &mut tx).await?;
        if old.rows_affected() > 0 || !articles.is_empty() {
            self.bump_regulations(&mut tx).await?;
        }
        tx.commit().await?;
        Ok(())
    }

    /// Tells every process that keeps an index of the articles to read them again. The last statement of its
    /// transaction, so that none waits for another while it holds the row.
    pub(super) async fn bump_regulations(&self, connection: &mut PgConnection) -> Result<()> {
        sqlx::query_file!("sql/bump_regulations.sql", self.workspace).execute(connection).await?;
        Ok(())
    }

    /// Whether any of the documents has articles.
    pub(super) async fn has_articles(
        &self,
        documents: &[Uuid],
        connection: &mut PgConnection,
    ) -> Result<bool> {
        let has = sqlx::query_file_scalar!("sql/has_articles.sql", self.workspace, documents)
            .fetch_one(connection)
            .await?;
        Ok(has)
    }

    /// Grows with every change to the articles of ready documents; 0 before the first. What is read after the
    /// version is at least as new as it.
    ///
    /// # Errors
    /// The statement failed.
    pub async fn regulations_version(&self) -> Result<i64> {
        let version = sqlx::query_scalar!(
            "select version from regulation_versions where workspace_id = $1",
            self.workspace
        )
        .fetch_optional(&self.pool)
        .await?;
        Ok(version.unwrap_or(0))
    }

    /// The articles of a regulation under one number, main provisions first, newest document first.
    ///
    /// # Errors
    /// The statement failed.
    pub async fn articles(&self, regulation: &str, number: i32, branch: i32) -> Result<Vec<Article>> {
        let articles = sqlx::query_as!(
            Article,
            "select a.id, a.document_id, a.ordinal, a.regulation, a.number, a.branch, a.supplementary, a.title, \
             a.chapter_path, coalesce(a.corrected, a.content) as \"content!\", a.page, a.chunk_id \
             from regulation_articles a join rag_documents d on d.id = a.document_id and d.status = 'ready' \
             where a.workspace_id = $1 and a.regulation_key = $2 and a.number = $3 and a.branch = $4 \
             order by a.supplementary, d.created_at desc, a.ordinal",
            self.workspace,
            regulation_key(&clean(regulation)),
            number,
            branch,
        )
        .fetch_all(&self.pool)
        .await?;
        Ok(articles)
    }

    /// Every article of the given documents (of all when `documents` is empty), in order, the newest document
    /// first, for an index that resolves references.
    ///
    /// # Errors
    /// The statement failed.
    pub async fn all_articles(&self, documents: &[Uuid]) -> Result<Vec<Article>> {
        self.read(move |store| async move { store.articles_of(documents).await }.boxed()).await
    }

    async fn articles_of(&self, documents: &[Uuid]) -> Result<Vec<Article>> {
        let articles = sqlx::query_as!(
            Article,
            "select a.id, a.document_id, a.ordinal, a.regulation, a.number, a.branch, a.supplementary, a.title, \
             a.chapter_path, coalesce(a.corrected, a.content) as \"content!\", a.page, a.chunk_id \
             from regulation_articles a join rag_documents d on d.id = a.document_id and d.status = 'ready' \
             where a.workspace_id = $1 and (cardinality($2::uuid[]) = 0 or a.document_id = any($2)) \
             order by d.created_at desc, a.document_id, a.ordinal",
            self.workspace,
            documents,
        )
        .fetch_all(&self.pool)
        .await?;
        Ok(articles)
    }

    /// File and page of these articles.
    ///
    /// # Errors
    /// The statement failed.
    pub async fn article_places(&self, articles: &[Uuid]) -> Result<Vec<(Uuid, String, Option<i32>)>> {
        let rows = sqlx::query!(
            "select a.id, d.file_name, a.page from regulation_articles a join rag_documents d on d.id = a.document_id \
             where a.workspace_id = $1 and a.id = any($2)",
            self.workspace,
            articles,
        )
        .fetch_all(&self.pool)
        .await?;
        Ok(rows.into_iter().map(|row| (row.id, row.file_name, row.page)).collect())
    }

    /// The names of the regulations that are stored, with the number of their articles.
    ///
    /// # Errors
    /// The statement failed.
    pub async fn regulations(&self) -> Result<Vec<(String, i64)>> {
        let rows = sqlx::query!(
            "select a.regulation, count(*) as \"articles!\" \
             from regulation_articles a join rag_documents d on d.id = a.document_id and d.status = 'ready' \
             where a.workspace_id = $1 and not a.supplementary group by a.regulation order by a.regulation",
            self.workspace,
        )
        .fetch_all(&self.pool)
        .await?;
        Ok(rows.into_iter().map(|row| (row.regulation, row.articles)).collect())
    }
}
