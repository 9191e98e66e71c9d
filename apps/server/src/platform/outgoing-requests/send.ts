import { lookup } from 'node:dns'
import { type ClientRequest, Agent as HttpAgent, request as httpRequest } from 'node:http'
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { DELIVERY_TIMEOUT_MS } from '@basalt/contract/integrations/webhooks.rules.ts'
import { isPrivate } from './private-networks.ts'

const PRIVATE = 'Not sent: this installation does not send to private networks'

/** Many servers close idle connections after five seconds; ours end before that. */
const IDLE_CONNECTION_MS = 4_000
/** A connection is used again only after its response has been read; a longer one is cut off instead. */
const READ_RESPONSE_MAX = 64 * 1024

/** A delivery failure, worded for the person who set up the webhook. */
class DeliveryError extends Error {}

export interface WebhookRequest {
  url: string
  body: string
  headers: Record<string, string>
  /** Whether private networks may be sent to. */
  allowPrivate: boolean
  timeoutMs?: number
  /** Connections to use again; by default each request has its own. */
  connections?: Connections
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
 * Posts JSON once and waits for the status, without keeping the response body or following redirects.
 * Never throws: `answer` describes the status or the failure.
 */
export async function send(request: WebhookRequest): Promise<{ isDelivered: boolean; answer: string }> {
  try {
    const status = await post(request)
    return { isDelivered: status >= 200 && status < 300, answer: `Answered ${status}` }
  } catch (error) {
    return { isDelivered: false, answer: describeError(error) }
  }
}

function post(webhookRequest: WebhookRequest): Promise<number> {
  const { url, body, headers, allowPrivate, timeoutMs = DELIVERY_TIMEOUT_MS, connections } = webhookRequest
  const target = new URL(url)
  const host = target.hostname.replace(/^\[|\]$/g, '')
  if (!allowPrivate && isIP(host) && isPrivate(host)) throw new DeliveryError(PRIVATE)
  const signal = AbortSignal.timeout(timeoutMs)
  const { promise, resolve, reject } = Promise.withResolvers<number>()
  const attempt = (agent: HttpAgent | false) => {
    const request: ClientRequest = (target.protocol === 'https:' ? httpsRequest : httpRequest)(target, {
      method: 'POST',
      agent,
      signal,
      headers: {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
        'user-agent': 'Basalt-Webhooks',
        ...headers,
      },
      ...(!allowPrivate && { lookup: publicLookup }),
    })
    request.on('response', (response) => {
      resolve(response.statusCode ?? 0)
      // The status is what counts: a body that breaks off is no failure.
      response.on('error', () => undefined)
      if (!agent) return response.destroy()
      let read = 0
      response.on('data', (chunk: Buffer) => {
        read += chunk.length
        if (read > READ_RESPONSE_MAX) response.destroy()
      })
    })
    request.on('error', (error: NodeJS.ErrnoException) => {
      // The receiver closed an idle connection at the moment in which it was used.
      if (request.reusedSocket && error.code === 'ECONNRESET') attempt(false)
      else reject(error)
    })
    request.end(body)
  }
  attempt(connections?.agentFor(target) ?? false)
  return promise
}

/** Checks the resolved addresses and connects to them, so that a name cannot change in between (DNS rebinding). */
const publicLookup: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (error, addresses) => {
    if (error) return callback(error, [])
    const allowed = addresses.filter(({ address }) => !isPrivate(address))
    if (allowed.length === 0) return callback(new DeliveryError(PRIVATE), [])
    if (options.all) return callback(null, allowed)
    const [{ address, family }] = allowed as [{ address: string; family: number }]
    callback(null, address, family)
  })
}

const errorMessages: Record<string, string> = {
  ECONNREFUSED: 'Connection refused',
  ECONNRESET: 'The connection was closed before a response arrived',
  ENOTFOUND: 'Unknown host name',
  EAI_AGAIN: 'The host name could not be resolved',
  EHOSTUNREACH: 'The host cannot be reached',
  ENETUNREACH: 'The network cannot be reached',
  ABORT_ERR: `No response within ${DELIVERY_TIMEOUT_MS / 1000} seconds`,
  DEPTH_ZERO_SELF_SIGNED_CERT: 'The certificate is not trusted',
  SELF_SIGNED_CERT_IN_CHAIN: 'The certificate is not trusted',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'The certificate is not trusted',
  CERT_HAS_EXPIRED: 'The certificate has expired',
  ERR_TLS_CERT_ALTNAME_INVALID: 'The certificate is for another host',
}

function describeError(error: unknown): string {
  if (error instanceof DeliveryError) return error.message
  const code = (error as NodeJS.ErrnoException).code ?? ''
  return errorMessages[code] ?? `The connection failed${code && ` (${code})`}`
}
