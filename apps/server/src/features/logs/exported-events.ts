import type { LogScope, LogSourceId } from '@basalt/contract/logs/log-limits.rules.ts'
import { fieldsOf, LOG_EXPORT_PAGE } from '@basalt/contract/logs/logs.rules.ts'
import type { LogEvent } from '@basalt/contract/logs/logs.schema.ts'
import { QueryError } from '@basalt/log-store/duckdb/query-error.ts'
import { resultWriter } from '@basalt/sql/result-text.ts'
import { newestFirst } from './newest-first.ts'

/** Reads the newest events of a source before one of them, or of all. */
type Read = (source: LogSourceId, before: LogEvent | undefined, limit: number) => Promise<LogEvent[]>

interface Feed {
  readonly source: LogSourceId
  /** Events that were read and not passed on, the newest first. */
  events: LogEvent[]
  last: LogEvent | undefined
  hasMore: boolean
}

/** A page of few long events is as many bytes as one of many short ones. */
const SMALLER = 8

/**
 * The events of several sources in one order, the newest first, in parts. A page of each source is in memory at a time.
 * Throws what `read` throws.
 */
export async function* exportedEvents(
  sources: readonly LogSourceId[],
  read: Read,
): AsyncGenerator<LogEvent[], void> {
  const feeds = sources.map((source): Feed => ({ source, events: [], last: undefined, hasMore: true }))
  for (;;) {
    for (const feed of feeds) if (feed.events.length === 0 && feed.hasMore) await fill(feed, read)
    const filled = feeds.filter(({ events }) => events.length > 0)
    if (filled.length === 0) return
    yield mergedUntilOneEnds(filled)
  }
}

async function fill(feed: Feed, read: Read, limit = LOG_EXPORT_PAGE): Promise<void> {
  const events = await read(feed.source, feed.last, limit).catch((error: unknown) => {
    if (error instanceof QueryError && error.code === 'too_large' && limit > 1) return undefined
    throw error
  })
  if (!events) return fill(feed, read, Math.ceil(limit / SMALLER))
  feed.events = events
  feed.last = events.at(-1) ?? feed.last
  feed.hasMore = events.length === limit
}

/** What comes next of one feed that has run out is not known, so the others wait for it. */
function mergedUntilOneEnds(feeds: readonly Feed[]): LogEvent[] {
  const places = feeds.map(({ events }) => ({ events, at: 0 }))
  const merged: LogEvent[] = []
  while (places.every(({ events, at }) => at < events.length)) {
    const next = places.reduce((one, other) =>
      newestFirst(one.events[one.at]!, other.events[other.at]!) <= 0 ? one : other,
    )
    merged.push(next.events[next.at]!)
    next.at += 1
  }
  for (const [n, feed] of feeds.entries()) feed.events = feed.events.slice(places[n]!.at)
  return merged
}

const OWN_COLUMNS = ['timestamp', 'source', 'level', 'event_message', 'id'] as const

/** Events as CSV with every field of their sources; no value can act as a formula. */
export async function* csvOf(scope: LogScope, parts: AsyncIterable<LogEvent[]>): AsyncGenerator<string> {
  const fields = Object.entries(fieldsOf(scope)).filter(([name]) => name !== 'level')
  const writer = resultWriter('spreadsheet', [
    ...OWN_COLUMNS.map((name) => ({ name, type: 'text' })),
    ...fields.map(([name, { type }]) => ({ name, type: type === 'number' ? 'float8' : 'text' })),
  ])
  const cell = (value: unknown) => (value === undefined ? null : String(value))
  let count = 0
  for await (const events of parts) {
    let text = count === 0 ? writer.begin : ''
    for (const event of events) {
      const values = [
        ...OWN_COLUMNS.map((name) => event[name]),
        ...fields.map(([name]) => event.fields[name]),
      ]
      text += writer.row(values.map(cell), count)
      count += 1
    }
    yield text
  }
  yield count === 0 ? writer.empty : writer.end
}

/** Events as JSON, one per line, with their fields beside their own. */
export async function* linesOf(parts: AsyncIterable<LogEvent[]>): AsyncGenerator<string> {
  for await (const events of parts)
    yield events.map(({ fields, ...event }) => `${JSON.stringify({ ...event, ...fields })}\n`).join('')
}
