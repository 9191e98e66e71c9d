-- What a project's storage may do; without a row, what its organization's plan gives.
create table storage_settings (
  ref text primary key references projects on delete cascade,
  file_size_limit bigint,
  image_transformation boolean not null default true,
  s3_protocol boolean not null default true
);

-- Keys of the S3 protocol. Its signatures are made with the secret itself, so that a hash of it would not do.
create table storage_access_keys (
  id uuid primary key default gen_random_uuid(),
  ref text not null references projects on delete cascade,
  description text not null,
  access_key text not null unique,
  sealed_secret bytea not null,
  created_at timestamptz not null default now()
);
create index storage_access_keys_of_project on storage_access_keys (ref, created_at);
