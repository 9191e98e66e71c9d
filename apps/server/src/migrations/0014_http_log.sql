-- Calls of projects' own APIs. Their number is bounded, and they are deleted when their time is over.
create table http_log (
  project_ref text not null references projects on delete cascade,
  -- in the order in which the calls ended
  id bigint generated always as identity,
  at timestamptz not null,
  method text not null,
  path text not null,
  status smallint not null,
  duration_ms real not null,
  role text,
  response_bytes bigint not null,
  left_out integer not null,
  primary key (project_ref, id)
);
-- For what is too old. It is written in order of time, so that a few bytes for many rows do.
create index http_log_at on http_log using brin (at);
