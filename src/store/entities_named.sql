select e.id, e.key, e.words, e.name, e.kind, e.description,
    e.passages
from graph_entities e
where e.workspace_id = $1 and (e.key = any($2) or e.aliases && $2)
order by e.key
limit 100
