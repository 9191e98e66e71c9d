import type { LogLevel } from '@basalt/contract/logs/logs.rules.ts'
import type { LogEvent } from '@basalt/contract/logs/logs.schema.ts'
import { SYSLOG_MESSAGE_BYTES_MAX } from './drain.rules.ts'

/** Facility local0, and the severities of RFC 5424. */
const FACILITY = 16
const severities: Record<LogLevel, number> = { error: 3, warning: 4, info: 6 }

/** Events as RFC 5424 messages, each after its length (RFC 6587), so that a message may have several lines. */
export const syslogFrames = (ref: string, events: readonly LogEvent[]): Buffer =>
  Buffer.concat(
    events.flatMap((event) => {
      const message = Buffer.from(syslogMessage(ref, event))
      return [Buffer.from(`${message.length} `), message]
    }),
  )

/** Texts are cut where the message would be longer than receivers have to accept. */
export function syslogMessage(ref: string, event: LogEvent): string {
  const { id, source, timestamp, level, event_message, fields } = event
  const head = `<${FACILITY * 8 + severities[level]}>1 ${timestamp} ${ref} ${source} - ${id} `
  let data = `[event@32473 id="${id}" project="${ref}"`
  for (const [name, value] of Object.entries(fields)) {
    const param = ` ${name}="${escaped(String(value))}"`
    // Half for the fields, half for the message.
    if (Buffer.byteLength(head + data + param) < SYSLOG_MESSAGE_BYTES_MAX / 2) data += param
  }
  const start = `${head}${data}] \ufeff`
  return start + cutTo(event_message, SYSLOG_MESSAGE_BYTES_MAX - Buffer.byteLength(start))
}

const escaped = (value: string) => value.replace(/["\\\]]/g, '\\$&')

/** The text in at most so many bytes. */
function cutTo(text: string, bytes: number): string {
  if (Buffer.byteLength(text) <= bytes) return text
  const cut = Buffer.from(text).subarray(0, bytes - 3)
  // A character that was cut in the middle is left out.
  return `${new TextDecoder().decode(cut, { stream: true })}…`
}
