-- How long a receiver may take to respond.
alter table table_webhooks add timeout_seconds integer not null default 10;

-- Why the SQL of a change cannot make it again: what the trigger of a webhook sends to is not in the database.
alter table changes drop constraint changes_missing_check;
alter table changes add constraint changes_missing_check
  check (missing in ('secrets', 'end', 'rows', 'destination'));

-- When a sleeping project must be woken, because its SQL has asked for HTTP requests that were not sent yet.
create table http_request_wakes (
  ref text primary key references projects (ref) on delete cascade,
  wake_at timestamptz not null
);
