-- Changes of databases that run outside a transaction, such as building an index. A row exists while one runs, so that the
-- server after a killed one knows that it was interrupted.
create table outside_changes (
  id uuid primary key,
  ref text not null references projects (ref) on delete cascade,
  made_by text not null,
  role text,
  statements jsonb not null,
  started_at timestamptz not null
);
