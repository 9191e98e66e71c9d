import type { Project } from '@basalt/contract/projects/projects.schema.ts'
import { type ProjectStatus, statusesFor } from '@basalt/contract/projects/status.rules.ts'
import type { Engine, InstanceEvent } from '@basalt/postgres-supervisor/engine.ts'
import type { ProjectSecrets } from '../../platform/secrets/project-secrets.ts'
import { within } from '../../platform/within.ts'
import type { ReportIncident } from '../notifications/notifications.port.ts'
import { PROBE_EVERY_MS, RELEASE_WITHIN_MS, STARTS_AT_ONCE } from './instance-watch.rules.ts'
import { inParallel, silentFailure, type WatchedProject } from './instance-watch.ts'
import type { ProjectSetup } from './project-setup.ts'
import type { ProjectStatuses } from './project-statuses.ts'
import type { Doorman, SleepingInstances } from './sleeping-instances.ts'
import { type FailedStatus, inWords, isDiskFull, statusWork } from './status-work.ts'
import type { WorkQueue } from './work-queue.ts'

const running = ['ACTIVE_HEALTHY', 'ACTIVE_UNHEALTHY'] as const satisfies ProjectStatus[]

/** Statuses that a project has only while work on it is under way. */
const passing = [
  'COMING_UP',
  'RESTARTING',
  'RESTORING',
  'PAUSING',
  'GOING_DOWN',
] as const satisfies ProjectStatus[]

const NO_ROOM =
  'The disk is full, so the database could not be started. Free some space: the start is tried again by itself until there is room.'

export interface LifecycleDeps {
  engine: Engine
  statuses: ProjectStatuses
  secrets: ProjectSecrets
  setup: ProjectSetup
  queue: WorkQueue
  sleeping: Pick<SleepingInstances, 'resume'>
  doorman: Doorman
  /** Tells the engine who may connect, before it starts an instance. */
  handRules(ref: string): Promise<void>
  /** Ends what the server keeps open to a database that is about to stop. */
  release(ref: string): Promise<unknown>
  /** Removes what the server keeps of a project besides its database, which is gone. */
  forget(ref: string): Promise<void>
  report: ReportIncident
}

/**
 * Brings instances and the statuses of their projects together. A status is written before the work it announces, so
 * the metadata tell what is to be done: a restarted server finds it there, and so does the watch after an outage of the
 * metadata database. For this reason, no work writes a failure when only the metadata database failed.
 */
export function lifecycleOf(deps: LifecycleDeps) {
  const { engine, statuses, secrets, setup, queue, sleeping, doorman } = deps
  const { handRules, forget, report } = deps
  const release = (ref: string) => within(RELEASE_WITHIN_MS, deps.release(ref))
  const { fail, whileIn } = statusWork(deps)

  const getReady = async (ref: string) => {
    await setup.prepare(ref)
    await setup.probe(ref)
  }

  const provision = (ref: string) =>
    whileIn(
      ref,
      'COMING_UP',
      async () => {
        if (!(await engine.exists(ref)))
          await engine.create(ref, { superuserPassword: await secrets.read(ref, 'superuser_password') })
        await handRules(ref)
        await engine.start(ref)
        await getReady(ref)
        await statuses.change(ref, ['COMING_UP'], 'ACTIVE_HEALTHY')
      },
      async (error) => {
        await engine.destroy(ref)
        await fail(ref, ['COMING_UP'], 'INIT_FAILED', inWords(error))
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
        await doorman.leave(ref)
        await handRules(ref)
        await start()
        await getReady(ref)
        await statuses.change(ref, [from], 'ACTIVE_HEALTHY')
      },
      (error) => {
        if (!isDiskFull(error)) return fail(ref, [from], onFailure, inWords(error))
        waitingForRoom.set(ref, onFailure)
        return fail(ref, [from], onFailure, NO_ROOM)
      },
    )

  /**
   * Tries a start again that a full disk has stopped, unless somebody has done something else with the project. Its
   * status says that it failed until the database is ready, so that people can act on it meanwhile.
   */
  const startInRoom = async (ref: string, failedAs: FailedStatus) => {
    let isStill = false
    await whileIn(
      ref,
      failedAs,
      async () => {
        isStill = true
        await doorman.leave(ref)
        await handRules(ref)
        await engine.start(ref)
        await getReady(ref)
        waitingForRoom.delete(ref)
        await statuses.change(ref, [failedAs], 'ACTIVE_HEALTHY')
      },
      async (error) => {
        if (isDiskFull(error)) return
        waitingForRoom.delete(ref)
        await fail(ref, [failedAs], failedAs, inWords(error))
      },
    )
    if (!isStill) waitingForRoom.delete(ref)
  }

  const startAnew = (ref: string) =>
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
        await doorman.leave(ref)
        await engine.stop(ref)
        await statuses.change(ref, ['PAUSING'], 'INACTIVE')
      },
      (error) => fail(ref, ['PAUSING'], 'PAUSE_FAILED', inWords(error)),
    )

  const takeAway = (ref: string) =>
    whileIn(
      ref,
      'GOING_DOWN',
      async () => {
        await release(ref)
        await doorman.leave(ref)
        await engine.destroy(ref)
        await forget(ref)
        await statuses.remove(ref)
      },
      // It stays GOING_DOWN: the watch tries again.
      async () => undefined,
    )

  const finish = ({ ref, status }: WatchedProject): Promise<void> => {
    if (status === 'COMING_UP') return provision(ref)
    if (status === 'PAUSING') return bringDown(ref)
    if (status === 'GOING_DOWN') return takeAway(ref)
    if (status === 'RESTORING') return bringUp(ref, status, 'RESTORE_FAILED')
    return startAnew(ref)
  }

  /** What an engine tells unasked: a crash, and the recovery from it. */
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
        // The full disk was reported once; each further try fails in the same way.
        if (waitingForRoom.has(id)) return
        // The caller that tried to wake it got the error, and the next call tries again.
        if (await statuses.sleepOf(id)) return
        const words = failure ?? 'The database stopped unexpectedly'
        if (willRestart)
          await fail(id, running, 'ACTIVE_UNHEALTHY', `${words}. It is being restarted.`, 'project_crashed')
        else await fail(id, running, 'ACTIVE_UNHEALTHY', words)
      })
    if (state === 'running')
      queue.add(id, async () => {
        if ((await statuses.statusOf(id)) !== 'ACTIVE_UNHEALTHY') return
        await setup.probe(id)
        await statuses.change(id, ['ACTIVE_UNHEALTHY'], 'ACTIVE_HEALTHY')
      })
    if (state === 'running') up.add(id)
    else up.delete(id)
  }
  const up = new Set<string>()
  /** Projects that could not start because the disk was full, with the status they failed with. */
  const waitingForRoom = new Map<string, FailedStatus>()
  /** Projects that wait for their turn after the server started. */
  const waiting = new Set<string>()
  const unsubscribe = engine.subscribe(onEngineEvent)

  return {
    provision,

    async pause(ref: string): Promise<Project> {
      const project = await statuses.begin(ref, 'paused', statusesFor('pause'), 'PAUSING')
      bringDown(ref)
      return project
    },

    /** Starts what is paused; what never came up is made again. */
    async restore(ref: string): Promise<Project> {
      if (await statuses.change(ref, ['INIT_FAILED'], 'COMING_UP')) {
        provision(ref)
        return statuses.begin(ref, 'restored', ['COMING_UP'], 'COMING_UP')
      }
      const project = await statuses.begin(ref, 'restored', ['INACTIVE', 'RESTORE_FAILED'], 'RESTORING')
      bringUp(ref, 'RESTORING', 'RESTORE_FAILED')
      return project
    },

    async restart(ref: string): Promise<Project> {
      const project = await statuses.begin(ref, 'restarted', statusesFor('restart'), 'RESTARTING')
      startAnew(ref)
      return project
    },

    async remove(ref: string): Promise<Project> {
      const project = await statuses.begin(ref, 'deleted', statusesFor('delete'), 'GOING_DOWN')
      takeAway(ref)
      return project
    },

    /** Before anybody is let in: what ran when the server ended does not run yet, so its status must not claim it. */
    markStopped: () => statuses.changeOfAwake(running, 'RESTARTING'),

    /**
     * Finishes the work of an earlier server, and starts the databases that were running and not asleep: a few at a
     * time, so that the server stays responsive. Resolves when all of it has ended.
     */
    async resume() {
      const unfinished = await statuses.refsIn(passing)
      // A restore that failed keeps its status; a restart was marked as stopped and is among the unfinished.
      for (const ref of await statuses.refsOfFailure('RESTORE_FAILED', NO_ROOM))
        waitingForRoom.set(ref, 'RESTORE_FAILED')
      for (const { ref } of unfinished) waiting.add(ref)
      await Promise.all([
        sleeping.resume(),
        inParallel(unfinished, STARTS_AT_ONCE, async (project) => {
          waiting.delete(project.ref)
          if (project.status === 'RESTARTING') await bringUp(project.ref, 'RESTARTING', 'ACTIVE_UNHEALTHY')
          else await finish(project)
        }),
      ])
    },

    /** Every project that runs and does not sleep, or is on its way from one status to another. */
    watched: () => statuses.refsIn([...running, ...passing], { isAsleep: false }),

    finish,

    /** Projects whose start a full disk has stopped. */
    waitingForRoom: (): readonly string[] => [...waitingForRoom.keys()],

    /** Tries the start of such a project again. Resolves when it has succeeded or failed. */
    async startInRoom(ref: string) {
      const failedAs = waitingForRoom.get(ref)
      if (failedAs) await startInRoom(ref, failedAs)
    },

    /** A database does not answer, or does not run although its status says so. */
    becameUnhealthy: (ref: string, probe: 'silent' | 'stopped') =>
      queue.add(ref, async () => {
        if (await statuses.sleepOf(ref)) return
        if (probe === 'silent')
          return fail(
            ref,
            ['ACTIVE_HEALTHY'],
            'ACTIVE_UNHEALTHY',
            silentFailure(PROBE_EVERY_MS),
            'project_unresponsive',
          )
        const { state, failure } = await engine.facts(ref)
        if (state === 'running' || state === 'starting') return
        await fail(ref, ['ACTIVE_HEALTHY'], 'ACTIVE_UNHEALTHY', failure ?? 'The database does not run.')
      }),

    /** A database that did not answer now answers again. */
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

    /** Ends the sleep of projects whose database runs: the metadata database was down when it was woken or stopped. */
    async settleSleepers(awake: ReadonlySet<string>) {
      for (const ref of up)
        if (!awake.has(ref) && !queue.isBusy(ref))
          await queue.add(ref, async () => {
            if ((await statuses.sleepOf(ref)) && (await engine.endpoint(ref))) await statuses.wakeUp(ref)
          })
    },

    /** Resolves once no work is under way. */
    settled: queue.idle,
    /** Whether work on a project is under way, or queued after the server started. */
    isBusy: (ref: string) => waiting.has(ref) || queue.isBusy(ref),

    async close() {
      unsubscribe()
      await queue.idle()
    },
  }
}
