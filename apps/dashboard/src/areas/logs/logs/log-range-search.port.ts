import { logRanges } from '@basalt/contract/logs/log-limits.rules.ts'
import { oneOf, shape } from '../../../lib/shape.ts'

const aTime = shape((value) =>
  typeof value === 'string' && !Number.isNaN(Date.parse(value)) ? new Date(value).toISOString() : undefined,
)

/** The search params of a chosen range; invalid ones are dropped. */
export const logRangeFields = {
  range: oneOf(logRanges),
  /** A time range of its own, instead of `range`. */
  from: aTime,
  to: aTime,
}
