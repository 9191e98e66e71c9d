import { lookup } from 'node:dns'
import { request as httpRequest } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { DELIVERY_TIMEOUT_MS } from '@basalt/contract/integrations/webhooks.rules.ts'
import { isPrivate } from './private-networks.ts'

const PRIVATE = 'Not sent: this installation does not send to private networks'

/** A delivery failure, worded for the person who set up the webhook. */
class DeliveryError extends Error {}

export interface WebhookRequest {
  url: string
  body: string
  headers: Record<string, string>
  /** Whether private networks may be sent to. */
  allowPrivate: boolean
  timeoutMs?: number
}

/**
 * Posts JSON once and waits for the status, without reading the response body or following redirects.
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
  const { url, body, headers, allowPrivate, timeoutMs = DELIVERY_TIMEOUT_MS } = webhookRequest
  const target = new URL(url)
  const host = target.hostname.replace(/^\[|\]$/g, '')
  const { promise, resolve, reject } = Promise.withResolvers<number>()
  if (!allowPrivate && isIP(host) && isPrivate(host)) throw new DeliveryError(PRIVATE)
  const request = (target.protocol === 'https:' ? httpsRequest : httpRequest)(target, {
    method: 'POST',
    agent: false,
    signal: AbortSignal.timeout(timeoutMs),
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
    response.destroy()
  })
  request.on('error', reject)
  request.end(body)
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
