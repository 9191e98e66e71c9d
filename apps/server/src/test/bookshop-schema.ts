/** The schema of the examples in the API documentation: a table with every type, odd names, several relations. */
export const BOOKSHOP = `
create type genre as enum ('crime', 'poetry');
create domain price as numeric(6, 2) check (value >= 0);
create table authors (id int primary key, name varchar(6) not null, born date);
create table books (
  id bigint generated always as identity primary key,
  title text not null,
  price price,
  genres genre[],
  author_id int references authors,
  editor_id int references authors,
  sequel_of bigint references books
);
comment on table books is 'What is sold';
comment on column books.title is 'As on the cover';
create view cheap_books with (security_invoker) as select id, title, price from books where price is null or price < 9;
create view book_count with (security_invoker) as select count(*) from books;
create table "every kind" (
  "with.dot" smallint not null, "select" int not null, big bigint not null, r real not null, d double precision not null,
  n numeric not null, b boolean not null, u uuid not null, day date not null, t time not null, tt timetz not null,
  at timestamp not null, ats timestamptz not null, i interval not null, j json not null, jb jsonb not null,
  bytes bytea not null, bits bit not null, ip inet not null, net cidr not null, mac macaddr not null,
  mac8 macaddr8 not null, span int4range not null, days daterange not null, moments tstzrange not null, spot point not null,
  words tsvector not null, page xml not null, letter char not null, few varchar(3)[] not null, grid int[][] not null,
  g genre not null, p price not null, money money not null, "quote's" text not null, __proto__ text not null, "größe" text not null
);
create table events (id int, at date) partition by range (at);
create table events_2030 partition of events for values from ('2030-01-01') to ('2031-01-01');
create table notes (id int primary key, owner uuid, body text);
alter table notes enable row level security;
create policy own on notes to authenticated using (owner = auth.uid());
insert into notes values
  (1, '00000000-0000-0000-0000-000000000001', 'mine'), (2, '00000000-0000-0000-0000-000000000002', 'theirs');

create function add(a int, b int default 1) returns int language sql immutable as $$ select a + b $$;
comment on function add is 'Adds';
create function books_of(author int) returns setof books language sql stable as $$ select * from books where author_id = author $$;
create function echo(jsonb) returns jsonb language sql immutable as $$ select $1 $$;
create function shout(books) returns text language sql stable as $$ select upper($1.title) $$;
create function unnamed(int, int) returns int language sql immutable as $$ select $1 $$;
create function stamp() returns trigger language plpgsql as $$ begin return new; end $$;

create schema "Bob's";
create table "Bob's"."o'clock" (id uuid primary key, "a,b" text not null, nothing int);
create function "Bob's".greet(who text) returns text language sql immutable as $$ select 'Hello ' || who $$;
grant usage on schema "Bob's" to service_role;
grant all on all tables in schema "Bob's" to service_role;
`
