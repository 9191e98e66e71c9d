import type { ErrorCode } from '@basalt/contract/errors.ts'
import type { FastifyRequest } from 'fastify'

/** The caller, and the credential that identified them. */
export interface KnownCaller {
  userId: string
  email: string
  sessionId?: string
  tokenName?: string
}

/** What the request's audit entry is made of, collected while the request is handled. */
export interface AuditNotes {
  caller?: KnownCaller
  /** The account concerned, by id or email, while the caller is not verified yet, as during sign-in. */
  userId?: string
  email?: string
  /** Set once the caller is known to belong to the organization: attempts by strangers are not in its log. */
  organizationId?: string
  /** Resolved to an id later; counts only when the user is a member. */
  organizationSlug?: string
  projectRef?: string
  projectName?: string
  /** The client's address, read when the request arrives: a closed connection has none. */
  address?: string
  /** Whether the body passed the contract, so that its fields are what their names say. */
  isBodyParsed?: boolean
  /** More for the entry, such as the name of the called tool. May contain only what may be logged. */
  details?: Record<string, unknown>
  /** Nothing worth an entry was requested: there is none unless the call fails. */
  isTrivial?: boolean
  code?: ErrorCode
}

const notes = new WeakMap<FastifyRequest, AuditNotes>()

export const auditNotes = (request: FastifyRequest): AuditNotes => notes.get(request) ?? {}

/** Adds to the request's audit entry. */
export const noteForAudit = (request: FastifyRequest, added: AuditNotes) =>
  void notes.set(request, { ...auditNotes(request), ...added })
