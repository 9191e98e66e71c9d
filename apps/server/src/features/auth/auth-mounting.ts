import type { AuthSettings } from '@basalt/contract/auth/auth.schema.ts'
import { redirectTarget } from '@basalt/contract/auth/redirects.rules.ts'
import type { Project } from '@basalt/contract/projects/projects.schema.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { noteUser } from '../../http/api-calls.ts'
import type { ApiCaller, ApiGates } from '../../http/api-gates.ts'
import { mountRaw, type RawRoute } from '../../http/mount-raw.ts'
import { publicOrigin } from '../../http/public-origin.ts'
import { andThen, type MaybePromise } from '../../platform/maybe-promise.ts'
import { auditOf } from './audit-entries.ts'
import type { AuthCall } from './auth-call.ts'
import { AuthError } from './auth-error.ts'
import type { AuthSettingsStore } from './auth-settings.store.ts'
import type { Client } from './session-state.ts'

export const AUTH_BASE = '/p/:ref/auth/v1'
export const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

export type Query = Record<string, string | string[] | undefined>
type Entered = { project: Project; caller: ApiCaller }

/** The address that issues a project's tokens. */
export const issuerOf = (request: FastifyRequest, ref: string, publicUrl: string | undefined) =>
  `${publicOrigin(request, publicUrl)}/p/${ref}/auth/v1`

export const clientOf = (
  request: FastifyRequest,
  { ref, settings, publicUrl }: { ref: string; settings: AuthSettings; publicUrl: string | undefined },
): Client => ({
  issuer: issuerOf(request, ref, publicUrl),
  // The zone of a link-local address is a name on this machine.
  ip: request.ip.split('%')[0]!,
  userAgent: request.headers['user-agent']?.slice(0, 512),
  audit: auditOf(request, settings),
})

export type AuthMounting = ReturnType<typeof authMounting>

/** Mounts calls of the auth API. */
export function authMounting(
  app: FastifyInstance,
  {
    gates,
    publicUrl,
    settings: settingsOf,
  }: { gates: ApiGates; publicUrl: string | undefined; settings: AuthSettingsStore },
) {
  const callOf = (
    { project: { ref } }: { project: Project },
    request: FastifyRequest,
  ): MaybePromise<AuthCall> =>
    andThen(settingsOf.of(ref), (settings) => ({
      ref,
      settings,
      client: clientOf(request, { ref, settings, publicUrl }),
      redirectTo: redirectTarget(textOf(request.query as Query, 'redirect_to'), settings),
    }))

  const route = (method: RawRoute['method'], path: string, summary: string) =>
    ({ method, path: `${AUTH_BASE}${path}` as RawRoute['path'], summary }) as const

  /** Mounts a call that takes a key of the project, and for `user` a user's token beside it. */
  const call = (
    method: RawRoute['method'],
    path: string,
    summary: string,
    handler: (
      call: AuthCall,
      request: FastifyRequest,
      reply: FastifyReply,
      entered: Entered,
    ) => Promise<unknown>,
  ) =>
    mountRaw(app, route(method, path, summary), gates.key, async (entered, request, reply) => {
      // A refusal is about the user, too.
      noteUserOf(request, entered.caller.claims.sub)
      const reading = callOf(entered, request)
      const one = reading instanceof Promise ? await reading : reading
      const answer = await handler(one, request, reply, entered)
      noteUserOf(request, userIdIn(answer))
      return reply.sent ? reply : reply.send(answer)
    })

  return {
    route,
    call,

    /** Mounts a call that a browser makes by following a link, without a key. */
    forBrowser: (
      method: RawRoute['method'],
      path: string,
      summary: string,
      handler: (call: AuthCall, request: FastifyRequest, reply: FastifyReply) => unknown,
    ) =>
      mountRaw(app, route(method, path, summary), gates.anyone, async (entered, request, reply) =>
        handler(await callOf(entered, request), request, reply),
      ),

    /** Mounts a call for servers with a secret key. */
    forAdmin: (
      method: RawRoute['method'],
      path: string,
      summary: string,
      handler: (call: AuthCall, request: FastifyRequest, reply: FastifyReply) => Promise<unknown>,
    ) =>
      call(method, path, summary, async (one, request, reply, { caller }) => {
        if (caller.role !== 'service_role') throw new AuthError('not_admin', 'User not allowed')
        return handler(one, request, reply)
      }),
  }
}

const noteUserOf = (request: FastifyRequest, id: unknown) => {
  if (typeof id === 'string' && UUID.test(id)) noteUser(request, id)
}

/** The user of a session that is the answer. */
const userIdIn = (answer: unknown) =>
  typeof answer === 'object' && answer !== null && 'access_token' in answer && 'user' in answer
    ? (answer.user as { id?: unknown }).id
    : undefined

/** A parameter that is given once; of several, the first. */
export function textOf(query: Query, name: string) {
  const value = query[name]
  return Array.isArray(value) ? value[0] : value
}

/** Throws `validation_failed`. */
export function idIn(request: FastifyRequest, name = 'user_id') {
  const { id } = request.params as { id: string }
  if (!UUID.test(id)) throw new AuthError('validation_failed', `${name} must be a UUID`)
  return id
}

export const emailMissing = () => new AuthError('validation_failed', 'An email address is required')
