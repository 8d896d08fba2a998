-- The themes that share the most of the terms $2, of these the largest first.
select t.id, t.title, t.entities, t.words, t.summed_up
from (
    select t.*, cardinality(array(select unnest(t.words) intersect select unnest($2::text[]))) as shared
    from graph_themes t
    where t.workspace_id = $1 and t.words && $2
) t
order by t.shared desc, t.entities desc, t.key
limit $3 offset $4
