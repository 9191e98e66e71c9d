import { logSourceIds } from '@basalt/contract/logs/logs.rules.ts'
import type { LogEvent } from '@basalt/contract/logs/logs.schema.ts'

/** A fixed order, also of events of the same millisecond, so that pages follow each other. */
export const newestFirst = (a: LogEvent, b: LogEvent) =>
  b.timestamp.localeCompare(a.timestamp) ||
  logSourceIds.indexOf(a.source) - logSourceIds.indexOf(b.source) ||
  Number(b.id) - Number(a.id)
