-- Whoever owns the project configures its Data API with `alter role authenticator set pgrst.… to …`, and with
-- `notify pgrst, 'reload config'`. Changing a role takes ADMIN OPTION on it; nobody becomes it by that.
grant authenticator to postgres with admin true, inherit false, set false;
grant set on parameter "pgrst.db_schemas", "pgrst.db_schema", "pgrst.db_extra_search_path", "pgrst.db_max_rows",
  "pgrst.max_rows", "pgrst.db_aggregates_enabled", "pgrst.db_pre_request", "pgrst.db_tx_end", "pgrst.openapi_mode",
  "pgrst.server_trace_header", "pgrst.server_timing_enabled" to postgres;

-- What else a schema cache is made of: aggregates that make media types, casts of domains, and triggers that decide
-- what can be written through a view.
create event trigger basalt_announce_api on ddl_command_end
  when tag in ('CREATE AGGREGATE', 'ALTER AGGREGATE', 'CREATE CAST', 'CREATE TRIGGER', 'ALTER TRIGGER')
  execute function announce_ddl();
