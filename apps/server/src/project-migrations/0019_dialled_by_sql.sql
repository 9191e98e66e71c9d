-- The text of a statement must not decide where this machine connects to: PostgreSQL asks nobody before it does, so what
-- dials is refused before it begins. The platform checks addresses and subscribes for members.

-- dblink connects wherever an argument says, and each of its functions would have to be guarded by one that its caller
-- could go around. Servers of postgres_fdw have checked addresses.
delete from allowed_extensions where name = 'dblink';
do $$
declare
  dialling regprocedure;
begin
  for dialling in
    select p.oid from pg_catalog.pg_proc p
      join pg_catalog.pg_depend d on d.classid = 'pg_catalog.pg_proc'::regclass and d.objid = p.oid and d.deptype = 'e'
      join pg_catalog.pg_extension e on e.oid = d.refobjid
    where e.extname = 'dblink'
  loop
    execute format('revoke execute on function %s from public', dialling);
  end loop;
end $$;

-- The connections of subscriptions before a statement, by the process that runs it.
create unlogged table subscription_connections (
  pid integer,
  subscription oid,
  connection text,
  primary key (pid, subscription)
);

create function refuse_subscription() returns event_trigger language plpgsql
  set search_path = pg_catalog, pg_temp
as $$
begin
  raise insufficient_privilege using
    message = 'permission denied to create a subscription by SQL',
    hint = 'Create it on the page Replication.';
end $$;

create function note_subscriptions() returns event_trigger language plpgsql security definer
  set search_path = pg_catalog, pg_temp
as $$
begin
  delete from basalt.subscription_connections where pid = pg_backend_pid();
  insert into basalt.subscription_connections
    select pg_backend_pid(), oid, md5(subconninfo) from pg_subscription;
end $$;

create function check_subscriptions() returns event_trigger language plpgsql security definer
  set search_path = pg_catalog, pg_temp
as $$
begin
  if exists (
    select from pg_subscription s
    where not exists (
      select from basalt.subscription_connections c
      where c.pid = pg_backend_pid() and c.subscription = s.oid and c.connection = md5(s.subconninfo)
    )
  ) then
    raise insufficient_privilege using
      message = 'permission denied to change the connection of a subscription',
      hint = 'Drop it and create it on the page Replication.';
  end if;
  delete from basalt.subscription_connections where pid = pg_backend_pid();
end $$;

create event trigger basalt_refuse_subscription on ddl_command_start
  when tag in ('CREATE SUBSCRIPTION') execute function refuse_subscription();
create event trigger basalt_note_subscriptions on ddl_command_start
  when tag in ('ALTER SUBSCRIPTION') execute function note_subscriptions();
create event trigger basalt_check_subscriptions on ddl_command_end
  when tag in ('ALTER SUBSCRIPTION') execute function check_subscriptions();
-- Members may set session_replication_role, which other triggers follow.
alter event trigger basalt_refuse_subscription enable always;
alter event trigger basalt_note_subscriptions enable always;
alter event trigger basalt_check_subscriptions enable always;

revoke execute on function refuse_subscription(), note_subscriptions(), check_subscriptions() from public;
