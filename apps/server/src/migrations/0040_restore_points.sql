-- Places in the log of a database that it can be returned to by name.
create table restore_points (
  id text primary key,
  ref text not null references projects (ref) on delete cascade,
  archive text not null,
  name text not null,
  reason text not null,
  lsn text not null,
  made_at timestamptz not null
);
create index restore_points_ref on restore_points (ref, made_at);
-- Recovery ends before this position, rather than at a time.
alter table restores add column before_lsn text;
