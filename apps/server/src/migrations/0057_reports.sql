-- Reports that members put together, shared by all members of a project.
create table reports (
  id uuid primary key default gen_random_uuid(),
  ref text not null references projects on delete cascade,
  name text not null,
  description text not null,
  blocks jsonb not null,
  revision integer not null default 1,
  updated_by uuid references users on delete set null,
  updated_at timestamptz not null
);
create unique index reports_name on reports (ref, lower(name));
