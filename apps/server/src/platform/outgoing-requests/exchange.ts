import { lookup } from 'node:dns'
import {
  type ClientRequest,
  Agent as HttpAgent,
  request as httpRequest,
  type IncomingHttpHeaders,
  type IncomingMessage,
} from 'node:http'
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import type { Reach } from './private-networks.ts'

const CONNECTION_CLOSED = 'The connection was closed before a response arrived'
const PRIVATE = 'Not sent: this installation does not send to private networks'

/** Many servers close idle connections after five seconds; ours end before that. */
const IDLE_CONNECTION_MS = 4_000
/** A connection is used again only after its response has been read; a longer one is cut off instead. */
const DRAINED_MAX = 64 * 1024

/** A failure to send, worded for the person who set up the request. */
export class DeliveryError extends Error {}

/** A request took longer than its time limit. */
export class TimedOut extends Error {}

export interface OutgoingRequest {
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string | number>>
  readonly body?: string | Buffer | undefined
  /** The addresses that may be sent to. */
  readonly reach: Reach
  /** From the beginning until `bodyMax` has been read. */
  readonly timeoutMs: number
  /** Bytes of the response's body that are read. */
  readonly bodyMax: number
  /** Connections to use again; by default each request has its own. */
  readonly connections?: Connections | undefined
  /** Ends the request early. */
  readonly signal?: AbortSignal | undefined
}

export interface OutgoingResponse {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  /** Up to `bodyMax` bytes. Rejects when the body breaks off, or is not read in time. */
  readonly body: Promise<Buffer>
}

/** Connections that are kept open between requests to the same host. */
export type Connections = ReturnType<typeof openConnections>

export function openConnections() {
  const options = { keepAlive: true, maxFreeSockets: 8, timeout: IDLE_CONNECTION_MS }
  const agents = { 'http:': new HttpAgent(options), 'https:': new HttpsAgent(options) }
  return {
    agentFor: ({ protocol }: URL) => (protocol === 'https:' ? agents['https:'] : agents['http:']),
    close() {
      for (const agent of Object.values(agents)) agent.destroy()
    },
  }
}

/**
 * Sends one HTTP request without following redirects, which could lead into this server's private network. Resolves with
 * the response's head; `describeFailure` words what it rejects with.
 */
export function exchange(outgoing: OutgoingRequest): Promise<OutgoingResponse> {
  const { method, url, headers, body, reach, timeoutMs, bodyMax, connections } = outgoing
  const target = new URL(url)
  const host = target.hostname.replace(/^\[|\]$/g, '')
  const { promise, resolve, reject } = Promise.withResolvers<OutgoingResponse>()
  if (isIP(host) && !reach.includes(host)) {
    reject(new DeliveryError(PRIVATE))
    return promise
  }
  const timeout = AbortSignal.timeout(timeoutMs)
  const signal = outgoing.signal ? AbortSignal.any([timeout, outgoing.signal]) : timeout
  const causeOf = (error: unknown) => (timeout.aborted ? new TimedOut() : error)
  const attempt = (agent: HttpAgent | false) => {
    const request: ClientRequest = (target.protocol === 'https:' ? httpsRequest : httpRequest)(target, {
      method,
      agent,
      signal,
      headers: { ...headers, ...(body !== undefined && { 'content-length': Buffer.byteLength(body) }) },
      ...(!reach.isUnlimited && { lookup: lookupWithin(reach) }),
    })
    request.on('response', (response) => {
      const drainedMax = agent === false ? bodyMax : Math.max(bodyMax, DRAINED_MAX)
      const read = readBody(response, bodyMax, drainedMax).catch((error) => {
        throw causeOf(error)
      })
      // Not every caller waits for the body.
      read.catch(() => undefined)
      resolve({ status: response.statusCode ?? 0, headers: response.headers, body: read })
    })
    request.on('error', (error: NodeJS.ErrnoException) => {
      // The receiver closed an idle connection at the moment in which it was used.
      if (request.reusedSocket && error.code === 'ECONNRESET') attempt(false)
      else reject(causeOf(error))
    })
    request.end(body)
  }
  attempt(connections?.agentFor(target) ?? false)
  return promise
}

/** Resolves as soon as `max` bytes have arrived. Reads on up to `drainedMax`, so that the connection can be used again. */
function readBody(response: IncomingMessage, max: number, drainedMax: number): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>()
  const chunks: Buffer[] = []
  let read = 0
  const settle = () => resolve(Buffer.concat(chunks).subarray(0, max))
  if (drainedMax === 0) {
    response.on('error', () => undefined)
    response.destroy()
    return Promise.resolve(Buffer.alloc(0))
  }
  if (max === 0) settle()
  response.on('data', (chunk: Buffer) => {
    if (read < max) chunks.push(chunk)
    read += chunk.length
    if (read >= max) settle()
    if (read > drainedMax) response.destroy()
  })
  response.on('end', settle)
  response.on('error', reject)
  // A response that is destroyed after its bytes were read has settled already.
  response.on('close', () => reject(new DeliveryError(CONNECTION_CLOSED)))
  return promise
}

/** Checks the resolved addresses and connects to them, so that a name cannot change in between (DNS rebinding). */
const lookupWithin =
  (reach: Reach): LookupFunction =>
  (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, [])
      const allowed = addresses.filter(({ address }) => reach.includes(address))
      if (allowed.length === 0) return callback(new DeliveryError(PRIVATE), [])
      if (options.all) return callback(null, allowed)
      const [{ address, family }] = allowed as [{ address: string; family: number }]
      callback(null, address, family)
    })
  }

const errorMessages: Record<string, string> = {
  ECONNREFUSED: 'Connection refused',
  ECONNRESET: CONNECTION_CLOSED,
  ENOTFOUND: 'Unknown host name',
  EAI_AGAIN: 'The host name could not be resolved',
  EHOSTUNREACH: 'The host cannot be reached',
  ENETUNREACH: 'The network cannot be reached',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'The certificate is not trusted',
  SELF_SIGNED_CERT_IN_CHAIN: 'The certificate is not trusted',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'The certificate is not trusted',
  CERT_HAS_EXPIRED: 'The certificate has expired',
  ERR_TLS_CERT_ALTNAME_INVALID: 'The certificate is for another host',
}

/** What went wrong with a request, for the person who set it up. */
export function describeFailure(error: unknown, timeoutMs: number): string {
  if (error instanceof DeliveryError) return error.message
  if (error instanceof TimedOut) return `No response within ${seconds(timeoutMs)}`
  const code = (error as NodeJS.ErrnoException).code ?? ''
  return errorMessages[code] ?? `The connection failed${code && ` (${code})`}`
}

/** A duration in words. */
export const seconds = (ms: number) =>
  ms === 1000 ? '1 second' : ms < 1000 ? `${ms} milliseconds` : `${ms / 1000} seconds`
