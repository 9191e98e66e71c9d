import {
  performancePresetIds,
  performanceSorts,
  querySources,
} from '@basalt/contract/query-performance/query-performance.rules.ts'
import { aFlag, aNumber, aTextUpTo, oneOf, type SearchOf, searchOf } from '../../../lib/shape.ts'
import { logRangeFields } from '../../logs/logs/log-range-search.port.ts'

const SEARCH_MAX = 500
const ROLE_MAX = 63
const ID_MAX = 100

const fields = {
  /** Whether a time range is shown, instead of what PostgreSQL has counted so far. */
  past: aFlag,
  ...logRangeFields,
  preset: oneOf(performancePresetIds),
  search: aTextUpTo(SEARCH_MAX),
  role: aTextUpTo(ROLE_MAX),
  minCalls: aNumber,
  /** Who ran a query first. */
  source: oneOf(querySources),
  /** Whether queries of PostgreSQL's catalogs are listed. */
  catalog: aFlag,
  sort: oneOf(performanceSorts),
  order: oneOf(['asc', 'desc'] as const),
  /** The statistic that is open. */
  id: aTextUpTo(ID_MAX),
}

/** The search params of the page; invalid ones are dropped. */
export const performanceSearch = searchOf(fields)
export type PerformanceSearch = SearchOf<typeof fields>
