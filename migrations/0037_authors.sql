-- Who wrote what: the name as it was then, which outlives the key or person that has the id. None: nobody noted it before this.
alter table conversations add column author text;
alter table messages add column author text, add column author_id uuid;
alter table drafts add column author text, add column author_id uuid;
alter table draft_revisions add column author text, add column author_id uuid;
alter table draft_comments add column author_id uuid;
alter table patch_decisions add column decided_by_id uuid;

-- Reading changes nothing from now on; asking, in conversations of one's own, is a scope of itself. Keys and people that could read could
-- ask, and still can.
alter table api_keys drop constraint api_keys_scope_check,
    add constraint api_keys_scope_check check (scope in ('read', 'ask', 'write', 'admin'));
alter table people drop constraint people_scope_check,
    add constraint people_scope_check check (scope in ('read', 'ask', 'write', 'admin'));
update api_keys set scope = 'ask' where scope = 'read';
update people set scope = 'ask' where scope = 'read';
