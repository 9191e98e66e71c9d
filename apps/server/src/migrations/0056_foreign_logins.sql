-- How projects log in at other PostgreSQL servers. Their databases have only a token, which the relay takes for this.
create table foreign_logins (
  -- Part of the user of a mapping in the project's database.
  id text primary key,
  ref text not null references projects (ref) on delete cascade,
  -- Where the password may be sent.
  host text not null,
  port integer not null,
  remote_user text not null,
  sealed_password bytea not null,
  -- What the database proves its token against.
  verifier text not null,
  created_at timestamptz not null default now()
);
create index foreign_logins_ref on foreign_logins (ref);
