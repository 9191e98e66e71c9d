import { randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Project } from '@basalt/contract/projects/projects.schema.ts'
import {
  progressOf,
  REPLICAS_MAX,
  type ReplicaStep,
  replicaStepFailures,
} from '@basalt/contract/replicas/replicas.rules.ts'
import type { DatabaseState } from '@basalt/contract/replicas/replicas.schema.ts'
import type { Engine, ReplicationStep } from '@basalt/postgres-supervisor/engine.ts'
import { detachStatements } from '@basalt/postgres-supervisor/replica-on-primary.ts'
import { AppError, notFound } from '../../http/app-error.ts'
import { KeyedQueue } from '../../platform/keyed-queue.ts'
import type { ProjectDatabases } from '../../platform/project-databases/project-databases.ts'
import type { ProjectSecrets } from '../../platform/secrets/project-secrets.ts'
import { STREAMING_POLL_MS, STREAMING_TIMEOUT_MS } from './replicas.rules.ts'
import type { Replica, ReplicaStore } from './replicas.store.ts'
import { replicationStates } from './replication-state.ts'

interface Deps {
  engine: Engine
  store: ReplicaStore
  databases: Pick<ProjectDatabases, 'asAdmin' | 'releaseReplica'>
  secrets: ProjectSecrets
  /** The region of this installation. */
  region: string
  /** Whether the operator offers read replicas. */
  isOffered: boolean
  now: () => Date
  onError(error: unknown, ref?: string): void
}

export type ReplicaService = ReturnType<typeof replicaService>

const stepOf: Record<ReplicationStep, ReplicaStep> = {
  launched: 'launched',
  initiated: 'initiated',
  copied: 'downloaded',
}

const RUNNING = ['ACTIVE_HEALTHY', 'ACTIVE_UNHEALTHY'] as const

/**
 * Read replicas of projects: setting up, removing, and running while their primary runs. The status of a replica is
 * written before the work that it announces, so that a restarted server finds what to finish.
 */
export function replicaService(deps: Deps) {
  const { engine, store, databases, secrets, region, isOffered, now, onError } = deps
  /** Work on a replica, one after the other. */
  const queue = new KeyedQueue()
  const closing = new AbortController()
  const background = (replica: Pick<Replica, 'identifier' | 'ref'>, work: () => Promise<unknown>) =>
    void queue.run(replica.identifier, work).catch((error) => onError(error, replica.ref))

  const onPrimary = <T>(ref: string, work: Parameters<typeof databases.asAdmin.session<T>>[1]) =>
    databases.asAdmin.session(ref, work)

  const destroy = async ({ ref, identifier }: Replica) => {
    await databases.releaseReplica(ref, identifier)
    await engine.destroy(identifier)
  }

  const detach = ({ ref, identifier }: Replica) =>
    onPrimary(ref, async (client) => {
      for (const statement of detachStatements(identifier)) await client.query(statement)
    })

  const streams = async ({ ref, identifier }: Replica) => {
    const deadline = Date.now() + STREAMING_TIMEOUT_MS
    while (Date.now() < deadline) {
      closing.signal.throwIfAborted()
      const states = await onPrimary(ref, (client) => replicationStates(client, [identifier]))
      if (states.get(identifier)?.isStreaming) return
      await sleep(STREAMING_POLL_MS)
    }
    throw new AppError(
      'instance_unavailable',
      `The replica did not connect to its primary within ${STREAMING_TIMEOUT_MS / 1000} seconds.`,
    )
  }

  /** Sets a replica up from the beginning; what an interrupted attempt left is replaced. */
  const setUp = async (replica: Replica) => {
    const { ref, identifier } = replica
    const current = await store.find(ref, identifier)
    if (current?.status !== 'INIT_READ_REPLICA') return
    let last = 'requested' as ReplicaStep
    const steps: Promise<void>[] = []
    const reach = async (step: ReplicaStep) => {
      last = step
      await store.reach(identifier, step, now())
    }
    try {
      await destroy(replica)
      await reach('started')
      const superuserPassword = await secrets.read(ref, 'superuser_password')
      // The session keeps the primary awake.
      await onPrimary(ref, () =>
        engine.replicate(identifier, {
          source: { id: ref, superuserPassword },
          signal: closing.signal,
          onStep: (step) => void steps.push(reach(stepOf[step])),
        }),
      )
      await Promise.all(steps)
      await engine.start(identifier)
      await reach('replayed')
      await streams(replica)
      await reach('completed')
      await store.change(identifier, ['INIT_READ_REPLICA'], 'ACTIVE_HEALTHY')
    } catch (error) {
      await Promise.allSettled(steps)
      // The next start of the server sets it up.
      if (closing.signal.aborted) return
      await destroy(replica)
      await detach(replica).catch((failure) => onError(failure, ref))
      const failure = replicaStepFailures[last === 'completed' ? 'replayed' : last]
      await store.change(
        identifier,
        ['INIT_READ_REPLICA'],
        'INIT_READ_REPLICA_FAILED',
        `${failure}: ${(error as Error).message}`,
      )
    }
  }

  /** The row goes last, so that a primary that does not run now is cleaned when it does. */
  const takeDown = async (replica: Replica) => {
    await destroy(replica)
    await detach(replica)
    await store.remove(replica.identifier)
  }

  const start = async ({ ref, identifier }: Replica) => {
    const current = await store.find(ref, identifier)
    if (!current || !(RUNNING as readonly string[]).includes(current.status)) return
    if (!(await engine.endpoint(ref))) return
    await engine.start(identifier)
    await store.change(identifier, ['ACTIVE_UNHEALTHY'], 'ACTIVE_HEALTHY')
  }

  /** Does what a replica is due for now that its primary runs. */
  const resume = (replica: Replica) =>
    background(replica, () => {
      if (replica.status === 'INIT_READ_REPLICA') return setUp(replica)
      if (replica.status === 'GOING_DOWN') return takeDown(replica)
      return start(replica)
    })

  const replicasOf = (ref: string, work: (replica: Replica) => void) =>
    void store.listOf(ref).then(
      (replicas) => replicas.forEach(work),
      (error) => onError(error, ref),
    )

  const found = async (ref: string, identifier: string) => {
    const replica = await store.find(ref, identifier)
    if (!replica) throw notFound('Read replica', identifier)
    return replica
  }

  const unsubscribe = engine.subscribe(({ id, state, failure }) => {
    if (closing.signal.aborted) return
    if (state === 'running') replicasOf(id, resume)
    if (state === 'stopped')
      replicasOf(id, (replica) =>
        background(replica, async () => {
          await databases.releaseReplica(replica.ref, replica.identifier)
          await engine.stop(replica.identifier)
        }),
      )
    if (state === 'failed')
      void store
        .change(id, ['ACTIVE_HEALTHY'], 'ACTIVE_UNHEALTHY', failure ?? 'The replica stopped unexpectedly.')
        .catch(onError)
    if (state === 'running') void store.change(id, ['ACTIVE_UNHEALTHY'], 'ACTIVE_HEALTHY').catch(onError)
  })

  return {
    /**
     * Throws `conflict` when the project has as many replicas as it can or its database does not run, `forbidden` when its
     * plan has none, and `validation_failed` for another region than the installation's.
     */
    async setUp(project: Project, asked: string): Promise<{ identifier: string }> {
      if (!isOffered) throw new AppError('forbidden', 'This installation does not offer read replicas')
      if (asked !== region) throw otherRegion(region)
      if (project.status !== 'ACTIVE_HEALTHY')
        throw new AppError('conflict', 'Read replicas can be created while the project is healthy.')
      if ((await store.planOf(project.ref)) === 'free')
        throw new AppError(
          'forbidden',
          'The Free plan has no read replicas. Change the plan of the organization first.',
        )
      const identifier = `${project.ref}-rr-${shortId()}`
      const replica = await store.add({ identifier, ref: project.ref, region, at: now(), most: REPLICAS_MAX })
      if (!replica)
        throw new AppError(
          'conflict',
          `A project can have ${REPLICAS_MAX} read replicas. Remove one before you create another.`,
        )
      background(replica, () => setUp(replica))
      return { identifier }
    },

    /** Throws `not_found`. */
    async remove(ref: string, identifier: string) {
      const replica = await found(ref, identifier)
      await store.change(identifier, [replica.status], 'GOING_DOWN')
      background(replica, () => takeDown(replica))
    },

    /** Throws `not_found`, and `conflict` unless it runs. */
    async restart(ref: string, identifier: string) {
      const replica = await found(ref, identifier)
      if (!(await store.change(identifier, RUNNING, 'RESTARTING')))
        throw new AppError('conflict', 'Only a read replica that is set up can be restarted.')
      background(replica, async () => {
        try {
          await databases.releaseReplica(ref, identifier)
          await engine.restart(identifier)
          await store.change(identifier, ['RESTARTING'], 'ACTIVE_HEALTHY')
        } catch (error) {
          await store.change(identifier, ['RESTARTING'], 'ACTIVE_UNHEALTHY', (error as Error).message)
        }
      })
    },

    /** The identifier of the database that SQL names. Throws `not_found`, and `instance_unavailable` unless it is healthy. */
    async resolve(ref: string, identifier = ref): Promise<string> {
      if (identifier === ref) return ref
      const { status } = await found(ref, identifier)
      if (status !== 'ACTIVE_HEALTHY')
        throw new AppError('instance_unavailable', 'The read replica is coming up or not healthy.')
      // It sleeps and wakes with its primary.
      if (!(await engine.endpoint(identifier))) {
        await onPrimary(ref, async () => undefined)
        await queue.run(identifier, () => engine.start(identifier))
      }
      return identifier
    },

    async states(project: Project): Promise<DatabaseState[]> {
      const replicas = await store.listOf(project.ref)
      const known =
        replicas.length === 0
          ? undefined
          : await databases.asAdmin.sessionIfAwake(project.ref, (client) =>
              replicationStates(
                client,
                replicas.map(({ identifier }) => identifier),
              ),
            )
      return [
        {
          identifier: project.ref,
          status: project.status,
          region: project.region,
          inserted_at: project.created_at,
          lag: null,
        },
        ...replicas.map(({ identifier, status, region, step, reached, error, created_at }) => ({
          identifier,
          status,
          region,
          inserted_at: created_at,
          replicaInitializationStatus: {
            status:
              status === 'INIT_READ_REPLICA_FAILED'
                ? ('failed' as const)
                : status === 'INIT_READ_REPLICA'
                  ? ('in_progress' as const)
                  : ('completed' as const),
            progress: progressOf(step),
            reached,
            error,
          },
          lag: known?.get(identifier)?.lag ?? null,
        })),
      ]
    },

    /** Sets replicas up again whose primary no longer has the log that they need. */
    async rebuildLost() {
      const replicas = (await store.all()).filter(({ status }) =>
        (RUNNING as readonly string[]).includes(status),
      )
      for (const replica of replicas) {
        const { ref, identifier } = replica
        const states = await databases.asAdmin.sessionIfAwake(ref, (client) =>
          replicationStates(client, [identifier]),
        )
        if (!states || queue.isBusy(identifier) || states.get(identifier)?.isLost === false) continue
        await store.beginAgain(identifier, now())
        background(replica, () => setUp(replica))
      }
    },

    /** Starts what belongs to primaries that run already, and finishes what another server began. */
    async resumeAll() {
      for (const replica of await store.all())
        if (replica.status === 'RESTARTING') {
          await store.change(replica.identifier, ['RESTARTING'], 'ACTIVE_UNHEALTHY')
          if (await engine.endpoint(replica.ref)) resume({ ...replica, status: 'ACTIVE_UNHEALTHY' })
        } else if (await engine.endpoint(replica.ref)) resume(replica)
    },

    /** Removes the replicas of a project whose database is gone. */
    async forget(ref: string) {
      for (const { identifier } of await store.listOf(ref))
        await queue.run(identifier, () => engine.destroy(identifier))
    },

    settled: () => queue.idle(),

    async close() {
      unsubscribe()
      closing.abort(new AppError('instance_unavailable', 'The server is stopping'))
      await queue.idle()
    },
  }
}

/** Five letters and digits, by which people tell replicas apart. */
const shortId = () =>
  randomInt(36 ** 5)
    .toString(36)
    .padStart(5, '0')

function otherRegion(region: string) {
  const message = `This installation runs its databases in the region ${region}. Send it as read_replica_region.`
  return new AppError('validation_failed', message, {
    details: { issues: [{ path: 'read_replica_region', message }] },
  })
}
