-- PostgreSQL lets only superusers own event triggers, so all of them belong to the platform's. For members, an event trigger
-- belongs to the owner of its function: they alone change and drop it, and nobody changes those of the platform.

-- Cut as PostgreSQL cuts names, so that a longer text cannot stand for another event trigger.
create function require_event_trigger_owner(name text) returns void language plpgsql stable
  set search_path = pg_catalog, pg_temp
as $$
begin
  if exists (
    select from pg_event_trigger t join pg_proc p on p.oid = t.evtfoid
    where t.evtname = require_event_trigger_owner.name::name and not pg_has_role(session_user, p.proowner, 'usage')
  ) then
    raise insufficient_privilege using
      message = format('must be owner of event trigger %s', name),
      detail = 'An event trigger belongs to the owner of its function.';
  end if;
end $$;

-- Later migrations create event triggers of the platform under such names.
create function require_event_trigger_name(name text) returns void language plpgsql immutable
  set search_path = pg_catalog, pg_temp
as $$
begin
  if starts_with(name, 'basalt_') then
    raise reserved_name using message = format('event trigger name "%s" is reserved', name);
  end if;
end $$;

create or replace function create_event_trigger(name text, event text, function_name text, tags text[] default null)
returns void language plpgsql security definer
  set search_path = pg_catalog, pg_temp set event_triggers = off
as $$
declare
  called text;
begin
  if event not in ('ddl_command_start', 'ddl_command_end', 'sql_drop', 'table_rewrite') then
    raise insufficient_privilege using
      message = format('permission denied to create an event trigger on "%s"', event),
      hint = 'Events that can be used are ddl_command_start, ddl_command_end, sql_drop and table_rewrite.';
  end if;
  perform basalt.require_event_trigger_name(name);
  called := basalt.function_by_name(function_name);
  if exists (
    select from pg_proc p
    where p.oid = to_regprocedure(called || '()') and not pg_has_role(session_user, p.proowner, 'usage')
  ) then
    raise insufficient_privilege using message = format('must be owner of function %s', called);
  end if;
  execute format('create event trigger %I on %I %s execute function %s()', name, event,
    case when tags is not null
      then (select format('when tag in (%s)', string_agg(format('%L', tag), ', ')) from unnest(tags) tag)
      else '' end,
    called);
end $$;

create or replace function drop_event_trigger(name text, if_exists boolean default false)
returns void language plpgsql security definer
  set search_path = pg_catalog, pg_temp set event_triggers = off
as $$
begin
  perform basalt.require_event_trigger_owner(name);
  execute format('drop event trigger %s %I', case when if_exists then 'if exists' else '' end, name);
end $$;

create function rename_event_trigger(name text, new_name text) returns void language plpgsql security definer
  set search_path = pg_catalog, pg_temp set event_triggers = off
as $$
begin
  perform basalt.require_event_trigger_owner(name);
  perform basalt.require_event_trigger_name(new_name);
  execute format('alter event trigger %I rename to %I', name, new_name);
end $$;

-- `firing` is what ALTER EVENT TRIGGER says: `enable`, `enable always`, `enable replica` or `disable`.
create function alter_event_trigger(name text, firing text) returns void language plpgsql security definer
  set search_path = pg_catalog, pg_temp set event_triggers = off
as $$
begin
  perform basalt.require_event_trigger_owner(name);
  if firing not in ('enable', 'enable always', 'enable replica', 'disable') then
    raise syntax_error using message = format('unknown firing of an event trigger: "%s"', firing);
  end if;
  execute format('alter event trigger %I %s', name, firing);
end $$;

create function comment_on_event_trigger(name text, description text) returns void language plpgsql security definer
  set search_path = pg_catalog, pg_temp set event_triggers = off
as $$
begin
  perform basalt.require_event_trigger_owner(name);
  execute format('comment on event trigger %I is %L', name, description);
end $$;

revoke execute on function
  require_event_trigger_owner(text), require_event_trigger_name(text), rename_event_trigger(text, text),
  alter_event_trigger(text, text), comment_on_event_trigger(text, text)
from public;
grant execute on function
  rename_event_trigger(text, text), alter_event_trigger(text, text), comment_on_event_trigger(text, text)
to postgres;
