import type { ProjectIncident } from '@basalt/contract/notifications/notifications.rules.ts'
import type { Project } from '@basalt/contract/projects/projects.schema.ts'
import { type ProjectStatus, statusesFor } from '@basalt/contract/projects/status.rules.ts'
import { type Engine, EngineError, type InstanceEvent } from '@basalt/postgres-supervisor/engine.ts'
import type { ProjectSecrets } from '../../platform/secrets/project-secrets.ts'
import type { ProjectSetup } from './project-setup.ts'
import type { ProjectStatuses } from './project-statuses.ts'
import type { Doorman, SleepingInstances } from './sleeping-instances.ts'
import type { WorkQueue } from './work-queue.ts'

const running = ['ACTIVE_HEALTHY', 'ACTIVE_UNHEALTHY'] as const satisfies ProjectStatus[]

const incidents = {
  INIT_FAILED: 'project_creation_failed',
  PAUSE_FAILED: 'project_pause_failed',
  RESTORE_FAILED: 'project_restore_failed',
  ACTIVE_UNHEALTHY: 'project_down',
} as const satisfies Partial<Record<ProjectStatus, ProjectIncident>>
type FailedStatus = keyof typeof incidents

interface Deps {
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
  release(ref: string): Promise<void>
  /** Removes what the server keeps of a project besides its database, which is gone. */
  forget(ref: string): Promise<void>
  /** Tells people what went wrong without anybody watching. */
  report(ref: string, incident: ProjectIncident, failure: string): Promise<void>
}

/**
 * Brings instances and the statuses of their projects together. A status is written before the work it announces,
 * so a server that was killed finds in the metadata what it was doing, and `resume` does it again.
 */
export function lifecycleOf(deps: Deps) {
  const { engine, statuses, secrets, setup, queue, sleeping, doorman } = deps
  const { handRules, release, forget, report } = deps
  /** Only a failure that changed the status is told of: another may have been overtaken. */
  const fail = async (
    ref: string,
    from: readonly ProjectStatus[],
    to: FailedStatus,
    failure: string,
    incident: ProjectIncident = incidents[to],
  ) => {
    if (await statuses.change(ref, from, to, failure)) await report(ref, incident, failure)
  }

  const getReady = async (ref: string) => {
    await setup.prepare(ref)
    await setup.probe(ref)
  }

  const provision = (ref: string) =>
    queue.add(ref, async () => {
      try {
        if (!(await engine.exists(ref)))
          await engine.create(ref, { superuserPassword: await secrets.read(ref, 'superuser_password') })
        await handRules(ref)
        await engine.start(ref)
        await getReady(ref)
        await statuses.change(ref, ['COMING_UP'], 'ACTIVE_HEALTHY')
      } catch (error) {
        await engine.destroy(ref)
        await fail(ref, ['COMING_UP'], 'INIT_FAILED', inWords(error))
        throw error
      }
    })

  const bringUp = (
    ref: string,
    from: ProjectStatus,
    onFailure: FailedStatus,
    start = () => engine.start(ref),
  ) =>
    queue.add(ref, async () => {
      try {
        doorman.leave(ref)
        await handRules(ref)
        await start()
        await getReady(ref)
        await statuses.change(ref, [from], 'ACTIVE_HEALTHY')
      } catch (error) {
        await fail(ref, [from], onFailure, inWords(error))
        throw error
      }
    })

  const bringDown = (ref: string) =>
    queue.add(ref, async () => {
      try {
        await release(ref)
        doorman.leave(ref)
        await engine.stop(ref)
        await statuses.change(ref, ['PAUSING'], 'INACTIVE')
      } catch (error) {
        await fail(ref, ['PAUSING'], 'PAUSE_FAILED', inWords(error))
        throw error
      }
    })

  const takeAway = (ref: string) =>
    queue.add(ref, async () => {
      await release(ref)
      doorman.leave(ref)
      await engine.destroy(ref)
      await forget(ref)
      await statuses.remove(ref)
    })

  /** What an engine tells unasked: a crash, and the recovery from it. */
  const onEngineEvent = ({ id, state, failure, willRestart }: InstanceEvent) => {
    if (state === 'failed')
      queue.add(id, async () => {
        // Whoever tried to wake it has been told, and the next call tries again.
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
  }
  const unsubscribe = engine.subscribe(onEngineEvent)

  return {
    provision,

    async pause(ref: string): Promise<Project> {
      const project = await statuses.begin(ref, 'paused', statusesFor('pause'), 'PAUSING')
      bringDown(ref)
      return project
    },

    /** Starts what is paused; what never came up is made anew. */
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
      bringUp(ref, 'RESTARTING', 'ACTIVE_UNHEALTHY', async () => {
        await release(ref)
        return engine.restart(ref)
      })
      return project
    },

    async remove(ref: string): Promise<Project> {
      const project = await statuses.begin(ref, 'deleted', statusesFor('delete'), 'GOING_DOWN')
      takeAway(ref)
      return project
    },

    /** Before anybody is let in: what ran when the server ended does not run yet, so its status must not claim it. */
    async markStopped() {
      for (const { ref } of await statuses.refsIn(running, { isAsleep: false }))
        await statuses.change(ref, running, 'RESTARTING')
    },

    /** Finishes what an earlier server began, and starts what was running and did not sleep. Resolves when all of it has ended. */
    async resume() {
      const unfinished = await statuses.refsIn([
        'COMING_UP',
        'RESTARTING',
        'RESTORING',
        'PAUSING',
        'GOING_DOWN',
      ])
      await Promise.all([
        sleeping.resume(),
        ...unfinished.map(({ ref, status }) => {
          if (status === 'COMING_UP') return provision(ref)
          if (status === 'PAUSING') return bringDown(ref)
          if (status === 'GOING_DOWN') return takeAway(ref)
          return bringUp(ref, status, status === 'RESTORING' ? 'RESTORE_FAILED' : 'ACTIVE_UNHEALTHY')
        }),
      ])
    },

    async close() {
      unsubscribe()
      await queue.idle()
    },
  }
}

const inWords = (error: unknown) =>
  error instanceof EngineError
    ? error.message
    : `The database could not be started: ${(error as Error).message}`
