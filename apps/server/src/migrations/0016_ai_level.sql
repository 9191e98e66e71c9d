-- What an organization lets an AI endpoint learn. Those that are there already have shared their schema so far.
alter table organizations add column ai_level text not null default 'schema'
  check (ai_level in ('disabled', 'schema', 'schema_and_log', 'schema_and_log_and_data'));
