-- Each way by its own index: a condition with both would be looked for through the whole workspace.
select e.id, e.key, e.words, e.name, e.kind, e.description, e.passage_count as passages
from (
    select id from graph_entities where workspace_id = $1 and key = any($2)
    union
    select id from graph_entities where workspace_id = $1 and aliases && $2
) named
join graph_entities e on e.id = named.id
order by e.key
limit 100
