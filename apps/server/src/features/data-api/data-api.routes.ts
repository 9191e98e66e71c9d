import type { DataApiSettings } from '@basalt/contract/data-api-settings/data-api-settings.schema.ts'
import type { Project } from '@basalt/contract/projects/projects.schema.ts'
import { DataApiError } from '@basalt/data-api/data-api-error.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify'
import type { ApiCaller, ApiGates } from '../../http/api-gates.ts'
import { mountPreflight, mountRaw } from '../../http/mount-raw.ts'
import { andThen, type MaybePromise } from '../../platform/maybe-promise.ts'
import type { ApiConnections } from '../../platform/project-databases/api-connections.ts'
import { Disconnect } from '../../platform/project-databases/disconnect.ts'
import type { ChooseReadDatabase } from '../replicas/replicas.port.ts'
import { allowedMethods } from './allowed-methods.ts'
import { answerOn } from './answering-database.ts'
import { type ApiRequest, headerOf, parseApiRequest, profileOf } from './api-request.ts'
import type { ApiResponse } from './api-response.ts'
import { callFunction } from './call-function.ts'
import { BODY_MAX } from './data-api.rules.ts'
import { describeSchema } from './describe-schema.ts'
import type { Execute } from './execute.ts'
import { readRows } from './read-rows.ts'
import type { SchemaCaches } from './schema-caches.ts'
import { addDataApiErrors, type ErrorContext } from './wire-errors.ts'
import { writeRows } from './write-rows.ts'

interface Deps {
  gates: ApiGates
  databases: ApiConnections
  /** Connections to read replicas. */
  replicas: ApiConnections
  chooseReadDatabase: ChooseReadDatabase
  caches: SchemaCaches
  /** A project's settings. Called for every request, so it must use memory. */
  settingsOf(ref: string): MaybePromise<DataApiSettings>
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The context of a call of the Data API, for its errors and trace header. */
    dataApi?: ErrorContext
  }
}

const BASE = '/p/:ref/rest/v1'
const METHODS = 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS'
const WRITES: HTTPMethods[] = ['POST', 'PUT', 'PATCH', 'DELETE']

/** The Data API of projects: tables, views and functions by PostgREST's protocol. */
export const dataApiRoutes =
  ({ gates, databases, replicas, chooseReadDatabase, caches, settingsOf }: Deps) =>
  async (app: FastifyInstance) => {
    app.decorateRequest('dataApi')
    addDataApiErrors(app, ({ dataApi = {} }) => dataApi)
    // Bodies stay unparsed: PostgreSQL parses them, with all digits of their numbers.
    app.removeAllContentTypeParsers()
    // Fastify looks up the parser of a named type directly; for '*' it searches at each request.
    for (const type of ['application/json', '*'])
      app.addContentTypeParser(type, { parseAs: 'buffer', bodyLimit: BODY_MAX }, (_request, body, done) =>
        done(null, body),
      )
    // After the server-wide hook, which sets its own request id.
    app.addHook('onSend', (request, reply, _payload, done) => {
      const name = request.dataApi?.traceHeader
      const value = name === undefined ? undefined : headerOf(request, name)
      if (name !== undefined && value !== undefined) reply.header(name, value)
      done()
    })

    const cacheFor = (ref: string, found: ErrorContext) =>
      andThen(settingsOf(ref), (settings) => {
        found.isReadingSchema = true
        return andThen(caches.of(ref, settings.db_schemas), (cache) => {
          found.isReadingSchema = false
          found.traceHeader = cache.config.traceHeader
          return { settings, cache }
        })
      })

    const handle = async (
      { project, caller }: { project: Project; caller: ApiCaller },
      request: FastifyRequest,
      reply: FastifyReply,
    ) => {
      const from = performance.now()
      const { ref } = project
      const found: ErrorContext = { role: caller.role }
      request.dataApi = found
      const disconnect = disconnectOf(reply)
      const schema = cacheFor(ref, found)
      const { settings, cache } = schema instanceof Promise ? await schema : schema
      const apiRequest = parseApiRequest({ ref, caller, request, settings, cache, disconnect })
      found.relation = cache.relation(apiRequest.schema, apiRequest.target)
      const { status, headers, body } = await answerOn(
        { databases, replicas, choose: chooseReadDatabase },
        apiRequest,
        answer,
      )
      if (cache.exposed.length > 1) reply.header('content-profile', apiRequest.schema)
      if (cache.config.sendsServerTiming) reply.header('server-timing', times(from, apiRequest.parsedAt))
      reply.code(status).headers(headers)
      return request.method === 'HEAD' || body === undefined ? reply.send() : reply.send(body)
    }

    for (const path of [BASE, `${BASE}/*`] as const) {
      mountPreflight(app, path, METHODS, setAllowHeader, async (request, reply) => {
        const { project } = await gates.key.enter(request)
        const found: ErrorContext = {}
        request.dataApi = found
        const { cache } = await cacheFor(project.ref, found)
        const { '*': target = '' } = request.params as { '*'?: string }
        const allowed = allowedMethods(cache, profileOf(request, cache.exposed), target)
        return reply.code(200).header('allow', allowed.join(',')).send()
      })
      mountRaw(
        app,
        { method: ['GET', 'HEAD', ...WRITES], path, summary: 'Tables, views and functions' },
        gates.key,
        handle,
      )
    }
  }

const setAllowHeader = (reply: FastifyReply) => void reply.header('allow', METHODS)

/** Reports when the client disconnects before the response. */
function disconnectOf({ raw }: FastifyReply): Disconnect {
  const disconnect = new Disconnect()
  raw.on('close', () => {
    if (!raw.writableFinished) disconnect.report(new DataApiError('PGRST000', 'The client disconnected'))
  })
  return disconnect
}

const times = (from: number, parsedAt: number) => {
  const parse = parsedAt - from
  const transaction = performance.now() - parsedAt
  return `parse;dur=${parse.toFixed(1)}, transaction;dur=${transaction.toFixed(1)}`
}

function answer(apiRequest: ApiRequest, execute: Execute): Promise<ApiResponse> {
  const { target, method } = apiRequest
  if (target === '') {
    if (method === 'GET' || method === 'HEAD') return describeSchema(apiRequest, execute)
    throw new DataApiError('PGRST117', `Unsupported HTTP method: ${method}`)
  }
  if (target.startsWith('rpc/')) return callFunction(apiRequest, execute)
  return (WRITES as string[]).includes(method)
    ? writeRows(apiRequest, execute)
    : readRows(apiRequest, execute)
}
