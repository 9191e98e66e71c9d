import { z } from 'zod'
import { ProjectParams } from '../projects/projects.schema.ts'
import { rehearsalPhases } from '../rehearsals/rehearsals.schema.ts'
import { Text } from '../text.ts'
import { ADVISED_QUERY_MAX } from './index-advice.rules.ts'

export const AdvisedQuery = z.strictObject({
  /** One SELECT, INSERT, UPDATE, DELETE or MERGE, which may have placeholders such as `$1`. */
  query: Text.min(1, 'Enter the query').max(
    ADVISED_QUERY_MAX,
    `A query may have at most ${ADVISED_QUERY_MAX} characters`,
  ),
})
export type AdvisedQuery = z.infer<typeof AdvisedQuery>

const Plan = z.object({
  /** As EXPLAIN prints it. */
  text: z.string(),
  /** The planner's estimate. */
  cost: z.number(),
  /** How long the query took; null when it was only planned. */
  ms: z.number().nullable(),
})
export type AdvisedPlan = z.infer<typeof Plan>

const TriedIndex = z.object({
  schema: z.string(),
  table: z.string(),
  columns: z.array(z.object({ name: z.string(), is_descending: z.boolean() })),
  /** The statement that creates it, concurrently. */
  sql: z.string(),
  /** What PostgreSQL refused it for; then nothing below is known. */
  error: z.string().nullable(),
  bytes: z.number().nullable(),
  build_ms: z.number().nullable(),
  /** With this index alone. */
  after: Plan.nullable(),
  /** Whether the plan uses it. */
  is_used: z.boolean(),
})
export type TriedIndex = z.infer<typeof TriedIndex>

/** What indexes would do for a query, measured on a copy of the database. */
export const IndexAdviceReport = z
  .object({
    before: Plan,
    /** The best one first. Empty when the query has no condition that another index could serve. */
    indexes: z.array(TriedIndex),
    /** Whether values for all placeholders were found in the tables; otherwise the query was only planned. */
    is_measured: z.boolean(),
    copy_ms: z.number(),
  })
  .meta({ id: 'IndexAdviceReport' })
export type IndexAdviceReport = z.infer<typeof IndexAdviceReport>

/** Advice that is being worked out on a copy, which is removed before the phase says that it ended. */
export const IndexAdvice = z
  .object({
    id: z.uuid(),
    phase: z.enum(rehearsalPhases),
    copied_bytes: z.number().int(),
    /** 0 until it is known. */
    total_bytes: z.number().int(),
    started_at: z.iso.datetime(),
    /** Present once it is done. */
    report: IndexAdviceReport.nullable(),
    /** Why there is no report. */
    error: z.string().nullable(),
  })
  .meta({ id: 'IndexAdvice' })
export type IndexAdvice = z.infer<typeof IndexAdvice>

export const IndexAdviceParams = ProjectParams.extend({ id: z.uuid() })
