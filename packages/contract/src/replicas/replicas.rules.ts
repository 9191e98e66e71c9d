import type { PlanId } from '../organizations/organizations.rules.ts'
import { type ProjectStatus, projectStatuses } from '../projects/status.rules.ts'

/**
 * Every status of a database of a project: those of projects, those of a replica that is being set up, and that of one that
 * becomes a database of its own.
 */
export const databaseStatuses = [
  ...projectStatuses,
  'INIT_READ_REPLICA',
  'INIT_READ_REPLICA_FAILED',
  'PROMOTING',
] as const
export type DatabaseStatus = (typeof databaseStatuses)[number]

/** The steps of setting a replica up, in order. */
export const replicaSteps = [
  'requested',
  'started',
  'launched',
  'initiated',
  'downloaded',
  'replayed',
  'completed',
] as const
export type ReplicaStep = (typeof replicaSteps)[number]

/** What happens after a step is reached. */
export const replicaStepLabels: Record<ReplicaStep, string> = {
  requested: 'Requesting replica instance',
  started: 'Launching replica instance',
  launched: 'Initiating replica setup',
  initiated: 'Downloading base backup',
  downloaded: 'Replaying WAL archives',
  replayed: 'Completing set up',
  completed: 'Completed',
}

/** What failed when the set-up ended after a step. */
export const replicaStepFailures: Record<Exclude<ReplicaStep, 'completed'>, string> = {
  requested: 'Failed to launch replica',
  started: 'Failed to launch replica',
  launched: 'Failed to initiate replica',
  initiated: 'Failed to download backup',
  downloaded: 'Failed to replay WAL archives',
  replayed: 'Failed to set up replica',
}

/** As many of the last entries of its log are kept of a replica whose set-up failed. */
export const FAILED_LOG_MAX = 20

/** A step as the list of statuses names it, with its number: `2_launched`. */
export const progressOf = (step: ReplicaStep) => `${replicaSteps.indexOf(step)}_${step}`

/** Plans whose projects have read replicas. */
export const hasReplicas = (plan: PlanId) => plan !== 'free'

/** Read replicas of one project: each is a server of its own with all of the data. */
export const REPLICAS_MAX = 2

/** The steps of a fail-over, in order: each is stored before the next one begins. */
export const failOverSteps = ['requested', 'fenced', 'promoted', 'placed'] as const
export type FailOverStep = (typeof failOverSteps)[number]

/** The statuses of a project whose database is down or does not answer, so that a replica may take its place. */
export const FAIL_OVER_FROM = ['ACTIVE_UNHEALTHY', 'RESTORE_FAILED'] as const satisfies ProjectStatus[]
