-- The first time that a project's database had a table, rows, and row level security. Never sent anywhere.
create table first_steps (
  ref text not null references projects (ref) on delete cascade,
  event text not null,
  -- The table in which it was found, as it was named then.
  schema_name text not null,
  table_name text not null,
  found_at timestamptz not null default now(),
  primary key (ref, event)
);
