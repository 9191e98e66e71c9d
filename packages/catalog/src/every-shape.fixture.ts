/** A schema with every kind of catalog object in all its forms, and a neighbour schema that reads must leave out. */
export const EVERY_SHAPE = `
  create schema "o'dd Shop";
  comment on schema "o'dd Shop" is 'All kinds of things';
  create schema neighbour;
  create table neighbour.other (id int primary key);
  create policy theirs on neighbour.other using (true);
  set search_path = "o'dd Shop";

  create type mood as enum ('sad', 'it''s fine');
  comment on type mood is 'How one is';
  create domain positive as int default 1 not null constraint above_zero check (value > 0) constraint small check (value < 1000);
  create type pair as (x int, y text);
  create type span as range (subtype = float8);

  create table customers (
    id bigint generated always as identity primary key,
    "Créé" timestamptz(3) not null default now(),
    mood mood,
    price positive,
    doubled bigint generated always as (id * 2) stored,
    shown text generated always as (lower(name)) virtual,
    name text collate "C" not null,
    gone int,
    tags varchar(8)[],
    unique (name, price),
    constraint short_name check (length(name) < 100),
    exclude using gist (span(1, 2) with &&) where (id < 0)
  );
  alter table customers drop column gone;
  comment on table customers is 'Who buys';
  comment on column customers.mood is 'Of this morning';
  comment on constraint short_name on customers is 'Labels are small';

  create table orders (
    number serial,
    shop int,
    customer bigint references customers on delete cascade on update set null deferrable initially deferred,
    primary key (shop, number)
  );
  create table parts (shop int, number int, at date not null, note text,
    foreign key (number, shop) references orders (number, shop)) partition by range (at);
  create table parts_2026 partition of parts for values from ('2026-01-01') to ('2027-01-01');
  create table special (extra int) inherits (orders);
  create unlogged table scratch ();
  create foreign data wrapper nowhere;
  create server far foreign data wrapper nowhere;
  create foreign table distant (id int) server far;

  create index by_mood on customers using btree (mood desc, lower(name)) include (price) where mood is not null;
  comment on index by_mood is 'Fast moods';
  create unique index named on customers (name);

  create view adults with (security_invoker = true) as select id, name from customers;
  comment on view adults is 'Without a check';
  create view counted as select count(*) from customers;
  create materialized view sums as select sum(id) from customers with no data;

  create function added(a int, b int default 2) returns int language sql immutable strict
    set search_path = '' as 'select a + b';
  comment on function added(int, int) is 'A sum';
  create function touched() returns trigger language plpgsql security definer as 'begin return new; end';
  create function noticed() returns event_trigger language plpgsql as 'begin end';
  create procedure swept(inout n int) language plpgsql as 'begin end';
  create aggregate total(int) (sfunc = int4pl, stype = int);

  create trigger touches before insert or update of name, mood on customers for each row
    when (new.name <> '') execute function touched('one');
  create trigger counts after delete or truncate on orders execute function touched();
  create trigger writes instead of insert on adults for each row execute function touched();
  create event trigger notices on ddl_command_end when tag in ('CREATE TABLE') execute function noticed();
  alter event trigger notices disable;

  alter table customers enable row level security, force row level security;
  create policy everybody on customers using (id > 0) with check (id > 1);
  create policy never on customers as restrictive for delete to pg_monitor, pg_read_all_data using (false);
  create policy adds on customers for insert with check (true);
  alter table orders replica identity full;

  create sequence counter as smallint increment by -1 minvalue -5 maxvalue 9 start 9 cycle;
  create publication chosen for table customers (id, name) where (id > 5)
    with (publish = 'insert, delete', publish_via_partition_root = true);
  create publication nearby for tables in schema neighbour;
  create publication everything for all tables;

  grant select on adults to public;
  grant insert on adults to pg_monitor with grant option;
  reset search_path`
