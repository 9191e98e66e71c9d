import { LOG_SEARCH_MAX } from '@basalt/contract/logs/log-limits.rules.ts'
import { aFlag, aTextUpTo, type SearchOf, searchOf } from '../../../lib/shape.ts'
import { logRangeFields } from './log-range-search.port.ts'

const EVENT_MAX = 60

const fields = {
  ...logRangeFields,
  q: aTextUpTo(LOG_SEARCH_MAX),
  /** The event that is open: its source and id. */
  event: aTextUpTo(EVENT_MAX),
  live: aFlag,
}

/** The search params of a page of logs; invalid ones are dropped. */
export const logsSearch = searchOf(fields)
export type LogsSearch = SearchOf<typeof fields>
