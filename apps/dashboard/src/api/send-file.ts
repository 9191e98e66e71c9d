import type { AnyEndpoint, Input, Output } from '@basalt/contract/endpoint.ts'
import { requestUrl, type UrlParts } from '@basalt/contract/request-url.ts'
import { apiErrorOf, unreachable } from './api-error.ts'

/**
 * Sends a file to an endpoint that takes bytes, and reports how many have left: `fetch` does not tell. Rejects as `call`
 * does, or with the signal's reason.
 */
export const sendFile = <E extends AnyEndpoint>(
  spec: E,
  input: Input<E>,
  { file, signal, onProgress }: { file: Blob; signal: AbortSignal; onProgress: (sentBytes: number) => void },
): Promise<Output<E>> =>
  new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open(spec.method, requestUrl(spec, input as UrlParts))
    request.setRequestHeader('content-type', 'application/octet-stream')
    request.upload.addEventListener('progress', ({ loaded }) => onProgress(loaded))
    request.addEventListener('load', () => {
      const response = new Response(request.responseText, { status: request.status })
      if (!response.ok) void apiErrorOf(response).then(reject)
      else resolve(JSON.parse(request.responseText) as Output<E>)
    })
    request.addEventListener('error', () => reject(unreachable()))
    request.addEventListener('abort', () => reject(signal.reason))
    signal.addEventListener('abort', () => request.abort(), { once: true })
    request.send(file)
  })
