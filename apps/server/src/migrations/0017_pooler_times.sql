-- Seconds that the project's own pooler goes by. Null: the product's own choice.
alter table pooler_settings
  add column query_wait_timeout integer,
  add column server_idle_timeout integer,
  add column server_lifetime integer;
