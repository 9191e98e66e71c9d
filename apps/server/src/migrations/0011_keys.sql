-- Keys of a project's own API. Of each a hash is kept; a publishable one is kept itself too, as it is there to be shown.
create table api_keys (
  id uuid primary key default gen_random_uuid(),
  ref text not null references projects on delete cascade,
  type text not null check (type in ('publishable', 'secret')),
  name text not null,
  description text not null,
  key_hash bytea not null unique,
  hint text not null,
  publishable_key text check ((publishable_key is not null) = (type = 'publishable')),
  created_at timestamptz not null default now(),
  last_used_at timestamptz
);
create unique index api_keys_name on api_keys (ref, type, lower(name));
create index api_keys_of_project on api_keys (ref, created_at);

-- What a project's tokens are signed with besides its JWT secret. The id is the `kid` of the tokens.
create table signing_keys (
  id uuid primary key default gen_random_uuid(),
  ref text not null references projects on delete cascade,
  status text not null check (status in ('standby', 'in_use', 'previously_used', 'revoked')),
  public_jwk jsonb not null,
  sealed_private_key bytea not null,
  created_at timestamptz not null default now(),
  status_changed_at timestamptz not null default now()
);
create unique index signing_keys_one_each on signing_keys (ref, status) where status in ('standby', 'in_use');
create index signing_keys_of_project on signing_keys (ref, created_at);

-- Of the JWT secret, and of the two keys that it signs; without a row the secret is in use and both keys are accepted.
create table legacy_keys (
  ref text primary key references projects on delete cascade,
  are_enabled boolean not null default true,
  last_used_at timestamptz,
  secret_status text not null default 'in_use' check (secret_status in ('in_use', 'previously_used', 'revoked')),
  secret_status_changed_at timestamptz,
  secret_changed_at timestamptz,
  -- Whoever has the legacy keys would still be let in.
  check (secret_status <> 'revoked' or not are_enabled)
);

-- Without a row, what a Data API begins with.
create table data_api_settings (
  ref text primary key references projects on delete cascade,
  db_schemas text[] not null,
  db_extra_search_path text[] not null,
  max_rows integer not null,
  db_pool integer
);
