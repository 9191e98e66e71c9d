import type { FieldValue, LogEvent } from '../log-event.ts'
import { FIELD_MAX, MESSAGE_MAX } from '../log-store.rules.ts'

/** An event's id holds the number of its file, so that the file is found by the id, and its line in there. */
const IDS_PER_SEGMENT = 1_000_000_000

export const eventId = (segment: number, line: number) => segment * IDS_PER_SEGMENT + line
export const segmentOfId = (id: number) => Math.floor(id / IDS_PER_SEGMENT)

/** One line for each event, with its id. Long texts are cut; DuckDB reads no lone surrogates. */
export function eventLines(events: readonly LogEvent[], segment: number, line: number): string {
  let text = ''
  for (const [n, event] of events.entries()) {
    const json = JSON.stringify(event)
    // Nearly all events are short, and copying each would take as long as writing it.
    const isPlain = json.length <= FIELD_MAX && !json.includes(SURROGATE)
    const fields = isPlain ? json : JSON.stringify(repaired(event))
    text += `{"id":${eventId(segment, line + n)},${fields.slice(1)}\n`
  }
  return text
}

/** How JSON begins a lone surrogate; others are written as they are. */
const SURROGATE = '\\ud'

function repaired(event: LogEvent): Record<string, FieldValue> {
  const fields: Record<string, FieldValue> = {}
  for (const [key, value] of Object.entries(event))
    fields[key] =
      typeof value === 'string' ? cut(value, key === 'event_message' ? MESSAGE_MAX : FIELD_MAX) : value
  return fields
}

function cut(text: string, max: number) {
  const whole = text.isWellFormed() ? text : text.toWellFormed()
  if (whole.length <= max) return whole
  return `${whole.slice(0, max).toWellFormed()}… (${(whole.length - max).toLocaleString('en')} more characters)`
}

/** A line that says how far what is copied into the log has been read. It has no id, so that no query sees it. */
export const cursorLine = (cursor: string) => `${JSON.stringify({ cursor })}\n`

export interface WrittenLines {
  /** Bytes up to the end of the last line, or of the last cursor where there are any. */
  bytes: number
  events: number
  from: number
  to: number
  cursor: string | undefined
}

/**
 * Reads a file that a killed server may have left. In a file with cursors, events after the last one do not count: they are
 * going to be read again from where it points.
 */
export function readLines(content: Buffer): WrittenLines {
  const read: WrittenLines = { bytes: 0, events: 0, from: Number.MAX_SAFE_INTEGER, to: 0, cursor: undefined }
  let atCursor: WrittenLines | undefined
  for (let start = 0; ; ) {
    const end = content.indexOf(0x0a, start)
    if (end < 0) break
    const line = parseLine(content.toString('utf8', start, end))
    read.bytes = end + 1
    start = end + 1
    if (typeof line?.cursor === 'string') {
      read.cursor = line.cursor
      atCursor = { ...read }
    } else {
      // A damaged line keeps its number, so that no id is given twice.
      read.events += 1
      if (typeof line?.timestamp !== 'number') continue
      read.from = Math.min(read.from, line.timestamp)
      read.to = Math.max(read.to, line.timestamp)
    }
  }
  return atCursor ?? read
}

function parseLine(text: string): { timestamp?: unknown; cursor?: unknown } | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? value : undefined
  } catch {
    return undefined
  }
}
