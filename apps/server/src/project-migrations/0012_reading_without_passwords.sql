-- pg_read_all_data reads pg_authid, pg_user_mapping and pg_subscription as well, where passwords are kept. The role for
-- reading is therefore granted what users keep, and nothing of the catalog that is not everybody's. Extensions decide
-- themselves who may read theirs: some keep secrets.
create function share_with_readers(class oid, object oid) returns void language plpgsql
  set search_path = pg_catalog, pg_temp
as $$
begin
  if class = 'pg_namespace'::regclass then
    execute format('grant usage on schema %s to basalt_read_only', object::regnamespace);
  elsif class = 'pg_class'::regclass
    and exists (select from pg_class where oid = object and relkind in ('r', 'p', 'v', 'm', 'f', 'S'))
  then
    execute format('grant select on table %s to basalt_read_only', object::regclass);
  end if;
end $$;
revoke execute on function share_with_readers(oid, oid) from public;

-- With the rights of the platform, because whoever makes an object may not be allowed to grant. Without event triggers:
-- those of users would run at each grant, and with these rights.
create function share_made_with_readers() returns event_trigger language plpgsql security definer
  set search_path = pg_catalog, pg_temp set event_triggers = off
as $$
declare
  made record;
begin
  for made in
    select distinct classid, objid from pg_event_trigger_ddl_commands()
    where not in_extension and objid is not null and schema_name is distinct from 'pg_temp'
      -- What was there before keeps the rights that its owner gave it.
      and command_tag !~ '^ALTER'
  loop
    perform basalt.share_with_readers(made.classid, made.objid);
  end loop;
end $$;
revoke execute on function share_made_with_readers() from public;

select share_with_readers('pg_namespace'::regclass, n.oid)
from pg_namespace n
where n.nspname !~ '^pg_' and n.nspname not in ('information_schema', 'basalt');

select share_with_readers('pg_class'::regclass, c.oid)
from pg_class c join pg_namespace n on n.oid = c.relnamespace
where n.nspname !~ '^pg_' and n.nspname not in ('information_schema', 'basalt')
  and c.relkind in ('r', 'p', 'v', 'm', 'f', 'S')
  and not exists (
    select from pg_depend d
    where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e');

create event trigger basalt_share_with_readers on ddl_command_end
  when tag in (
    'CREATE SCHEMA', 'CREATE TABLE', 'CREATE TABLE AS', 'SELECT INTO', 'ALTER TABLE', 'CREATE FOREIGN TABLE',
    'IMPORT FOREIGN SCHEMA', 'CREATE VIEW', 'CREATE MATERIALIZED VIEW', 'CREATE SEQUENCE')
  execute function share_made_with_readers();

revoke pg_read_all_data from basalt_read_only;
