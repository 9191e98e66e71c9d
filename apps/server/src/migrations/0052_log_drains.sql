-- Where the logs of projects are sent.
create table log_drains (
  id uuid primary key,
  ref text not null references projects (ref) on delete cascade,
  name text not null,
  kind text not null,
  -- Address, values of headers, certificate.
  sealed_target bytea not null,
  sources text[] not null,
  is_paused boolean not null default false,
  created_at timestamptz not null default now(),
  delivered bigint not null default 0,
  lost bigint not null default 0,
  refused bigint not null default 0,
  last_delivery_at timestamptz,
  -- All four are null unless the last attempt failed.
  failure text,
  failing_since timestamptz,
  attempts integer,
  next_attempt_at timestamptz
);
create index log_drains_ref on log_drains (ref);

-- The last event of each source that a receiver has confirmed.
create table log_drain_positions (
  drain_id uuid not null references log_drains (id) on delete cascade,
  source text not null,
  position bigint not null,
  primary key (drain_id, source)
);
