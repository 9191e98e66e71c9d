import { isProjectRef } from '@basalt/contract/projects/projects.rules.ts'
import type { Project } from '@basalt/contract/projects/projects.schema.ts'
import { can, statusLabels } from '@basalt/contract/projects/status.rules.ts'
import type { FastifyRequest } from 'fastify'
import { andThen, type MaybePromise } from '../platform/maybe-promise.ts'
import { AUTH_ROLE, AUTHENTICATOR_ROLE } from '../platform/project-databases/database-roles.ts'
import { type TokenClaims, TokenError } from '../platform/secrets/jwt.ts'
import { noteApiCall } from './api-calls.ts'
import { AppError, notFound } from './app-error.ts'
import type { Gate } from './gate.ts'

/** The caller of a project's API: the database role that requests run as, and the token's claims. */
export interface ApiCaller {
  role: string
  claims: Readonly<TokenClaims>
}

/** Gates of the APIs below `/p/:ref`, which know no dashboard accounts, only the project's keys. */
export interface ApiGates {
  /** Callers with a key of the project, or a token signed by one of its signing keys. */
  key: Gate<{ project: Project; caller: ApiCaller }>
  /** Anyone; the handler checks what authorizes the request, such as a signed URL. */
  anyone: Gate<{ project: Project }>
  /** Anyone, even while the project is paused: for calls that need no database. */
  anyTime: Gate<{ project: Project }>
}

interface Lookups {
  projectOf(ref: string): MaybePromise<Project | undefined>
  /** Throws TokenError for a token and AppError for a key. Secret keys are refused from browsers, by their User-Agent. */
  verify(ref: string, credential: string, userAgent: string | undefined): MaybePromise<Readonly<TokenClaims>>
}

export function apiGates({ projectOf, verify }: Lookups): ApiGates {
  const callToProject = (request: FastifyRequest) => {
    const { ref } = request.params as { ref: string }
    return andThen(isProjectRef(ref) ? projectOf(ref) : undefined, (project) => {
      if (!project) throw notFound('Project', ref)
      return noteApiCall(request, project)
    })
  }
  return {
    key: {
      admits: 'key',
      enter: (request) =>
        andThen(callToProject(request), (call) => {
          const { project } = call
          return andThen(callerOf(project.ref, request, verify), (caller) => {
            call.role = caller.role
            mustRun(project)
            call.isAdmitted = true
            return { project, caller }
          })
        }),
    },
    anyone: {
      admits: 'anyone',
      async enter(request) {
        const call = await callToProject(request)
        mustRun(call.project)
        call.isAdmitted = true
        return call
      },
    },
    anyTime: {
      admits: 'anyone',
      async enter(request) {
        const call = await callToProject(request)
        call.isAdmitted = true
        return call
      },
    },
  }
}

/**
 * A user's token says who calls; without one, the bare key does. A key sent beside a token is verified as well, so that
 * revoking it shuts out the app that uses it.
 */
function callerOf(
  ref: string,
  { headers }: FastifyRequest,
  verify: Lookups['verify'],
): MaybePromise<ApiCaller> {
  const { authorization, apikey: keys } = headers
  const bearer = authorization === undefined ? undefined : tokenIn(authorization)
  const apikey = (Array.isArray(keys) ? keys[0] : keys) || undefined
  const [credential, beside] = bearer === undefined ? [apikey] : [bearer, apikey]
  if (credential === undefined)
    throw new AppError('unauthenticated', 'No API key found in request', { details: { reason: 'NoApiKey' } })
  const claimsOf = (one: string) => {
    try {
      const claims = verify(ref, one, headers['user-agent'])
      return claims instanceof Promise ? claims.catch(refuse) : claims
    } catch (error) {
      return refuse(error)
    }
  }
  return andThen(beside === undefined || beside === credential ? undefined : claimsOf(beside), () =>
    andThen(claimsOf(credential), (claims) => ({ role: roleIn(claims), claims })),
  )
}

/** Clients of the storage service also send the token alone, without its scheme. */
function tokenIn(authorization: string) {
  const [, bearer, bare] = /^(?:Bearer\s+(\S+)|([\w-]+\.[\w-]+\.[\w-]+))$/i.exec(authorization) ?? []
  return bearer ?? bare
}

/** Throws `unauthenticated` for a token, and any other error as it is. */
function refuse(error: unknown): never {
  if (!(error instanceof TokenError)) throw error
  throw new AppError('unauthenticated', error.message, { details: { reason: 'InvalidJWT' } })
}

/** PostgreSQL's names for the current login, which setting one would not change, and the role of the platform's own work. */
const LOGIN_ROLES: readonly string[] = ['none', AUTHENTICATOR_ROLE, AUTH_ROLE]

/**
 * The role in the token. Custom roles pass: the database knows which roles the authenticator may become. The
 * authenticator itself is not one of them. Throws `forbidden`.
 */
function roleIn({ role }: Readonly<TokenClaims>): string {
  if (typeof role !== 'string') return 'anon'
  if (!LOGIN_ROLES.includes(role)) return role
  throw new AppError('forbidden', `The role "${role}" in the token may not call this API`)
}

/** Throws `instance_unavailable`, with advice, when the project's database is not running. */
function mustRun({ status }: Project) {
  if (can('query', status)) return
  const advice = can('restore', status) ? ' Restore it in the dashboard.' : ''
  throw new AppError('instance_unavailable', `${statusLabels[status]}.${advice}`, {
    details: { reason: status === 'INACTIVE' ? 'ProjectPaused' : 'ProjectUnavailable' },
  })
}
