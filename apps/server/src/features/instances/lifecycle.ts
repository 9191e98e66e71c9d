import type { Project } from '@basalt/contract/projects/projects.schema.ts'
import { type ProjectStatus, statusesFor } from '@basalt/contract/projects/status.rules.ts'
import type { Engine, InstanceEvent } from '@basalt/postgres-supervisor/engine.ts'
import type pg from 'pg'
import type { AlsoStored } from '../../platform/metadata/metadata.ts'
import type { ProjectSecrets } from '../../platform/secrets/project-secrets.ts'
import { within } from '../../platform/within.ts'
import { WorkInterrupted } from '../../platform/work-interrupted.ts'
import type { ReportIncident } from '../notifications/notifications.port.ts'
import { PROBE_INTERVAL_MS, RELEASE_TIMEOUT_MS, START_CONCURRENCY } from './instance-watch.rules.ts'
import { inParallel, silentFailure, type WatchedProject } from './instance-watch.ts'
import type { InstanceMaker, RemovalCheck } from './instances.port.ts'
import type { ProjectSetup } from './project-setup.ts'
import type { ProjectStatuses } from './project-statuses.ts'
import type { SleepingInstances, WakeListener } from './sleeping-instances.ts'
import { type FailedStatus, failureMessage, isDiskFull, statusWork } from './status-work.ts'
import type { WorkQueue } from './work-queue.ts'

const running = ['ACTIVE_HEALTHY', 'ACTIVE_UNHEALTHY'] as const satisfies ProjectStatus[]

/** Statuses that a project has only while work on it is in progress. */
const transitional = [
  'COMING_UP',
  'RESTARTING',
  'RESTORING',
  'PAUSING',
  'GOING_DOWN',
] as const satisfies ProjectStatus[]

const DISK_FULL_FAILURE =
  'The disk is full, so the database could not be started. Free some space: the start is tried again by itself until there is room.'

/** Resolves when both have ended, so that nothing of them goes on after a failure, which is thrown. */
async function both(one: Promise<unknown>, other: Promise<unknown>): Promise<void> {
  for (const outcome of await Promise.allSettled([one, other]))
    if (outcome.status === 'rejected') throw outcome.reason
}

export interface LifecycleDeps {
  engine: Engine
  statuses: ProjectStatuses
  secrets: ProjectSecrets
  setup: ProjectSetup
  queue: WorkQueue
  sleeping: Pick<SleepingInstances, 'resume'>
  wakeListener: WakeListener
  /** Passes the access rules to the engine before it starts an instance. */
  pushRules(ref: string): Promise<void>
  /** Closes what the server keeps open to a database that is about to stop. */
  release(ref: string): Promise<unknown>
  /** Removes what the server stores of a project besides its database, which is gone. */
  forget(ref: string): Promise<void>
  report: ReportIncident
}

/**
 * Keeps instances and the statuses of their projects in step. A status is written before the work it announces, so the
 * metadata says what is to be done: a restarted server finds it there, and so does the watch after an outage of the
 * metadata database. That is why no failure is written when only the metadata database failed.
 */
export function lifecycleOf(deps: LifecycleDeps) {
  const { engine, statuses, secrets, setup, queue, sleeping, wakeListener } = deps
  const { pushRules, forget, report } = deps
  const release = (ref: string) => within(RELEASE_TIMEOUT_MS, deps.release(ref))
  const { fail, whileIn } = statusWork(deps)

  const getReady = async (ref: string) => {
    await setup.prepare(ref)
    await setup.probe(ref)
  }

  const makers: InstanceMaker[] = []
  const placers: ((ref: string) => Promise<void>)[] = []
  const removalChecks: RemovalCheck[] = []

  /** What made it of the data of another, whose users rely on it from the first moment on; undefined for a new database. */
  const make = async (ref: string): Promise<{ maker: InstanceMaker; isPrepared: boolean } | undefined> => {
    const isUnused = makers.some((maker) => maker.hasUnused?.(ref))
    if (!isUnused && (await engine.exists(ref))) {
      // Its data may be replaced.
      await release(ref)
      await wakeListener.close(ref)
    }
    for (const maker of makers) {
      const made = await maker.make(ref)
      if (made) return { maker, isPrepared: made === 'prepared' }
    }
    if (!(await engine.exists(ref)))
      await engine.create(ref, { superuserPassword: await secrets.read(ref, 'superuser_password') })
    return undefined
  }

  const complete = async (ref: string, prepare?: (superuser: pg.Client) => Promise<void>) => {
    for (const maker of makers) await maker.complete(ref, prepare)
  }

  /** Completes and prepares what has the passwords of its roles already: in one session, if there is one. */
  const completePrepared = async (ref: string) => {
    let isPrepared = false
    await complete(ref, async (superuser) => {
      isPrepared = true
      await setup.prepareIn(ref, superuser)
    })
    if (!isPrepared) await setup.prepare(ref)
  }

  const seal = async (ref: string) => {
    await release(ref)
    await engine.seal(ref)
    await engine.start(ref)
    await setup.probe(ref)
  }

  const provision = (ref: string) =>
    whileIn(
      ref,
      'COMING_UP',
      async () => {
        const made = await make(ref)
        if (!made?.isPrepared) {
          await pushRules(ref)
          await engine.start(ref)
        }
        if (made?.isPrepared)
          await both(both(complete(ref), setup.beforePrepared(ref)), setup.probeForMembers(ref))
        else if (made?.maker.setsPasswords) await both(completePrepared(ref), setup.probeForMembers(ref))
        else await both(complete(ref), getReady(ref))
        if (made) await engine.synced(ref)
        for (const maker of makers) if (await maker.isSealed?.(ref)) await seal(ref)
        await statuses.change(ref, ['COMING_UP'], 'ACTIVE_HEALTHY')
      },
      async (error) => {
        if (error instanceof WorkInterrupted) return
        await release(ref)
        await engine.destroy(ref)
        await fail(ref, ['COMING_UP'], 'INIT_FAILED', failureMessage(error))
      },
    )

  const bringUp = (
    ref: string,
    from: ProjectStatus,
    onFailure: FailedStatus,
    start: () => Promise<unknown> = () => engine.start(ref),
  ) =>
    whileIn(
      ref,
      from,
      async () => {
        await wakeListener.close(ref)
        await pushRules(ref)
        await start()
        await getReady(ref)
        await statuses.change(ref, [from], 'ACTIVE_HEALTHY')
      },
      (error) => {
        if (!isDiskFull(error)) return fail(ref, [from], onFailure, failureMessage(error))
        waitingForDisk.set(ref, onFailure)
        return fail(ref, [from], onFailure, DISK_FULL_FAILURE)
      },
    )

  /** Its data may be replaced before. */
  const startRestored = async (ref: string) => {
    await release(ref)
    await engine.stop(ref)
    for (const place of placers) await place(ref)
    return engine.start(ref)
  }

  /**
   * Retries a start that a full disk prevented, unless the project's status has changed since. The status says that it
   * failed until the database is ready, so that people can act on it meanwhile.
   */
  const retryStart = async (ref: string, failedAs: FailedStatus) => {
    let isCurrent = false
    await whileIn(
      ref,
      failedAs,
      async () => {
        isCurrent = true
        await wakeListener.close(ref)
        await pushRules(ref)
        await engine.start(ref)
        await getReady(ref)
        waitingForDisk.delete(ref)
        await statuses.change(ref, [failedAs], 'ACTIVE_HEALTHY')
      },
      async (error) => {
        if (isDiskFull(error)) return
        waitingForDisk.delete(ref)
        await fail(ref, [failedAs], failedAs, failureMessage(error))
      },
    )
    if (!isCurrent) waitingForDisk.delete(ref)
  }

  const restartDatabase = (ref: string) =>
    bringUp(ref, 'RESTARTING', 'ACTIVE_UNHEALTHY', async () => {
      await release(ref)
      return engine.restart(ref)
    })

  const bringDown = (ref: string) =>
    whileIn(
      ref,
      'PAUSING',
      async () => {
        await release(ref)
        await wakeListener.close(ref)
        await engine.stop(ref)
        await statuses.change(ref, ['PAUSING'], 'INACTIVE')
      },
      (error) => fail(ref, ['PAUSING'], 'PAUSE_FAILED', failureMessage(error)),
    )

  const tearDown = (ref: string) =>
    whileIn(
      ref,
      'GOING_DOWN',
      async () => {
        await release(ref)
        await wakeListener.close(ref)
        await engine.destroy(ref)
        await forget(ref)
        await statuses.remove(ref)
      },
      // It stays GOING_DOWN, and the watch retries.
      async () => undefined,
    )

  const checkRemoval =
    (ref: string): AlsoStored =>
    async (transaction) => {
      for (const check of removalChecks) await check(ref, transaction)
    }

  const finish = ({ ref, status }: WatchedProject): Promise<void> => {
    if (status === 'COMING_UP') return provision(ref)
    if (status === 'PAUSING') return bringDown(ref)
    if (status === 'GOING_DOWN') return tearDown(ref)
    if (status === 'RESTORING') return bringUp(ref, status, 'RESTORE_FAILED', () => startRestored(ref))
    return restartDatabase(ref)
  }

  /** Handles a crash, the recovery from it, and a moved port. */
  const onEngineEvent = ({ id, state, failure, willRestart, moved }: InstanceEvent) => {
    if (moved)
      queue.add(id, () =>
        report(
          id,
          'project_port_moved',
          `The direct connection moved from port ${moved.from} to port ${moved.to}: ${moved.reason}.`,
        ),
      )
    if (state === 'failed')
      queue.add(id, async () => {
        // The full disk was reported once; every retry fails in the same way.
        if (waitingForDisk.has(id)) return
        // The caller that tried to wake it got the error, and the next call retries.
        if (await statuses.sleepOf(id)) return
        const reason = failure ?? 'The database stopped unexpectedly'
        if (willRestart)
          await fail(id, running, 'ACTIVE_UNHEALTHY', `${reason}. It is being restarted.`, 'project_crashed')
        else await fail(id, running, 'ACTIVE_UNHEALTHY', reason)
      })
    if (state === 'running')
      queue.add(id, async () => {
        if ((await statuses.statusOf(id)) !== 'ACTIVE_UNHEALTHY') return
        await setup.probe(id)
        await statuses.change(id, ['ACTIVE_UNHEALTHY'], 'ACTIVE_HEALTHY')
      })
    if (state === 'running') runningIds.add(id)
    else runningIds.delete(id)
  }
  const runningIds = new Set<string>()
  /** Projects that could not start because the disk was full, with their failed status. */
  const waitingForDisk = new Map<string, FailedStatus>()
  /** Projects that wait for their start after the server started. */
  const queued = new Set<string>()
  const unsubscribe = engine.subscribe(onEngineEvent)

  return {
    provision,

    /** All projects that no maker makes get new databases. */
    makeBy(maker: InstanceMaker) {
      makers.push(maker)
    },

    async cancelCreation(ref: string): Promise<boolean> {
      if (!(await statuses.change(ref, ['COMING_UP'], 'GOING_DOWN'))) return false
      for (const maker of makers) maker.cancel?.(ref)
      // What is in progress ends first.
      tearDown(ref)
      return true
    },

    beforePreparing: setup.before,

    beforeRemoving(check: RemovalCheck) {
      removalChecks.push(check)
    },

    placeBy(by: (ref: string) => Promise<void>) {
      placers.push(by)
    },

    async pause(ref: string): Promise<Project> {
      const project = await statuses.begin(ref, 'paused', statusesFor('pause'), 'PAUSING')
      bringDown(ref)
      return project
    },

    /** Starts a paused project, or provisions one that never came up. */
    async restore(ref: string): Promise<Project> {
      if (await statuses.change(ref, ['INIT_FAILED'], 'COMING_UP')) {
        provision(ref)
        return statuses.begin(ref, 'restored', ['COMING_UP'], 'COMING_UP')
      }
      const project = await statuses.begin(ref, 'restored', ['INACTIVE', 'RESTORE_FAILED'], 'RESTORING')
      bringUp(ref, 'RESTORING', 'RESTORE_FAILED', () => startRestored(ref))
      return project
    },

    async replaceData(
      ref: string,
      also: AlsoStored,
      from: readonly ProjectStatus[] = running,
    ): Promise<Project> {
      const project = await statuses.begin(ref, 'restored', from, 'RESTORING', also)
      bringUp(ref, 'RESTORING', 'RESTORE_FAILED', () => startRestored(ref))
      return project
    },

    async restart(ref: string): Promise<Project> {
      const project = await statuses.begin(ref, 'restarted', statusesFor('restart'), 'RESTARTING')
      restartDatabase(ref)
      return project
    },

    async remove(ref: string): Promise<Project> {
      const project = await statuses.begin(
        ref,
        'deleted',
        statusesFor('delete'),
        'GOING_DOWN',
        checkRemoval(ref),
      )
      tearDown(ref)
      return project
    },

    async removeUnchanged(ref: string, revision: number): Promise<boolean> {
      const from = statusesFor('delete')
      if (!(await statuses.change(ref, from, 'GOING_DOWN', null, checkRemoval(ref), revision))) return false
      tearDown(ref)
      return true
    },

    /** Before the first request: databases that ran when the server ended are down, so their status must not say healthy. */
    markStopped: () => statuses.changeOfAwake(running, 'RESTARTING'),

    /**
     * Finishes the work of an earlier server, and starts the databases that were running and not asleep: a few at a time, so
     * that the server stays responsive. Resolves when all of it has ended.
     */
    async resume() {
      const unfinished = await statuses.refsIn(transitional)
      // A failed restore keeps its status. A failed restart was set to RESTARTING by `markStopped`, and so is unfinished.
      for (const ref of await statuses.refsOfFailure('RESTORE_FAILED', DISK_FULL_FAILURE))
        waitingForDisk.set(ref, 'RESTORE_FAILED')
      for (const { ref } of unfinished) queued.add(ref)
      // Databases that run may be what others are made from.
      const ordered = unfinished.toSorted(
        (a, b) => Number(a.status === 'COMING_UP') - Number(b.status === 'COMING_UP'),
      )
      await Promise.all([
        sleeping.resume(),
        inParallel(ordered, START_CONCURRENCY, async (project) => {
          queued.delete(project.ref)
          if (project.status === 'RESTARTING') await bringUp(project.ref, 'RESTARTING', 'ACTIVE_UNHEALTHY')
          else await finish(project)
        }),
      ])
    },

    /** Every project that runs and is not asleep, or is changing its status. */
    watched: () => statuses.refsIn([...running, ...transitional], { isAsleep: false }),

    finish,

    /** Projects whose start failed because the disk was full. */
    waitingForDisk: (): readonly string[] => [...waitingForDisk.keys()],

    /** Retries the start of such a project. Resolves when it has succeeded or failed. */
    async retryStart(ref: string) {
      const failedAs = waitingForDisk.get(ref)
      if (failedAs) await retryStart(ref, failedAs)
    },

    /** Handles a database that does not answer, or does not run although its status says so. */
    becameUnhealthy: (ref: string, probe: 'silent' | 'stopped') =>
      queue.add(ref, async () => {
        if (await statuses.sleepOf(ref)) return
        if (probe === 'silent')
          return fail(
            ref,
            ['ACTIVE_HEALTHY'],
            'ACTIVE_UNHEALTHY',
            silentFailure(PROBE_INTERVAL_MS),
            'project_unresponsive',
          )
        const { state, failure } = await engine.facts(ref)
        if (state === 'running' || state === 'starting') return
        await fail(ref, ['ACTIVE_HEALTHY'], 'ACTIVE_UNHEALTHY', failure ?? 'The database does not run.')
      }),

    /** Handles a database that answers again. */
    recovered: (ref: string) =>
      whileIn(
        ref,
        'ACTIVE_UNHEALTHY',
        async () => {
          await getReady(ref)
          await statuses.change(ref, ['ACTIVE_UNHEALTHY'], 'ACTIVE_HEALTHY')
        },
        async () => undefined,
      ),

    /** Marks sleeping projects as awake whose database runs: the metadata database was down when it was woken or stopped. */
    async reconcileSleeping(awake: ReadonlySet<string>) {
      for (const ref of runningIds)
        if (!awake.has(ref) && !queue.isBusy(ref))
          await queue.add(ref, async () => {
            if ((await statuses.sleepOf(ref)) && (await engine.endpoint(ref))) await statuses.wakeUp(ref)
          })
    },

    /** Resolves once no work is in progress. */
    settled: queue.idle,
    /** Whether work on a project is in progress, or queued after the server started. */
    isBusy: (ref: string) => queued.has(ref) || queue.isBusy(ref),

    async close() {
      unsubscribe()
      await queue.idle()
    },
  }
}
