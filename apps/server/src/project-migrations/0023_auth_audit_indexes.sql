-- The audit log of users is searched by user, address and action, newest first.
create index audit_log_entries_by_actor on auth.audit_log_entries ((payload ->> 'actor_id'), created_at desc, id desc);
create index audit_log_entries_by_name on auth.audit_log_entries ((lower(payload ->> 'actor_username')), created_at desc, id desc);
create index audit_log_entries_by_action on auth.audit_log_entries ((payload ->> 'action'), created_at desc, id desc);
