create table notifications (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users on delete cascade,
  name text not null,
  -- while set, the same thing happening again renews this row; taken away when the row is archived
  key text,
  status text not null default 'new' check (status in ('new', 'seen', 'archived')),
  priority text not null check (priority in ('Critical', 'Warning', 'Info')),
  title text not null,
  message text not null,
  actions jsonb not null,
  organization_id uuid,
  project_ref text references projects on delete cascade,
  occurrences integer not null default 1,
  inserted_at timestamptz not null default now(),
  archived_at timestamptz,
  unique (user_id, key),
  -- who leaves an organization keeps nothing that tells of it
  foreign key (organization_id, user_id) references members on delete cascade
);
-- One for each list and one for the summary, so that neither depends on how many rows the others have.
create index notifications_inbox on notifications (user_id, inserted_at desc, id) where status <> 'archived';
create index notifications_archive on notifications (user_id, inserted_at desc, id) where status = 'archived';
create index notifications_unread on notifications (user_id, priority) where status = 'new';
-- For the end of the archive's retention, and for what is deleted with a membership or a project.
create index notifications_archived on notifications (archived_at) where status = 'archived';
create index notifications_member on notifications (organization_id, user_id);
create index notifications_project on notifications (project_ref);

-- Browsers that somebody signed in with before, each by the cookie it keeps.
create table known_devices (
  user_id uuid not null references users on delete cascade,
  token_hash bytea not null,
  last_used_at timestamptz not null default now(),
  primary key (user_id, token_hash)
);
create index known_devices_token on known_devices (token_hash);
