-- The rarer a term among the entities that have any, the more it tells; counted by the caller. Short names first where as much is shared.
select e.id, e.key, e.words, e.name, e.kind, e.description,
    e.passage_count as passages
from (
    select e.*, cardinality(array(select unnest(e.words) intersect select unnest($2::text[]))) as shared
    from graph_entities e
    where e.workspace_id = $1 and e.words && $2
    order by shared desc, cardinality(e.words), e.key
    limit $3
) e
order by e.shared desc, cardinality(e.words), e.key
