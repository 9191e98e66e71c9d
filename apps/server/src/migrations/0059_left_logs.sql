-- Whether a database may still keep its log, and wait for it with each commit, although that has been switched off: it slept, or
-- the server was killed. Earlier versions did not note that, so each one is looked at once more.
alter table backup_settings add column may_keep_log boolean not null default false;
update backup_settings set may_keep_log = true where not keeps_log;
