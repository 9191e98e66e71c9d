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
  /** The identifier of a replica that exists and is healthy; the primary unless given. */
  readonly database?: string | undefined
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
    confirmed,
  }: {
    readonly project: { readonly ref: string }
    readonly caller: { readonly userId: string; readonly email: string }
    readonly allows: Allows
    /** Of an early read. */
    readonly confirmed?: Promise<void>
  },
  reply: FastifyReply,
  { role, claims, database }: ActingAs = {},
): MemberCall => ({
  ref: project.ref,
  email: caller.email,
  member: {
    userId: caller.userId,
    requestedAt: performance.now() - reply.elapsedTime,
    rights: allows(needs.runAnySql) ? 'everything' : 'read',
    ...(role !== undefined && role !== USER_ROLE && { role, claims }),
    ...(database !== undefined && database !== project.ref && { database }),
  },
  signal: disconnectSignal(reply, confirmed),
})
