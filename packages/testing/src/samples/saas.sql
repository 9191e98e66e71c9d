-- A service for many tenants: every row belongs to one, and row level security keeps them apart.
create schema saas;
create type saas.member_role as enum ('owner', 'admin', 'member');
create type saas.address as (street text, city text, country character(2));
create domain saas.tenant_slug as text not null check (length(value) between 2 and 40) check (value = lower(value));

create table saas.tenants (
  id uuid primary key default gen_random_uuid(),
  slug saas.tenant_slug unique,
  billing saas.address,
  settings jsonb not null default '{"theme": "dark"}');
create table saas.users (id uuid primary key, email text not null, seen_at timestamptz);
create table saas.members (
  tenant_id uuid references saas.tenants on delete cascade,
  user_id uuid references saas.users on delete cascade,
  role saas.member_role not null default 'member',
  primary key (tenant_id, user_id));
create table saas.projects (
  tenant_id uuid not null references saas.tenants on delete cascade,
  id bigint generated always as identity,
  name text not null,
  archived boolean not null default false,
  primary key (tenant_id, id),
  unique nulls not distinct (tenant_id, name));
create table saas.tasks (
  tenant_id uuid not null,
  id bigint generated always as identity (start 1000 increment 5),
  project_id bigint not null,
  parent_id bigint,
  title text not null,
  done_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, project_id) references saas.projects on delete cascade,
  foreign key (tenant_id, parent_id) references saas.tasks on delete set null (parent_id));
create table saas.events (like saas.tasks including defaults, happened_at timestamptz not null default now(), detail jsonb);
create index events_by_time on saas.events using brin (happened_at);
create table saas.plans (code text primary key, price numeric(8, 2), features text[] default array['a', 'b']);
create table saas.subscriptions (
  tenant_id uuid primary key references saas.tenants, plan text not null references saas.plans on update cascade,
  valid daterange not null default daterange(current_date, null));

create function saas.tenant() returns uuid language sql stable
  return nullif(current_setting('app.tenant', true), '')::uuid;
create function saas.is_member(tenant uuid, wanted saas.member_role default 'member') returns boolean
  language sql stable security definer set search_path = ''
  as $$ select exists (select from saas.members m where m.tenant_id = tenant and m.role <= wanted) $$;

alter table saas.projects enable row level security;
alter table saas.tasks enable row level security;
alter table saas.tasks force row level security;
alter table saas.members enable row level security;
create policy own_tenant on saas.projects using (tenant_id = saas.tenant()) with check (tenant_id = saas.tenant());
create policy "members read" on saas.tasks for select using (saas.is_member(tenant_id));
create policy "admins write" on saas.tasks as restrictive for all using (saas.is_member(tenant_id, 'admin'));
create policy own on saas.members for select using (tenant_id = saas.tenant());
comment on policy own on saas.members is 'A tenant sees its own members';
create view saas.open_tasks with (security_barrier) as select * from saas.tasks where done_at is null;
