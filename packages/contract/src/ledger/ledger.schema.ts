import { z } from 'zod'
import {
  CHANGE_SEARCH_MAX,
  CHANGES_PAGE,
  changeKinds,
  changeOrigins,
  changeOutcomes,
  missingParts,
} from './ledger.rules.ts'

export const ChangeId = z.string().regex(/^\d{1,18}$/, 'Not the id of a change')

/** SQL that changed a project's database, or was meant to. */
export const Change = z
  .object({
    id: ChangeId,
    kind: z.enum(changeKinds),
    origin: z.enum(changeOrigins),
    sql: z.string(),
    /** Why the SQL cannot make the change again; null when it can. */
    missing: z.enum(missingParts).nullable(),
    /** The email address of the user who made it. */
    made_by: z.string(),
    /** The database role it was made as. */
    role: z.string(),
    made_at: z.iso.datetime(),
    /** Null when it is unknown. */
    duration_ms: z.number().nullable(),
    /** Rows that its statements inserted, updated or deleted; null for none that count rows. */
    row_count: z.number().nullable(),
    outcome: z.enum(changeOutcomes),
    error: z.string().nullable(),
    /** The version of the migration that was made of it. */
    migration: z.string().nullable(),
  })
  .meta({ id: 'Change' })
export type Change = z.infer<typeof Change>

export const ChangesQuery = z.object({
  /** Part of the SQL or of the email address, case-insensitive. */
  search: z.string().max(CHANGE_SEARCH_MAX).optional(),
  kind: z.enum(changeKinds).optional(),
  origin: z.enum(changeOrigins).optional(),
  outcome: z.enum(changeOutcomes).optional(),
  /** Only changes that are in no migration. */
  pending: z.stringbool().optional(),
  limit: z.coerce.number().int().min(1).max(CHANGES_PAGE).default(CHANGES_PAGE),
  cursor: ChangeId.optional(),
})
export type ChangesQuery = z.infer<typeof ChangesQuery>

export const ChangesPage = z
  .object({
    changes: z.array(Change),
    /** For the `cursor` of the next page; null on the last one. */
    next_cursor: ChangeId.nullable(),
  })
  .meta({ id: 'ChangesPage' })
export type ChangesPage = z.infer<typeof ChangesPage>
