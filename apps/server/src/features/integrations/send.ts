import { lookup } from 'node:dns'
import { request as requestPlain } from 'node:http'
import { request as requestSecure } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { DELIVERY_TIMEOUT_MS } from '@basalt/contract/integrations/webhooks.rules.ts'
import { isPrivate } from './private-networks.ts'

const PRIVATE = 'Not sent: this installation does not send to private networks'

/** Why a message did not arrive, for the person who set up the webhook. */
class Undelivered extends Error {}

export interface Sending {
  url: string
  body: string
  headers: Record<string, string>
  /** Whether addresses of private networks are sent to. */
  toPrivate: boolean
  timeoutMs?: number
}

/**
 * Sends JSON once and waits for the status; nothing of the answer is read and no redirect is followed.
 * Never throws.
 * @returns whether it was taken (2xx), and in words what came of it
 */
export async function send(sending: Sending): Promise<{ isDelivered: boolean; answer: string }> {
  try {
    const status = await post(sending)
    return { isDelivered: status >= 200 && status < 300, answer: `Answered ${status}` }
  } catch (error) {
    return { isDelivered: false, answer: wordsOf(error) }
  }
}

function post({ url, body, headers, toPrivate, timeoutMs = DELIVERY_TIMEOUT_MS }: Sending): Promise<number> {
  const target = new URL(url)
  const host = target.hostname.replace(/^\[|\]$/g, '')
  const { promise, resolve, reject } = Promise.withResolvers<number>()
  if (!toPrivate && isIP(host) && isPrivate(host)) throw new Undelivered(PRIVATE)
  const request = (target.protocol === 'https:' ? requestSecure : requestPlain)(target, {
    method: 'POST',
    agent: false,
    signal: AbortSignal.timeout(timeoutMs),
    headers: {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      'user-agent': 'Basalt-Webhooks',
      ...headers,
    },
    ...(!toPrivate && { lookup: publicLookup }),
  })
  request.on('response', (response) => {
    resolve(response.statusCode ?? 0)
    response.destroy()
  })
  request.on('error', reject)
  request.end(body)
  return promise
}

/** Names are resolved once and judged by what they resolve to: between a check and a connection a name can change. */
const publicLookup: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (error, addresses) => {
    if (error) return callback(error, [])
    const open = addresses.filter(({ address }) => !isPrivate(address))
    if (open.length === 0) return callback(new Undelivered(PRIVATE), [])
    if (options.all) return callback(null, open)
    const [{ address, family }] = open as [{ address: string; family: number }]
    callback(null, address, family)
  })
}

const words: Record<string, string> = {
  ECONNREFUSED: 'Nothing listens there',
  ECONNRESET: 'The connection was cut before an answer came',
  ENOTFOUND: 'The host name is not known',
  EAI_AGAIN: 'The host name could not be looked up',
  EHOSTUNREACH: 'The host cannot be reached',
  ENETUNREACH: 'The network cannot be reached',
  ABORT_ERR: `No answer within ${DELIVERY_TIMEOUT_MS / 1000} seconds`,
  DEPTH_ZERO_SELF_SIGNED_CERT: 'The certificate is signed by nobody this machine trusts',
  SELF_SIGNED_CERT_IN_CHAIN: 'The certificate is signed by nobody this machine trusts',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'The certificate is signed by nobody this machine trusts',
  CERT_HAS_EXPIRED: 'The certificate has expired',
  ERR_TLS_CERT_ALTNAME_INVALID: 'The certificate is for another host',
}

function wordsOf(error: unknown): string {
  if (error instanceof Undelivered) return error.message
  const code = (error as NodeJS.ErrnoException).code ?? ''
  return words[code] ?? `The connection failed${code && ` (${code})`}`
}
