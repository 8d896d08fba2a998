-- What is known of an entity already stays, unless it is less than what comes.
insert into graph_entities as e (id, workspace_id, key, name, kind, description, aliases, words)
select n.id, $1, n.key, n.name, n.kind, n.description,
    coalesce(string_to_array(nullif(n.aliases, ''), E'\n'), '{}'), coalesce(string_to_array(nullif(n.words, ''), E'\n'), '{}')
from unnest($2::uuid[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[])
    as n (id, key, name, kind, description, aliases, words)
on conflict (workspace_id, key) do update set
    kind = case when e.kind = $9 then excluded.kind else e.kind end,
    description = case when e.description = '' then excluded.description else e.description end,
    words = array(select distinct unnest(e.words || excluded.words)),
    aliases = array(select distinct unnest(e.aliases || excluded.aliases))
returning id, key
