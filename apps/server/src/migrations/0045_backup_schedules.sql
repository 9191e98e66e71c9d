-- When a project is backed up, and how long its backups are kept. Null means as its plan says.
alter table backup_settings
  -- Five fields of cron, in UTC.
  add column schedule text,
  -- A backup that could not begin within this time is left out.
  add column window_minutes integer,
  add column keep_days integer,
  add column keep_count integer,
  -- Whether a commit waits until its log is stored outside of the database.
  add column is_synchronous boolean not null default false,
  -- The last time of the schedule that was done or left out.
  add column due_at timestamptz;

-- What was due before this version has been done.
update backup_settings set due_at = now();
