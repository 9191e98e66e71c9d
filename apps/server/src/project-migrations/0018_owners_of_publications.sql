-- The name is cut as PostgreSQL cuts names, so that a longer text cannot stand for a publication of somebody else.
create or replace function drop_publication(name text, if_exists boolean default false)
returns void language plpgsql security definer
  set search_path = pg_catalog, pg_temp set event_triggers = off
as $$
begin
  if exists (
    select from pg_publication
      where pubname = drop_publication.name::name
        and pubowner <> current_user::regrole and not pg_has_role(session_user, pubowner, 'usage')
  ) then
    raise insufficient_privilege using message = format('must be owner of publication %s', name);
  end if;
  execute format('drop publication %s %I', case when if_exists then 'if exists' else '' end, name);
end $$;
