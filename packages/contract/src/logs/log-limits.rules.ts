/** Characters of a search. */
export const LOG_SEARCH_MAX = 500
export const LOG_EVENT_ID_MAX = 40
/** Characters of a query of the explorer. */
export const LOG_QUERY_LENGTH_MAX = 20_000

/** Time ranges that end now. */
export const logRanges = ['15m', '1h', '6h', '24h', '7d', '28d', '90d'] as const
export type LogRange = (typeof logRanges)[number]

/** What the sources of a project's logs are called, and all of them together. */
export const logTitles = {
  all_logs: 'All logs',
  edge_logs: 'API gateway',
  postgres_logs: 'Postgres',
  pooler_logs: 'Pooler',
  webhook_logs: 'Webhooks',
  storage_logs: 'Storage',
  auth_logs: 'Auth',
} as const
/** What is searched: one source, or all of them together. */
export type LogScope = keyof typeof logTitles
export type LogSourceId = Exclude<LogScope, 'all_logs'>

/** The source whose page has this name in its address, such as `edge-logs`. */
export function logScopeOfSlug(slug: string): LogScope | undefined {
  const id = slug.replace('-', '_')
  return Object.hasOwn(logTitles, id) ? (id as LogScope) : undefined
}
