import { randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Project } from '@basalt/contract/projects/projects.schema.ts'
import {
  type DatabaseStatus,
  databaseStatuses,
  FAILED_LOG_MAX,
  hasReplicas,
  progressOf,
  REPLICAS_MAX,
  type ReplicaStep,
  replicaStepFailures,
} from '@basalt/contract/replicas/replicas.rules.ts'
import type { DatabaseState, FailedLog, PromotionFacts } from '@basalt/contract/replicas/replicas.schema.ts'
import {
  type Engine,
  EngineError,
  ignoreMissingInstance,
  type ReplicationStep,
} from '@basalt/postgres-supervisor/engine.ts'
import { detachStatements } from '@basalt/postgres-supervisor/replica-on-primary.ts'
import { AppError, notFound } from '../../http/app-error.ts'
import { KeyedQueue } from '../../platform/keyed-queue.ts'
import type { ProjectDatabases } from '../../platform/project-databases/project-databases.ts'
import type { ProjectSecrets } from '../../platform/secrets/project-secrets.ts'
import { type FailOvers, PROMOTABLE } from './fail-overs.ts'
import type { ReplicaLags } from './replica-lags.ts'
import { STREAMING_POLL_MS, STREAMING_TIMEOUT_MS } from './replicas.rules.ts'
import type { Replica, ReplicaStore } from './replicas.store.ts'
import { replicationStates } from './replication-state.ts'
import { setUpEstimates } from './set-up-estimates.rules.ts'
import { shownStatus } from './shown-status.rules.ts'

interface Deps {
  engine: Engine
  store: ReplicaStore
  failOvers: FailOvers
  lags: ReplicaLags
  /** Makes a branch that takes over the data of a replica. Throws as creating a branch does. */
  createBranch(ref: string, branch: { name: string; replica: string }): Promise<{ project_ref: string }>
  statusOf(ref: string): Promise<string | undefined>
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

/** Statuses in which nothing happens to a replica. */
const REBUILDABLE: readonly DatabaseStatus[] = [
  'ACTIVE_HEALTHY',
  'ACTIVE_UNHEALTHY',
  'INIT_READ_REPLICA_FAILED',
  'INACTIVE',
]

/** A promotion has the only data, and nobody takes that from it. */
const REMOVABLE = databaseStatuses.filter((status) => status !== 'PROMOTING')

const LAST_COMMIT = 'select pg_catalog.pg_last_xact_replay_timestamp() as at'

const RUNNING = ['ACTIVE_HEALTHY', 'ACTIVE_UNHEALTHY'] as const

/**
 * Read replicas of projects: setting up, removing, and running while their primary runs. The status of a replica is
 * written before the work that it announces, so that a restarted server finds what to finish.
 */
export function replicaService(deps: Deps) {
  const { engine, store, failOvers, lags, databases, secrets, region, isOffered, now, onError } = deps
  /** Work on a replica, one after the other. */
  const queue = new KeyedQueue()
  const closing = new AbortController()
  const background = (replica: Pick<Replica, 'identifier' | 'ref'>, work: () => Promise<unknown>) =>
    void queue.run(replica.identifier, work).catch((error) => onError(error, replica.ref))

  const onPrimary = <T>(ref: string, work: Parameters<typeof databases.asAdmin.session<T>>[1]) =>
    databases.asAdmin.session(ref, work)

  /** False also for a deleted project. */
  const isRunning = async (id: string) =>
    (await engine.exists(id)) && (await engine.endpoint(id)) !== undefined

  const destroy = async ({ ref, identifier }: Replica) => {
    await databases.releaseReplica(ref, identifier)
    await engine.destroy(identifier)
  }

  const detach = ({ ref, identifier }: Replica) =>
    onPrimary(ref, async (client) => {
      for (const statement of detachStatements(identifier)) await client.query(statement)
    })

  /** Removes what a failed set-up left: its data, and on a primary, which may be down, a slot that keeps its log. */
  const clearFailed = async ({ ref, identifier }: Replica) => {
    const current = await store.find(ref, identifier)
    if (current?.status !== 'INIT_READ_REPLICA_FAILED') return
    await destroy(current)
    await detach(current)
  }

  /** The end of a replica's own log, which is removed with its data. Empty for one that has not been copied. */
  const logOf = async (identifier: string): Promise<FailedLog> => {
    const newest =
      (await engine.logs(identifier, { limit: FAILED_LOG_MAX }).catch(ignoreMissingInstance)) ?? []
    return newest.map(({ time, severity, message }) => ({ time, severity, message })).toReversed()
  }

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
      // It is read from meanwhile.
      await engine.synced(identifier)
    } catch (error) {
      await Promise.allSettled(steps)
      // The next start of the server sets it up.
      if (closing.signal.aborted) return
      const failure = replicaStepFailures[last === 'completed' ? 'replayed' : last]
      const hasFailed = await store.fail(identifier, ['INIT_READ_REPLICA', ...RUNNING], {
        error: `${failure}: ${(error as Error).message}`,
        log: await logOf(identifier),
      })
      // Otherwise it is being removed, or promoted: then its data may be the only ones.
      if (hasFailed) await clearFailed(replica).catch((failure) => onError(failure, ref))
    }
  }

  /** The row goes last, so that a primary that does not run now is cleaned when it does. */
  const takeDown = async (replica: Replica) => {
    const current = await store.find(replica.ref, replica.identifier)
    if (current?.status !== 'GOING_DOWN') return
    await destroy(replica)
    await detach(replica)
    await store.remove(replica.identifier)
  }

  /** Begins to remove a replica. False while it is being promoted. */
  const beginTakingDown = async (replica: Replica) => {
    const hasBegun = await store.change(replica.identifier, REMOVABLE, 'GOING_DOWN')
    if (hasBegun) background(replica, () => takeDown(replica))
    return hasBegun
  }

  const start = async ({ ref, identifier }: Replica) => {
    const current = await store.find(ref, identifier)
    if (!current || !(RUNNING as readonly string[]).includes(current.status)) return
    if (!(await engine.endpoint(ref))) return
    try {
      await engine.start(identifier)
    } catch (error) {
      if (!isIncomplete(error)) throw error
      await begin(current, RUNNING)
      return
    }
    await store.change(identifier, ['ACTIVE_UNHEALTHY'], 'ACTIVE_HEALTHY')
  }

  /** Does what a replica is due for now that its primary runs. */
  const resume = (replica: Replica) =>
    background(replica, () => {
      if (replica.status === 'INIT_READ_REPLICA') return setUp(replica)
      if (replica.status === 'GOING_DOWN') return takeDown(replica)
      if (replica.status === 'INIT_READ_REPLICA_FAILED') return clearFailed(replica)
      return start(replica)
    })

  /** False when its status is not one of `from`: what was read may have changed, and a promotion has the only data. */
  const begin = async (replica: Replica, from: readonly DatabaseStatus[]) => {
    const hasBegun = await store.beginAgain(replica.identifier, from, now())
    if (hasBegun) background(replica, () => setUp(replica))
    return hasBegun
  }

  /**
   * Ends a promotion to a branch, however it ended: a replica that has become one is removed, one that still follows goes on,
   * and one that was promoted for nothing is set up again. `except` names a branch that is being deleted.
   */
  const settlePromotion = async (replica: Replica, except?: string) => {
    const { identifier, ref } = replica
    const branch = await store.branchOf(identifier)
    if (branch !== undefined && branch !== except) return
    const primary = (await engine.exists(identifier)) ? (await engine.facts(identifier)).primary : null
    if (primary === ref) {
      await store.change(identifier, ['PROMOTING'], 'ACTIVE_UNHEALTHY')
      background(replica, () => start(replica))
    } else if (primary === undefined) await begin(replica, ['PROMOTING'])
    else {
      await store.change(identifier, ['PROMOTING'], 'GOING_DOWN')
      background(replica, () => takeDown(replica))
    }
  }

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
      replicasOf(id, (replica) => {
        // It needs its primary no more.
        if (replica.status === 'PROMOTING') return
        background(replica, async () => {
          await databases.releaseReplica(replica.ref, replica.identifier)
          await engine.stop(replica.identifier)
        })
      })
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
      const plan = await store.planOf(project.ref)
      if (plan && !hasReplicas(plan))
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
      if (!(await beginTakingDown(await found(ref, identifier))))
        throw new AppError('conflict', 'This read replica is being promoted. Wait until that has ended.')
    },

    async removeAll(ref: string) {
      for (const replica of await store.listOf(ref)) await beginTakingDown(replica)
    },

    /** Throws `not_found`, and `conflict` while it is set up, promoted or removed, and while its primary does not run. */
    async rebuild(project: Project, identifier: string) {
      const replica = await found(project.ref, identifier)
      if (project.status !== 'ACTIVE_HEALTHY')
        throw new AppError('conflict', 'Read replicas can be set up while the project is healthy.')
      if (!(await begin(replica, REBUILDABLE)))
        throw new AppError('conflict', 'This read replica is changing. Try again once that has ended.')
    },

    /** Throws `not_found`. */
    async promotionFacts(project: Project, identifier: string): Promise<PromotionFacts> {
      const replica = await found(project.ref, identifier)
      const refusal = await failOvers.refusal(project, replica)
      const last = await databases.asAdmin
        .sessionIfAwake(
          project.ref,
          async (client) => (await client.query<{ at: Date | null }>(LAST_COMMIT)).rows[0]!.at,
          { database: identifier },
        )
        // One that does not answer cannot say.
        .catch(() => null)
      return { refusal: refusal ?? null, last_commit_at: last?.toISOString() ?? null }
    },

    /** Begins in the background. Throws `not_found`, `validation_failed` without the ref, and `conflict` when it cannot. */
    async failOver(project: Project, identifier: string, confirm: string) {
      const replica = await found(project.ref, identifier)
      if (confirm !== project.ref) {
        const message =
          'Send the ref of the project, which says that what has not reached the replica is given up.'
        throw new AppError('validation_failed', message, {
          details: { issues: [{ path: 'confirm', message }] },
        })
      }
      await failOvers.begin(project, replica)
    },

    /** Begins in the background. Throws `not_found`, and as creating a branch does. */
    async promoteToBranch(project: Project, identifier: string, name: string) {
      const replica = await found(project.ref, identifier)
      if (!(await store.change(identifier, PROMOTABLE, 'PROMOTING')))
        throw new AppError('conflict', 'This read replica has no complete data.')
      try {
        return await deps.createBranch(project.ref, { name, replica: identifier })
      } catch (error) {
        await settlePromotion(replica)
        throw error
      }
    },

    /** Called once a branch has taken over the data of a replica. */
    async adopted(identifier: string) {
      const replica = (await store.all()).find((one) => one.identifier === identifier)
      if (replica?.status === 'PROMOTING') await settlePromotion(replica)
    },

    /**
     * For a project whose data is about to be replaced by that of another time, while it does not run: its replicas are set up
     * again once it does, and none answers until then.
     */
    async dataReplaced(ref: string) {
      await store.beginAllAgain(ref, now())
      lags.forget(ref)
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
      const { replicas } = await lags.read(project.ref)
      const estimations = setUpEstimates(replicas)
      const running = new Set<string>()
      for (const { identifier } of replicas) if (await isRunning(identifier)) running.add(identifier)
      return [
        {
          identifier: project.ref,
          status: project.status,
          region: project.region,
          inserted_at: project.created_at,
          lag: null,
          is_former_primary: false,
        },
        ...replicas.map(
          ({
            identifier,
            status,
            region,
            step,
            reached,
            error,
            failed_log: log,
            created_at,
            ...replica
          }) => ({
            identifier,
            status: shownStatus(status, { primary: project.status, isRunning: running.has(identifier) }),
            region,
            inserted_at: created_at,
            replicaInitializationStatus: {
              status:
                status === 'INIT_READ_REPLICA_FAILED'
                  ? ('failed' as const)
                  : status === 'INIT_READ_REPLICA'
                    ? ('in_progress' as const)
                    : ('completed' as const),
              estimations,
              progress: progressOf(step),
              reached,
              error,
              log,
            },
            lag: replica.state?.lag ?? null,
            is_former_primary: replica.is_former_primary,
          }),
        ),
      ]
    },

    /** Throws `not_found`. */
    async lagsOf(ref: string, identifier: string) {
      await found(ref, identifier)
      return lags.historyOf(identifier)
    },

    /**
     * Sets replicas up again whose primary no longer has the log that they need, removes the slots of those whose set-up
     * failed, and removes replicas of organizations that changed to a plan without them.
     */
    async reconcile() {
      for (const replica of await store.beyondPlan()) await beginTakingDown(replica)
      for (const replica of await store.all()) {
        const { ref, identifier, status } = replica
        const hasFailed = status === 'INIT_READ_REPLICA_FAILED'
        if (!hasFailed && !(RUNNING as readonly string[]).includes(status)) continue
        if (!(await isRunning(ref))) continue
        const states = await databases.asAdmin.sessionIfAwake(ref, (client) =>
          replicationStates(client, [identifier]),
        )
        if (!states || queue.isBusy(identifier)) continue
        if (hasFailed) {
          if (states.has(identifier)) background(replica, () => clearFailed(replica))
        } else if (states.get(identifier)?.isLost !== false) await begin(replica, RUNNING)
      }
    },

    /** Starts what belongs to primaries that run already, and finishes what another server began. */
    async resumeAll() {
      await failOvers.resume(deps.statusOf)
      for (const replica of await store.all())
        if (replica.status === 'PROMOTING') {
          if (!(await failOvers.isOpen(replica.ref))) await settlePromotion(replica)
        } else if (replica.status === 'RESTARTING') {
          await store.change(replica.identifier, ['RESTARTING'], 'ACTIVE_UNHEALTHY')
          if (await isRunning(replica.ref)) resume({ ...replica, status: 'ACTIVE_UNHEALTHY' })
        } else if (await isRunning(replica.ref)) resume(replica)
    },

    /** Removes the replicas of a project whose database is gone. One that was to become its database follows on. */
    async forget(ref: string) {
      const own = await store.replicaFor(ref)
      if (own?.status === 'PROMOTING') await settlePromotion(own, ref)
      for (const { identifier } of await store.listOf(ref))
        await queue.run(identifier, async () => {
          await engine.destroy(identifier)
          await store.remove(identifier)
        })
    },

    settled: () => queue.idle(),

    async close() {
      unsubscribe()
      closing.abort(new AppError('instance_unavailable', 'The server is stopping'))
      await queue.idle()
    },
  }
}

/** Whether power failed before all of a replica was on disk. */
const isIncomplete = (error: unknown) =>
  error instanceof EngineError && (error.code === 'incomplete' || error.code === 'no_such_instance')

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
