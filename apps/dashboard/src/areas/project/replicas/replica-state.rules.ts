import {
  type DatabaseStatus,
  type ReplicaStep,
  replicaStepLabels,
  replicaSteps,
} from '@basalt/contract/replicas/replicas.rules.ts'
import type { DatabaseState } from '@basalt/contract/replicas/replicas.schema.ts'
import { formatBytes } from '../../../lib/bytes.ts'
import type { Tone } from '../../../ui/text/tone.ts'

export type ReplicaBadge = { label: string; tone: Tone }

const badges: Partial<Record<DatabaseStatus, ReplicaBadge>> = {
  COMING_UP: { label: 'Coming up', tone: 'neutral' },
  UNKNOWN: { label: 'Coming up', tone: 'neutral' },
  INIT_READ_REPLICA: { label: 'Coming up', tone: 'neutral' },
  INIT_READ_REPLICA_FAILED: { label: 'Init failed', tone: 'critical' },
  GOING_DOWN: { label: 'Going down', tone: 'neutral' },
  RESTARTING: { label: 'Restarting', tone: 'neutral' },
  ACTIVE_HEALTHY: { label: 'Healthy', tone: 'success' },
}

export const replicaBadge = (status: DatabaseStatus): ReplicaBadge =>
  badges[status] ?? { label: 'Unhealthy', tone: 'warning' }

/** Whether its status will change by itself. */
export const isChanging = ({ status }: Pick<DatabaseState, 'status'>) =>
  ['COMING_UP', 'INIT_READ_REPLICA', 'GOING_DOWN', 'RESTARTING'].includes(status)

/** How far a replica is set up, in percent, and what happens now. */
export function setUpProgress(progress: string): { percent: number; label: string } {
  const [number, step] = progress.split('_')
  return {
    percent: Math.round((100 * Number(number)) / (replicaSteps.length - 1)),
    label: replicaStepLabels[step as ReplicaStep],
  }
}

/** A lag below this is less than anyone notices. */
const LAG_NOTICED_SECONDS = 0.1

export function lagText(lag: DatabaseState['lag']): string {
  if (lag === null) return 'Unknown'
  if (lag.bytes === 0) return 'Up to date'
  const behind = `${formatBytes(lag.bytes)} behind`
  return lag.seconds < LAG_NOTICED_SECONDS ? behind : `${behind}, ${lag.seconds.toFixed(1)} s`
}
