import { type Project, ProjectRef } from '@basalt/contract/projects/projects.schema.ts'
import { can, statusWords } from '@basalt/contract/projects/status.rules.ts'
import type { FastifyRequest } from 'fastify'
import { type TokenClaims, TokenError } from '../platform/jwt.ts'
import { AppError, notFound } from './app-error.ts'
import type { Gate } from './gate.ts'

/** Who calls a project's own API: the database role that requests run as, and what the token says. */
export interface ApiCaller {
  role: string
  claims: TokenClaims
}

/** Gates of the APIs below `/p/:ref`, which know no accounts of ours, only keys of the project. */
export interface ApiGates {
  /** Whoever sends a key of the project, or a token that its secret has signed. */
  key: Gate<{ project: Project; caller: ApiCaller }>
  /** Anyone; the handler looks for what vouches for the request, such as a signed address. */
  anyone: Gate<{ project: Project }>
}

interface Keepers {
  projectOf(ref: string): Promise<Project | undefined>
  verify(ref: string, token: string): Promise<TokenClaims>
}

export function apiGates({ projectOf, verify }: Keepers): ApiGates {
  const projectOrThrow = async (request: FastifyRequest) => {
    const { ref } = request.params as { ref: string }
    const project = ProjectRef.safeParse(ref).success ? await projectOf(ref) : undefined
    if (!project) throw notFound('Project', ref)
    return project
  }
  return {
    key: {
      admits: 'key',
      async enter(request) {
        const project = await projectOrThrow(request)
        const caller = await callerOf(project.ref, tokenOf(request), verify)
        mustRun(project)
        return { project, caller }
      },
    },
    anyone: {
      admits: 'anyone',
      async enter(request) {
        const project = await projectOrThrow(request)
        mustRun(project)
        return { project }
      },
    },
  }
}

/** A user's token says who calls; a bare key says it where there is none. */
function tokenOf({ headers }: FastifyRequest) {
  const bearer = /^Bearer\s+(\S+)$/i.exec(headers.authorization ?? '')?.[1]
  const token = bearer ?? headers.apikey
  if (typeof token !== 'string' || token === '')
    throw new AppError('unauthenticated', 'No API key found in request', { details: { reason: 'NoApiKey' } })
  return token
}

async function callerOf(ref: string, token: string, verify: Keepers['verify']): Promise<ApiCaller> {
  try {
    const claims = await verify(ref, token)
    // A role of one's own is let through: the database knows which ones the authenticator may become.
    return { role: typeof claims.role === 'string' ? claims.role : 'anon', claims }
  } catch (error) {
    if (!(error instanceof TokenError)) throw error
    throw new AppError('unauthenticated', error.message, { details: { reason: 'InvalidJWT' } })
  }
}

/** Throws `instance_unavailable` in words when the project's database does not answer. */
function mustRun({ status }: Project) {
  if (can('query', status)) return
  const advice = can('restore', status) ? ' Restore it in the dashboard.' : ''
  throw new AppError('instance_unavailable', `${statusWords[status]}.${advice}`, {
    details: { reason: status === 'INACTIVE' ? 'ProjectPaused' : 'ProjectUnavailable' },
  })
}
