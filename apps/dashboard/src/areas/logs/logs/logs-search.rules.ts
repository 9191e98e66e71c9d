import { LOG_SEARCH_MAX, logRanges } from '@basalt/contract/logs/log-limits.rules.ts'
import { aFlag, aTextUpTo, oneOf, type SearchOf, searchOf, shape } from '../../../lib/shape.ts'

const EVENT_MAX = 60

const aTime = shape((value) =>
  typeof value === 'string' && !Number.isNaN(Date.parse(value)) ? new Date(value).toISOString() : undefined,
)

export const logRangeFields = {
  range: oneOf(logRanges),
  /** A time range of its own, instead of `range`. */
  from: aTime,
  to: aTime,
}

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
