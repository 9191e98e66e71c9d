import { z } from 'zod'

/** A connection to a project's database that runs a query or has an open transaction. */
export const Activity = z
  .object({
    pid: z.number().int(),
    /** When the connection was opened; together with the pid it identifies the connection uniquely. */
    connected_at: z.iso.datetime({ offset: true }),
    query: z.string(),
    /** As in `pg_stat_activity`: `active`, `idle in transaction` … */
    state: z.string(),
    role: z.string(),
    application: z.string(),
    query_started_at: z.iso.datetime({ offset: true }).nullable(),
    /** What it waits for, such as `Lock: relation`; null while it runs. */
    waits_for: z.string().nullable(),
  })
  .meta({ id: 'Activity' })
export type Activity = z.infer<typeof Activity>
export const EndActivity = z.strictObject({
  connected_at: Activity.shape.connected_at,
  /** `cancel` ends the query, `terminate` also the connection. */
  how: z.enum(['cancel', 'terminate']),
})
