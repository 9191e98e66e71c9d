-- What a hook that sends mail gets, instead of a rendered mail.
alter table auth_mails add column payload jsonb;
