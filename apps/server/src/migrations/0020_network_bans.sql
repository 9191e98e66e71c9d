-- Addresses that are shut out of a project after too many wrong passwords; over some time after they began.
create table network_bans (
  ref text not null references projects on delete cascade,
  address text not null,
  failures integer not null,
  banned_at timestamptz not null,
  primary key (ref, address)
);
create index network_bans_age on network_bans (banned_at);
