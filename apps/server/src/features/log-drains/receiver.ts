import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { drainUrl, LOG_DRAIN_EXCERPT_MAX } from '@basalt/contract/log-drains/log-drains.rules.ts'
import type { LogDrainTarget } from '@basalt/contract/log-drains/log-drains.schema.ts'
import type { LogEvent } from '@basalt/contract/logs/logs.schema.ts'
import { AppError } from '../../http/app-error.ts'
import { type Connections, describeFailure } from '../../platform/outgoing-requests/exchange.ts'
import type { Reach } from '../../platform/outgoing-requests/private-networks.ts'
import { send } from '../../platform/outgoing-requests/send.ts'
import { refusingStatuses, SEND_TIMEOUT_MS } from './drain.rules.ts'
import { httpPayload, rejectedByOtlp } from './http-payloads.ts'
import { sendOverSyslog } from './syslog-connection.ts'
import { syslogFrames } from './syslog-messages.ts'

const zipped = promisify(gzip)

export interface BatchResult {
  readonly isDelivered: boolean
  /** Whether the receiver says that it will never take this. */
  readonly isRefused: boolean
  /** Events of a delivered batch that the receiver left out. */
  readonly rejected: number
  /** The status, or why there is none. */
  readonly answer: string
  /** The beginning of the response; null when there is none. */
  readonly excerpt: string | null
}

interface Options {
  ref: string
  reach: Reach
  signal: AbortSignal
  connections?: Connections | undefined
  timeoutMs?: number | undefined
}

/** Sends events once, in the format of the receiver. Never throws. */
export async function sendBatch(
  target: LogDrainTarget,
  events: readonly LogEvent[],
  { ref, reach, signal, connections, timeoutMs = SEND_TIMEOUT_MS }: Options,
): Promise<BatchResult> {
  if (target.kind === 'syslog') {
    try {
      await sendOverSyslog(target, syslogFrames(ref, events), { reach, timeoutMs, signal })
      return { isDelivered: true, isRefused: false, rejected: 0, answer: 'Sent', excerpt: null }
    } catch (error) {
      const answer = error instanceof AppError ? error.message : describeFailure(error, timeoutMs)
      return { isDelivered: false, isRefused: false, rejected: 0, answer, excerpt: null }
    }
  }
  const { contentType, body } = httpPayload(target.kind, ref, events)
  const result = await send({
    url: drainUrl(target.kind, target.url),
    headers: {
      ...Object.fromEntries(target.headers.map(({ name, value }) => [name, value])),
      'user-agent': 'Basalt-Log-Drains',
      'content-type': contentType,
      ...(target.gzip && { 'content-encoding': 'gzip' }),
    },
    body: target.gzip ? await zipped(body) : body,
    reach,
    signal,
    timeoutMs,
    excerptMax: LOG_DRAIN_EXCERPT_MAX,
    ...(connections && { connections }),
  })
  const rejected = target.kind === 'otlp' && result.isDelivered ? rejectedByOtlp(result.excerpt) : undefined
  return {
    isDelivered: result.isDelivered,
    isRefused: result.status !== undefined && refusingStatuses.includes(result.status),
    rejected: Math.min(rejected?.count ?? 0, events.length),
    answer: result.answer,
    excerpt: result.excerpt,
  }
}
