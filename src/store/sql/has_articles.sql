select exists (
    select from regulation_articles where workspace_id = $1 and document_id = any($2)
) as "exists!"
