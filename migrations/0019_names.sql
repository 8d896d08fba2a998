-- What a document is called, as a question says it: its title, and its file's name without the ending, in small letters and
-- without blanks, dots and hyphens. The index finds those that begin with three letters of a question.
alter table rag_documents add column called text[] generated always as (array[
    lower(regexp_replace(title, '[\s·ㆍ․・,-]', '', 'g')),
    lower(regexp_replace(regexp_replace(file_name, '\.[^.]*$', ''), '[\s·ㆍ․・,-]', '', 'g'))
]) stored;
create index rag_documents_called on rag_documents using gin ((array[left(called[1], 3), left(called[2], 3)]));

-- Files of one name of which no place is known are versions of one source. Until versions were counted (0014) each was a
-- source of its own, and all of them were searched.
create temporary table one_source as
select id, first_value(source_id) over named as source_id, row_number() over named as version
from rag_documents d
where not exists (
    select from rag_documents o where o.source_id = d.source_id and o.path is not null
)
and (select count(distinct o.source_id) from rag_documents o
    where o.workspace_id = d.workspace_id and o.file_name = d.file_name
    and not exists (select from rag_documents p where p.source_id = o.source_id and p.path is not null)) > 1
window named as (partition by workspace_id, file_name order by created_at, id);
-- No number of a version is taken twice on the way.
update rag_documents d set source_id = n.source_id, version = n.version + 1000000
from one_source n where n.id = d.id;
update rag_documents d set version = n.version from one_source n where n.id = d.id;

-- The newest that is ready is searched.
create temporary table outdated as
select d.id, d.workspace_id from rag_documents d join one_source using (id)
where d.status = 'ready' and exists (
    select from rag_documents newer
    where newer.source_id = d.source_id and newer.version > d.version and newer.status = 'ready'
);
update rag_terms r set chunks = greatest(r.chunks - gone.chunks, 0)
from (
    select c.workspace_id, t.lexeme as term, count(*)::int as chunks
    from rag_chunks c join outdated o on o.id = c.document_id cross join lateral unnest(c.search_vector) t
    group by c.workspace_id, t.lexeme
) gone
where r.workspace_id = gone.workspace_id and r.term = gone.term;
update rag_documents d set status = 'superseded' from outdated o where o.id = d.id;
update rag_chunks c set embedding = null, embedding_space = null, search_vector = '' from outdated o where o.id = c.document_id;
update regulation_versions v set version = v.version + 1 where v.workspace_id in (select workspace_id from outdated);
drop table outdated;
drop table one_source;
