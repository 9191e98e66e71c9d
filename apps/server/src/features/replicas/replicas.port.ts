import type { ReplicaStore } from './replicas.store.ts'

/** What other features may use of replicas. */
export type Replicas = Pick<ReplicaStore, 'listOf'>

/** The database that answers a read, by its identifier. */
export type ReadDatabase =
  | { identifier: string; isReplica: true }
  | {
      identifier: string
      isReplica: false
      /** Why it is the primary. */
      reason: 'no-replica' | 'no-healthy-replica' | 'replicas-behind'
    }

/** Chooses the database for a read that may be that old, in seconds; READ_LAG_SECONDS by default. */
export type ChooseReadDatabase = (ref: string, maxLagSeconds?: number) => Promise<ReadDatabase>
