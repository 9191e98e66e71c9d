-- Saves of the table editor whose answer may be lost: which transaction each was, so that a repeated save is not run again.
create table row_saves (
  ref text not null references projects (ref) on delete cascade,
  id uuid not null,
  -- SHA-256 of what was to be saved: another list of changes is not the same save.
  fingerprint bytea not null,
  -- The transaction in the project's database, which knows whether it was committed.
  transaction text not null,
  -- One for each change, in order: null when it was not saved, else what identifies the row now, or an empty list.
  rows jsonb not null,
  saved_at timestamptz not null default now(),
  primary key (ref, id)
);
create index row_saves_saved_at on row_saves (saved_at);
