import type { AnyEndpoint } from '../endpoint.ts'
import type { PlanId } from '../organizations/organizations.rules.ts'

export const AUDIT_PAGE_SIZE = 50
export const AUDIT_PAGE_MAX = 200

/** How long an organization's entries are retained, by its plan. */
export const auditRetentionDays = { free: 30, pro: 90, team: 365, enterprise: 730 } as const satisfies Record<
  PlanId,
  number
>
/** For entries without an organization, or of a deleted one. */
export const ACCOUNT_AUDIT_RETENTION_DAYS = 365

/** Characters of a text, and of SQL, that an entry keeps. */
export const AUDIT_TEXT_MAX = 200
/** Items of a list, and fields of an object, that an entry keeps. */
export const AUDIT_ITEMS_MAX = 20

/** How the caller was authenticated: browser session, access token, proof of access to the machine, or not at all. */
export const auditCallers = ['session', 'token', 'local', 'nobody'] as const
export type AuditCaller = (typeof auditCallers)[number]

export const auditOutcomes = ['succeeded', 'refused', 'failed'] as const
export type AuditOutcome = (typeof auditOutcomes)[number]

/** 4xx is `refused`: the caller may not or cannot do it. 5xx is `failed`: the server should have done it. */
export function outcomeOf(status: number): AuditOutcome {
  if (status < 400) return 'succeeded'
  return status < 500 ? 'refused' : 'failed'
}

export const isAudited = ({ method, audit }: Pick<AnyEndpoint, 'method' | 'audit'>) =>
  audit?.repeats !== true && (method !== 'GET' || audit?.reveals === true)

/** `Rename a project`: what a call does, in words that also fit a refused one. */
export const auditTitle = ({ audit, summary }: Pick<AnyEndpoint, 'audit' | 'summary'>) =>
  audit?.title ?? summary.split(';')[0]!

/** Whether a name in a path or body stands for a secret, which no log may hold. */
export const isSecretName = (name: string) => /token|secret|password|credential|challenge|code$/i.test(name)
