-- Takes what one of the documents $2 said out of the suggestions that were compared with it.
update patches set patch = patch - 'verdict'
where workspace_id = $1
    and patch #>> '{verdict,evidence,documentId}' = any(array(select d.id::text from unnest($2::uuid[]) as d (id)))
