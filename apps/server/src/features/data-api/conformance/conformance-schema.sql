-- A library, with every form of table, view and function that the reference distinguishes.
alter role authenticator set pgrst.db_aggregates_enabled = 'true';
alter role service_role set pgrst.db_plan_enabled = 'true';

create schema hidden;
grant usage on schema hidden to service_role, authenticated, anon;

create type size as (width int, height int);
create type genre as enum ('novel', 'essay', 'verse');
create domain positive as int check (value > 0);
create domain stars as positive default 3;
create domain document as jsonb;
create domain lexemes as tsvector;
create domain short_id as uuid;

create table authors (
  id int primary key, name text not null, born date, country char(2), mentor_id int constraint authors_mentor references authors
);
create table shelves (room int, place int, label text, primary key (room, place));
create table books (
  id int primary key, title text not null, year int, price numeric(10, 2), genre genre, stars stars,
  author_id int constraint books_author references authors,
  editor_id int constraint books_editor references authors,
  room int, place int,
  tags text[], pages int4range, about jsonb, notes json, box size, facts document, words lexemes,
  is_lent boolean, code bit(4), grade char(3), key uuid, added timestamptz, big bigint, ratio float8, raw bytea,
  constraint books_shelf foreign key (room, place) references shelves
);
create table covers (book_id int primary key constraint covers_book references books, color text);
create table readers (id int primary key, name text);
create table loans (
  book_id int constraint loans_book references books, reader_id int constraint loans_reader references readers,
  day date, primary key (book_id, reader_id)
);
create table hidden.secret_links (
  book_id int references books, reader_id int references readers, primary key (book_id, reader_id)
);
grant select on hidden.secret_links to service_role, authenticated, anon;
create table hidden.guilds (id int primary key, name text);
create table hidden.members (
  guild_id int constraint members_guild references hidden.guilds, reader_id int constraint members_reader references readers,
  primary key (guild_id, reader_id)
);
create table tags (id int primary key, name text);
create table wishes (
  id int primary key, reader_id int constraint wishes_reader references readers, book_id int constraint wishes_book references books,
  color text, color_id int
);
create table colors (id int primary key, name text);
alter table wishes add constraint wishes_color foreign key (color_id) references colors;
create table "Order Items" (id int primary key, "Unit Price" int, "a.b" text, "c,d" text, "e""f" text);
create table tickets (id short_id primary key, line text);
create table no_key (a int, b text);
create table sales (day date, book_id int constraint sales_book references books, total int, primary key (day, book_id))
  partition by range (day);
create table sales_2020 partition of sales for values from ('2020-01-01') to ('2021-01-01');
create table locked (id int primary key);
revoke all on locked from anon, authenticated;

-- Written to by cases; reset after each.
create table items (
  id bigint primary key, name text default 'unnamed', amount int default 1 check (amount >= 0), code text unique, stars stars,
  owner_id int constraint items_owner references authors, about jsonb
);
create table drafts (id int generated always as identity primary key, line text default 'empty', at int default 7);
create table pairs (a int, b int, note text, primary key (a, b));
create view item_names as select id, name from items;
create view item_totals as select count(*) as total from items;
create view guarded as select id, name from items where amount > 0;
create function guard() returns trigger language plpgsql as $$ begin return new; end $$;
create view triggered as select distinct id, upper(name) as name from items;
create trigger guard_insert instead of insert on triggered for each row execute function guard();

insert into authors values
  (1, 'Woolf', '1882-01-25', 'GB', null), (2, 'Calvino', '1923-10-15', 'IT', 1), (3, 'Szymborska', '1923-07-02', 'PL', 1),
  (4, 'Nobody', null, null, 2);
insert into shelves values (1, 1, 'north'), (1, 2, 'south'), (2, 1, null);
insert into books values
  (1, 'Orlando', 1928, 12.50, 'novel', 5, 1, 2, 1, 1, '{sea,time}', '[1,330)', '{"a": 1, "in": {"b": [10, 20]}, "s": "x"}',
   '{"n": 1}', '(10,20)', '{"k": "v"}', 'orlando:1 time:2', true, B'1010', 'abc', '00000000-0000-0000-0000-000000000001',
   '2020-01-01T12:00:00Z', 9007199254740993, 0.5, '\x0102'),
  (2, 'Invisible Cities', 1972, 9.99, 'novel', 4, 2, 2, 1, 2, '{city}', '[330,500)', '{"a": 2, "in": {"b": []}, "s": null}',
   '{"n": 2}', '(5,5)', '{"k": "w"}', 'city:1 invisible:2', false, B'0001', 'de', '00000000-0000-0000-0000-000000000002',
   '2021-06-01T00:00:00Z', 2, 1.5, '\xff'),
  (3, 'Map', 1944, null, 'verse', null, 3, null, null, null, '{}', null, null, null, null, null, null, null, null, null, null,
   null, null, null, null),
  (4, '50% Off, (or) "More"', null, 100, 'essay', 1, null, null, 2, 1, null, '[500,600)', '[1, 2]', '[]', null, null,
   'time:1', true, B'1111', 'zzz', '00000000-0000-0000-0000-000000000004', '1999-12-31T23:59:59Z', -1, -2.25, '\x');
insert into covers values (1, 'red'), (2, 'blue');
insert into readers values (1, 'Ann'), (2, 'Bo'), (3, 'Cy');
insert into loans values (1, 1, '2020-01-01'), (1, 2, '2020-02-01'), (2, 2, '2021-01-01');
insert into hidden.secret_links values (3, 3);
insert into hidden.guilds values (1, 'Sewers'), (2, 'Bakers');
insert into hidden.members values (1, 1), (1, 2), (2, 2);
insert into colors values (1, 'green'), (2, 'grey');
insert into wishes values (1, 1, 1, 'own', 1), (2, 1, 2, 'other', null), (3, 2, 1, null, 2);
insert into "Order Items" values (1, 150, 'dot', 'comma', 'quote'), (2, 250, 'x', 'y', 'z');
insert into tickets values ('11111111-1111-1111-1111-111111111111', 'first'), ('22222222-2222-2222-2222-222222222222', 'second');
insert into no_key values (1, 'x'), (2, 'y');
insert into sales values ('2020-01-02', 1, 10), ('2020-01-03', 1, 20), ('2020-01-02', 2, 5);
insert into locked values (1);

create view novels with (security_invoker) as select id, title, author_id, year from books where genre = 'novel';
create view novel_titles with (security_invoker) as select id as novel_id, title, author_id from novels;
create view twice with (security_invoker) as select id, title, author_id, author_id as writer_id from books;
create view guilds with (security_invoker = off) as select * from hidden.guilds;
create view members with (security_invoker = off) as select * from hidden.members;
create materialized view book_years as select id, year, author_id from books;

create function initial(books) returns text language sql stable as $$ select left($1.title, 1) $$;
create function same_year(books) returns setof books language sql stable
  as $$ select * from books b where b.year = $1.year and b.id <> $1.id $$;
create function writer(books) returns setof authors rows 1 language sql stable
  as $$ select * from authors a where a.id = $1.author_id $$;
create function pupils(authors) returns setof authors language sql stable
  as $$ select * from authors a where a.mentor_id = $1.id $$;

-- A ticket's id is represented by its first four digits.
create function ticket_json(short_id) returns json language sql immutable as $$ select to_json(left($1::uuid::text, 4)) $$;
create cast (short_id as json) with function ticket_json(short_id) as implicit;
create function ticket_from_text(text) returns short_id language sql immutable
  as $$ select (repeat($1, 2) || '-' || $1 || '-' || $1 || '-' || $1 || '-' || repeat($1, 3))::uuid $$;
create cast (text as short_id) with function ticket_from_text(text) as implicit;
create function ticket_from_json(json) returns short_id language sql immutable as $$ select ticket_from_text($1 #>> '{}') $$;
create cast (json as short_id) with function ticket_from_json(json) as implicit;

create function add(a int, b int) returns int language sql immutable as $$ select a + b $$;
create function plus(a int, b int default 10) returns int language sql immutable as $$ select a + b $$;
create function hello() returns text language sql stable as $$ select 'hello' $$;
create function nothing() returns void language sql as $$ select $$;
create function none_at_all() returns int language sql stable as $$ select null::int $$;
create function numbers() returns setof int language sql stable as $$ values (1), (2), (3), (4), (5) $$;
create function one_column() returns table (id int) language sql stable as $$ values (1), (2), (3) $$;
create function two_columns() returns table (id int, name text) language sql stable as $$ values (1, 'a'), (2, 'b'), (3, 'c') $$;
create function one_out(out id int) language sql stable as $$ select 7 $$;
create function two_out(out id int, out name text) language sql stable as $$ select 7, 'seven' $$;
create function in_and_out(inout n int) language sql stable as $$ select n + 1 $$;
create function all_books() returns setof books language sql stable as $$ select * from books $$;
create function one_book(wanted int) returns books language sql stable as $$ select * from books where id = wanted $$;
create function some_novels() returns setof novels language sql stable as $$ select * from novels $$;
create function boxes() returns setof size language sql stable as $$ values (1, 2), (3, 4) $$;
create function a_box() returns size language sql stable as $$ select (1, 2)::size $$;
create domain big_size as size check ((value).width > 0);
create function a_big_box() returns big_size language sql stable as $$ select (1, 2)::size::big_size $$;
create function nested() returns table (id int, box size, doc jsonb, list int[]) language sql stable
  as $$ select 1, (3, 4)::size, '{"a": {"b": 5}}'::jsonb, '{7,8}'::int[] $$;
create function untyped() returns record language sql stable as $$ select 1 as id, 'x' as name $$;
create function untyped_set() returns setof record language sql stable as $$ select id, name from authors where id < 3 order by id $$;
create function a_document() returns document language sql stable as $$ select '{"a": 1}'::jsonb $$;
create function fixed(v char(5)) returns text language sql immutable as $$ select '[' || v || ']' $$;
create function flags(v bit(8)) returns text language sql immutable as $$ select v::text $$;
create function var_flags(v varbit) returns text language sql immutable as $$ select v::text $$;
create function sum_of(variadic n int[]) returns int language sql immutable as $$ select sum(x)::int from unnest(n) x $$;
create function list_of(v int[]) returns int[] language sql immutable as $$ select v || 9 $$;
create function box_area(v size) returns int language sql immutable as $$ select v.width * v.height $$;
create function genre_of(v genre) returns text language sql immutable as $$ select v::text $$;
create function json_named(v json) returns json language sql immutable as $$ select v $$;
create function whole_json(json) returns json language sql immutable as $$ select $1 $$;
create function whole_jsonb(jsonb) returns jsonb language sql immutable as $$ select $1 $$;
create function whole_text(text) returns text language sql immutable as $$ select $1 || '!' $$;
create function whole_xml(xml) returns xml language sql immutable as $$ select $1 $$;
create function whole_bytes(bytea) returns int language sql immutable as $$ select length($1) $$;
create function same_bytes(bytea) returns bytea language sql immutable as $$ select $1 $$;
create function twofold(a int) returns int language sql immutable as $$ select a * 2 $$;
create function twofold(a text) returns text language sql immutable as $$ select a || a $$;
create function choice(a int) returns text language sql immutable as $$ select 'one' $$;
create function choice(a int, b int) returns text language sql immutable as $$ select 'two' $$;
create function choice(jsonb) returns text language sql immutable as $$ select 'whole' $$;
create function optional() returns text language sql immutable as $$ select 'none' $$;
create function optional(a int) returns text language sql immutable as $$ select 'a' $$;
create function "Odd Name"("Arg One" int) returns int language sql immutable as $$ select "Arg One" $$;
create function add_item(new_id bigint) returns bigint language sql volatile
  as $$ insert into items (id) values (new_id) returning id $$;
create function lying_stable(new_id bigint) returns bigint language sql stable as $$ select id from items limit 1 $$;
create function write_stable() returns void language plpgsql stable as $$ begin perform set_config('x.y', '1', true); perform nextval('drafts_id_seq'); end $$;
create function drop_items(below int) returns setof items language sql volatile as $$ delete from items where id < below returning * $$;
create function setting(name text) returns text language sql stable as $$ select current_setting(name, true) $$;
create function header(name text) returns text language sql stable
  as $$ select current_setting('request.headers', true)::json ->> name $$;
create function cookie(name text) returns text language sql stable
  as $$ select current_setting('request.cookies', true)::json ->> name $$;
create function slow_setting() returns text language sql stable set statement_timeout = '4321ms'
  as $$ select current_setting('statement_timeout') $$;
create function fail(code text, message text default 'no', detail text default null, hint text default null) returns void
  language plpgsql as $$
begin
  if detail is null then raise exception using errcode = code, message = message;
  elsif hint is null then raise exception using errcode = code, message = message, detail = detail;
  else raise exception using errcode = code, message = message, detail = detail, hint = hint; end if;
end $$;
create function answer(status text, headers text) returns text language plpgsql as $$
begin
  perform set_config('response.status', status, true), set_config('response.headers', headers, true);
  return 'said';
end $$;

create domain "text/html" as text;
create domain "application/vnd.shelf" as bytea;
create domain "*/*" as bytea;
create domain "application/vnd.line" as text;
create function page() returns "text/html" language sql stable as $$ select '<b>hi</b>' $$;
create function shelf_bytes() returns "application/vnd.shelf" language sql stable as $$ select '\x00ff10'::bytea $$;
create function anything() returns "*/*" language sql stable as $$ select '\x6869'::bytea $$;
create function an_xml() returns xml language sql stable as $$ select '<a>1</a>'::xml $$;
create function line_step(state text, next readers) returns "application/vnd.line" language sql immutable
  as $$ select coalesce(state, '') || next.name || ';' $$;
create aggregate line_agg(readers) (sfunc = line_step, stype = "application/vnd.line", initcond = '');
create function all_readers() returns setof readers language sql stable as $$ select * from readers $$;

create function reset_items() returns void language sql as $$
  truncate items, drafts, pairs restart identity;
  insert into items values
    (1, 'pen', 5, 'p', 3, 1, '{"a": 1}'), (2, 'ink', 10, 'i', 4, 2, null), (3, 'cup', 0, 'c', null, null, '[]'),
    (9007199254740993, 'far', 1, 'f', 1, null, null);
  insert into pairs values (1, 1, 'x'), (1, 2, 'y');
$$;
select reset_items();
