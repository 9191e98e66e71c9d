-- Backups of projects. A row exists from the request on, so that a restarted server finds what to finish.
create table backups (
  id text primary key,
  ref text not null references projects (ref) on delete cascade,
  -- The folder in the store: one for each history of the data. A restore begins a new one.
  archive text not null,
  name text,
  is_scheduled boolean not null,
  status text not null default 'RUNNING',
  error text,
  kind text,
  -- The backup that an incremental one changes.
  base text,
  size_bytes double precision,
  -- What its files take once they are restored.
  data_bytes double precision,
  timeline integer,
  start_lsn text,
  ended_at timestamptz,
  verified_at timestamptz,
  restore_seconds double precision,
  verification jsonb,
  inserted_at timestamptz not null default now()
);
create index backups_ref on backups (ref, inserted_at);

create table backup_settings (
  ref text primary key references projects (ref) on delete cascade,
  archive text not null,
  -- Whether the write-ahead log is kept, so that every moment can be restored.
  keeps_log boolean not null default false
);

create table restores (
  id text primary key,
  -- The project whose data it becomes.
  ref text not null references projects (ref) on delete cascade,
  -- The project that was backed up; it may be gone.
  source_ref text not null,
  backup text not null,
  archive text not null,
  recovery_time timestamptz,
  -- The instance that is restored into, and has the data from before afterwards; null when it is the project's own.
  instance text,
  -- The archive of the data from before.
  previous_archive text,
  status text not null default 'PREPARING',
  error text,
  seconds double precision,
  created_at timestamptz not null default now()
);
create index restores_ref on restores (ref, created_at);
-- One at a time.
create unique index restores_open on restores (ref) where status not in ('CONFIRMED', 'UNDONE', 'FAILED');
