import { isProjectRef } from '@basalt/contract/projects/projects.rules.ts'
import type { FastifyInstance } from 'fastify'
import { type OpenSpan, runInSpan } from '../platform/tracing/spans.ts'
import type { Tracing } from '../platform/tracing/tracing.ts'

/** The client disconnected before it was answered (the status is nginx's). */
const GONE = 499

declare module 'fastify' {
  interface FastifyRequest {
    /** Ended with the answer, unless someone has taken it to end it later. */
    span?: OpenSpan | undefined
  }
}

/**
 * Measures every request as a span that is named after its route: addresses may have keys and names in them. Must be added
 * before the routes.
 */
export function traceRequests(app: FastifyInstance, { begin }: Pick<Tracing, 'begin'>) {
  app.decorateRequest('span')
  app.addHook('onRequest', (request, { raw }, done) => {
    const { id, method, headers, protocol, routeOptions, params } = request
    const { ref = '' } = (params ?? {}) as { ref?: string }
    const route = routeOptions.url
    const span = begin(
      route === undefined ? method : `${method} ${route}`,
      {
        'http.request.method': method,
        'url.scheme': protocol,
        'basalt.request_id': id,
        ...(route !== undefined && { 'http.route': route }),
        ...(isProjectRef(ref) && { 'basalt.project': ref }),
      },
      headers,
    )
    request.span = span
    raw.once('close', () =>
      request.span?.end({ 'http.response.status_code': raw.headersSent ? raw.statusCode : GONE }),
    )
    runInSpan(span, done)
  })
  // Reading the body of a request leaves the span.
  app.addHook('preValidation', (request, _reply, done) =>
    request.span ? runInSpan(request.span, done) : done(),
  )
}
