import { z } from 'zod'
import { BranchName } from '../branches/branches.schema.ts'
import { DatabaseIdentifier } from '../connect/connect.schema.ts'
import { REGION_MAX } from '../projects/regions.rules.ts'
import { Text } from '../text.ts'
import { databaseStatuses } from './replicas.rules.ts'

/** A ref is shorter; whatever else it is differs from it. */
const REF_MAX = 64

export const NewReplica = z.strictObject({
  /** Must be the installation's own region: all databases run on this machine. */
  read_replica_region: Text.max(REGION_MAX),
})
export type NewReplica = z.infer<typeof NewReplica>

export const ReplicaChoice = z.strictObject({ database_identifier: DatabaseIdentifier })

/** What a replica becomes. */
export const Promotion = z.discriminatedUnion('as', [
  /** A branch with the data of the replica, which goes on beside the primary. */
  z.strictObject({ as: z.literal('branch'), branch_name: BranchName }),
  /** The database of the project, in place of one that cannot start. */
  z.strictObject({
    as: z.literal('primary'),
    /** The ref of the project: what the primary had not sent is given up. */
    confirm: Text.max(REF_MAX),
  }),
])
export type Promotion = z.infer<typeof Promotion>

export const Promoted = z.object({ project_ref: z.string() }).meta({ id: 'PromotedReplica' })

/** What would become of the data if a replica took the place of its primary now. */
export const PromotionFacts = z
  .object({
    /** Why it cannot; null when it can. */
    refusal: z.string().nullable(),
    /** The time of the last commit that the replica has; null when it does not run or there was none since its start. */
    last_commit_at: z.iso.datetime().nullable(),
  })
  .meta({ id: 'PromotionFacts' })
export type PromotionFacts = z.infer<typeof PromotionFacts>

/** How far a replica was behind at a moment. */
export const LagReading = z
  .object({ at: z.iso.datetime(), bytes: z.number(), seconds: z.number() })
  .meta({ id: 'ReplicaLagReading' })
export type LagReading = z.infer<typeof LagReading>

export const SetUpReplica = z.object({ identifier: z.string() }).meta({ id: 'SetUpReplica' })

const FailedLog = z.array(z.object({ time: z.string(), severity: z.string(), message: z.string() }))
export type FailedLog = z.infer<typeof FailedLog>

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
        /** By the last set-up of a replica of this project; null before the first. */
        estimations: z.object({
          baseBackupDownloadEstimateSeconds: z.number().nullable(),
          walArchiveReplayEstimateSeconds: z.number().nullable(),
        }),
        /** The last step that was reached, with its number, such as `2_launched`. */
        progress: z.string(),
        /** When each step was reached. */
        reached: z.record(z.string(), z.iso.datetime()),
        /** What failed and why; null unless it failed. */
        error: z.string().nullable(),
        /** The end of its own log when its set-up failed, oldest first; empty when it had not begun to run. */
        log: FailedLog,
      })
      .optional(),
    /** What the replica has not replayed of the primary's log; null for the primary and when neither answers. */
    lag: z.object({ bytes: z.number().int(), seconds: z.number() }).nullable(),
    /** Its data is that of a primary whose place it took. It is never started; it can be rebuilt as a replica. */
    is_former_primary: z.boolean(),
  })
  .meta({ id: 'DatabaseState' })
export type DatabaseState = z.infer<typeof DatabaseState>
