-- What a version of a source was read without: a list of codes with what each speaks of. Of versions from before nobody noted it.
alter table rag_documents add column left_out jsonb not null default '[]';
