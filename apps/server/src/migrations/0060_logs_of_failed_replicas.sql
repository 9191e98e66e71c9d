-- The end of the log of a replica whose set-up failed. Its data is removed then, and its log with it.
alter table replicas add column failed_log jsonb not null default '[]';
