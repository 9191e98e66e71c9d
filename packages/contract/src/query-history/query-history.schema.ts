import { z } from 'zod'
import { HISTORY_PAGE, HISTORY_SEARCH_MAX, queryOutcomes } from './query-history.rules.ts'

/** One SQL text that was run on a project. */
export const QueryHistoryEntry = z
  .object({
    id: z.uuid(),
    sql: z.string(),
    /** Whether `sql` is truncated. */
    is_cut: z.boolean(),
    /** The email address of the user who ran it. */
    started_by: z.string(),
    /** The database role it ran as. */
    role: z.string(),
    /** The identifier of the database; the primary's is the ref. */
    database: z.string(),
    started_at: z.iso.datetime(),
    duration_ms: z.number(),
    /** Rows that the last statement affected or returned; null if it does not count rows or was truncated. */
    row_count: z.number().nullable(),
    outcome: z.enum(queryOutcomes),
    error: z.string().nullable(),
    sqlstate: z.string().nullable(),
  })
  .meta({ id: 'QueryHistoryEntry' })
export type QueryHistoryEntry = z.infer<typeof QueryHistoryEntry>

export const QueryHistoryQuery = z.object({
  /** Part of the text or of the email address, case-insensitive. */
  search: z.string().max(HISTORY_SEARCH_MAX).optional(),
  outcome: z.enum(queryOutcomes).optional(),
  limit: z.coerce.number().int().min(1).max(HISTORY_PAGE).default(HISTORY_PAGE),
  cursor: z.string().max(500).optional(),
})
export type QueryHistoryQuery = z.infer<typeof QueryHistoryQuery>
