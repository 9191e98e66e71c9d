import type { IncomingHttpHeaders } from 'node:http'
import {
  type Connections,
  DeliveryError,
  describeFailure,
  exchange,
  TimedOut,
} from '../../platform/outgoing-requests/exchange.ts'
import type { Reach } from '../../platform/outgoing-requests/private-networks.ts'
import { storableText } from '../../platform/outgoing-requests/storable-text.ts'
import { ANSWER_BYTES_MAX } from './http-requests.rules.ts'
import type { QueuedRequest, RequestAnswer } from './request-queue.ts'

interface Network {
  readonly connections: Connections
  /** The addresses that may be sent to. */
  readonly reach: Reach
  /** Ends the request early. */
  readonly signal: AbortSignal
}

/** Sends a request once and reads the whole answer. Never throws: a failure is an answer too. */
export async function sendRequest(request: QueuedRequest, network: Network): Promise<RequestAnswer> {
  const { id, method, url, body, timeout_milliseconds: timeoutMs } = request
  const nothing = { id, status: null, contentType: null, headers: null, content: null, isTimedOut: false }
  try {
    const response = await exchange({
      ...network,
      method,
      url,
      headers: { 'user-agent': 'Basalt', ...sentHeaders(request.headers) },
      body: body ?? undefined,
      timeoutMs,
      bodyMax: ANSWER_BYTES_MAX + 1,
    })
    const answered = {
      ...nothing,
      status: response.status,
      contentType: response.headers['content-type'] ?? null,
      headers: storedHeaders(response.headers),
    }
    const read = await response.body
    return read.length > ANSWER_BYTES_MAX
      ? { ...answered, error: 'The answer is larger than 1 MB' }
      : { ...answered, content: storableText(read.toString()), error: null }
  } catch (error) {
    return { ...nothing, isTimedOut: error instanceof TimedOut, error: failureOf(error, timeoutMs) }
  }
}

/** The answer to a request of a branch that sends none. */
export const unsent = ({ id }: QueuedRequest): RequestAnswer => ({
  id,
  status: null,
  contentType: null,
  headers: null,
  content: null,
  isTimedOut: false,
  error: 'Not sent: HTTP requests of this branch are off. Switch them on where its branches are managed.',
})

/** Values of headers are texts; SQL may have given numbers and others. */
const sentHeaders = (headers: QueuedRequest['headers']) =>
  Object.fromEntries(
    Object.entries(headers)
      .filter(([, value]) => value !== null)
      .map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)]),
  )

const storedHeaders = (headers: IncomingHttpHeaders) =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, [value].flat().join(', ')] as const),
  )

/** Node refuses headers and addresses that cannot be sent before it sends anything. */
const REFUSED_CODES = [
  'ERR_INVALID_CHAR',
  'ERR_INVALID_HTTP_TOKEN',
  'ERR_INVALID_URL',
  'ERR_UNESCAPED_CHARACTERS',
]

function failureOf(error: unknown, timeoutMs: number): string {
  const code = (error as NodeJS.ErrnoException).code ?? ''
  if (!(error instanceof DeliveryError) && REFUSED_CODES.includes(code))
    return code === 'ERR_INVALID_URL'
      ? 'Not sent: the address is not valid'
      : 'Not sent: a header or the address has characters that cannot be sent'
  return describeFailure(error, timeoutMs)
}
