import { LOG_QUERY_LENGTH_MAX } from '@basalt/contract/logs/log-limits.rules.ts'
import { aTextUpTo, oneOf, type SearchOf, searchOf } from '../../../lib/shape.ts'
import { logRangeFields } from './logs-search.rules.ts'

const fields = { ...logRangeFields, sql: aTextUpTo(LOG_QUERY_LENGTH_MAX), view: oneOf(['chart'] as const) }

/** The search params of the explorer: the query that has run, its time, and whether its result is drawn. */
export const explorerSearch = searchOf(fields)
export type ExplorerSearch = SearchOf<typeof fields>
