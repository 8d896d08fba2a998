insert into regulation_versions (workspace_id, version) values ($1, 1)
on conflict (workspace_id) do update set version = regulation_versions.version + 1
