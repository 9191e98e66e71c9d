-- A locked project is changed neither by the dashboard nor by agents, except until unlocked_until.
alter table projects add column locked_at timestamptz;
alter table projects add column unlocked_until timestamptz;
