-- SQL that members ran to change their projects' databases: by forms, in the SQL editor, by agents and by imports.
create table changes (
  project_ref text not null references projects on delete cascade,
  -- In the order in which the changes ended, which is the order to make them again.
  id bigint generated always as identity,
  kind text not null check (kind in ('schema', 'data')),
  origin text not null,
  sql text not null,
  -- Why the SQL cannot make the change again.
  missing text check (missing in ('secrets', 'end', 'rows')),
  made_by text not null,
  role text not null,
  made_at timestamptz not null,
  duration_ms float8,
  row_count bigint,
  outcome text not null check (outcome in ('done', 'failed', 'cancelled')),
  error text,
  -- The version of the migration that was made of it.
  migration text,
  primary key (project_ref, id)
);
-- For what is too old. It is written about in order of time, so that a few bytes for many rows do.
create index changes_made_at on changes using brin (made_at);
