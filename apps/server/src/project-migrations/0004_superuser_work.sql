-- What only a superuser may do, opened for the postgres role one deed at a time. Each function checks its arguments,
-- and runs with a fixed search path and without event triggers: code of users must not run with its rights.

-- Extensions that give no way to the machine below: no file access, no untrusted language, no raw page surgery.
create table allowed_extensions (name text primary key);
insert into allowed_extensions values
  ('amcheck'), ('autoinc'), ('bloom'), ('btree_gin'), ('btree_gist'), ('citext'), ('cube'), ('dblink'), ('dict_int'),
  ('dict_xsyn'), ('earthdistance'), ('fuzzystrmatch'), ('hstore'), ('insert_username'), ('intagg'), ('intarray'),
  ('isn'), ('lo'), ('ltree'), ('moddatetime'), ('pg_buffercache'), ('pg_freespacemap'), ('pg_logicalinspect'),
  ('pg_prewarm'), ('pg_stat_statements'), ('pg_trgm'), ('pg_visibility'), ('pg_walinspect'), ('pgcrypto'),
  ('pgrowlocks'), ('pgstattuple'), ('postgres_fdw'), ('refint'), ('seg'), ('sslinfo'), ('tablefunc'), ('tcn'),
  ('tsm_system_rows'), ('tsm_system_time'), ('unaccent'), ('uuid-ossp'), ('xml2');

grant usage on schema basalt to postgres;
grant select on allowed_extensions to postgres;

create function create_extension(
  name text, schema_name text default null, version text default null,
  if_not_exists boolean default false, cascade boolean default false
) returns void language plpgsql security definer
  set search_path = pg_catalog, pg_temp set event_triggers = off
as $$
begin
  if not exists (select from basalt.allowed_extensions allowed where allowed.name = create_extension.name) then
    raise insufficient_privilege using
      message = format('permission denied to create extension "%s"', name),
      hint = 'The extensions that can be created are listed in basalt.allowed_extensions.';
  end if;
  execute format('create extension %s %I with schema %I %s %s',
    case when if_not_exists then 'if not exists' else '' end,
    name,
    coalesce(schema_name, 'extensions'),
    case when version is not null then format('version %L', version) else '' end,
    case when cascade then 'cascade' else '' end);
  if name = 'postgres_fdw' then
    grant usage on foreign data wrapper postgres_fdw to postgres with grant option;
  elsif name = 'dblink' then
    grant usage on foreign data wrapper dblink_fdw to postgres with grant option;
  elsif name = 'pg_stat_statements' then
    execute format('grant execute on all functions in schema %I to postgres', coalesce(schema_name, 'extensions'));
  end if;
end $$;

create function drop_extension(name text, if_exists boolean default false, cascade boolean default false)
returns void language plpgsql security definer
  set search_path = pg_catalog, pg_temp set event_triggers = off
as $$
begin
  if name = 'plpgsql' then
    raise insufficient_privilege using message = 'permission denied to drop extension "plpgsql"';
  end if;
  execute format('drop extension %s %I %s',
    case when if_exists then 'if exists' else '' end, name, case when cascade then 'cascade' else '' end);
end $$;

create function update_extension(name text, version text default null) returns void language plpgsql security definer
  set search_path = pg_catalog, pg_temp set event_triggers = off
as $$
begin
  execute format('alter extension %I update %s', name,
    case when version is not null then format('to %L', version) else '' end);
end $$;

create function create_event_trigger(name text, event text, function_name text, tags text[] default null)
returns void language plpgsql security definer
  set search_path = pg_catalog, pg_temp set event_triggers = off
as $$
begin
  if event not in ('ddl_command_start', 'ddl_command_end', 'sql_drop', 'table_rewrite') then
    raise insufficient_privilege using
      message = format('permission denied to create an event trigger on "%s"', event),
      hint = 'Events that can be used are ddl_command_start, ddl_command_end, sql_drop and table_rewrite.';
  end if;
  execute format('create event trigger %I on %I %s execute function %s()', name, event,
    case when tags is not null
      then (select format('when tag in (%s)', string_agg(format('%L', tag), ', ')) from unnest(tags) tag)
      else '' end,
    basalt.function_by_name(function_name));
end $$;

-- A name as it is written in SQL, schema and all; what is not there is said the way PostgreSQL says it.
create function function_by_name(written text) returns text language plpgsql stable
  set search_path = pg_catalog, pg_temp
as $$
declare
  parts text[] := parse_ident(written);
  found regproc;
begin
  if array_length(parts, 1) = 1 then parts := array['public'] || parts; end if;
  select proc.oid::regproc into found
    from pg_proc proc join pg_namespace namespace on namespace.oid = proc.pronamespace
    where namespace.nspname = parts[1] and proc.proname = parts[2] and proc.pronargs = 0;
  if found is null then
    raise undefined_function using message = format('function %I.%I() does not exist', parts[1], parts[2]);
  end if;
  return format('%I.%I', parts[1], parts[2]);
end $$;

create function drop_event_trigger(name text, if_exists boolean default false)
returns void language plpgsql security definer
  set search_path = pg_catalog, pg_temp set event_triggers = off
as $$
begin
  execute format('drop event trigger %s %I', case when if_exists then 'if exists' else '' end, name);
end $$;

create function create_publication_for_all_tables(name text) returns void language plpgsql security definer
  set search_path = pg_catalog, pg_temp set event_triggers = off
as $$
begin
  execute format('create publication %I for all tables', name);
end $$;

create function drop_publication(name text, if_exists boolean default false)
returns void language plpgsql security definer
  set search_path = pg_catalog, pg_temp set event_triggers = off
as $$
begin
  if exists (
    select from pg_publication
      where pubname = name and pubowner <> current_user::regrole and not pg_has_role(session_user, pubowner, 'usage')
  ) then
    raise insufficient_privilege using message = format('must be owner of publication %s', name);
  end if;
  execute format('drop publication %s %I', case when if_exists then 'if exists' else '' end, name);
end $$;

revoke execute on all functions in schema basalt from public;
grant execute on all functions in schema basalt to postgres;

do $$ begin perform basalt.create_extension('pg_stat_statements'); end $$;
