-- Saved searches of the logs, and queries of the explorer with their charts. Members of a project share them.
create table log_searches (
  id uuid primary key default gen_random_uuid(),
  ref text not null references projects (ref) on delete cascade,
  place text not null,
  name text not null,
  search text not null,
  chart jsonb
);
create unique index log_searches_name on log_searches (ref, place, lower(name));
