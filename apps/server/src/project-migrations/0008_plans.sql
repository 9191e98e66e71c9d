-- Whoever owns the project decides which roles are shown plans by the Data API:
-- alter role authenticated set pgrst.db_plan_enabled = 'true'. PostgreSQL lets nobody store a parameter that it does
-- not know without being allowed that one.
grant set on parameter "pgrst.db_plan_enabled" to postgres;
