//! The stored regulations of a workspace, kept until a document comes or goes.

use std::collections::HashMap;
use std::sync::Arc;

use tokio::sync::RwLock;
use uuid::Uuid;

use stet_marks::statute::{ArticleNo, Entry, RegulationIndex, is_repealed, normalised_name};
use stet_store::{Article, Store, StoreError};

/// Regulations of the store, by which references are resolved.
pub type Regulations = Arc<RegulationIndex<String>>;

/// The version that they were read at, and they; `None` when there are none.
type Known = (i64, Option<Regulations>);

/// Those of a workspace, once they were asked for.
#[derive(Debug, Clone, Default)]
pub(crate) struct Kept(Arc<RwLock<Option<Known>>>);

impl Kept {
    /// The regulations, at least as new as a version. Read again only where they are older; answers that begin meanwhile wait for one
    /// reading.
    pub(crate) async fn since(&self, version: i64, store: &Store) -> Result<Option<Regulations>, StoreError> {
        // There never was one.
        if version == 0 {
            return Ok(None);
        }
        let known = |kept: &Option<Known>| match kept {
            Some((known, index)) if *known >= version => Some(index.clone()),
            _ => None,
        };
        if let Some(index) = known(&*self.0.read().await) {
            return Ok(index);
        }
        let mut kept = self.0.write().await;
        if let Some(index) = known(&kept) {
            return Ok(index);
        }
        let rows = store.all_articles(&[]).await?;
        let accepted = store.accepted_references().await?;
        let index = (!rows.is_empty())
            .then(|| Arc::new(index(rows).accepting(accepted.iter().map(|one| one.words.as_str()))));
        *kept = Some((version, index.clone()));
        Ok(index)
    }
}

/// The stored articles, the newest document first, as an index that resolves references. Of an article in several
/// editions the newest counts, also when that one repeals it; supplementary provisions add up.
fn index(articles: Vec<Article>) -> RegulationIndex<String> {
    let mut editions: HashMap<(String, i32, i32), Uuid> = HashMap::new();
    let newest = articles.into_iter().filter(|article| {
        let key = (normalised_name(&article.regulation), article.number, article.branch);
        article.supplementary || *editions.entry(key).or_insert(article.document_id) == article.document_id
    });
    RegulationIndex::new(newest.map(|article| Entry {
        number: ArticleNo::new(
            article.number.unsigned_abs(),
            (article.branch > 0).then(|| article.branch.unsigned_abs()),
        ),
        deleted: is_repealed(&article.content),
        path: article.chapter_path,
        supplementary: article.supplementary,
        regulation: article.regulation,
        title: article.title,
        text: article.content,
        id: article.id.to_string(),
    }))
}
