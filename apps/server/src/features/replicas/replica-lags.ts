import {
  LAG_INTERVAL_SECONDS,
  type LogPosition,
  lagSeconds,
  recentOf,
} from '@basalt/contract/replicas/replica-lag.rules.ts'
import type { DatabaseState, LagReading } from '@basalt/contract/replicas/replicas.schema.ts'
import { AppError } from '../../http/app-error.ts'
import type { ProjectDatabases } from '../../platform/project-databases/project-databases.ts'
import { singleFlight } from '../../platform/single-flight.ts'
import { LAG_FRESH_MS, REPLICA_ANSWER_TIMEOUT_MS } from './replicas.rules.ts'
import type { Replica, ReplicaStore } from './replicas.store.ts'
import { type ReplicationState, replicationStates } from './replication-state.ts'

interface Deps {
  store: Pick<ReplicaStore, 'all' | 'listOf'>
  databases: Pick<ProjectDatabases, 'asAdmin'>
  /** Told of each replica that runs whether it answers. */
  onProbe(replica: Replica, isAnswering: boolean): Promise<unknown>
  now: () => Date
  onError(error: unknown, ref?: string): void
}

/** A replica with its state; undefined while its primary does not run. */
export interface ReadReplica extends Replica {
  state: Omit<ReplicationState, 'written' | 'replayed' | 'reported'> | undefined
}

export interface Reading {
  at: number
  replicas: readonly ReadReplica[]
}

export type ReplicaLags = ReturnType<typeof replicaLags>

/** How far replicas are behind, read from their primaries while those are awake. Nothing here wakes a database. */
export function replicaLags({ store, databases, onProbe, now, onError }: Deps) {
  const readings = new Map<string, Promise<Reading>>()
  const newest = new Map<string, Reading>()
  /** What primaries had written when. */
  const positions = new Map<string, LogPosition[]>()
  /** By replica, the oldest first. */
  const history = new Map<string, LagReading[]>()
  let timer: NodeJS.Timeout | undefined

  const note = (identifier: string, at: number, lag: DatabaseState['lag']) => {
    const known = history.get(identifier) ?? []
    const last = known.at(-1)
    // Readings for callers come more often than anyone would see.
    if (last && at - Date.parse(last.at) < (LAG_INTERVAL_SECONDS * 1000) / 2) return
    if (!lag) return
    const recent = recentOf(
      known.map((reading) => ({ ...reading, at: Date.parse(reading.at) })),
      at,
    ).map((reading) => ({ ...reading, at: new Date(reading.at).toISOString() }))
    history.set(identifier, [...recent, { at: new Date(at).toISOString(), ...lag }])
  }

  const readNow = async (ref: string): Promise<Reading> => {
    const replicas = await store.listOf(ref)
    const states =
      replicas.length === 0
        ? undefined
        : await databases.asAdmin
            .sessionIfAwake(
              ref,
              (client) =>
                replicationStates(
                  client,
                  replicas.map(({ identifier }) => identifier),
                ),
              { statementTimeoutMs: REPLICA_ANSWER_TIMEOUT_MS },
            )
            // A primary that does not answer knows nothing; its replicas are still there.
            .catch((error) => {
              if (error instanceof AppError && error.code === 'instance_unavailable') return undefined
              throw error
            })
    const at = now().getTime()
    const written = Math.max(0, ...[...(states?.values() ?? [])].map((state) => state.written))
    const known = recentOf(positions.get(ref) ?? [], at)
    if (written > (known.at(-1)?.written ?? -1)) known.push({ at, written })
    if (states) positions.set(ref, known)
    const read = replicas.map((replica): ReadReplica => {
      const found = states?.get(replica.identifier)
      if (!found) return { ...replica, state: undefined }
      const { isFollowing, isStreaming, isLost, replayed } = found
      const lag =
        replayed === null
          ? null
          : {
              bytes: Math.max(0, written - replayed),
              seconds: lagSeconds({ ...found, written, replayed }, known, at),
            }
      note(replica.identifier, at, lag)
      return { ...replica, state: { isFollowing, isStreaming, isLost, lag } }
    })
    const reading = { at, replicas: read }
    newest.set(ref, reading)
    return reading
  }

  /** Concurrent callers share one reading. */
  const read = (ref: string): Promise<Reading> => {
    const running = readings.get(ref)
    if (running) return running
    const reading = readNow(ref).finally(() => readings.delete(ref))
    readings.set(ref, reading)
    return reading
  }

  const probe = async (replica: Replica) => {
    const answers = await databases.asAdmin
      .sessionIfAwake(replica.ref, async (client) => (await client.query('select 1')).rowCount === 1, {
        database: replica.identifier,
        statementTimeoutMs: REPLICA_ANSWER_TIMEOUT_MS,
      })
      .catch(() => false)
    // It does not run, which its status says.
    if (answers !== undefined) await onProbe(replica, answers)
  }

  const sample = async () => {
    const running = (await store.all()).filter(({ status }) =>
      ['ACTIVE_HEALTHY', 'ACTIVE_UNHEALTHY'].includes(status),
    )
    const known = new Set(running.map(({ ref }) => ref))
    for (const ref of known) await read(ref).catch((error) => onError(error, ref))
    for (const ref of positions.keys()) if (!known.has(ref)) positions.delete(ref)
    for (const ref of newest.keys()) if (!known.has(ref)) newest.delete(ref)
    const identifiers = new Set(running.map(({ identifier }) => identifier))
    for (const identifier of history.keys()) if (!identifiers.has(identifier)) history.delete(identifier)
    await Promise.all(running.map((replica) => probe(replica).catch((error) => onError(error, replica.ref))))
  }
  const sampling = singleFlight(sample)

  return {
    /** The replicas of a project with their states, at most `LAG_FRESH_MS` old. */
    async of(ref: string): Promise<Reading> {
      const known = newest.get(ref)
      return known && now().getTime() - known.at < LAG_FRESH_MS ? known : read(ref)
    },

    /** The same, as it is now. */
    read,

    /** Forgets what is known of a project, because its replicas have changed. */
    forget: (ref: string) => void newest.delete(ref),

    historyOf: (identifier: string): LagReading[] => history.get(identifier) ?? [],

    /** Reads all lags once. Overlapping calls share one run. */
    sample: sampling.run,

    start() {
      timer = setInterval(() => void sampling.run().catch(onError), LAG_INTERVAL_SECONDS * 1000).unref()
    },

    async close() {
      clearInterval(timer)
      await sampling.idle()
    },
  }
}
