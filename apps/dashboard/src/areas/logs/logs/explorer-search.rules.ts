import { LOG_QUERY_LENGTH_MAX } from '@basalt/contract/logs/log-limits.rules.ts'
import { aTextUpTo, type SearchOf, searchOf } from '../../../lib/shape.ts'
import { logRangeFields } from './log-range-search.port.ts'

const fields = { ...logRangeFields, sql: aTextUpTo(LOG_QUERY_LENGTH_MAX) }

/** The search params of the explorer: the query that has run, and its time. */
export const explorerSearch = searchOf(fields)
export type ExplorerSearch = SearchOf<typeof fields>
