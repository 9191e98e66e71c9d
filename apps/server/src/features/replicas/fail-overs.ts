import { randomUUID } from 'node:crypto'
import type { Project } from '@basalt/contract/projects/projects.schema.ts'
import { FAIL_OVER_FROM } from '@basalt/contract/replicas/replicas.rules.ts'
import type { Engine } from '@basalt/postgres-supervisor/engine.ts'
import { AppError } from '../../http/app-error.ts'
import type { Instances } from '../instances/instances.port.ts'
import type { ReportIncident } from '../notifications/notifications.port.ts'
import type { FailOverStore } from './fail-overs.store.ts'
import type { Replica } from './replicas.store.ts'

interface Deps {
  engine: Engine
  store: FailOverStore
  instances: Instances
  /** The backups of a project from before do not go on with the data that it gets now. */
  beginHistory(ref: string): Promise<void>
  /** Whether a primary answers right now, whatever its status says. */
  isAnswering(ref: string): Promise<boolean>
  /** Closes what is open to a replica. */
  releaseReplica(ref: string, identifier: string): Promise<void>
  report: ReportIncident
  now: () => Date
}

export type FailOvers = ReturnType<typeof failOvers>

const ANSWERS =
  'The primary answers. A replica can take its place only while it is down, because what has not reached the replica is given up.'

/** The statuses of a replica that has the data of its primary. */
export const PROMOTABLE = ['ACTIVE_HEALTHY', 'ACTIVE_UNHEALTHY'] as const

/**
 * Replicas that take the place of a primary which cannot start. There are never two databases of a project that are
 * written to: the data of the primary is fenced before the replica is promoted, and stays so wherever it is moved.
 */
export function failOvers(deps: Deps) {
  const { engine, store, instances, beginHistory, isAnswering, releaseReplica, report, now } = deps

  /** Puts the data of a replica in the place of a stopped primary. Called again after an interruption. */
  const place = async (ref: string) => {
    const failOver = await store.of(ref)
    if (!failOver) return
    const { id, identifier } = failOver
    let { step } = failOver
    const reach = async (next: typeof step) => {
      await store.reach(id, next)
      step = next
    }
    if (step === 'requested') {
      // A replica only reads, so it may run before. If it cannot, nothing has changed.
      try {
        await engine.start(identifier)
        await engine.synced(identifier)
      } catch (error) {
        await store.giveUp(failOver, (error as Error).message)
        throw error
      }
      await engine.fence(ref)
      await reach('fenced')
    }
    if (step === 'fenced') {
      if ((await engine.facts(identifier)).primary !== undefined) {
        await engine.start(identifier)
        await engine.promote(identifier)
      }
      await reach('promoted')
    }
    await releaseReplica(ref, identifier)
    await engine.stop(identifier)
    await engine.exchangeData(ref, identifier, id)
    await beginHistory(ref)
    await store.placed(failOver, now())
    await report(ref, 'project_failed_over', `The data is now that of the replica ${identifier}.`)
  }

  instances.lifecycle.placeBy(place)

  return {
    /** Why a replica cannot take the place of its primary now; undefined when it can. */
    async refusal({ ref, status }: Project, replica: Replica): Promise<string | undefined> {
      if (!(PROMOTABLE as readonly string[]).includes(replica.status))
        return 'This read replica has no complete data.'
      if (!(FAIL_OVER_FROM as readonly string[]).includes(status)) return ANSWERS
      if (await store.of(ref)) return 'A replica is taking the place of the primary already.'
      return undefined
    },

    /** Begins in the background. Throws `conflict` when it cannot. */
    async begin(project: Project, replica: Replica): Promise<void> {
      const refusal = await this.refusal(project, replica)
      if (refusal !== undefined) throw new AppError('conflict', refusal)
      if (await isAnswering(project.ref)) throw new AppError('conflict', ANSWERS)
      const failOver = { id: randomUUID(), ref: project.ref, identifier: replica.identifier }
      await instances.lifecycle.replaceData(
        project.ref,
        async (transaction) => {
          if (!(await store.begin(failOver, PROMOTABLE, transaction)))
            throw new AppError('conflict', 'Something else happens to this replica. Try again.')
        },
        FAIL_OVER_FROM,
      )
    },

    /** Whether one has not ended. */
    isOpen: async (ref: string) => (await store.of(ref)) !== undefined,

    /** Gives up what an earlier server had asked for but not begun. */
    async resume(statusOf: (ref: string) => Promise<string | undefined>) {
      for (const failOver of await store.all())
        if (failOver.step === 'requested' && (await statusOf(failOver.ref)) !== 'RESTORING')
          await store.giveUp(failOver, null)
    },
  }
}
