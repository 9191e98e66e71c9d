import type { LogDrainKind } from '@basalt/contract/log-drains/log-drains.rules.ts'
import type { LogLevel } from '@basalt/contract/logs/logs.rules.ts'
import type { LogEvent } from '@basalt/contract/logs/logs.schema.ts'

interface Payload {
  readonly contentType: string
  readonly body: string
}

/** The body of a request, in the format of the receiver. */
export const httpPayload = (
  kind: Exclude<LogDrainKind, 'syslog'>,
  ref: string,
  events: readonly LogEvent[],
): Payload => payloads[kind](ref, events)

/** An event as one object. The id is unique together with its source and project, so that receivers can tell repetitions. */
const flat = (ref: string, { fields, ...event }: LogEvent) => ({ ...fields, ...event, project: ref })

const nanoseconds = (timestamp: string) => `${Date.parse(timestamp)}000000`

const payloads: Record<
  Exclude<LogDrainKind, 'syslog'>,
  (ref: string, events: readonly LogEvent[]) => Payload
> = {
  http: (ref, events) => ({
    contentType: 'application/x-ndjson',
    body: events.map((event) => `${JSON.stringify(flat(ref, event))}\n`).join(''),
  }),

  otlp: (ref, events) => ({
    contentType: 'application/json',
    body: JSON.stringify({
      resourceLogs: [
        {
          resource: {
            attributes: attributes({ 'service.name': 'basalt', 'basalt.project': ref }),
          },
          scopeLogs: [{ scope: { name: 'basalt' }, logRecords: events.map(logRecord) }],
        },
      ],
    }),
  }),

  // One stream for each source and level: more labels would make streams of few lines each.
  loki: (ref, events) => {
    const streams = new Map<string, { stream: Record<string, string>; values: [string, string][] }>()
    for (const event of events) {
      const { source, level, timestamp } = event
      const key = `${source} ${level}`
      const stream = streams.get(key) ?? {
        stream: { service_name: 'basalt', project: ref, source, level },
        values: [],
      }
      streams.set(key, stream)
      stream.values.push([nanoseconds(timestamp), JSON.stringify(flat(ref, event))])
    }
    return { contentType: 'application/json', body: JSON.stringify({ streams: [...streams.values()] }) }
  },
}

/** Severity numbers of OpenTelemetry's data model. */
const severities: Record<LogLevel, number> = { info: 9, warning: 13, error: 17 }

const logRecord = ({ id, source, timestamp, level, event_message, fields }: LogEvent) => ({
  timeUnixNano: nanoseconds(timestamp),
  severityNumber: severities[level],
  severityText: level.toUpperCase(),
  body: { stringValue: event_message },
  attributes: attributes({ ...fields, 'log.record.uid': id, 'basalt.source': source }),
})

/** 64-bit integers are text in the JSON of protocol buffers. */
const attributes = (values: Readonly<Record<string, string | number | boolean>>) =>
  Object.entries(values).map(([key, value]) => ({
    key,
    value:
      typeof value === 'string'
        ? { stringValue: value }
        : typeof value === 'boolean'
          ? { boolValue: value }
          : Number.isInteger(value)
            ? { intValue: String(value) }
            : { doubleValue: value },
  }))

/** How many events an OpenTelemetry receiver says it left out, in a response that is otherwise a success. */
export function rejectedByOtlp(response: string | null): { count: number; message: string } | undefined {
  try {
    const { partialSuccess } = JSON.parse(response ?? '') as {
      partialSuccess?: { rejectedLogRecords?: unknown; errorMessage?: unknown }
    }
    const count = Number(partialSuccess?.rejectedLogRecords ?? 0)
    return count > 0 ? { count, message: String(partialSuccess?.errorMessage ?? '') } : undefined
  } catch {
    return undefined
  }
}
