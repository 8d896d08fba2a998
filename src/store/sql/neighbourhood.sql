-- The entities that hang together with those of $2, but for those of $5: the most said first, articles of a regulation last. Of each
-- only so many relations ($3) of a kind are looked at in either direction, in the order of the index, and of what says them only a few.
select n.id as "id!"
from (
    select other as id, bool_and(label = 'part_of') as part, sum(said) as said
    from (
        select r.other, r.label,
            (select count(*) from (select from graph_evidence g where g.relation_id = r.id limit 20) s) as said
        from unnest($2::uuid[]) as f (id)
        cross join unnest(array['refers_to', 'defines', 'speaks_of', 'with', 'part_of']) as l (label)
        cross join lateral (
            (select id, label, target_id as other from graph_relations
                where source_id = f.id and label = l.label order by id limit $3)
            union all
            (select id, label, source_id from graph_relations
                where target_id = f.id and label = l.label order by id limit $3)
        ) r
        where r.other <> all($5::uuid[])
    ) r
    group by other
) n
join graph_entities e on e.id = n.id
where e.workspace_id = $1
order by n.part, n.said desc, e.key
limit $4
