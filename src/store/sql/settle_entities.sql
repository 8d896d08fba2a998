-- Of the entities $2 those that no passage and no relation speaks of any more go; of the others the passages are counted, and what one
-- of them says is told: what is told stays where it still stands in some passage.
with said as (
    select e.id, e.name, (select count(*) from graph_evidence g where g.entity_id = e.id)::integer as passages,
        case when exists (
            select from graph_evidence g where g.entity_id = e.id and g.description = e.description)
        then e.description
        else coalesce((
            select g.description from graph_evidence g
            where g.entity_id = e.id and g.description is not null order by g.chunk_id limit 1), '')
        end as description
    from graph_entities e
    where e.workspace_id = $1 and e.id = any($2)
), gone as (
    delete from graph_entities e using said
    where e.id = said.id and said.passages = 0
        and not exists (select from graph_relations r where r.source_id = e.id)
        and not exists (select from graph_relations r where r.target_id = e.id)
    returning e.id
)
update graph_entities e set passage_count = said.passages, description = said.description
from said join graph_entities old on old.id = said.id
where e.id = said.id and said.id not in (select id from gone)
    and (e.passage_count <> said.passages or e.description <> said.description)
returning e.id, e.name, e.description, old.description <> said.description as "retold!"
