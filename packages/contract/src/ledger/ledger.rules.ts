/** Where a change was made. */
export const changeOrigins = [
  'table_editor',
  'database_pages',
  'sql_editor',
  'agent',
  'api',
  'import',
  'migration',
  'merge',
  'time_machine',
] as const
export type ChangeOrigin = (typeof changeOrigins)[number]

export const changeKinds = ['schema', 'data'] as const

export const changeOutcomes = ['done', 'failed', 'cancelled'] as const
export type ChangeOutcome = (typeof changeOutcomes)[number]

/**
 * Why the SQL of a change cannot make it again: its secrets were removed, it was too long to store whole, its rows came
 * from a file, or it belongs to a webhook, whose address is not in the database.
 */
export const missingParts = ['secrets', 'end', 'rows', 'destination'] as const
export type MissingPart = (typeof missingParts)[number]

export const missingPartReasons: Readonly<Record<MissingPart, string>> = {
  secrets: 'Secrets were removed from this SQL. Write the migration by hand.',
  end: 'Only the beginning of this SQL was stored. Write the migration by hand.',
  rows: 'The rows of the imported file are not stored.',
  destination: 'The address of a webhook is not part of the SQL. Create the webhook in the other database.',
}

/** Characters of SQL stored of one change. */
export const CHANGE_SQL_MAX = 200_000
export const CHANGE_ERROR_MAX = 2000
export const CHANGE_SEARCH_MAX = 200
/** Larger scripts are read by their commands instead of PostgreSQL's parser. */
export const CHANGE_PARSED_MAX = 1_000_000
/** The default and largest page size. */
export const CHANGES_PAGE = 50
/** Changes are deleted after this many days. */
export const CHANGE_DAYS = 365
