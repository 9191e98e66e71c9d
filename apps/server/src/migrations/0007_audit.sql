-- null for who is called by the email address
alter table users add column display_name text;

-- What was asked of the server. Entries outlive the users, organizations and projects they tell of, so nothing is
-- referenced; they are deleted when their time is over.
create table audit_entries (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  -- whose account it is about; null when nobody is known
  user_id uuid,
  email text,
  caller text not null check (caller in ('session', 'token', 'local', 'nobody')),
  token_name text,
  action text not null,
  title text not null,
  organization_id uuid,
  project_ref text,
  project_name text,
  details jsonb not null,
  address text not null,
  user_agent text not null,
  status integer not null,
  code text,
  request_id text not null
);
-- One for each way a log is read, newest first, and the last for what is over and belongs to no organization.
create index audit_organization on audit_entries (organization_id, at desc, id desc);
create index audit_organization_user on audit_entries (organization_id, user_id, at desc, id desc);
create index audit_organization_project on audit_entries (organization_id, project_ref, at desc, id desc);
create index audit_user on audit_entries (user_id, at desc, id desc);
create index audit_at on audit_entries (at);
