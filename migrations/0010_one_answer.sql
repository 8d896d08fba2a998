-- An answer is claimed by its row: a conversation has one open answer, whichever process writes it. `writer` names the
-- process, so that it knows what it has left open itself; `stopping` is how another process asks it to stop.
update messages as old set status = 'interrupted'
where old.status = 'streaming' and exists (
    select from messages as new
    where new.conversation_id = old.conversation_id and new.status = 'streaming'
        and (new.created_at, new.id) > (old.created_at, old.id)
);
alter table messages add column writer uuid, add column stopping boolean not null default false;
drop index messages_streaming;
create unique index messages_open on messages (conversation_id) where status = 'streaming';
