-- What the last run of the advisors found in each project, so that pages show it without reading the database.
create table advisor_runs (
  ref text primary key references projects (ref) on delete cascade,
  ran_at timestamptz not null,
  counts jsonb not null,
  -- The errors, of which members are told once.
  errors jsonb not null
);

-- Findings that a member decided to leave.
create table advisor_dismissals (
  ref text not null references projects (ref) on delete cascade,
  cache_key text not null,
  -- A digest of the object: another one ends the dismissal.
  state text not null,
  reason text not null,
  dismissed_by text not null,
  dismissed_at timestamptz not null,
  expires_at timestamptz,
  primary key (ref, cache_key)
);
