-- The key or the person that began a conversation: whoever may only read may go on with their own. None: nobody had a key, or it was
-- begun before this was noted.
alter table conversations add column begun_by uuid;
