-- How a project's clients share its server connections. Null: the product's own choice. Without a row, all defaults.
create table pooler_settings (
  ref text primary key references projects on delete cascade,
  pool_mode text not null default 'transaction' check (pool_mode in ('transaction', 'session')),
  pool_size integer,
  max_clients integer,
  dedicated_pool_size integer,
  dedicated_max_clients integer
);

-- Where the project's own pooler listens; kept, so that connection strings stay right.
create table dedicated_poolers (
  ref text primary key references projects on delete cascade,
  port integer not null unique,
  created_at timestamptz not null default now()
);

-- Who may connect to a project's database from where, and how. Without a row anybody may, encrypted or not.
create table network_access (
  ref text primary key references projects on delete cascade,
  ssl_enforced boolean not null default false,
  allowed_cidrs text[]
);

-- Add-ons of projects that differ from what a new project has.
create table project_addons (
  ref text primary key references projects on delete cascade,
  ipv4 boolean not null
);
