-- A foreign server without an address connects to the relay of the platform, which is libpq's default host here. It knows
-- from the option dbname where to go on to, checks the address at that moment, and has the password.
create or replace function check_foreign_server() returns event_trigger language plpgsql security definer
  set search_path = pg_catalog, pg_temp
as $$
declare
  server record;
  options jsonb;
  files text;
begin
  for server in
    select s.srvname, s.srvoptions
    from pg_event_trigger_ddl_commands() command
    join pg_foreign_server s on s.oid = command.objid
    join pg_foreign_data_wrapper w on w.oid = s.srvfdw
    where command.classid = 'pg_foreign_server'::regclass and w.fdwname in ('postgres_fdw', 'dblink_fdw')
  loop
    select coalesce(jsonb_object_agg(option_name, option_value), '{}') into options
    from pg_options_to_table(server.srvoptions);
    select string_agg(option_name, ', ') into files
    from pg_options_to_table(server.srvoptions)
    where option_name in ('service', 'servicefile', 'passfile', 'sslcert', 'sslkey', 'sslcrl', 'sslcrldir')
      or (option_name = 'sslrootcert' and option_value <> 'system');
    if files is not null then
      raise insufficient_privilege using
        message = format('the server "%s" may not have the option %s', server.srvname, files),
        hint = 'It names a file of the machine.';
    end if;
    continue when not options ?| array['host', 'hostaddr', 'port'] and options ->> 'dbname' ~ '^postgresql://';
    if coalesce(options ->> 'hostaddr', '') = '' then
      raise insufficient_privilege using
        message = format('the server "%s" has no option hostaddr', server.srvname),
        hint = 'Create it on the page Wrappers, or name its place in the option dbname alone, such as postgresql://db.example.com:5432/shop, and set its login there.';
    end if;
    if not (select bool_and(basalt.may_dial(item)) from regexp_split_to_table(options ->> 'hostaddr', ',') item) then
      raise insufficient_privilege using
        message = format('the server "%s" may not have the address %s', server.srvname, options ->> 'hostaddr'),
        hint = 'Addresses of private networks and of this machine are refused, unless the operator allows them and the server is created on the page Wrappers.';
    end if;
  end loop;
end $$;
