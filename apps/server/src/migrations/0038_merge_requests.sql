-- The wish to merge a branch into what it was made from.
create table merge_requests (
  id uuid primary key default gen_random_uuid(),
  -- Null once the branch is deleted: what was merged stays part of the target's history.
  branch_ref text references projects (ref) on delete set null,
  branch_name text not null,
  target_ref text not null references projects (ref) on delete cascade,
  title text not null,
  description text not null,
  status text not null default 'open',
  tables jsonb not null,
  includes_files boolean not null,
  -- Edited SQL; null for what a comparison finds.
  sql text,
  -- Decisions by object, and by table and key.
  schema_decisions jsonb not null default '{}',
  row_decisions jsonb not null default '{}',
  -- Grows with each change of what would be merged, so that a review or rehearsal of something else does not count.
  revision integer not null default 1,
  rehearsal jsonb,
  -- The schemas that were rehearsed.
  rehearsed_fingerprint text,
  failure text,
  -- The transaction on the target that merges, stored before it commits: a server that was killed asks PostgreSQL how it
  -- ended.
  merging_xid text,
  merging_by text,
  created_by text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  merged_at timestamptz
);
create unique index merge_requests_open on merge_requests (branch_ref) where status in ('open', 'merging');
create index merge_requests_target on merge_requests (target_ref, created_at);

create table merge_request_events (
  id bigint generated always as identity primary key,
  request_id uuid not null references merge_requests (id) on delete cascade,
  kind text not null,
  -- The revision that it is about.
  revision integer not null,
  -- Whether it counts as an approval by somebody who may give one.
  approves boolean not null default false,
  made_by text,
  text text,
  at timestamptz not null default now()
);
create index merge_request_events_request on merge_request_events (request_id, id);
