-- Logs in for members who may only read. It sees every table, past row level security, and owns nothing.
create role basalt_read_only login noinherit bypassrls;
grant pg_read_all_data to basalt_read_only with inherit true;
alter role basalt_read_only set default_transaction_read_only = on;
alter role basalt_read_only set search_path = "$user", public, extensions;
