-- Messages that wallets have signed, so that none signs in twice.
create table auth_wallet_messages (
  message_hash text primary key,
  expires_at timestamptz not null
);
create index auth_wallet_messages_by_expiry on auth_wallet_messages (expires_at);
grant select, insert, delete on auth_wallet_messages to supabase_auth_admin;
revoke select on auth_wallet_messages from basalt_read_only;
