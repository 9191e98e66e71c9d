-- How long a request to the project's own API may take. Whoever owns the project may set it otherwise.
alter role anon set statement_timeout = '3s';
alter role authenticated set statement_timeout = '8s';

-- The Data API reads the catalog once and is told here when it has changed. Whoever listens hears it on commit, once.
-- Temporary tables come and go within requests, and are nobody's business.
create function announce_ddl() returns event_trigger language plpgsql
  set search_path = pg_catalog, pg_temp
as $$
begin
  if exists (select from pg_event_trigger_ddl_commands() where schema_name is distinct from 'pg_temp') then
    perform pg_notify('pgrst', 'reload schema');
  end if;
end $$;

create function announce_drop() returns event_trigger language plpgsql
  set search_path = pg_catalog, pg_temp
as $$
begin
  if exists (select from pg_event_trigger_dropped_objects() where not is_temporary) then
    perform pg_notify('pgrst', 'reload schema');
  end if;
end $$;

create event trigger basalt_announce_ddl on ddl_command_end
  when tag in (
    'CREATE SCHEMA', 'ALTER SCHEMA', 'CREATE TABLE', 'CREATE TABLE AS', 'SELECT INTO', 'ALTER TABLE',
    'CREATE FOREIGN TABLE', 'ALTER FOREIGN TABLE', 'CREATE VIEW', 'ALTER VIEW', 'CREATE MATERIALIZED VIEW',
    'ALTER MATERIALIZED VIEW', 'CREATE FUNCTION', 'ALTER FUNCTION', 'CREATE TYPE', 'ALTER TYPE', 'CREATE DOMAIN',
    'ALTER DOMAIN', 'CREATE RULE', 'CREATE INDEX', 'CREATE EXTENSION', 'IMPORT FOREIGN SCHEMA')
  execute function announce_ddl();
create event trigger basalt_announce_drop on sql_drop execute function announce_drop();
