import type { DataApiSettings } from '@basalt/contract/data-api-settings/data-api-settings.schema.ts'
import type { Project } from '@basalt/contract/projects/projects.schema.ts'
import { DataApiError } from '@basalt/data-api/data-api-error.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify'
import type { ApiCaller, ApiGates } from '../../http/api-gates.ts'
import { mountPreflight, mountRaw } from '../../http/mount-raw.ts'
import type { ApiConnections } from '../../platform/project-databases/api-connections.ts'
import { Disconnect } from '../../platform/project-databases/disconnect.ts'
import { type Soon, whenHere } from '../../platform/soon.ts'
import { allowedMethods } from './allowed-methods.ts'
import type { Answered } from './answered.ts'
import { type Asked, askedIn, headerOf, profileOf } from './asked.ts'
import { callFunction } from './call-function.ts'
import { BODY_MAX } from './data-api.rules.ts'
import { describeSchema } from './describe-schema.ts'
import { type Execute, executeAs } from './execute.ts'
import { readRows } from './read-rows.ts'
import type { SchemaCaches } from './schema-caches.ts'
import { addDataApiErrors, type Known } from './wire-errors.ts'
import { writeRows } from './write-rows.ts'

interface Deps {
  gates: ApiGates
  databases: ApiConnections
  caches: SchemaCaches
  /** What the owner of a project decided. Asked at every request: it must answer from memory. */
  settingsOf(ref: string): Soon<DataApiSettings>
}

declare module 'fastify' {
  interface FastifyRequest {
    /** What is known of a call of the Data API while it is handled. */
    dataApi?: Known
  }
}

const BASE = '/p/:ref/rest/v1'
const METHODS = 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS'
const WRITES: HTTPMethods[] = ['POST', 'PUT', 'PATCH', 'DELETE']

/** The tables, views and functions of projects, as clients of PostgREST call them. */
export const dataApiRoutes =
  ({ gates, databases, caches, settingsOf }: Deps) =>
  async (app: FastifyInstance) => {
    app.decorateRequest('dataApi')
    addDataApiErrors(app, ({ dataApi = {} }) => dataApi)
    // Bodies are read as they are: PostgreSQL parses them, with all the digits of their numbers.
    app.removeAllContentTypeParsers()
    // Fastify finds the parser of a named type at once; for '*' it searches again at each request.
    for (const type of ['application/json', '*'])
      app.addContentTypeParser(type, { parseAs: 'buffer', bodyLimit: BODY_MAX }, (_request, body, done) =>
        done(null, body),
      )
    // After the server-wide hook, which sets request ids of its own.
    app.addHook('onSend', (request, reply, _payload, done) => {
      const name = request.dataApi?.traceHeader
      const value = name === undefined ? undefined : headerOf(request, name)
      if (name !== undefined && value !== undefined) reply.header(name, value)
      done()
    })

    const cacheFor = (ref: string, found: Known) =>
      whenHere(settingsOf(ref), (settings) => {
        found.isReadingSchema = true
        return whenHere(caches.of(ref, settings.db_schemas), (cache) => {
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
      const found: Known = { role: caller.role }
      request.dataApi = found
      const disconnect = disconnectOf(reply)
      const knowing = cacheFor(ref, found)
      const { settings, cache } = knowing instanceof Promise ? await knowing : knowing
      const asked = askedIn({ ref, caller, request, settings, cache, disconnect })
      found.relation = cache.relation(asked.schema, asked.target)
      const { status, headers, body } = await answer(asked, executeAs(databases, ref, asked.caller))
      if (cache.exposed.length > 1) reply.header('content-profile', asked.schema)
      if (cache.config.sendsServerTiming) reply.header('server-timing', times(from, asked.parsedAt))
      reply.code(status).headers(headers)
      return request.method === 'HEAD' || body === undefined ? reply.send() : reply.send(body)
    }

    for (const path of [BASE, `${BASE}/*`] as const) {
      mountPreflight(app, path, METHODS, tellMethods, async (request, reply) => {
        const { project } = await gates.key.enter(request)
        const found: Known = {}
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

const tellMethods = (reply: FastifyReply) => void reply.header('allow', METHODS)

/** Reports when the caller disconnects before the answer. */
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

function answer(asked: Asked, execute: Execute): Promise<Answered> {
  const { target, method } = asked
  if (target === '') {
    if (method === 'GET' || method === 'HEAD') return describeSchema(asked, execute)
    throw new DataApiError('PGRST117', `Unsupported HTTP method: ${method}`)
  }
  if (target.startsWith('rpc/')) return callFunction(asked, execute)
  return (WRITES as string[]).includes(method) ? writeRows(asked, execute) : readRows(asked, execute)
}
