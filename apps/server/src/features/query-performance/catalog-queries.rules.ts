/**
 * A pattern of queries that read the catalogs, of which most are made by tools: a schema or an extension of the catalogs by
 * name, or a table `pg_…` that something is selected from. Functions `pg_…` are no reason.
 */
const reading = (boundary: string) =>
  String.raw`${boundary}(pg_catalog|information_schema|pg_stat_statements|(from|join)\s+(only\s+)?"?pg_)`

/** For `~*` of PostgreSQL. */
export const CATALOG_QUERY = reading(String.raw`\y`)
/** For `regexp_matches` of DuckDB, with the option `i`. */
export const CATALOG_QUERY_IN_LOGS = reading(String.raw`\b`)
