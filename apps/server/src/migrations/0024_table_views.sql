-- Saved filters and sorts of tables, which all members of a project share.
create table table_views (
  id uuid primary key default gen_random_uuid(),
  ref text not null references projects on delete cascade,
  schema_name text not null,
  table_name text not null,
  name text not null,
  filter text[] not null,
  sort text[] not null
);
create unique index table_views_name on table_views (ref, schema_name, table_name, lower(name));
