-- Where in a passage its other pages begin: byte of the content and page, in turn. A passage of one page has none.
alter table rag_chunks add column page_starts integer[] not null default '{}';
