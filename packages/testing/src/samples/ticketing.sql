-- Tickets of a support team: queues, tickets in monthly partitions, messages, tags, escalations.
create schema ticketing;
create type ticketing.priority as enum ('low', 'normal', 'high', 'on fire 🔥');
create type ticketing.span as (opened timestamptz, closed timestamptz);
create domain ticketing.slug as character varying(60) collate "C" check (value ~ '^[a-z0-9-]+$');

create table ticketing.teams (id integer generated always as identity primary key, slug ticketing.slug not null unique, lead integer);
create table ticketing.agents (
  id integer generated always as identity primary key,
  team_id integer not null references ticketing.teams,
  name text not null,
  away daterange,
  constraint one_name_a_team unique (team_id, name) deferrable initially deferred);
-- Teams and agents refer to each other.
alter table ticketing.teams add constraint teams_lead foreign key (lead) references ticketing.agents on delete set null deferrable;

create table ticketing.tickets (
  id bigint generated always as identity,
  opened_on date not null,
  team_id integer not null references ticketing.teams,
  agent_id integer references ticketing.agents,
  priority ticketing.priority not null default 'normal',
  subject text not null constraint "has a subject" check (subject <> ''),
  life ticketing.span,
  primary key (id, opened_on)) partition by range (opened_on);
create table ticketing.tickets_2026_01 partition of ticketing.tickets for values from ('2026-01-01') to ('2026-02-01');
create table ticketing.tickets_2026_02 partition of ticketing.tickets for values from ('2026-02-01') to ('2026-03-01');
create table ticketing.tickets_later partition of ticketing.tickets default;
create index on ticketing.tickets (team_id, priority desc);

create table ticketing.messages (
  id bigint generated always as identity primary key,
  ticket_id bigint not null, opened_on date not null,
  body text not null,
  sent_at timestamptz not null default clock_timestamp(),
  foreign key (ticket_id, opened_on) references ticketing.tickets on delete cascade);
alter table ticketing.messages alter column body set storage external;

create unlogged table ticketing.drafts (agent_id integer primary key references ticketing.agents, body text) with (fillfactor = 70);

create table ticketing."Tags & labels" ("Label" text primary key, colour text check (colour ~ '^#[0-9a-f]{6}$'));
create table ticketing.ticket_tags (
  ticket_id bigint, opened_on date, "Label" text references ticketing."Tags & labels" on update cascade,
  primary key (ticket_id, opened_on, "Label"),
  foreign key (ticket_id, opened_on) references ticketing.tickets);

create table ticketing.shifts (
  agent_id integer not null references ticketing.agents, during tstzrange not null,
  exclude using gist (during with &&) where (agent_id = 1));

create function ticketing.touch() returns trigger language plpgsql as $$ begin new.opened_on := coalesce(new.opened_on, current_date); return new; end $$;
create trigger touch before insert on ticketing.tickets for each row execute function ticketing.touch();
create rule no_delete as on delete to ticketing.teams do instead nothing;
create statistics ticketing.tickets_together (dependencies) on team_id, agent_id from ticketing.tickets;
create view ticketing.waiting as select id, subject, priority from ticketing.tickets where agent_id is null;
comment on view ticketing.waiting is 'Nobody has taken these';
