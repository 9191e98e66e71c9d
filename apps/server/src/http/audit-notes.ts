import type { ErrorCode } from '@basalt/contract/errors.ts'
import type { FastifyRequest } from 'fastify'

/** Who called, and what vouched for it. */
export interface KnownCaller {
  userId: string
  email: string
  sessionId?: string
  tokenName?: string
}

/** What becomes known of a request on its way, and its entry in the audit log is made of. */
export interface AuditNotes {
  caller?: KnownCaller
  /** The account concerned while the caller is not verified yet, as during sign-in: by id or email. */
  userId?: string
  email?: string
  /** Only once the caller is known to belong there: what strangers try is in their own logs, not in the organization's. */
  organizationId?: string
  /** The same, looked up later; counts only when the user is a member of it. */
  organizationSlug?: string
  projectRef?: string
  projectName?: string
  /** Where the call came from, noted as it comes: a connection that is gone has no address. */
  address?: string
  /** The body passed the contract, so that its fields are what their names say. */
  isBodyParsed?: boolean
  /** More that the entry tells, such as the tool that was called; of it only what may be in a log. */
  details?: Record<string, unknown>
  /** Nothing was asked for that a log would tell: there is no entry when the call is answered without an error. */
  isTrivial?: boolean
  code?: ErrorCode
}

const notes = new WeakMap<FastifyRequest, AuditNotes>()

export const auditNotes = (request: FastifyRequest): AuditNotes => notes.get(request) ?? {}

/** Adds to what the request's entry in the audit log will tell. */
export const noteForAudit = (request: FastifyRequest, known: AuditNotes) =>
  void notes.set(request, { ...auditNotes(request), ...known })
