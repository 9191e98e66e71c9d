import { z } from 'zod'
import { queryList } from '../endpoint.ts'
import { ProjectRef } from '../projects/projects.schema.ts'
import { AUDIT_PAGE_MAX, AUDIT_PAGE_SIZE, auditCallers, auditOutcomes } from './audit.rules.ts'

export const AuditOutcome = z.enum(auditOutcomes)
export const ActionName = z.string().regex(/^\w{1,64}$/, 'Not the name of an action')

export const AuditEntry = z
  .object({
    id: z.string(),
    at: z.iso.datetime(),
    actor: z.object({
      /** Null when it is not known who called. For a sign-in, whose account was asked for. */
      user_id: z.uuid().nullable(),
      email: z.string().nullable(),
      kind: z.enum(auditCallers),
      token_name: z.string().nullable(),
    }),
    action: z.object({
      /** The name of the call in the API's description. */
      name: z.string(),
      /** Such as `Rename a project`. */
      title: z.string(),
    }),
    /** Null when it happened in none, or in one that is not the reader's any more. */
    organization: z.object({ slug: z.string(), name: z.string() }).nullable(),
    /** As it was called then. */
    project: z.object({ ref: z.string(), name: z.string().nullable() }).nullable(),
    /** What was named in the path and the body; never a secret. */
    details: z.record(z.string(), z.unknown()),
    address: z.string(),
    user_agent: z.string(),
    result: z.object({
      outcome: AuditOutcome,
      status: z.number().int(),
      /** Of the error, when it was refused or failed. */
      code: z.string().nullable(),
    }),
    request_id: z.string(),
  })
  .meta({ id: 'AuditEntry' })
export type AuditEntry = z.infer<typeof AuditEntry>

export const AuditPage = z
  .object({
    entries: z.array(AuditEntry),
    /** For the `cursor` of the next page; null on the last one. */
    next_cursor: z.string().nullable(),
  })
  .meta({ id: 'AuditPage' })
export type AuditPage = z.infer<typeof AuditPage>

const filterFields = {
  action: queryList(ActionName).optional(),
  result: queryList(AuditOutcome).optional(),
  project: ProjectRef.optional(),
  /** From this moment on. */
  from: z.iso.datetime({ offset: true }).optional(),
  /** Up to this moment. */
  to: z.iso.datetime({ offset: true }).optional(),
}
const page = {
  limit: z.coerce.number().int().min(1).max(AUDIT_PAGE_MAX).default(AUDIT_PAGE_SIZE),
  cursor: z.string().max(200).optional(),
}

export const AccountAuditFilter = z.object(filterFields)
/** `user` is the id of who called. */
export const OrganizationAuditFilter = z.object({ ...filterFields, user: z.uuid().optional() })
export type AuditFilter = z.output<typeof OrganizationAuditFilter>

export const AccountAuditQuery = AccountAuditFilter.extend(page)
export const OrganizationAuditQuery = OrganizationAuditFilter.extend(page)

export const AuditAction = z.object({ name: z.string(), title: z.string() }).meta({ id: 'AuditAction' })
export type AuditAction = z.infer<typeof AuditAction>
