create schema auth;
grant usage on schema auth to anon, authenticated, service_role, postgres;

-- The claims of the request's token, as the API sets them for its transaction.
create function auth.jwt() returns jsonb language sql stable
  set search_path = ''
  as $$ select coalesce(nullif(pg_catalog.current_setting('request.jwt.claims', true), ''), '{}')::pg_catalog.jsonb $$;
comment on function auth.jwt() is 'The claims of the token that the request came with.';

create function auth.uid() returns uuid language sql stable
  set search_path = ''
  as $$ select nullif(auth.jwt() ->> 'sub', '')::pg_catalog.uuid $$;
comment on function auth.uid() is 'The id of the user who sends the request; null without one.';

create function auth.role() returns text language sql stable
  set search_path = ''
  as $$ select auth.jwt() ->> 'role' $$;
comment on function auth.role() is 'The role that the token of the request names.';

grant execute on all functions in schema auth to anon, authenticated, service_role, postgres;
