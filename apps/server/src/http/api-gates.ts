import { isProjectRef } from '@basalt/contract/projects/projects.rules.ts'
import type { Project } from '@basalt/contract/projects/projects.schema.ts'
import { can, statusWords } from '@basalt/contract/projects/status.rules.ts'
import type { FastifyRequest } from 'fastify'
import { AUTHENTICATOR_ROLE } from '../platform/project-databases/database-roles.ts'
import { type TokenClaims, TokenError } from '../platform/secrets/jwt.ts'
import { type Soon, whenHere } from '../platform/soon.ts'
import { noteApiCall } from './api-calls.ts'
import { AppError, notFound } from './app-error.ts'
import type { Gate } from './gate.ts'

/** Who calls a project's own API: the database role that requests run as, and what the token says. */
export interface ApiCaller {
  role: string
  claims: Readonly<TokenClaims>
}

/** Gates of the APIs below `/p/:ref`, which know no accounts of ours, only keys of the project. */
export interface ApiGates {
  /** Callers with a key of the project, or a token that one of its signing keys has signed. */
  key: Gate<{ project: Project; caller: ApiCaller }>
  /** Anyone; the handler looks for what vouches for the request, such as a signed address. */
  anyone: Gate<{ project: Project }>
  /** The same also while the project is paused: for what asks no database. */
  anyTime: Gate<{ project: Project }>
}

interface Keepers {
  projectOf(ref: string): Soon<Project | undefined>
  /** Throws TokenError for a token, AppError for a key; secret keys are refused from browsers, known by their User-Agent. */
  verify(ref: string, credential: string, userAgent: string | undefined): Soon<Readonly<TokenClaims>>
}

export function apiGates({ projectOf, verify }: Keepers): ApiGates {
  const callToProject = (request: FastifyRequest) => {
    const { ref } = request.params as { ref: string }
    return whenHere(isProjectRef(ref) ? projectOf(ref) : undefined, (project) => {
      if (!project) throw notFound('Project', ref)
      return noteApiCall(request, project)
    })
  }
  return {
    key: {
      admits: 'key',
      enter: (request) =>
        whenHere(callToProject(request), (call) => {
          const { project } = call
          return whenHere(callerOf(project.ref, request, verify), (caller) => {
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
 * A user's token says who calls; a bare key says it where there is none. A key that is sent beside a token has to be
 * good as well, so that revoking it shuts out the app that has it.
 */
function callerOf(ref: string, { headers }: FastifyRequest, verify: Keepers['verify']): Soon<ApiCaller> {
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
  return whenHere(beside === undefined || beside === credential ? undefined : claimsOf(beside), () =>
    whenHere(claimsOf(credential), (claims) => ({ role: roleIn(claims), claims })),
  )
}

/** Clients of the storage service also send the token alone, without its scheme. */
const tokenIn = (authorization: string) =>
  /^(?:Bearer\s+(\S+)|([\w-]+\.[\w-]+\.[\w-]+))$/i.exec(authorization)?.slice(1).find(Boolean)

/** Throws `unauthenticated` for a token, and any other error as it is. */
function refuse(error: unknown): never {
  if (!(error instanceof TokenError)) throw error
  throw new AppError('unauthenticated', error.message, { details: { reason: 'InvalidJWT' } })
}

/** PostgreSQL's names for the current login; setting one would change nothing. */
const OF_THE_LOGIN: readonly string[] = ['none', AUTHENTICATOR_ROLE]

/**
 * A custom role passes: the database knows which roles the authenticator may become. The authenticator itself is not
 * one of them. Throws `forbidden`.
 */
function roleIn({ role }: Readonly<TokenClaims>): string {
  if (typeof role !== 'string') return 'anon'
  if (!OF_THE_LOGIN.includes(role)) return role
  throw new AppError('forbidden', `The role "${role}" in the token may not call this API`)
}

/** Throws `instance_unavailable` in words when the project's database does not answer. */
function mustRun({ status }: Project) {
  if (can('query', status)) return
  const advice = can('restore', status) ? ' Restore it in the dashboard.' : ''
  throw new AppError('instance_unavailable', `${statusWords[status]}.${advice}`, {
    details: { reason: status === 'INACTIVE' ? 'ProjectPaused' : 'ProjectUnavailable' },
  })
}
