import { type Grant, isAllowed } from '../permissions/check.rules.ts'
import type { ConditionData } from '../permissions/condition.rules.ts'
import { type Need, refusalOf } from '../permissions/need.rules.ts'

export const tokenAccesses = ['read', 'write'] as const
export type TokenAccess = (typeof tokenAccesses)[number]

/** What limits an access token besides its owner's rights. Without an organization or project it reaches all of theirs. */
export interface TokenScope {
  readonly access: TokenAccess
  readonly organization_slug: string | null
  readonly project_ref: string | null
}

/** Needs that only read, without secrets that allow writing elsewhere. */
const readGrants: readonly Grant[] = [
  { actions: ['%:Read', '%:Read:%'], resources: ['%'], condition: null, restrictive: false },
  {
    actions: ['%'],
    resources: ['service_api_keys.service_role_key', 'field.jwt_secret'],
    condition: null,
    restrictive: true,
  },
  { actions: ['secrets:%'], resources: ['%'], condition: null, restrictive: true },
]

/** Whether the token permits a need that its owner's role may allow. */
export const scopeAllows = ({ access }: TokenScope, need: Need, data?: ConditionData) =>
  access === 'write' || isAllowed(readGrants, need, data)

/** The error message for a need that the token does not permit. */
export const scopeRefusal = (need: Need) =>
  `This access token may only read. ${refusalOf(need).split('.')[0]}: use a token with write access.`

export const isLimitedScope = ({ organization_slug, project_ref }: TokenScope) =>
  organization_slug !== null || project_ref !== null

/** Whether the token reaches an organization as a whole; one for a project does not. */
export const reachesOrganization = (scope: TokenScope, slug: string) =>
  scope.project_ref === null && (scope.organization_slug === null || scope.organization_slug === slug)

export const reachesProject = (
  scope: TokenScope,
  { ref, organization_slug }: { ref: string; organization_slug: string },
) => (scope.project_ref === null ? reachesOrganization(scope, organization_slug) : scope.project_ref === ref)
