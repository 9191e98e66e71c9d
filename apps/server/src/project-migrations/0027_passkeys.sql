-- Passkeys of users, and ceremonies that have begun. Names are those of other installations.
create table auth.webauthn_credentials (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users on delete cascade,
  credential_id bytea not null,
  public_key bytea not null,
  attestation_type text not null default '',
  aaguid uuid,
  sign_count bigint not null default 0,
  transports jsonb not null default '[]',
  backup_eligible boolean not null default false,
  backed_up boolean not null default false,
  friendly_name text not null default '',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  last_used_at timestamptz
);
create unique index webauthn_credentials_credential_id_key on auth.webauthn_credentials (credential_id);
create index webauthn_credentials_user_id_idx on auth.webauthn_credentials (user_id);

create table auth.webauthn_challenges (
  id uuid primary key default gen_random_uuid(),
  user_id uuid references auth.users on delete cascade,
  challenge_type text not null check (challenge_type in ('signup', 'registration', 'authentication')),
  session_data jsonb not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index webauthn_challenges_user_id_idx on auth.webauthn_challenges (user_id);
create index webauthn_challenges_expires_at_idx on auth.webauthn_challenges (expires_at);

-- Assertions of companies' identity providers, so that none counts twice.
create table auth_saml_assertions (
  id_hash text primary key,
  expires_at timestamptz not null
);
create index auth_saml_assertions_by_expiry on auth_saml_assertions (expires_at);
grant select, insert, delete on auth_saml_assertions to supabase_auth_admin;

do $$
declare
  of_auth regclass;
begin
  foreach of_auth in array array['auth.webauthn_credentials', 'auth.webauthn_challenges']::regclass[]
  loop
    execute format('alter table %s enable row level security', of_auth);
    execute format('grant all on table %s to postgres', of_auth);
    execute format('alter table %s owner to supabase_auth_admin', of_auth);
  end loop;
end $$;
revoke select on auth.webauthn_challenges, auth_saml_assertions from basalt_read_only;
