import { open } from 'node:fs/promises'
import path from 'node:path'
import { QueryError } from './duckdb/query-error.ts'
import type { QueryResult } from './duckdb/query-messages.ts'
import { eventsAfter } from './duckdb/sql-text.ts'
import { eventId, segmentOfId } from './files/event-lines.ts'
import type { SegmentFolder } from './files/segment-folder.ts'
import type { Segment } from './files/segment-names.ts'
import type { LogEvent, LogSource } from './log-event.ts'

/** An event with its id, which says where it stands among those of its source. */
export interface WrittenEvent extends LogEvent {
  readonly id: number
}

export interface EventsRead {
  /** In the order in which they were written. */
  readonly events: readonly WrittenEvent[]
  /** What to read after next time. */
  readonly position: number
}

/** Where the lines after an event begin. */
interface Place {
  file: string
  id: number
  offset: number
}

/** Bytes of a file that are read at once. */
const CHUNK_BYTES = 1024 * 1024

/**
 * Reads the events of a source in the order in which they were written. Lines are read from where the call before ended, so
 * following a busy log costs no more than its new events; Parquet is read by DuckDB.
 */
export function eventReader(source: LogSource, run: (sql: string) => Promise<QueryResult>) {
  let place: Place | undefined

  async function readLines(
    folder: SegmentFolder,
    segment: Segment,
    after: number,
    limit: number,
  ): Promise<WrittenEvent[]> {
    const file = path.join(folder.directory, segment.name)
    const events: WrittenEvent[] = []
    let offset = place?.file === file && place.id === after ? place.offset : 0
    const handle = await open(file, 'r')
    try {
      const end = segment.bytes ?? (await handle.stat()).size
      let size = CHUNK_BYTES
      while (offset < end && events.length < limit) {
        const wanted = Math.min(size, end - offset)
        const { buffer, bytesRead } = await handle.read(Buffer.allocUnsafe(wanted), 0, wanted, offset)
        const chunk = buffer.subarray(0, bytesRead)
        const last = chunk.lastIndexOf(0x0a)
        if (last < 0) {
          // A line that is longer than a chunk; one without an end was torn by a crash.
          if (bytesRead < wanted || offset + bytesRead >= end) break
          size *= 2
          continue
        }
        let start = 0
        while (start <= last && events.length < limit) {
          const stop = chunk.indexOf(0x0a, start)
          const event = parseEvent(chunk.toString('utf8', start, stop))
          start = stop + 1
          if (event && event.id > after) events.push(event)
        }
        offset += start
      }
    } finally {
      await handle.close()
    }
    place = { file, id: events.at(-1)?.id ?? after, offset }
    return events
  }

  async function readParquet(
    folder: SegmentFolder,
    segment: Segment,
    after: number,
    limit: number,
  ): Promise<WrittenEvent[]> {
    const file = path.join(folder.directory, segment.name)
    const { columns, rows } = (await run(eventsAfter(source, file, after, limit)).catch((error: unknown) => {
      if (error instanceof QueryError && error.code === 'too_large' && limit > 1) return undefined
      throw error
    })) ?? { columns: [], rows: undefined }
    // Few long events are as many bytes as many short ones.
    if (rows === undefined) return readParquet(folder, segment, after, Math.ceil(limit / 8))
    return rows.map(
      (row) =>
        Object.fromEntries(
          columns.flatMap(({ name }, n) => (row[n] === null ? [] : [[name, row[n]]])),
        ) as unknown as WrittenEvent,
    )
  }

  return {
    /**
     * Up to `limit` events after this position, fewer when a file ends; none at the end.
     * @param segments those of the folder, held by the caller
     * @param end the position of the newest event
     */
    async next(
      folder: SegmentFolder,
      segments: readonly Segment[],
      end: number,
      after: number,
      limit: number,
    ): Promise<EventsRead> {
      // Positions of another installation, or of events that a power failure took: everything is read again.
      const from = after > end ? 0 : after
      for (const segment of segments.toSorted((one, other) => one.first - other.first)) {
        if (eventId(segment.last + 1, 0) - 1 <= from) continue
        const read = segment.format === 'parquet' ? readParquet : readLines
        const events = await read(folder, segment, from, limit)
        if (events.length > 0) return { events, position: events.at(-1)!.id }
      }
      return { events: [], position: end }
    },
  }
}

function parseEvent(text: string): WrittenEvent | undefined {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value !== 'object' || value === null) return undefined
    const { id, timestamp } = value as Partial<WrittenEvent>
    return typeof id === 'number' && typeof timestamp === 'number' ? (value as WrittenEvent) : undefined
  } catch {
    return undefined
  }
}

/** Whether a segment may have events after this position. */
export const hasAfter = (segment: Segment, position: number) => segment.last >= segmentOfId(position)
