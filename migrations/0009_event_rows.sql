-- The log of an answer grows by one row a turn, not by one row an event: `parts` holds [number, part] pairs, and `seq` is
-- the number of the last of them. A message's log goes with its message, so the workspace needs no key of its own.
alter table message_events drop constraint message_events_workspace_id_fkey;
alter table message_events alter column part type json using json_build_array(json_build_array(seq, part));
alter table message_events rename column part to parts;
-- A row of a busy second has a few kilobytes: it stays in its place as it is, and is not compressed between tokens.
alter table message_events set (toast_tuple_target = 8160);
