import { needs } from '@basalt/contract/permissions/needs.rules.ts'
import type { FastifyReply } from 'fastify'
import type { Member } from '../platform/project-databases/sql/member-transaction.ts'
import { disconnectSignal } from './client-disconnect.ts'
import type { Allows } from './gate.ts'

/** For whom work in a project's database is done, and the signal that ends it when nobody waits any more. */
export interface MemberCall {
  readonly ref: string
  readonly member: Member
  readonly signal: AbortSignal
}

/** A call with the rights that its member has in the project's database. */
export const memberCall = (
  {
    project,
    caller,
    allows,
  }: {
    readonly project: { readonly ref: string }
    readonly caller: { readonly userId: string }
    readonly allows: Allows
  },
  reply: FastifyReply,
): MemberCall => ({
  ref: project.ref,
  member: {
    userId: caller.userId,
    requestedAt: performance.now() - reply.elapsedTime,
    rights: allows(needs.runAnySql) ? 'everything' : 'read',
  },
  signal: disconnectSignal(reply),
})
