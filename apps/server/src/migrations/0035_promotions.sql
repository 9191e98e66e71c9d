-- Read replicas that become something else: a branch, or the database of their project.
alter table branches
  -- The replica whose data it takes over; null once it has.
  add column from_replica text;

alter table replicas
  -- Its data is that of a primary whose place it took: fenced, and never served again.
  add column is_former_primary boolean not null default false;

-- A replica that takes the place of a primary that cannot start. Each step is written before what follows it.
create table fail_overs (
  id uuid primary key,
  ref text not null references projects (ref) on delete cascade,
  identifier text not null,
  step text not null default 'requested',
  created_at timestamptz not null default now(),
  ended_at timestamptz
);
create unique index fail_overs_open on fail_overs (ref) where ended_at is null;
