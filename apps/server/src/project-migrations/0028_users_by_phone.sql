-- Users are sorted by phone number, and searched by its beginning as before. Those without one come last.
drop index auth.users_by_phone;
create index users_by_phone on auth.users (coalesce(phone, U&'\+10FFFF') collate "C", id);
