-- What roles and users of a project are expected to be allowed, as the last saved run of its policy matrix found it.
create table policy_expectations (
  ref text primary key references projects (ref) on delete cascade,
  expectations jsonb not null,
  saved_at timestamptz not null default now()
);
