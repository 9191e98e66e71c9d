create schema storage;
grant usage on schema storage to anon, authenticated, service_role, postgres;

create table storage.buckets (
  id text primary key,
  name text not null unique,
  owner uuid,
  owner_id text,
  public boolean not null default false,
  file_size_limit bigint,
  allowed_mime_types text[],
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create table storage.objects (
  id uuid primary key default gen_random_uuid(),
  bucket_id text not null references storage.buckets,
  name text not null,
  owner uuid,
  owner_id text,
  version text,
  metadata jsonb,
  user_metadata jsonb,
  path_tokens text[] generated always as (string_to_array(name, '/')) stored,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  last_accessed_at timestamptz not null default now(),
  unique (bucket_id, name)
);

alter table storage.buckets enable row level security;
alter table storage.objects enable row level security;
grant all on storage.buckets, storage.objects to anon, authenticated, service_role;
-- Policies belong to whoever owns the table, and users write policies for their files.
alter table storage.buckets owner to postgres;
alter table storage.objects owner to postgres;

-- Helpers that policies on objects use.
create function storage.foldername(name text) returns text[] language sql immutable
  set search_path = ''
  as $$ select pg_catalog.trim_array(pg_catalog.string_to_array(name, '/'), 1) $$;

create function storage.filename(name text) returns text language sql immutable
  set search_path = ''
  as $$ select pg_catalog.split_part(name, '/', -1) $$;

create function storage.extension(name text) returns text language sql immutable
  set search_path = ''
  as $$ select case when storage.filename(name) like '%.%' then pg_catalog.split_part(storage.filename(name), '.', -1) else '' end $$;

grant execute on all functions in schema storage to anon, authenticated, service_role, postgres;
