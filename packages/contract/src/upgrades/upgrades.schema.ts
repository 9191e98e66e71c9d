import { z } from 'zod'

/** What has to be done about something before or after a database moves to another major version. */
export const upgradeTopics = [
  'extension',
  'reg_column',
  'replica',
  'branch',
  'replication_slot',
  'subscription',
  'prepared_transaction',
  'other_database',
  'no_primary_key',
  'large_objects',
] as const

export const UpgradeNeeds = z
  .object({
    /** The PostgreSQL that the project runs. */
    current_version: z.string(),
    /** The one that its next start brings. A minor version needs nothing: the project is backed up at that start. */
    next_start_version: z.string(),
    /** What is dumped and loaded by a major version, in bytes. */
    database_bytes: z.number(),
    /** How long that takes, in seconds: from the best case to a bad one. The rehearsal on a branch says it exactly. */
    move_seconds: z.object({ from: z.number().int(), to: z.number().int() }),
    /** What to do, in this order. */
    steps: z.array(z.string()),
    /** What a major version needs somebody to do. Empty when a dump and load is all. */
    findings: z.array(
      z.object({
        topic: z.enum(upgradeTopics),
        /** The extension, table or other object. */
        name: z.string(),
        /** A sentence that says what to do. */
        action: z.string(),
      }),
    ),
  })
  .meta({ id: 'UpgradeNeeds' })
export type UpgradeNeeds = z.infer<typeof UpgradeNeeds>
export type UpgradeTopic = (typeof upgradeTopics)[number]
