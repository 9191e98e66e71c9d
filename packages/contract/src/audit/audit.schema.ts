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
      /** Null for an unknown caller. For a sign-in, the account it was for. */
      user_id: z.uuid().nullable(),
      email: z.string().nullable(),
      kind: z.enum(auditCallers),
      token_name: z.string().nullable(),
    }),
    action: z.object({
      /** The call's operation id in OpenAPI. */
      name: z.string(),
      /** Such as `Rename a project`. */
      title: z.string(),
    }),
    /** Null when it happened in none, or in one that the reader no longer belongs to. */
    organization: z.object({ slug: z.string(), name: z.string() }).nullable(),
    /** With its name at that time. */
    project: z.object({ ref: z.string(), name: z.string().nullable() }).nullable(),
    /** Values from the path and the body; never a secret. */
    details: z.record(z.string(), z.unknown()),
    address: z.string(),
    user_agent: z.string(),
    result: z.object({
      outcome: AuditOutcome,
      status: z.number().int(),
      /** The error's code when it was refused or failed. */
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
  /** Inclusive. */
  from: z.iso.datetime({ offset: true }).optional(),
  /** Inclusive. */
  to: z.iso.datetime({ offset: true }).optional(),
}
const page = {
  limit: z.coerce.number().int().min(1).max(AUDIT_PAGE_MAX).default(AUDIT_PAGE_SIZE),
  cursor: z.string().max(200).optional(),
}

export const AccountAuditFilter = z.object(filterFields)
/** `user` is the caller's id. */
export const OrganizationAuditFilter = z.object({ ...filterFields, user: z.uuid().optional() })
export type AuditFilter = z.output<typeof OrganizationAuditFilter>

export const AccountAuditQuery = AccountAuditFilter.extend(page)
export const OrganizationAuditQuery = OrganizationAuditFilter.extend(page)

export const AuditAction = z.object({ name: z.string(), title: z.string() }).meta({ id: 'AuditAction' })
export type AuditAction = z.infer<typeof AuditAction>
