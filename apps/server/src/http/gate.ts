import {
  hasPlace,
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
import { type Project, ProjectRef } from '@basalt/contract/projects/projects.schema.ts'
import type { FastifyRequest } from 'fastify'
import type { Soon } from '../platform/soon.ts'
import { AppError, notFound } from './app-error.ts'
import { noteForAudit } from './audit-notes.ts'

/** Who is calling. `sessionId` only when a browser session vouches for the caller. */
export interface Caller {
  userId: string
  email: string
  /** Whether the caller's sign-in asks for a second factor. */
  hasMfa: boolean
  sessionId?: string
  /** The name of the access token that vouches for the caller. */
  tokenName?: string
  /** What limits that token. */
  scope?: TokenScope
}

/** Which access tokens a gate admits: none, those without limits, or also limited ones. */
export type AdmittedTokens = 'none' | 'unlimited' | 'limited'

/**
 * Who may pass a route, stated where the route is mounted. What a gate learns on the way it hands to the handler.
 * A test walks every mounted route as nobody, as a stranger and in every role, and expects what `admits` and `needs`
 * promise.
 */
export interface Gate<C extends object> {
  readonly admits: 'anyone' | 'user' | 'installation_owner' | 'organization' | 'project' | 'key' | 'signature'
  /** What the caller's role has to allow. */
  readonly needs?: Need
  /** For callers with an access token; without it there are none. */
  readonly tokens?: AdmittedTokens
  /** Throws `unauthenticated`, `not_found` for what the caller may not know of, or `forbidden`. */
  enter(request: FastifyRequest): Soon<C>
}

/**
 * Whether the caller's role allows something more than what the gate asked for; `data` is what the conditions of
 * permissions may ask about, such as `{resource: {owner_id}, subject: {id}}`.
 */
export type Allows = (need: Need, data?: ConditionData) => boolean

/** As what somebody belongs to an organization or a project, and what it asks of them. */
export interface Access<R extends Role | null = Role | null> {
  /** Null for who is on some projects of an organization only. */
  role: R
  requiresMfa: boolean
}

type OrganizationGate = Gate<{ caller: Caller; organization: Organization; allows: Allows }>

export interface Gates {
  anyone: Gate<object>
  /** Anyone too, for what answers differently to who is signed in. */
  visitor: Gate<{ caller: Caller | undefined }>
  /** Signed-in users and their unlimited access tokens; read-only tokens with GET only. */
  user: Gate<{ caller: Caller }>
  /** Users in a browser session: an access token must not change how its owner signs in, or create tokens. */
  person: Gate<{ caller: Caller }>
  /** Every access token too. The handler must respect the caller's scope. */
  anyToken: Gate<{ caller: Caller }>
  /** The owner of the installation, also with an unlimited access token. */
  installationOwner: Gate<{ caller: Caller }>
  /** For paths with `:slug`. */
  organization(needs: Need): OrganizationGate
  /** The same, and open to members who lack the multi-factor authentication that the organization asks for. */
  organizationBeforeMfa(needs: Need): OrganizationGate
  /** For paths with `:ref`. */
  project(needs: Need): Gate<{ caller: Caller; project: Project; allows: Allows }>
}

/** What the gates ask; a lookup answers undefined for what is not there or not the user's. */
export interface GateKeepers {
  callerOf(request: FastifyRequest): Promise<Caller | undefined>
  isInstallationOwner(userId: string): Promise<boolean>
  organizationOf(userId: string, slug: string): Promise<Organization | undefined>
  accessToOrganization(userId: string, slug: string): Promise<Access | undefined>
  /** Asked for with every call that concerns a project, so both come with one question. */
  projectWithAccess(userId: string, ref: string): Promise<{ project: Project; access: Access } | undefined>
}

export function createGates(keepers: GateKeepers): Gates {
  const callerOrThrow = async (request: FastifyRequest) => {
    const caller = await keepers.callerOf(request)
    if (!caller) throw new AppError('unauthenticated', 'Sign in, or send a valid access token')
    noteForAudit(request, { caller })
    return caller
  }
  const organizationOrThrow = async (request: FastifyRequest) => {
    const caller = await callerOrThrow(request)
    const { slug } = request.params as { slug: string }
    const isSlug = OrganizationSlug.safeParse(slug).success && mayReachOrganization(caller, slug)
    const [organization, access] = isSlug
      ? await Promise.all([
          keepers.organizationOf(caller.userId, slug),
          keepers.accessToOrganization(caller.userId, slug),
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
  return {
    anyone: { admits: 'anyone', enter: async () => ({}) },
    visitor: {
      admits: 'anyone',
      enter: async (request) => ({ caller: await keepers.callerOf(request) }),
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
        if (await keepers.isInstallationOwner(caller.userId)) return { caller }
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
        const { access, ...known } = await organizationOrThrow(request)
        return { ...known, allows: mustAllow(known.caller, access, needs) }
      },
    }),
    organizationBeforeMfa: (needs) => ({
      admits: 'organization',
      needs,
      enter: async (request) => {
        const { access, ...known } = await organizationOrThrow(request)
        return { ...known, allows: mustAllow(known.caller, { ...access, requiresMfa: false }, needs) }
      },
    }),
    project: (needs) => ({
      admits: 'project',
      needs,
      enter: async (request) => {
        const caller = await callerOrThrow(request)
        const { ref } = request.params as { ref: string }
        const isRef = ProjectRef.safeParse(ref).success
        const found = isRef ? await keepers.projectWithAccess(caller.userId, ref) : undefined
        if (!found || !mayReachProject(caller, found.project)) throw notFound('Project', ref)
        const { project, access } = found
        const { name, organization_slug: organizationSlug } = project
        noteForAudit(request, { projectRef: ref, projectName: name, organizationSlug })
        return { caller, project, allows: mustAllow(caller, access, needs) }
      },
    }),
  }
}

/**
 * Throws `forbidden` in words when a role does not allow what is needed, or when the caller lacks the second factor that
 * the organization asks for; `details.reason` tells the latter from every other refusal.
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
  if (hasPlace(scope))
    throw new AppError('forbidden', 'This access token is limited to one organization or project')
  if (scope.access === 'read' && method !== 'GET' && method !== 'HEAD')
    throw new AppError('forbidden', 'This access token may only read. Use one with write access.')
}

const tokenRefused = () =>
  new AppError('forbidden', 'Sign in to the dashboard: an access token cannot do this')

/** Throws `forbidden` for who has no second factor where one is asked for. */
export function mustHaveMfa({ hasMfa }: Caller) {
  if (!hasMfa)
    throw new AppError(
      'forbidden',
      'This organization asks its members for multi-factor authentication. Set it up in your account first.',
      { details: { reason: MFA_REQUIRED } },
    )
}

/** The caller's browser session. Throws `forbidden` when there is none. */
export function sessionOf({ sessionId }: Caller) {
  if (sessionId === undefined)
    throw new AppError('forbidden', 'Sign in to the dashboard to change how you sign in')
  return sessionId
}
