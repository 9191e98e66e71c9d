-- Projects whose data is still to be taken from a file that somebody uploaded.
create table portable_imports (
  ref text primary key references projects (ref) on delete cascade,
  -- Its name in the folder of uploads.
  file text not null,
  -- Who owns the saved queries that it contains.
  owner_id uuid not null references users (id) on delete cascade,
  -- Whether only the saved queries and settings are left.
  has_data boolean not null default false
);
