import type { AnyEndpoint, Input, Output } from '@basalt/contract/endpoint.ts'
import { missingArgument } from '@basalt/contract/missing-arguments.rules.ts'
import { requestUrl, type UrlParts } from '@basalt/contract/request-url.ts'
import { apiErrorOf, incomplete, unreachable } from './api-error.ts'

type Parts = UrlParts & { body?: unknown }

/**
 * Calls the server by the contract. Rejects with ApiError, or with the abort reason when `signal` is aborted. The answer
 * is checked while developing and in tests; the built dashboard has no schemas (vite/endpoints-without-schemas.ts).
 */
export async function call<E extends AnyEndpoint>(
  spec: E,
  input: Input<E>,
  signal?: AbortSignal,
): Promise<Output<E>> {
  const response = await send(spec, input, signal)
  const answer: unknown = await response.json()
  const schema: E['response'] | undefined = spec.response
  return (schema ? schema.parse(answer) : answer) as Output<E>
}

/** Calls an endpoint that streams. Resolves once the server has begun to answer. */
export async function send<E extends AnyEndpoint>(
  spec: E,
  input: Input<E>,
  signal?: AbortSignal,
): Promise<Response> {
  const { params, query } = input as Parts
  const missing = missingArgument(spec, params, query)
  if (missing !== undefined) throw incomplete(missing)
  const response = await request(spec, input, signal && { signal }).catch((error: unknown) => {
    throw signal?.aborted ? error : unreachable()
  })
  if (!response.ok) throw await apiErrorOf(response)
  return response
}

/** Sends a call while the page is being closed: the request outlives the page, and the response is ignored. */
export function sendOnPageHide<E extends AnyEndpoint>(spec: E, input: Input<E>): void {
  request(spec, input, { keepalive: true }).catch(() => undefined)
}

function request(spec: AnyEndpoint, input: unknown, init?: RequestInit) {
  const { body, ...parts } = input as Parts
  return fetch(requestUrl(spec, parts), {
    method: spec.method,
    headers: {
      ...(spec.version !== undefined && { version: String(spec.version) }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    ...init,
  })
}
