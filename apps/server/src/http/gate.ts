import {
  isLimitedScope,
  reachesOrganization,
  reachesProject,
  scopeAllows,
  scopeRefusal,
  type TokenScope,
} from '@basalt/contract/access/token-scope.rules.ts'
import { MFA_REQUIRED } from '@basalt/contract/mfa/mfa.rules.ts'
import { type Organization, OrganizationSlug } from '@basalt/contract/organizations/organizations.schema.ts'
import { isAllowed } from '@basalt/contract/permissions/check.rules.ts'
import type { ConditionData } from '@basalt/contract/permissions/condition.rules.ts'
import { grantsOfMember } from '@basalt/contract/permissions/grants.rules.ts'
import { type Need, refusalOf } from '@basalt/contract/permissions/need.rules.ts'
import type { Role } from '@basalt/contract/permissions/roles.rules.ts'
import {
  isRefusedWhileLocked,
  LOCKED_REFUSAL,
} from '@basalt/contract/production-lock/production-lock.rules.ts'
import { type Project, ProjectRef } from '@basalt/contract/projects/projects.schema.ts'
import type { FastifyRequest } from 'fastify'
import type { MaybePromise } from '../platform/maybe-promise.ts'
import { AppError, notFound } from './app-error.ts'
import { noteForAudit } from './audit-notes.ts'
import { recentAccess } from './recent-access.ts'

/** The caller of a request. `sessionId` is set only for a browser session. */
export interface Caller {
  userId: string
  email: string
  /** Whether the caller has a second factor. */
  hasMfa: boolean
  sessionId?: string
  /** The name of the access token that the request was made with. */
  tokenName?: string
  /** The limits of that token. */
  scope?: TokenScope
}

/** Which access tokens a gate admits: none, those without limits, or also limited ones. */
export type AdmittedTokens = 'none' | 'unlimited' | 'limited'

/**
 * Who may call a route, stated where the route is mounted. What a gate finds out is passed to the handler. A test calls
 * every mounted route anonymously, as a stranger and in every role, and expects what `admits` and `needs` promise.
 */
export interface Gate<C extends object> {
  readonly admits: 'anyone' | 'user' | 'installation_owner' | 'organization' | 'project' | 'key' | 'signature'
  /** What the caller's role must allow. */
  readonly needs?: Need
  /** Which access tokens pass; absent where callers have none. */
  readonly tokens?: AdmittedTokens
  /** Throws `unauthenticated`, `not_found` for what the caller may not know of, or `forbidden`. */
  enter(request: FastifyRequest): MaybePromise<C>
}

/**
 * Whether the caller's role allows more than the gate required; `data` is what the conditions of permissions refer to,
 * such as `{resource: {owner_id}, subject: {id}}`.
 */
export type Allows = (need: Need, data?: ConditionData) => boolean

/** A member's role in an organization or a project, and whether it requires MFA. */
export interface Access<R extends Role | null = Role | null> {
  /** Null for members of only some projects of an organization. */
  role: R
  requiresMfa: boolean
}

/** Who a caller is, and what they may do in a project. */
interface ProjectAccess {
  readonly caller: Caller
  readonly project: Project
  readonly access: Access
}

/** Who calls, in which project, and what they may do. */
interface InProject {
  readonly caller: Caller
  readonly project: Project
  readonly allows: Allows
}

/** As far as an earlier call found out, which `earlyRead` has confirmed before anything is sent. */
export interface EarlyAccess extends InProject {
  /** Was it found out by this call? */
  readonly isConfirmed: boolean
  /** Rejects with what refuses the caller, or with AccessChanged. */
  confirm(): Promise<void>
}

/** The caller is admitted, but something that is known of them or of the project has changed. */
export class AccessChanged extends Error {
  readonly found: InProject
  constructor(found: InProject) {
    super('The access of the caller has changed')
    this.found = found
  }
}

type OrganizationGate = Gate<{ caller: Caller; organization: Organization; allows: Allows }>

export interface Gates {
  anyone: Gate<object>
  /** Anyone, for answers that depend on who is signed in. */
  visitor: Gate<{ caller: Caller | undefined }>
  /** Signed-in users and their unlimited access tokens; read-only tokens with GET only. */
  user: Gate<{ caller: Caller }>
  /** Users in a browser session. An access token must neither change how its owner signs in nor create tokens. */
  person: Gate<{ caller: Caller }>
  /** All access tokens too. The handler must respect the caller's scope. */
  anyToken: Gate<{ caller: Caller }>
  /** The owner of the installation, or an unlimited access token of theirs. */
  installationOwner: Gate<{ caller: Caller }>
  /** For paths with `:slug`. */
  organization(needs: Need): OrganizationGate
  /** For paths with `:slug`; also admits members without the MFA that the organization requires. */
  organizationBeforeMfa(needs: Need): OrganizationGate
  /**
   * For paths with `:ref`. Refuses calls that change the database of a locked project: all that need it and do not GET,
   * except where the route is `changesNothing`.
   */
  project(needs: Need, options?: { changesNothing: boolean }): Gate<InProject>
  /** As `project`, for handlers that are an `earlyRead`. */
  projectEarly(needs: Need): Gate<EarlyAccess>
}

/** Lookups of the gates. They return undefined for what does not exist or the user may not see. */
export interface GateLookups {
  callerOf(request: FastifyRequest): Promise<Caller | undefined>
  isInstallationOwner(userId: string): Promise<boolean>
  organizationOf(userId: string, slug: string): Promise<Organization | undefined>
  accessToOrganization(userId: string, slug: string): Promise<Access | undefined>
  isLocked(project: Project): boolean
  /** How often this process may have changed what is looked up. */
  changes(): number
  /** The caller, and the project when they may see it: one query, because every call that concerns a project waits for it. */
  callerInProject(
    request: FastifyRequest,
    ref: string,
  ): Promise<{ caller: Caller; found: { project: Project; access: Access } | undefined } | undefined>
}

export function createGates(lookups: GateLookups): Gates {
  const known = (request: FastifyRequest, caller: Caller | undefined) => {
    if (!caller) throw new AppError('unauthenticated', 'Sign in, or send a valid access token')
    noteForAudit(request, { caller })
    return caller
  }
  const callerOrThrow = async (request: FastifyRequest) => known(request, await lookups.callerOf(request))
  const organizationOrThrow = async (request: FastifyRequest) => {
    const caller = await callerOrThrow(request)
    const { slug } = request.params as { slug: string }
    const isReachable = OrganizationSlug.safeParse(slug).success && mayReachOrganization(caller, slug)
    const [organization, access] = isReachable
      ? await Promise.all([
          lookups.organizationOf(caller.userId, slug),
          lookups.accessToOrganization(caller.userId, slug),
        ])
      : []
    if (!organization || !access) throw notFound('Organization', slug)
    noteForAudit(request, { organizationId: organization.id })
    return { caller, organization, access }
  }
  const userOrThrow = async (request: FastifyRequest) => {
    const caller = await callerOrThrow(request)
    mustReachEverything(caller, request.method)
    return caller
  }
  const recent = recentAccess<ProjectAccess>(lookups.changes)
  const admitted = (request: FastifyRequest, { caller, project, access }: ProjectAccess, needs: Need) => {
    const { ref, name, organization_slug: organizationSlug } = project
    noteForAudit(request, { projectRef: ref, projectName: name, organizationSlug })
    return { caller, project, allows: mustAllow(caller, access, needs) }
  }
  const projectOrThrow = async (request: FastifyRequest): Promise<ProjectAccess> => {
    const { ref } = request.params as { ref: string }
    const isRef = ProjectRef.safeParse(ref).success
    const asOf = lookups.changes()
    const entering = isRef ? await lookups.callerInProject(request, ref) : undefined
    const caller = isRef ? known(request, entering?.caller) : await callerOrThrow(request)
    const found = entering?.found
    if (!found || !mayReachProject(caller, found.project)) throw notFound('Project', ref)
    const access = { caller, ...found }
    recent.keep(request, ref, access, asOf)
    return access
  }
  return {
    anyone: { admits: 'anyone', enter: async () => ({}) },
    visitor: {
      admits: 'anyone',
      enter: async (request) => ({ caller: await lookups.callerOf(request) }),
    },
    user: {
      admits: 'user',
      tokens: 'unlimited',
      enter: async (request) => ({ caller: await userOrThrow(request) }),
    },
    installationOwner: {
      admits: 'installation_owner',
      tokens: 'unlimited',
      enter: async (request) => {
        const caller = await userOrThrow(request)
        if (await lookups.isInstallationOwner(caller.userId)) return { caller }
        throw new AppError('forbidden', 'Only the owner of the installation may do this')
      },
    },
    person: {
      admits: 'user',
      tokens: 'none',
      enter: async (request) => {
        const caller = await callerOrThrow(request)
        if (caller.scope) throw tokenRefused()
        return { caller }
      },
    },
    anyToken: {
      admits: 'user',
      tokens: 'limited',
      enter: async (request) => ({ caller: await callerOrThrow(request) }),
    },
    organization: (needs) => ({
      admits: 'organization',
      needs,
      enter: async (request) => {
        const { access, ...context } = await organizationOrThrow(request)
        return { ...context, allows: mustAllow(context.caller, access, needs) }
      },
    }),
    organizationBeforeMfa: (needs) => ({
      admits: 'organization',
      needs,
      enter: async (request) => {
        const { access, ...context } = await organizationOrThrow(request)
        return { ...context, allows: mustAllow(context.caller, { ...access, requiresMfa: false }, needs) }
      },
    }),
    project: (needs, { changesNothing } = { changesNothing: false }) => ({
      admits: 'project',
      needs,
      async enter(request) {
        const entered = admitted(request, await projectOrThrow(request), needs)
        const changes = !changesNothing && request.method !== 'GET' && isRefusedWhileLocked(needs)
        if (changes && lookups.isLocked(entered.project)) throw locked()
        return entered
      },
    }),
    projectEarly: (needs) => ({
      admits: 'project',
      needs,
      async enter(request) {
        const { ref } = request.params as { ref: string }
        const earlier = recent.find(request, ref)
        if (!earlier)
          return {
            ...admitted(request, await projectOrThrow(request), needs),
            isConfirmed: true,
            confirm: async () => undefined,
          }
        known(request, earlier.caller)
        return {
          ...admitted(request, earlier, needs),
          isConfirmed: recent.holds(request, ref),
          async confirm() {
            // After a refusal, the next call begins with nothing.
            recent.forget(request, ref)
            const now = await projectOrThrow(request)
            const found = admitted(request, now, needs)
            if (JSON.stringify(now) !== JSON.stringify(earlier)) throw new AccessChanged(found)
          },
        }
      },
    }),
  }
}

/**
 * Returns what else the caller may do. Throws `forbidden` when the role does not allow what is needed, or when the caller
 * lacks the MFA that the organization requires; `details.reason` marks the latter.
 */
export function mustAllow(caller: Caller, { role, requiresMfa }: Access, needed: Need): Allows {
  if (requiresMfa) mustHaveMfa(caller)
  const { scope } = caller
  const roleAllows: Allows = (need, data) => isAllowed(grantsOfMember(role), need, data)
  if (!roleAllows(needed)) throw new AppError('forbidden', refusalOf(needed))
  if (!scope) return roleAllows
  if (!scopeAllows(scope, needed)) throw new AppError('forbidden', scopeRefusal(needed))
  return (need, data) => roleAllows(need, data) && scopeAllows(scope, need, data)
}

/** Whether the caller's access token, if any, reaches this organization as a whole. */
export const mayReachOrganization = ({ scope }: Caller, slug: string) =>
  scope === undefined || reachesOrganization(scope, slug)

/** Whether the caller's access token, if any, reaches this project. */
export const mayReachProject = ({ scope }: Caller, project: { ref: string; organization_slug: string }) =>
  scope === undefined || reachesProject(scope, project)

function mustReachEverything({ scope }: Caller, method: string) {
  if (!scope) return
  if (isLimitedScope(scope))
    throw new AppError('forbidden', 'This access token is limited to one organization or project')
  if (scope.access === 'read' && method !== 'GET' && method !== 'HEAD')
    throw new AppError('forbidden', 'This access token may only read. Use one with write access.')
}

const tokenRefused = () =>
  new AppError('forbidden', 'Sign in to the dashboard: an access token cannot do this')

/** Throws `forbidden` when the caller has no second factor. */
export function mustHaveMfa({ hasMfa }: Caller) {
  if (!hasMfa)
    throw new AppError(
      'forbidden',
      'This organization requires multi-factor authentication. Set it up in your account first.',
      { details: { reason: MFA_REQUIRED } },
    )
}

/** The error of a change of a locked project. */
export const locked = () => new AppError('locked', LOCKED_REFUSAL)

/** The caller's browser session. Throws `forbidden` when there is none. */
export function sessionOf({ sessionId }: Caller) {
  if (sessionId === undefined)
    throw new AppError('forbidden', 'Sign in to the dashboard to change how you sign in')
  return sessionId
}
