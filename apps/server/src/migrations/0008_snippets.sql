create table snippet_folders (
  id uuid primary key default gen_random_uuid(),
  project_ref text not null references projects on delete cascade,
  organization_id uuid not null,
  owner_id uuid not null,
  name text not null,
  -- who leaves an organization takes along what is theirs
  foreign key (organization_id, owner_id) references members on delete cascade
);
create unique index snippet_folders_name on snippet_folders (project_ref, owner_id, lower(name));
create index snippet_folders_owner on snippet_folders (organization_id, owner_id);

create table snippets (
  id uuid primary key,
  project_ref text not null references projects on delete cascade,
  organization_id uuid not null,
  owner_id uuid not null,
  -- what is moved into a folder while that is deleted must not go with it
  folder_id uuid references snippet_folders on delete set null,
  name text not null,
  description text not null default '',
  visibility text not null default 'user' check (visibility in ('user', 'project')),
  revision integer not null default 1,
  -- in milliseconds, so that a cursor made of the answer finds its place again
  inserted_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  check (visibility = 'user' or folder_id is null),
  foreign key (organization_id, owner_id) references members on delete cascade
);
-- One for each list and order of the navigation, so that a page never depends on how many others there are.
create index snippets_private_created on snippets (project_ref, owner_id, inserted_at, id)
  where visibility = 'user' and folder_id is null;
create index snippets_private_name on snippets (project_ref, owner_id, lower(name), id)
  where visibility = 'user' and folder_id is null;
create index snippets_shared_created on snippets (project_ref, inserted_at, id) where visibility = 'project';
create index snippets_shared_name on snippets (project_ref, lower(name), id) where visibility = 'project';
create index snippets_folder on snippets (folder_id);
create index snippets_owner on snippets (organization_id, owner_id);

-- Apart from what lists show, so that these never read a text.
create table snippet_contents (
  snippet_id uuid primary key references snippets on delete cascade,
  sql text not null,
  digest bytea not null,
  chart jsonb,
  saved_by uuid references users on delete set null,
  saved_at timestamptz not null default now(),
  -- what the last save called itself
  save_id uuid,
  -- when an earlier text was kept last
  kept_at timestamptz not null default now()
);

create table snippet_revisions (
  snippet_id uuid not null references snippets on delete cascade,
  revision integer not null,
  sql text not null,
  saved_by uuid references users on delete set null,
  saved_at timestamptz not null,
  primary key (snippet_id, revision)
);

create table snippet_favorites (
  user_id uuid not null references users on delete cascade,
  snippet_id uuid not null references snippets on delete cascade,
  primary key (user_id, snippet_id)
);
create index snippet_favorites_snippet on snippet_favorites (snippet_id);

-- Every SQL text that was run.
create table query_runs (
  id uuid primary key default gen_random_uuid(),
  project_ref text not null references projects on delete cascade,
  -- kept when the person is gone
  started_by text not null,
  role text not null,
  database text not null,
  sql text not null,
  is_cut boolean not null,
  started_at timestamptz(3) not null,
  duration_ms double precision not null,
  row_count bigint,
  outcome text not null check (outcome in ('done', 'failed', 'cancelled')),
  error text,
  sqlstate text
);
create index query_runs_newest on query_runs (project_ref, started_at desc, id desc);
create index query_runs_age on query_runs (started_at);
