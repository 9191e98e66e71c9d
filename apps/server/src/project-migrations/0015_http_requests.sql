-- The attempts to deliver an event, oldest first: when, how long, the answer and the beginning of the response.
alter table outbox add attempt_log jsonb not null default '[]';

-- Owns the functions of the schema `net`, so that they run with no rights but to add a request.
create role basalt_net nologin noinherit;
grant usage on schema basalt to basalt_net;

-- HTTP requests that SQL has asked for. The server sends them after commit and removes them with their answers.
create table http_requests (
  id bigint generated always as identity primary key,
  method text not null,
  url text not null,
  headers jsonb not null,
  body text,
  timeout_milliseconds integer not null,
  created_at timestamptz not null default clock_timestamp()
);
grant select, insert on http_requests to basalt_net;

-- A text as it is written in the query of an address.
create function url_encoded(value text) returns text language sql immutable
  set search_path = pg_catalog, pg_temp
as $$
  select coalesce(string_agg(
    case when character ~ '^[-A-Za-z0-9_.~]$' collate "C" then character
      else regexp_replace(upper(encode(convert_to(character, 'UTF8'), 'hex')), '(..)', '%\1', 'g') end, '' order by place), '')
  from regexp_split_to_table(value, '') with ordinality as split (character, place)
$$;

-- Adds a request. Refuses what could not be sent.
create function add_http_request(
  method text, url text, params jsonb, headers jsonb, body jsonb, timeout_milliseconds integer
) returns bigint language plpgsql
  set search_path = pg_catalog, pg_temp
as $$
declare
  url_max constant integer := 8000;
  body_bytes_max constant integer := 1024 * 1024;
  headers_bytes_max constant integer := 32 * 1024;
  timeout_max constant integer := 60000;
  waiting_max constant integer := 10000;
  -- The server writes these itself, or they belong to the connection.
  reserved constant text[] := '{connection,content-length,expect,host,keep-alive,proxy-connection,te,trailer,transfer-encoding,upgrade}';
  query text;
  whole text;
  content_type text;
  refused text;
  request_id bigint;
begin
  if add_http_request.url is null or add_http_request.url !~* '^https?://[^/?#]' then
    raise exception 'The address of a request begins with http:// or https://' using errcode = 'invalid_parameter_value';
  end if;
  if jsonb_typeof(coalesce(params, '{}')) <> 'object' or jsonb_typeof(coalesce(headers, '{}')) <> 'object' then
    raise exception 'Parameters and headers are JSON objects' using errcode = 'invalid_parameter_value';
  end if;
  if timeout_milliseconds is null or timeout_milliseconds not between 1 and timeout_max then
    raise exception 'timeout_milliseconds is from 1 to %', timeout_max using errcode = 'invalid_parameter_value';
  end if;

  select string_agg(basalt.url_encoded(key) || '=' || basalt.url_encoded(coalesce(value, '')), '&') into query
  from jsonb_each_text(coalesce(params, '{}'));
  whole := add_http_request.url;
  if query is not null then
    whole := split_part(whole, '#', 1);
    whole := whole || case when position('?' in whole) > 0 then '&' else '?' end || query;
  end if;
  if length(whole) > url_max then
    raise exception 'The address has more than % characters', url_max using errcode = 'program_limit_exceeded';
  end if;

  select string_agg(key, ', ') into refused
  from jsonb_each_text(coalesce(headers, '{}')) where lower(key) = any (reserved);
  if refused is not null then
    raise exception 'Basalt sets the header %', refused using errcode = 'invalid_parameter_value';
  end if;
  if octet_length(coalesce(headers, '{}')::text) > headers_bytes_max then
    raise exception 'The headers have more than 32 kB' using errcode = 'program_limit_exceeded';
  end if;

  if body is not null then
    if octet_length(body::text) > body_bytes_max then
      raise exception 'The body has more than 1 MB' using errcode = 'program_limit_exceeded';
    end if;
    select value into content_type
    from jsonb_each_text(coalesce(headers, '{}')) where lower(key) = 'content-type';
    if content_type is null then
      headers := coalesce(headers, '{}') || '{"Content-Type": "application/json"}';
    elsif split_part(lower(content_type), ';', 1) <> 'application/json' then
      raise exception 'The body is JSON, so its Content-Type is application/json'
        using errcode = 'invalid_parameter_value';
    end if;
  end if;

  insert into basalt.http_requests (method, url, headers, body, timeout_milliseconds)
  values (method, whole, coalesce(headers, '{}'), body::text, timeout_milliseconds)
  returning id into request_id;
  -- Ids are nearly without gaps, so that counting is rarely needed.
  if request_id - (select min(id) from basalt.http_requests) >= waiting_max
    and (select count(*) from basalt.http_requests) > waiting_max
  then
    raise exception '% requests wait to be sent already', waiting_max
      using errcode = 'program_limit_exceeded';
  end if;
  return request_id;
end $$;
alter function url_encoded(text) owner to basalt_net;
alter function add_http_request(text, text, jsonb, jsonb, jsonb, integer) owner to basalt_net;
revoke execute on function url_encoded(text), add_http_request(text, text, jsonb, jsonb, jsonb, integer) from public;

-- Functions and table have the names, arguments and columns that SQL written for other platforms uses. A schema of this
-- name that exists already stays as it is.
do $install$
begin
  if to_regnamespace('net') is not null then return; end if;
  create schema net;

  -- Answers to requests, kept for six hours.
  create table net._http_response (
    id bigint primary key,
    status_code integer,
    content_type text,
    headers jsonb,
    content text,
    timed_out boolean,
    -- Why there is no answer.
    error_msg text,
    created timestamptz not null default clock_timestamp()
  );
  create index _http_response_created_idx on net._http_response (created);

  create function net.http_get(
    url text, params jsonb default '{}', headers jsonb default '{}', timeout_milliseconds integer default 5000
  ) returns bigint language sql security definer set search_path = pg_catalog, pg_temp
  as $$ select basalt.add_http_request('GET', url, params, headers, null, timeout_milliseconds) $$;

  create function net.http_post(
    url text, body jsonb default '{}', params jsonb default '{}',
    headers jsonb default '{"Content-Type": "application/json"}', timeout_milliseconds integer default 5000
  ) returns bigint language sql security definer set search_path = pg_catalog, pg_temp
  as $$ select basalt.add_http_request('POST', url, params, headers, coalesce(body, 'null'), timeout_milliseconds) $$;

  create function net.http_delete(
    url text, params jsonb default '{}', headers jsonb default '{}', timeout_milliseconds integer default 5000,
    body jsonb default null
  ) returns bigint language sql security definer set search_path = pg_catalog, pg_temp
  as $$ select basalt.add_http_request('DELETE', url, params, headers, body, timeout_milliseconds) $$;

  comment on function net.http_get is 'Asks for a GET request, which is sent after commit. Returns its id.';
  comment on function net.http_post is 'Asks for a POST request with JSON, which is sent after commit. Returns its id.';
  comment on function net.http_delete is 'Asks for a DELETE request, which is sent after commit. Returns its id.';
  alter function net.http_get(text, jsonb, jsonb, integer) owner to basalt_net;
  alter function net.http_post(text, jsonb, jsonb, jsonb, integer) owner to basalt_net;
  alter function net.http_delete(text, jsonb, jsonb, integer, jsonb) owner to basalt_net;

  -- Not to the roles of an app's visitors: requests come from this server. Whoever owns the project may grant more.
  revoke execute on all functions in schema net from public;
  grant usage on schema net to postgres, service_role with grant option;
  grant execute on all functions in schema net to postgres, service_role with grant option;
  grant select, delete on net._http_response to postgres with grant option;
  grant select on net._http_response to service_role;
end $install$;
