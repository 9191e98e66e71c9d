-- Sign-ins that are at a provider: who began them, sealed, by the hash of their state. Each is used once.
create table auth_provider_flows (
  state_hash text primary key,
  sealed text not null,
  created_at timestamptz not null default now()
);
create index auth_provider_flows_by_time on auth_provider_flows (created_at);
grant select, insert, delete on auth_provider_flows to supabase_auth_admin;
revoke select on auth_provider_flows from basalt_read_only;
