import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify'
import type { Gate } from './gate.ts'
import { refuseScriptRequest } from './stored-scripts.ts'

/**
 * A call whose format is fixed by another program's clients: its bytes, status codes and error bodies are not ours to
 * choose, so the contract does not describe it. It still states who may call.
 */
export interface RawRoute {
  readonly method: HTTPMethods | readonly HTTPMethods[]
  /** Below `/p/:ref`. */
  readonly path: `/p/:ref/${string}`
  readonly summary: string
}

export interface MountedRawRoute extends RawRoute {
  admits: Gate<object>['admits']
}

declare module 'fastify' {
  interface FastifyContextConfig {
    raw?: MountedRawRoute
  }
  interface FastifyRequest {
    /** What the gate of a raw route has found out. A WeakMap would take 1 % of a short call. */
    entered?: object
  }
}

type RawHandler<C> = (entered: C, request: FastifyRequest, reply: FastifyReply) => unknown

/**
 * Mounts a route of a project's API. Browsers of any site may call it: no cookie counts there, only the key.
 * The gate runs before the body is read.
 */
export function mountRaw<C extends object>(
  app: FastifyInstance,
  route: RawRoute,
  gate: Gate<C>,
  handler: RawHandler<C>,
) {
  if (!app.hasRequestDecorator('entered')) app.decorateRequest('entered')
  app.route({
    method: route.method as HTTPMethods[],
    url: route.path,
    schema: { hide: true },
    exposeHeadRoute: false,
    config: { raw: { ...route, admits: gate.admits } },
    onRequest(request, reply, done) {
      allowEveryOrigin(reply)
      refuseScriptRequest(request.headers)
      const admit = (entered: C) => {
        request.entered = entered
        done()
      }
      const entering = gate.enter(request)
      if (entering instanceof Promise) entering.then(admit, done)
      else admit(entering)
    },
    handler: (request, reply) => handler(request.entered as C, request, reply),
  })
}

/**
 * Answers CORS preflights, one route per API. `otherwise` handles any other OPTIONS request and checks access itself.
 */
export function mountPreflight(
  app: FastifyInstance,
  path: RawRoute['path'],
  methods: string,
  addHeaders: (reply: FastifyReply) => void = () => undefined,
  otherwise?: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>,
) {
  app.route({
    method: 'OPTIONS',
    url: path,
    schema: { hide: true },
    config: { raw: { method: 'OPTIONS', path, summary: 'CORS preflight', admits: 'anyone' } },
    handler: async (request, reply) => {
      allowEveryOrigin(reply)
      const { headers } = request
      const isPreflight =
        headers['access-control-request-method'] !== undefined ||
        headers['access-control-request-headers'] !== undefined
      if (!isPreflight && otherwise) return otherwise(request, reply)
      addHeaders(reply)
      return reply
        .code(204)
        .header('access-control-allow-methods', methods)
        .header('access-control-allow-headers', request.headers['access-control-request-headers'] ?? '*')
        .header('access-control-max-age', '86400')
        .send()
    },
  })
}

/** The dashboard has the same origin: nothing that is stored here may run there. */
const NO_SCRIPTS = "default-src 'none'; frame-ancestors 'self'; sandbox"

/** Headers of every response of these APIs, instead of those of pages. */
const RAW_HEADERS = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': '*',
  'content-security-policy': NO_SCRIPTS,
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'cross-origin',
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'SAMEORIGIN',
}

export const allowEveryOrigin = (reply: FastifyReply) => reply.headers(RAW_HEADERS)

/** For stored files that the dashboard requests. Throws `forbidden` when the browser would run them. */
export function forbidScripts(request: FastifyRequest, reply: FastifyReply) {
  refuseScriptRequest(request.headers)
  reply.header('content-security-policy', NO_SCRIPTS)
}
