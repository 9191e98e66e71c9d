import type { AnyEndpoint, Input, Output } from '@basalt/contract/endpoint.ts'
import { requestUrl, type UrlParts } from '@basalt/contract/request-url.ts'
import { apiErrorOf, unreachable } from './api-error.ts'

/** Calls an endpoint that takes bytes. Rejects as `call` does. */
export async function callWithBytes<E extends AnyEndpoint>(
  spec: E,
  input: Input<E>,
  bytes: Uint8Array<ArrayBuffer> | Blob,
  signal?: AbortSignal,
): Promise<Output<E>> {
  const response = await fetch(requestUrl(spec, input as UrlParts), {
    method: spec.method,
    headers: { 'content-type': 'application/octet-stream' },
    body: bytes,
    ...(signal && { signal }),
  }).catch((error: unknown) => {
    throw signal?.aborted ? error : unreachable()
  })
  if (!response.ok) throw await apiErrorOf(response)
  return (await response.json()) as Output<E>
}
