-- Owns what records events. Recording turns rows into JSON, which runs cast functions of users: they must not run as a
-- superuser.
create role basalt_webhooks nologin noinherit;

-- Events of tables with webhooks, written in the transaction that changes the row. The server delivers them.
create table outbox (
  webhook uuid not null,
  id bigint generated always as identity,
  -- A hash of the primary key. Events with the same key are delivered in order. An event without key comes after all
  -- earlier ones and before all later ones.
  key bigint,
  created_at timestamptz not null default clock_timestamp(),
  -- The body of the request; null when it was too large to keep.
  payload text,
  bytes integer not null,
  state text not null default 'pending' check (state in ('pending', 'delivered', 'failed')),
  attempts integer not null default 0,
  -- Null before the first attempt.
  next_attempt_at timestamptz,
  last_attempt_at timestamptz,
  answer text,
  primary key (webhook, id)
);
create index outbox_pending on outbox (webhook, id) where state = 'pending';
create index outbox_retried on outbox (webhook, key) where state = 'pending' and next_attempt_at is not null;
alter table outbox set (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 10000);
grant usage on schema basalt to basalt_webhooks;
grant insert on outbox to basalt_webhooks;

-- The primary key of a row as a hash; null for a table without one.
create function webhook_key(key_columns name[], record json) returns bigint language sql immutable
  set search_path = pg_catalog, pg_temp
as $$
  select hashtextextended(json_agg(record -> key_column order by place)::text, 0)
  from unnest(key_columns) with ordinality as named (key_column, place)
$$;

-- The function of the triggers that webhooks consist of; its argument is the id of the webhook.
create function record_webhook_event() returns trigger language plpgsql security definer
  set search_path = pg_catalog, pg_temp
as $$
declare
  -- A larger event is recorded as failed, because the server reads events into memory.
  bytes_max constant integer := 16 * 1024 * 1024;
  -- Triggers of partitioned tables run for partitions.
  root oid := coalesce(pg_partition_root(tg_relid), tg_relid);
  new_record json;
  old_record json;
  key_columns name[];
  event_key bigint;
  body text;
begin
  if tg_op <> 'DELETE' then new_record := to_json(new); end if;
  if tg_op <> 'INSERT' then old_record := to_json(old); end if;

  select array_agg(a.attname order by k.place) into key_columns
  from pg_index i
  cross join unnest(i.indkey::int2[]) with ordinality as k (attnum, place)
  join pg_attribute a on a.attrelid = i.indrelid and a.attnum = k.attnum
  where i.indrelid = tg_relid and i.indisprimary;
  if key_columns is not null then
    event_key := basalt.webhook_key(key_columns, coalesce(old_record, new_record));
    -- Later events of the row have the new key, and must not overtake this one.
    if tg_op = 'UPDATE' and event_key <> basalt.webhook_key(key_columns, new_record) then event_key := null; end if;
  end if;

  select json_build_object(
      'type', tg_op, 'table', c.relname, 'schema', n.nspname, 'record', new_record, 'old_record', old_record)
    into body
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where c.oid = root;

  if octet_length(body) > bytes_max then
    insert into basalt.outbox (webhook, key, bytes, state, answer)
    values (tg_argv[0]::uuid, event_key, octet_length(body), 'failed', 'Not sent: the event is larger than 16 MB');
  else
    insert into basalt.outbox (webhook, key, payload, bytes)
    values (tg_argv[0]::uuid, event_key, body, octet_length(body));
  end if;
  return null;
end $$;
alter function webhook_key(name[], json) owner to basalt_webhooks;
alter function record_webhook_event() owner to basalt_webhooks;
revoke execute on function webhook_key(name[], json), record_webhook_event() from public;
grant execute on function record_webhook_event() to postgres;
