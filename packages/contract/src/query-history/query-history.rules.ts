export const queryOutcomes = ['done', 'failed', 'cancelled'] as const
export type QueryOutcome = (typeof queryOutcomes)[number]

/** Characters of SQL that the history stores. */
export const HISTORY_SQL_MAX = 20_000
export const HISTORY_ERROR_MAX = 2000
export const HISTORY_SEARCH_MAX = 200
/** The default and largest page size. */
export const HISTORY_PAGE = 100
export const HISTORY_DAYS = 90

/** Prefixes the `key` of the dashboard's own catalog queries, which the history leaves out. */
export const CATALOG_KEY_PREFIX = 'catalog:'
