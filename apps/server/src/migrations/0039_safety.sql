-- Bytes of files that no row of a project or its branches refers to, and that backups may. They are deleted once every backup
-- that is kept began later.
create table storage_unused (
  ref text not null references projects (ref) on delete cascade,
  version text not null,
  since timestamptz not null default now(),
  primary key (ref, version)
);
