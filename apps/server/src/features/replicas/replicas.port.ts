import type { ReplicaStore } from './replicas.store.ts'

/** What other features may use of replicas. */
export type Replicas = Pick<ReplicaStore, 'listOf'>
