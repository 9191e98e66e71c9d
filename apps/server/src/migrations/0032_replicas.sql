-- Read replicas of projects. A row exists from the request until nothing of the replica is left.
create table replicas (
  -- Also the id of its instance.
  identifier text primary key,
  ref text not null references projects (ref) on delete cascade,
  region text not null,
  status text not null,
  -- The last step of setting it up that was reached, and when each was.
  step text not null default 'requested',
  reached jsonb not null,
  error text,
  created_at timestamptz not null default now()
);
create index replicas_ref on replicas (ref, created_at);
