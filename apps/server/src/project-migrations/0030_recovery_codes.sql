-- Recovery codes of users. A set of codes is a second factor; the codes are stored as hashes.
alter type auth.factor_type add value if not exists 'recovery_code';

create table auth.mfa_recovery_codes (
  id uuid primary key default gen_random_uuid(),
  factor_id uuid not null references auth.mfa_factors on delete cascade,
  code_hash text not null,
  created_at timestamptz not null default now(),
  used_at timestamptz
);
create unique index mfa_recovery_codes_factor_id_code_hash_key on auth.mfa_recovery_codes (factor_id, code_hash);
alter table auth.mfa_recovery_codes enable row level security;
grant all on table auth.mfa_recovery_codes to postgres;
alter table auth.mfa_recovery_codes owner to supabase_auth_admin;
revoke select on auth.mfa_recovery_codes from basalt_read_only;
