import type { Readable } from 'node:stream'
import {
  type AnyEndpoint,
  DEFAULT_BODY_LIMIT,
  type Media,
  type Output,
  type Parsed,
} from '@basalt/contract/endpoint.ts'
import { ErrorBody } from '@basalt/contract/errors.ts'
import { missingParam, missingQuery } from '@basalt/contract/missing-arguments.rules.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest, FastifySchema } from 'fastify'
import { z } from 'zod'
import { AppError } from './app-error.ts'
import { noteForAudit } from './audit-notes.ts'
import type { Gate } from './gate.ts'

type Answer<E> = E extends { media: 'ndjson' | 'csv' | 'event-stream' | 'file' | 'socket' }
  ? Readable | FastifyReply
  : Output<E> | Readable | FastifyReply
type Handler<E, C> = (
  input: Parsed<E> & C,
  request: FastifyRequest,
  reply: FastifyReply,
) => Promise<Answer<E>> | Answer<E>

/** What tests and guards may know about a mounted route. */
export interface MountedRoute {
  endpoint: AnyEndpoint
  admits: Gate<object>['admits']
  needs: Gate<object>['needs']
  tokens: Gate<object>['tokens']
}

declare module 'fastify' {
  interface FastifyContextConfig {
    mounted?: MountedRoute
  }
}

const mediaTypes: Record<Exclude<Media, 'socket'>, string> = {
  json: 'application/json',
  ndjson: 'application/x-ndjson',
  csv: 'text/csv; charset=utf-8',
  'event-stream': 'text/event-stream',
  file: 'application/octet-stream',
}

/**
 * Binds a contract endpoint to its handler: validation, serialization and OpenAPI come from the contract, and the
 * gate says who may call it. The gate runs before the body is read, so that nobody can make the server work without
 * access.
 */
export function mount<E extends AnyEndpoint, C extends object>(
  app: FastifyInstance,
  endpoint: E,
  gate: Gate<C>,
  handler: Handler<E, C>,
) {
  const media = mediaTypes[(endpoint.media ?? 'json') as keyof typeof mediaTypes]
  const status = endpoint.status ?? 200
  const isJson = endpoint.media === undefined || endpoint.media === 'json'
  const success = isJson ? endpoint.response : { content: { [media]: { schema: endpoint.response } } }
  const { inputOf, ...route } = gatedRoute(endpoint, gate, { [status]: success })
  app.route({
    ...route,
    bodyLimit: endpoint.bodyLimit ?? DEFAULT_BODY_LIMIT,
    handler: async (request, reply) => {
      noteForAudit(request, { isBodyParsed: true })
      reply.code(status).header('cache-control', 'no-store').type(media)
      return handler(inputOf(request), request, reply)
    },
  })
}

/**
 * What all routes of the contract have in common. `success` has their answers by status, for OpenAPI. `inputOf` returns
 * the input of a request that has passed the gate and the contract.
 */
export function gatedRoute<E extends AnyEndpoint, C extends object>(
  endpoint: E,
  gate: Gate<C>,
  success: Record<number, unknown>,
) {
  const entered = new WeakMap<FastifyRequest, C>()
  return {
    method: endpoint.method,
    url: endpoint.path,
    schema: schemaOf(endpoint, success),
    config: { mounted: { endpoint, admits: gate.admits, needs: gate.needs, tokens: gate.tokens } },
    async onRequest(request: FastifyRequest) {
      const missing = missingParam(endpoint, request.params as Record<string, string>)
      if (missing !== undefined) throw new AppError('validation_failed', missing)
      entered.set(request, await gate.enter(request))
    },
    // Only callers that pass the gate learn what a call needs.
    async preValidation(request: FastifyRequest) {
      const missing = missingQuery(endpoint, request.query as Record<string, unknown>)
      if (missing !== undefined) throw new AppError('validation_failed', missing)
    },
    inputOf(request: FastifyRequest) {
      const { params, query, body } = request
      return { params, query, body, ...entered.get(request) } as unknown as Parsed<E> & C
    },
  }
}

/** A client that sends no version means the current one. */
const versionHeader = (version: number) =>
  z.looseObject({
    version: z.literal(String(version), `This call has version ${version} only`).optional(),
  })

function schemaOf(endpoint: AnyEndpoint, success: Record<number, unknown>): FastifySchema {
  return {
    operationId: endpoint.name,
    summary: endpoint.summary,
    ...(endpoint.params && { params: endpoint.params }),
    ...(endpoint.query && { querystring: endpoint.query }),
    ...(endpoint.body && { body: endpoint.body }),
    ...(endpoint.version && { headers: versionHeader(endpoint.version) }),
    response: { ...success, '4xx': ErrorBody, '5xx': ErrorBody },
  } as FastifySchema
}
