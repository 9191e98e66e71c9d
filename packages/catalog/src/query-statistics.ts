/** One row with the quoted name of the schema that has `pg_stat_statements`; none where the extension is not enabled. */
export const STATISTICS_SCHEMA = `
  select pg_catalog.quote_ident(n.nspname) as schema
  from pg_catalog.pg_extension e join pg_catalog.pg_namespace n on n.oid = e.extnamespace
  where e.extname = 'pg_stat_statements'`
