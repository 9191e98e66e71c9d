alter table organizations add column requires_mfa boolean not null default false;

alter table sessions add column last_used_at timestamptz not null default now();

create table mfa_factors (
  user_id uuid primary key references users on delete cascade,
  sealed_secret bytea not null,
  -- null until a code has proved that an app holds the secret
  confirmed_at timestamptz,
  -- the time step of the last accepted code, counted from 1970: it and all before it are refused
  last_step integer not null default 0,
  wrong_codes integer not null default 0,
  locked_until timestamptz
);

create table recovery_codes (
  user_id uuid not null references mfa_factors on delete cascade,
  code_hash bytea not null,
  primary key (user_id, code_hash)
);
