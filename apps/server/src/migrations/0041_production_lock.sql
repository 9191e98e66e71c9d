-- A locked project is changed neither by the dashboard nor by agents, except until unlocked_until.
alter table projects add column locked_at timestamptz;
alter table projects add column unlocked_until timestamptz;
-- An import that fails removes the foreign data wrapper that it enabled.
alter table database_imports add column enabled_wrapper boolean not null default false;
