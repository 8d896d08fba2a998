-- Who wrote a document, as its own fields say.
alter table rag_documents add column author text;
