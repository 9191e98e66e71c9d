import type { QueryEvent } from '@basalt/contract/query/query.schema.ts'

/**
 * Parses a line of a stream; undefined for an unknown event. Not validated further, because events come in millions and
 * from our own server.
 */
export function parseQueryEvent(line: string): QueryEvent | undefined {
  const value: QueryEvent = JSON.parse(line)
  return KNOWN_EVENTS.has(value.type) ? value : undefined
}

const KNOWN_EVENTS: ReadonlySet<string> = new Set<QueryEvent['type']>([
  'started',
  'fields',
  'rows',
  'stored',
  'notice',
  'statement',
  'heartbeat',
  'error',
  'end',
])
