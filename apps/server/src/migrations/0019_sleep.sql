-- A project that sleeps is healthy: its database is stopped and starts with the first call.
alter table projects
  add column asleep_since timestamptz,
  -- Which migrations of projects its database had when it fell asleep.
  add column asleep_with text,
  add constraint only_the_healthy_sleep check (asleep_since is null or status = 'ACTIVE_HEALTHY');

-- Whoever has not chosen goes by the default.
create table sleep_settings (
  ref text primary key references projects on delete cascade,
  -- Null for never.
  idle_minutes integer check (idle_minutes > 0)
);
