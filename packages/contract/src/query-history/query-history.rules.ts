export const queryOutcomes = ['done', 'failed', 'cancelled'] as const
export type QueryOutcome = (typeof queryOutcomes)[number]

/** Characters of a text that the history keeps. */
export const HISTORY_SQL_MAX = 20_000
export const HISTORY_ERROR_MAX = 2000
export const HISTORY_SEARCH_MAX = 200
/** Runs a page brings unless said, and at most. */
export const HISTORY_PAGE = 100
export const HISTORY_DAYS = 90

/** What the dashboard reads of a project's catalogs by itself is nobody's run: its `key` begins with this. */
export const CATALOG_KEY_PREFIX = 'catalog:'
