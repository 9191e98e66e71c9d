import { aFlag, type SearchOf, searchOf } from '../../../lib/shape.ts'
import { logRangeFields } from '../../logs/logs/log-range-search.port.ts'

const fields = {
  ...logRangeFields,
  /** Whether the period before is drawn too. */
  compare: aFlag,
}

/** The search params of a report; invalid ones are dropped. */
export const reportSearch = searchOf(fields)
export type ReportSearch = SearchOf<typeof fields>
