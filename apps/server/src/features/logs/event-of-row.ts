import type { LogSourceId } from '@basalt/contract/logs/log-limits.rules.ts'
import { type LogLevel, logSources } from '@basalt/contract/logs/logs.rules.ts'
import type { LogEvent } from '@basalt/contract/logs/logs.schema.ts'
import type { FieldValue } from '@basalt/log-store/log-event.ts'

/** An event as members and receivers see it, of its columns: the time in milliseconds, and the level. */
export function eventOf(source: LogSourceId, row: Readonly<Record<string, FieldValue | null>>): LogEvent {
  const fields: LogEvent['fields'] = {}
  for (const name of Object.keys(logSources[source].fields)) {
    const value = row[name]
    if (name !== 'level' && value !== null && value !== undefined) fields[name] = value
  }
  return {
    id: String(row.id),
    source,
    timestamp: new Date(Number(row.timestamp)).toISOString(),
    event_message: String(row.event_message ?? ''),
    level: row.level as LogLevel,
    fields,
  }
}
