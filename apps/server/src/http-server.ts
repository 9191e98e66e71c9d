import cookie from '@fastify/cookie'
import rateLimit from '@fastify/rate-limit'
import swagger from '@fastify/swagger'
import Fastify, {
  type FastifyBaseLogger,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify'
import { jsonSchemaTransform, serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import type { Config } from './config.ts'
import { addAuditLog } from './features/audit/audit-log.ts'
import { addRequestLimits, connectionLimits } from './http/connection-limits.ts'
import { addErrorEdge, answerError } from './http/error-edge.ts'
import { addHostCheck } from './http/host-check.ts'
import { addStrictJson } from './http/json-body.ts'
import { endRefusedSockets } from './http/mount-socket.ts'
import { addOwnCalls } from './http/on-behalf.ts'
import { withNamedSchemas } from './http/open-api-schemas.ts'
import { addOriginCheck } from './http/origin-check.ts'
import { countRequests } from './http/request-counts.ts'
import { routeTable } from './http/route-table.ts'
import { addSecurityHeaders } from './http/security-headers.ts'
import { traceRequests } from './http/traced-requests.ts'
import { addForwardedHeaders, proxyCheck } from './http/trusted-proxies.ts'
import type { Metadata } from './platform/metadata/metadata.ts'
import type { Tracing } from './platform/tracing/tracing.ts'

/** One line for each request, when it ends. A line at its start would say nothing more. */
export class RequestLog extends LogController {
  override incomingRequest() {}

  /** Calls of projects' APIs have their own log; failures there are logged by the code that notices them. */
  override requestCompleted(error: Error | null | undefined, request: FastifyRequest, reply: FastifyReply) {
    if (error || !request.routeOptions.config.raw) super.requestCompleted(error, request, reply)
  }
}

interface Deps {
  config: Config
  version: string
  metadata: Metadata
  now: () => Date
  logger: FastifyBaseLogger | undefined
  tracing: Tracing | undefined
}

/** The HTTP server with everything that applies to every route, and no routes yet. */
export async function createHttpServer({ config, version, metadata, now, logger, tracing }: Deps) {
  const isProxy = proxyCheck(config.trustedProxies)
  const app = Fastify({
    ...(logger && { loggerInstance: logger }),
    logController: new RequestLog(),
    genReqId: () => crypto.randomUUID(),
    trustProxy: isProxy,
    frameworkErrors: answerError,
    ...connectionLimits,
    // Percent-encoded names of buckets are long.
    routerOptions: { maxParamLength: 1000 },
  })
  const routes = routeTable(app)
  if (tracing) traceRequests(app, tracing)
  countRequests(app)
  endRefusedSockets(app)
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  addErrorEdge(app)
  addOwnCalls(app)
  addRequestLimits(app)
  addForwardedHeaders(app, isProxy)
  const auditLog = addAuditLog(app, { metadata, now })
  addStrictJson(app)
  addHostCheck(app, { publicUrl: config.publicUrl })
  addOriginCheck(app, { publicUrl: config.publicUrl, loopbackOnly: config.edition !== 'platform' })
  addSecurityHeaders(app)
  await app.register(cookie)
  await app.register(rateLimit, { global: false })
  await app.register(swagger, {
    openapi: { info: { title: 'Basalt', version } },
    transform: jsonSchemaTransform,
    transformObject: withNamedSchemas,
  })
  app.addHook('onSend', (request, reply, _payload, done) => {
    reply.header('x-request-id', request.id)
    done()
  })
  return { app, routes, auditLog }
}
