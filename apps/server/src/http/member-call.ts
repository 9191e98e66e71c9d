import { needs } from '@basalt/contract/permissions/needs.rules.ts'
import type { FastifyReply } from 'fastify'
import { USER_ROLE } from '../platform/project-databases/database-roles.ts'
import type { Member } from '../platform/project-databases/sql/member-lease.ts'
import { disconnectSignal } from './client-disconnect.ts'
import type { Allows } from './gate.ts'

/** For whom work in a project's database is done, and the signal that ends it when nobody waits any more. */
export interface MemberCall {
  readonly ref: string
  readonly member: Member
  /** Their email address. */
  readonly email: string
  readonly signal: AbortSignal
}

/** The database role that a member chose, and what its policies read of a request. */
export interface ActingAs {
  readonly role?: string | undefined
  readonly claims?: Record<string, unknown> | undefined
}

/**
 * A call with the rights that its member has in the project's database, or those of the role that they chose. Choosing
 * postgres is choosing no other role: the member keeps their own rights.
 */
export const memberCall = (
  {
    project,
    caller,
    allows,
  }: {
    readonly project: { readonly ref: string }
    readonly caller: { readonly userId: string; readonly email: string }
    readonly allows: Allows
  },
  reply: FastifyReply,
  { role, claims }: ActingAs = {},
): MemberCall => ({
  ref: project.ref,
  email: caller.email,
  member: {
    userId: caller.userId,
    requestedAt: performance.now() - reply.elapsedTime,
    rights: allows(needs.runAnySql) ? 'everything' : 'read',
    ...(role !== undefined && role !== USER_ROLE && { role, claims }),
  },
  signal: disconnectSignal(reply),
})
