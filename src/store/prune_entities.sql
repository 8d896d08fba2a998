-- Of the entities $2 those that no passage and no relation speaks of any more go; of the others the passages are counted.
with said as (
    select e.id, (select count(*) from graph_evidence g where g.entity_id = e.id)::integer as passages
    from graph_entities e
    where e.workspace_id = $1 and e.id = any($2)
), gone as (
    delete from graph_entities e using said
    where e.id = said.id and said.passages = 0
        and not exists (select from graph_relations r where r.source_id = e.id)
        and not exists (select from graph_relations r where r.target_id = e.id)
    returning e.id
)
update graph_entities e set passages = said.passages
from said
where e.id = said.id and e.passages <> said.passages and said.id not in (select id from gone)
