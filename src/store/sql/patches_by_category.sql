select
    named.category as "category!",
    count(p.id) as "proposed!",
    count(p.id) filter (where p.status = 'pending') as "pending!",
    count(p.id) filter (where p.status = 'accepted') as "accepted!",
    count(p.id) filter (where p.status = 'rejected') as "rejected!",
    count(p.id) filter (where p.status = 'conflict') as "conflict!",
    count(p.id) filter (where p.status = 'superseded') as "superseded!"
from unnest(array['CORE', 'EXPRESSION', 'DETAIL']) with ordinality as named (category, place)
left join patches p on p.category = named.category and p.workspace_id = $1 and p.created_at >= $2
group by named.category, named.place
order by named.place
