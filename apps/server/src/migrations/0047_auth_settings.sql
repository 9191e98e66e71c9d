-- How users of a project's apps sign up and in; without a row, the defaults. Fields that were never set are missing.
create table auth_settings (
  ref text primary key references projects on delete cascade,
  settings jsonb not null,
  sealed_smtp_password bytea
);
