-- Backups of the platform's own database. What is in the store counts; these rows are what is known about it.
create table installation_backups (
  id text primary key,
  kind text not null,
  -- The full backup that an incremental one changes.
  base text,
  size_bytes double precision not null,
  ended_at timestamptz not null,
  verified_at timestamptz,
  restore_seconds double precision,
  problem text
);

-- Projects whose files are copied to where the backups are; also deleted ones, until their copies are removed.
create table copied_files (
  ref text primary key,
  files double precision not null,
  copied_at timestamptz not null
);

-- Copies of files that the storage no longer has, and since when. They stay for some days, in case that the storage is lost.
create table missing_files (
  ref text not null,
  key text not null,
  since timestamptz not null default now(),
  primary key (ref, key)
);

-- When the owner last confirmed to have a copy of the key file.
alter table installation add column key_confirmed_at timestamptz;
