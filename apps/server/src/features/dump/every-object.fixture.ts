/** One object of every kind, and rows with all kinds of values that are hard to serialize. */
export const EVERYTHING_SQL = `
create schema every;
create schema "Odd ""name""";
create type every.mood as enum ('calm', 'it''s \\\\fine', 'ünïcode');
create domain every.positive as int check (value > 0);
create type every.pair as (a int, b text);
create sequence every.own start 5 increment 3 cache 7;
create table every.things (
  id bigint generated always as identity (start 10) primary key,
  name text collate "C" not null default 'x', mood every.mood, amount every.positive, pair every.pair,
  raw bytea, tags text[], doc jsonb, at timestamptz, span interval, "from" float8, num numeric,
  twice int generated always as (amount * 2) stored, virtual numeric generated always as (num + 1),
  dropped int, unique nulls not distinct (name, at), check (length(name) < 10000)
);
alter table every.things drop column dropped;
insert into every.things (name, mood, amount, pair, raw, tags, doc, at, span, "from", num) values
  (E'tab\\\\there\\\\nand \\\\\\\\. and \\\\\\\\N', 'it''s \\\\fine', 1, row(1, E'"q"\\\\n'), '\\\\x00ff0a5c', array['a', null, '"b"', '{}', ''], '{"a": [1, null, "\\\\u00e9"]}',
   '2026-03-01 12:00:00.123456+05:30', '1 mon -2 days 03:04:05.678', 'NaN', 12345678901234567890.123456789),
  ('', null, null, null, null, null, null, '-infinity', null, '-Infinity', 'NaN'),
  ('ünï💥', 'ünïcode', 1000000, row(null, ''), '', '{}', 'null', 'infinity', '0', 0.1, 0.00);
insert into every.things (name, amount) select 'n' || n, n from generate_series(1, 1000) n;
delete from every.things where id = 500; insert into every.things (name, amount) values ('again', 7);
create index things_by_name on every.things using gin (tags) where amount > 5;
create index on every.things (lower(name) desc nulls last) include (amount);
create statistics every.both (dependencies) on name, amount from every.things;
create table "Odd ""name"""."T 1" ("c 1" int references every.things, "select" text);
insert into "Odd ""name"""."T 1" values (11, 'a'), (null, E'b\\\\r\\\\n');
create table every.parted (id int, kind text) partition by list (kind);
create table every.parted_a partition of every.parted for values in ('a');
create table every.parted_rest partition of every.parted default;
insert into every.parted select n, case when n % 2 = 0 then 'a' else 'b' end from generate_series(1, 20) n;
create table every.parent (id int); create table every.child (more text) inherits (every.parent);
insert into every.parent values (1); insert into every.child values (2, 'two');
create table every.nothing (); insert into every.nothing default values; insert into every.nothing default values;
create unlogged table every.fast (id int); insert into every.fast values (1);
create view every.seen with (security_invoker) as select id, name from every.things where amount > 3;
create materialized view every.kept as select count(*) as n from every.things;
create function every.add(a int, b int default 2) returns int language sql immutable as 'select a + b';
create procedure every.proc() language plpgsql as $body$ begin perform 1; end $body$;
create aggregate every.total (int) (sfunc = int4pl, stype = int, initcond = '0');
create operator every.=== (leftarg = int, rightarg = int, function = int4eq);
create function every.touch() returns trigger language plpgsql as $body$ begin new.name := new.name || '!'; return new; end $body$;
create trigger touch before insert on every.things for each row when (new.name = 'trigger') execute function every.touch();
alter table every.things disable trigger touch;
create rule no_delete as on delete to every.fast do instead nothing;
alter table every.things enable row level security;
alter table "Odd ""name"""."T 1" force row level security;
create policy mine on every.things for select to authenticated using (name = current_user);
create policy make on every.things as restrictive for insert with check (amount is not null);
create role "Night shift" noinherit; grant anon to "Night shift"; alter role "Night shift" set work_mem = '8MB';
grant select (id, name), update (name) on every.things to "Night shift";
grant usage on schema every to anon; grant execute on function every.add to anon; revoke execute on function every.add from public;
alter default privileges in schema every grant select on tables to anon;
alter table "Odd ""name"""."T 1" owner to postgres;
comment on table every.things is E'It''s a "comment"\\\\nin two lines';
comment on column every.things.name is 'a column'; comment on function every.add is 'adds';
select setval('every.own', 41); select nextval('every.own');
create publication news for table every.things (id, name) where (id > 3);
create extension if not exists pg_trgm;
create extension if not exists citext schema every;
create table every.ci (word every.citext primary key); insert into every.ci values ('Hello');
select lo_from_bytea(4242, '\\\\xdeadbeef00');
insert into storage.buckets (id, name) values ('pictures', 'pictures');
`.replaceAll('\\\\', '\\')
