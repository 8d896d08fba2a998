-- Deleting a passage looks for the articles that begin in it, deleting a patch for the decisions on it: one look a row
-- that goes, which without an index reads the whole table each time.
create index regulation_articles_chunk on regulation_articles (chunk_id) where chunk_id is not null;
create index patch_decisions_patch on patch_decisions (patch_id);
