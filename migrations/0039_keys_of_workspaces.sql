-- What hangs on a document goes with it, and the document with its workspace: the passages, pages and articles of a document need no
-- key of their own to the workspace, which was looked up once more for each row that came in.
alter table rag_chunks drop constraint rag_chunks_workspace_id_fkey;
alter table document_pages drop constraint document_pages_workspace_id_fkey;
alter table regulation_articles drop constraint regulation_articles_workspace_id_fkey;

-- The counts of terms, some ten thousand rows of a document, go with the workspace. Whoever writes them holds a document of it, so that
-- the workspace cannot go before they are done; what they have written is seen here, since the keys (whose triggers have names in capital
-- letters, which come first) have taken the documents away before.
alter table rag_terms drop constraint rag_terms_workspace_id_fkey;
create function forget_terms() returns trigger language plpgsql as $$
begin
    delete from rag_terms where workspace_id = old.id;
    return null;
end $$;
create trigger terms_go_with_their_workspace after delete on workspaces for each row execute function forget_terms();
