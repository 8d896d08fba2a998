//! Pictures that documents name. Each belongs to one version of one source and goes with it; the only way to one is a passage of
//! that version, so that no name leads to the picture of another source.

use uuid::Uuid;

use super::{Result, Store, clean};

/// A picture as it is taken in, under the name that its document has for it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewPicture {
    pub name: String,
    pub media_type: &'static str,
    pub bytes: Vec<u8>,
}

impl Store {
    /// Stores a picture of a document, in place of one of the same name. `false`: there is no such document.
    ///
    /// # Errors
    /// The statement failed.
    pub async fn put_picture(&self, document: Uuid, picture: &NewPicture) -> Result<bool> {
        let stored = sqlx::query!(
            "insert into document_pictures (document_id, workspace_id, name, media_type, bytes) \
             select id, workspace_id, $3, $4, $5 from rag_documents where workspace_id = $1 and id = $2 \
             on conflict (document_id, name) do update set media_type = excluded.media_type, bytes = excluded.bytes",
            self.workspace,
            document,
            &*clean(&picture.name),
            picture.media_type,
            &picture.bytes,
        )
        .execute(&self.pool)
        .await?;
        Ok(stored.rows_affected() > 0)
    }

    /// Gives a version the pictures that it names and does not have, of the newest version of the same source that has them.
    ///
    /// # Errors
    /// The statement failed.
    pub async fn inherit_pictures(&self, document: Uuid, names: &[String]) -> Result<()> {
        sqlx::query!(
            "insert into document_pictures (document_id, workspace_id, name, media_type, bytes) \
             select distinct on (p.name) d.id, d.workspace_id, p.name, p.media_type, p.bytes \
             from rag_documents d join rag_documents old on old.source_id = d.source_id and old.version < d.version \
             join document_pictures p on p.document_id = old.id and p.name = any($3) \
             where d.workspace_id = $1 and d.id = $2 order by p.name, old.version desc \
             on conflict do nothing",
            self.workspace,
            document,
            names,
        )
        .execute(&self.pool)
        .await?;
        Ok(())
    }

    /// Takes the pictures of a document away.
    ///
    /// # Errors
    /// The statement failed.
    pub async fn clear_pictures(&self, document: Uuid) -> Result<()> {
        sqlx::query!(
            "delete from document_pictures where workspace_id = $1 and document_id = $2",
            self.workspace,
            document,
        )
        .execute(&self.pool)
        .await?;
        Ok(())
    }

    /// The picture of a passage with its media type.
    ///
    /// # Errors
    /// The statement failed.
    pub async fn picture(&self, passage: Uuid) -> Result<Option<(String, Vec<u8>)>> {
        let row = sqlx::query!(
            "select p.media_type, p.bytes from rag_chunks c \
             join document_pictures p on p.document_id = c.document_id and p.name = c.image_path \
             where c.workspace_id = $1 and c.id = $2",
            self.workspace,
            passage,
        )
        .fetch_optional(&self.pool)
        .await?;
        Ok(row.map(|row| (row.media_type, row.bytes)))
    }

    /// The names of pictures that passages of ready documents of any workspace have, with workspace and document, and the hash of
    /// what is there under each.
    ///
    /// # Errors
    /// The statement failed.
    pub async fn named_pictures(&self) -> Result<Vec<(Uuid, Uuid, String, Option<Vec<u8>>)>> {
        let rows = sqlx::query!(
            "select distinct c.workspace_id, c.document_id, c.image_path as \"name!\", sha256(p.bytes) as hash \
             from rag_chunks c join rag_documents d on d.id = c.document_id \
             left join document_pictures p on p.document_id = c.document_id and p.name = c.image_path \
             where c.image_path is not null and length(c.image_path) <= 1000 and d.status in ('ready', 'superseded')",
        )
        .fetch_all(&self.owner)
        .await?;
        Ok(rows.into_iter().map(|row| (row.workspace_id, row.document_id, row.name, row.hash)).collect())
    }
}
