-- Pages that are pictures: those of which the text was recognised, and those that nothing has read.
alter table rag_documents
    add column recognised_pages integer[] not null default '{}',
    add column unread_pages integer[] not null default '{}';
