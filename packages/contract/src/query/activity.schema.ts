import { z } from 'zod'

/** A connection to a project's database that does something, or holds a transaction open. */
export const Activity = z
  .object({
    pid: z.number().int(),
    /** When the connection was made: with the pid it names one connection for ever. */
    connected_at: z.iso.datetime({ offset: true }),
    query: z.string(),
    /** As PostgreSQL has it: `active`, `idle in transaction` … */
    state: z.string(),
    role: z.string(),
    application: z.string(),
    query_started_at: z.iso.datetime({ offset: true }).nullable(),
    /** What it waits for, such as `Lock: relation`; null while it works. */
    waits_for: z.string().nullable(),
  })
  .meta({ id: 'Activity' })
export type Activity = z.infer<typeof Activity>
export const EndActivity = z.strictObject({
  connected_at: Activity.shape.connected_at,
  /** Cancel ends what it does, terminate ends the connection with it. */
  how: z.enum(['cancel', 'terminate']),
})
