create table installation (
  only_row boolean primary key default true check (only_row),
  key_check bytea not null
);

create table users (
  id uuid primary key default gen_random_uuid(),
  email text not null,
  -- null for the local user of the self-hosted edition, who never signs in
  password_hash text,
  created_at timestamptz not null default now()
);
create unique index users_email on users (lower(email));

create table sessions (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users on delete cascade,
  token_hash bytea not null unique,
  user_agent text not null,
  address text not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index sessions_user on sessions (user_id);
create index sessions_end on sessions (expires_at);

create table access_tokens (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users on delete cascade,
  name text not null,
  hint text not null,
  token_hash bytea not null unique,
  created_at timestamptz not null default now(),
  last_used_at timestamptz
);
create index access_tokens_user on access_tokens (user_id, created_at desc);

create table organizations (
  id uuid primary key default gen_random_uuid(),
  slug text not null unique,
  name text not null,
  plan text not null check (plan in ('free', 'pro', 'team', 'enterprise')),
  created_at timestamptz not null default now()
);

create table members (
  organization_id uuid not null references organizations on delete cascade,
  user_id uuid not null references users on delete cascade,
  role text not null check (role in ('owner')),
  created_at timestamptz not null default now(),
  primary key (organization_id, user_id)
);
create index members_user on members (user_id);

create table projects (
  ref text primary key,
  organization_id uuid not null references organizations,
  name text not null,
  status text not null,
  failure text,
  region text not null,
  created_at timestamptz not null default now(),
  status_changed_at timestamptz not null default now(),
  revision integer not null default 1
);
create index projects_name on projects (organization_id, lower(name), ref);
create index projects_created on projects (organization_id, created_at, ref);

create table project_secrets (
  ref text not null references projects on delete cascade,
  name text not null,
  sealed bytea not null,
  primary key (ref, name)
);
