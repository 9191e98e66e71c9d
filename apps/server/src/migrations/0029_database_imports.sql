-- Imports of other databases into projects. The connection string is not stored.
create table database_imports (
  id uuid primary key,
  ref text not null references projects (ref) on delete cascade,
  status text not null,
  phase text not null,
  -- Host, port and name of the source.
  source jsonb not null,
  schemas jsonb not null,
  started_by uuid references users (id) on delete set null,
  started_at timestamptz not null default now(),
  ended_at timestamptz,
  error text,
  -- What was carried over; written before the import is made final.
  report jsonb,
  -- Roles that it has created in the project, which are removed when it does not succeed.
  created_roles jsonb not null default '[]'
);
create index database_imports_ref on database_imports (ref, started_at desc);
-- A project has one import at a time, also after a restart.
create unique index database_imports_running on database_imports (ref) where status = 'running';
