import type { QueryEvent } from '@basalt/contract/query/query.schema.ts'

/** What a line of a stream tells. Events come in millions and from our own server: their shape is taken as agreed. An unknown one is left out. */
export function eventOf(line: string): QueryEvent | undefined {
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
