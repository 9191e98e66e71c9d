import { z } from 'zod'
import { DatabaseIdentifier } from '../connect/connect.schema.ts'
import { REGION_MAX } from '../projects/regions.rules.ts'
import { Text } from '../text.ts'
import { databaseStatuses } from './replicas.rules.ts'

export const NewReplica = z.strictObject({
  /** Must be the installation's own region: all databases run on this machine. */
  read_replica_region: Text.max(REGION_MAX),
})
export type NewReplica = z.infer<typeof NewReplica>

export const ReplicaChoice = z.strictObject({ database_identifier: DatabaseIdentifier })

export const SetUpReplica = z.object({ identifier: z.string() }).meta({ id: 'SetUpReplica' })

/** How far one database of a project is, and how far it is behind. */
export const DatabaseState = z
  .object({
    /** The primary's is the ref of the project. */
    identifier: z.string(),
    status: z.enum(databaseStatuses),
    region: z.string(),
    inserted_at: z.iso.datetime(),
    /** Present for replicas. */
    replicaInitializationStatus: z
      .object({
        status: z.enum(['in_progress', 'completed', 'failed']),
        /** The last step that was reached, with its number, such as `2_launched`. */
        progress: z.string(),
        /** When each step was reached. */
        reached: z.record(z.string(), z.iso.datetime()),
        /** What failed and why; null unless it failed. */
        error: z.string().nullable(),
      })
      .optional(),
    /** What the replica has not replayed of the primary's log; null for the primary and when neither answers. */
    lag: z.object({ bytes: z.number().int(), seconds: z.number() }).nullable(),
  })
  .meta({ id: 'DatabaseState' })
export type DatabaseState = z.infer<typeof DatabaseState>
