-- What a file itself calls its pages (`iii`, `A-2`), in their order, where that is not their number.
alter table rag_documents add column page_labels text[] not null default '{}';
