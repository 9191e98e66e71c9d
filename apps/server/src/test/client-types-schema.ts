/** Things that are hard to write as types: odd names, names in two schemas, comments of their authors. */
export const ODD_SHOP = `
create schema shop;
create type shop."sort""of" as enum ('plain', 'it''s', 'a "b"', E'two\\nlines', '');
create type shop.__proto__ as enum ('x');
create type shop.parcel as (label text, size public.size, moods public.mood[]);
create domain shop.labels as text[] not null;
create domain shop.code as text default 'none' not null;
create table shop."two words" (
  id bigint generated always as identity primary key,
  "1st" shop."sort""of" not null,
  code shop.code,
  labels shop.labels,
  parcel shop.parcel,
  film_id int not null unique references public.films,
  parent_id bigint references shop."two words",
  of_film public.film_facts,
  payload json not null default '{}',
  grid int[][] not null default '{}',
  tall numeric generated always as (film_id * 2) stored,
  at timestamptz not null default now(),
  at_all boolean not null default true,
  address inet
);
comment on table shop."two words" is 'Ends a comment: */ const x = 1';
comment on column shop."two words"."1st" is E'First line\\n\\nsecond line';
create function shop.price(shop."two words") returns numeric language sql stable as 'select 1.0';
create function shop.label_of(item shop."two words") returns text language sql stable as 'select $1.code';
create function shop.ship(variadic parcels shop.parcel[]) returns void language sql as '';
create function shop.find(wanted bigint, at_most int default 1) returns setof shop."two words" language sql stable
  as 'select * from shop."two words" where id = wanted limit at_most';
create function shop.find(name text) returns table (id bigint, mood public.mood) language sql stable
  as 'select 1, null::public.mood';
create function shop.of_both(film public.films, text) returns int language sql stable as 'select 1';
create function shop.films() returns setof public.films language sql stable as 'select * from public.films';
create function shop.made() returns trigger language plpgsql as 'begin return new; end';
create procedure shop.tidy() language sql as '';
create aggregate shop.longest(text) (sfunc = textcat, stype = text);
create table shop.parts (id int, at date) partition by range (at);
create table shop.parts_2020 partition of shop.parts for values from ('2020-01-01') to ('2021-01-01');
create table shop."nothing" ();
grant usage on schema shop to service_role;
grant all on all tables in schema shop to service_role;
`
