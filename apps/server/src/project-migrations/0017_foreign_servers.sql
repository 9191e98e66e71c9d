-- Foreign servers are dialled by PostgreSQL itself, so the addresses that they may have are checked where they are
-- written down, whatever wrote them: a page of the dashboard, the SQL editor or psql.

-- Private addresses that servers may have nevertheless. The platform adds them for its operator.
create table dialled_addresses (address inet primary key);

-- Networks outside the public Internet (RFC 6890), where services of the machine and of its neighbours may listen.
create table private_networks (network cidr primary key);
insert into private_networks values
  ('0.0.0.0/8'), ('10.0.0.0/8'), ('100.64.0.0/10'), ('127.0.0.0/8'), ('169.254.0.0/16'), ('172.16.0.0/12'),
  ('192.0.0.0/24'), ('192.168.0.0/16'), ('198.18.0.0/15'), ('224.0.0.0/4'), ('240.0.0.0/4'),
  ('::/128'), ('::1/128'), ('::ffff:0:0/96'), ('64:ff9b::/96'), ('64:ff9b:1::/48'), ('2002::/16'), ('fc00::/7'),
  ('fe80::/10'), ('ff00::/8');

-- Whether a text is an address that servers may have, in the only spelling that libpq and this function read alike:
-- "127.1" and "0x7f000001" are loopback to libpq.
create function may_dial(written text) returns boolean language plpgsql stable
  set search_path = pg_catalog, pg_temp
as $$
declare
  wanted inet;
begin
  wanted := written::inet;
  return lower(written) = host(wanted)
    and (not exists (select from basalt.private_networks where network >>= wanted)
      or exists (select from basalt.dialled_addresses where address = wanted));
exception when invalid_text_representation then
  return false;
end $$;

-- Refuses servers with addresses that may not be dialled, with names that only libpq would resolve, and with files of
-- the machine.
create function check_foreign_server() returns event_trigger language plpgsql security definer
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
    if coalesce(options ->> 'hostaddr', '') = '' then
      raise insufficient_privilege using
        message = format('the server "%s" has no option hostaddr', server.srvname),
        hint = 'Create it on the page Wrappers, which finds the address of a host, or add its IP address as hostaddr.';
    end if;
    if not (select bool_and(basalt.may_dial(item)) from regexp_split_to_table(options ->> 'hostaddr', ',') item) then
      raise insufficient_privilege using
        message = format('the server "%s" may not have the address %s', server.srvname, options ->> 'hostaddr'),
        hint = 'Addresses of private networks and of this machine are refused, unless the operator allows them and the server is created on the page Wrappers.';
    end if;
    select string_agg(option_name, ', ') into files
    from pg_options_to_table(server.srvoptions)
    where option_name in ('service', 'servicefile', 'passfile', 'sslcert', 'sslkey', 'sslcrl', 'sslcrldir')
      or (option_name = 'sslrootcert' and option_value <> 'system');
    if files is not null then
      raise insufficient_privilege using
        message = format('the server "%s" may not have the option %s', server.srvname, files),
        hint = 'It names a file of the machine.';
    end if;
  end loop;
end $$;

create event trigger basalt_check_foreign_server on ddl_command_end
  when tag in ('CREATE SERVER', 'ALTER SERVER')
  execute function check_foreign_server();
-- Members may set session_replication_role, which other triggers follow.
alter event trigger basalt_check_foreign_server enable always;

revoke execute on function may_dial(text), check_foreign_server() from public;
