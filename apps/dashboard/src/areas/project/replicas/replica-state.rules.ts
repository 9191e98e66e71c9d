import type { ProjectStatus } from '@basalt/contract/projects/status.rules.ts'
import {
  type DatabaseStatus,
  FAIL_OVER_FROM,
  type ReplicaStep,
  replicaStepLabels,
  replicaSteps,
} from '@basalt/contract/replicas/replicas.rules.ts'
import type { DatabaseState } from '@basalt/contract/replicas/replicas.schema.ts'
import { formatBytes } from '../../../lib/bytes.ts'
import { durationWords } from '../../../lib/duration.ts'
import type { Tone } from '../../../ui/text/tone.ts'

type SetUp = NonNullable<DatabaseState['replicaInitializationStatus']>

export type ReplicaBadge = { label: string; tone: Tone }

const badges: Partial<Record<DatabaseStatus, ReplicaBadge>> = {
  COMING_UP: { label: 'Coming up', tone: 'neutral' },
  UNKNOWN: { label: 'Coming up', tone: 'neutral' },
  INIT_READ_REPLICA: { label: 'Coming up', tone: 'neutral' },
  INIT_READ_REPLICA_FAILED: { label: 'Init failed', tone: 'critical' },
  GOING_DOWN: { label: 'Going down', tone: 'neutral' },
  RESTARTING: { label: 'Restarting', tone: 'neutral' },
  PROMOTING: { label: 'Promoting', tone: 'neutral' },
  ACTIVE_HEALTHY: { label: 'Healthy', tone: 'success' },
  INACTIVE: { label: 'Paused', tone: 'neutral' },
}

export const replicaBadge = (status: DatabaseStatus, isFormerPrimary = false): ReplicaBadge =>
  isFormerPrimary && status === 'INACTIVE'
    ? { label: 'Former primary', tone: 'warning' }
    : (badges[status] ?? { label: 'Unhealthy', tone: 'warning' })

/** Its last characters tell replicas of a project apart. */
export const shortIdOf = ({ identifier }: Pick<DatabaseState, 'identifier'>) => identifier.slice(-5)

/** Whether its status will change by itself. */
export const isChanging = ({ status }: Pick<DatabaseState, 'status'>) =>
  ['COMING_UP', 'INIT_READ_REPLICA', 'GOING_DOWN', 'RESTARTING', 'PROMOTING'].includes(status)

const CHANGING = 'It is changing now'

/** Why each action is not possible now; undefined for one that is. */
export function actionRefusals(
  replica: Pick<DatabaseState, 'status' | 'is_former_primary'>,
  project: ProjectStatus,
): Record<'connect' | 'restart' | 'rebuild' | 'branch' | 'failOver' | 'drop', string | undefined> {
  const { status } = replica
  const isHealthy = status === 'ACTIVE_HEALTHY'
  const hasData = isHealthy || status === 'ACTIVE_UNHEALTHY'
  const changing = isChanging(replica) ? CHANGING : undefined
  const without = changing ?? (hasData ? undefined : 'It has no complete data')
  return {
    connect: isHealthy ? undefined : (changing ?? 'It is not healthy now'),
    restart: hasData ? undefined : (changing ?? 'It does not run'),
    rebuild: changing ?? (project === 'ACTIVE_HEALTHY' ? undefined : 'Its primary does not answer'),
    branch: without,
    failOver:
      without ??
      ((FAIL_OVER_FROM as readonly ProjectStatus[]).includes(project)
        ? undefined
        : 'Only while the primary is down'),
    // One that is set up may be dropped before it is.
    drop: status === 'INIT_READ_REPLICA' ? undefined : changing,
  }
}

/** How far a replica is set up, in percent, and what happens now. */
export function setUpProgress(progress: string): { percent: number; label: string } {
  const [number, step] = progress.split('_')
  return {
    percent: Math.round((100 * Number(number)) / (replicaSteps.length - 1)),
    label: replicaStepLabels[step as ReplicaStep],
  }
}

/** One line for each entry: `10:15:04.120 FATAL could not receive data`. */
export const logText = (log: SetUp['log']): string =>
  log.map(({ time, severity, message }) => `${time} ${severity} ${message}`).join('\n')

/** How long what happens now takes, such as `about 20 seconds`; undefined while nobody knows. */
export function stepEstimate({
  progress,
  estimations,
}: Pick<SetUp, 'progress' | 'estimations'>): string | undefined {
  const step = progress.split('_')[1] as ReplicaStep
  const seconds =
    step === 'initiated'
      ? estimations.baseBackupDownloadEstimateSeconds
      : step === 'downloaded'
        ? estimations.walArchiveReplayEstimateSeconds
        : null
  return seconds === null ? undefined : `about ${durationWords(seconds)}`
}

/** A lag below this is less than anyone notices. */
const LAG_NOTICED_SECONDS = 0.1

export function lagText(lag: DatabaseState['lag']): string {
  if (lag === null) return 'Unknown'
  if (lag.bytes === 0) return 'Up to date'
  const behind = `${formatBytes(lag.bytes)} behind`
  return lag.seconds < LAG_NOTICED_SECONDS ? behind : `${behind}, ${lag.seconds.toFixed(1)} s`
}
