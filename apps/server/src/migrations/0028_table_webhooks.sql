-- Webhooks of tables. Which table and which events is known from the trigger in the project's database.
create table table_webhooks (
  id uuid primary key,
  ref text not null references projects (ref) on delete cascade,
  name text not null,
  sealed_url bytea not null,
  -- A JSON object of header names and values.
  sealed_headers bytea not null,
  sealed_secret bytea not null,
  is_enabled boolean not null default true,
  created_at timestamptz not null default now()
);
create index table_webhooks_ref on table_webhooks (ref, created_at, id);

-- When a sleeping project must be woken, because events wait for their next attempt.
create table webhook_wakes (
  ref text primary key references projects (ref) on delete cascade,
  wake_at timestamptz not null
);
