-- The roles that API requests run as. They own nothing and cannot log in.
create role anon nologin noinherit;
create role authenticated nologin noinherit;
create role service_role nologin noinherit bypassrls;

-- Logs in for API requests and becomes one of the three for the length of a transaction.
create role authenticator login noinherit;
grant anon, authenticated, service_role to authenticator;

-- The user's own role: may do everything with its databases, and nothing to the machine below them.
create role postgres login createdb createrole replication bypassrls;
grant anon, authenticated, service_role to postgres with admin option;
grant pg_monitor, pg_read_all_data, pg_signal_backend, pg_create_subscription, pg_maintain, pg_checkpoint
  to postgres with admin option;
grant set on parameter session_replication_role, log_min_duration_statement to postgres;
alter role postgres set search_path = "$user", public, extensions;

alter database postgres owner to postgres;
alter schema public owner to postgres;
grant usage on schema public to anon, authenticated, service_role;
alter default privileges for role postgres in schema public
  grant all on tables to anon, authenticated, service_role;
alter default privileges for role postgres in schema public
  grant all on sequences to anon, authenticated, service_role;
alter default privileges for role postgres in schema public
  grant all on functions to anon, authenticated, service_role;

create schema extensions;
grant usage on schema extensions to public;
grant create on schema extensions to postgres;

create schema graphql_public;
grant usage on schema graphql_public to anon, authenticated, service_role, postgres;
