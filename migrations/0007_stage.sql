-- Where the patches of a draft stand in its present text, and which suggestions were rejected. One value beside
-- the text, because one edit moves every place behind it; a row per place would be a write per patch.
alter table drafts add column places jsonb not null default '{}';
comment on column patches.start_offset is 'bytes of the draft''s text at base_revision';
comment on column patches.end_offset is 'bytes of the draft''s text at base_revision';
