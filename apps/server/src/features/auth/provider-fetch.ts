import { describeFailure, exchange } from '../../platform/outgoing-requests/exchange.ts'
import type { Reach } from '../../platform/outgoing-requests/private-networks.ts'

/** Providers answer within a second; a person waits for it. */
const TIMEOUT_MS = 10_000
/** Of a configuration, keys or a profile. */
const ANSWER_MAX_BYTES = 1024 * 1024

/** A request to a provider that did not get an answer, worded for the person who set it up. */
export class ProviderUnreachable extends Error {}

/** What the libraries pass as `fetch`. */
export type ProviderFetch = (url: string, init: RequestInitLike) => Promise<Response>

interface RequestInitLike {
  method?: string | undefined
  headers?: unknown
  body?: unknown
  signal?: AbortSignal | null | undefined
}

/** A `fetch` for addresses that members set: only within `reach`, without redirects, and each with an end. Throws ProviderUnreachable. */
export const providerFetch =
  (reach: Reach): ProviderFetch =>
  async (url, { method = 'GET', headers, body, signal }) => {
    try {
      const answer = await exchange({
        method,
        url,
        headers: Object.fromEntries(new Headers(headers as ConstructorParameters<typeof Headers>[0])),
        body: body === undefined || body === null ? undefined : String(body),
        reach,
        timeoutMs: TIMEOUT_MS,
        bodyMax: ANSWER_MAX_BYTES,
        signal: signal ?? undefined,
      })
      const bytes = await answer.body
      const isEmpty = answer.status === 204 || answer.status === 304
      const type = answer.headers['content-type']
      return new Response(isEmpty ? null : new Uint8Array(bytes), {
        status: answer.status,
        headers: type === undefined ? {} : { 'content-type': type },
      })
    } catch (cause) {
      throw new ProviderUnreachable(describeFailure(cause, TIMEOUT_MS), { cause })
    }
  }
