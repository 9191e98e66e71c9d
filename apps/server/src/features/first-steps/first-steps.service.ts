import { type FoundTable, TABLE_IDS, type TableId } from '@basalt/catalog/first-tables.ts'
import { tableEvents } from '@basalt/contract/first-steps/first-steps.rules.ts'
import type { FirstSteps } from '@basalt/contract/first-steps/first-steps.schema.ts'
import { AppError } from '../../http/app-error.ts'
import { KeyedQueue } from '../../platform/keyed-queue.ts'
import type { ProjectDatabases } from '../../platform/project-databases/project-databases.ts'
import { findSteps } from './find-steps.ts'
import type { FirstStepsStore } from './first-steps.store.ts'

export type FirstStepsService = ReturnType<typeof firstStepsService>

interface Deps {
  store: FirstStepsStore
  databases: Pick<ProjectDatabases, 'asAdmin'>
  onError(error: unknown, ref: string): void
}

type ListedProject = FirstSteps['projects'][number]

/** How long a look at one database may take, in milliseconds. */
const LOOK_TIMEOUT_MS = 5000

/** Finds out which first steps projects have taken, and records each once. */
export function firstStepsService({ store, databases, onError }: Deps) {
  const queue = new KeyedQueue()
  const waiting = new Map<string, Promise<void>>()

  /** Looks into a running database, without waking it, while it has steps left. Failures are reported, not thrown. */
  const look = async (ref: string): Promise<void> => {
    try {
      if ((await store.eventsOf(ref)).size === tableEvents.length) return
      const found = await databases.asAdmin.sessionIfAwake(ref, findSteps, {
        statementTimeoutMs: LOOK_TIMEOUT_MS,
      })
      if (found) await store.add(ref, found)
    } catch (error) {
      report(error, ref)
    }
  }

  /** A database that is stopping or overloaded is looked at again later. */
  const report = (error: unknown, ref: string) => {
    if (!(error instanceof AppError && error.code === 'instance_unavailable')) onError(error, ref)
  }

  /** Without ids while the database sleeps, or does not answer. */
  const withTableIds = async (project: ListedProject): Promise<ListedProject> => {
    const names = project.steps.flatMap(({ table }) => table ?? [])
    if (names.length === 0) return project
    try {
      const known = await databases.asAdmin.sessionIfAwake(
        project.ref,
        (client) =>
          client.query<TableId>(TABLE_IDS, [
            names.map(({ schema }) => schema),
            names.map(({ name }) => name),
          ]),
        { statementTimeoutMs: LOOK_TIMEOUT_MS },
      )
      const idOf = ({ schema, name }: FoundTable) =>
        known?.rows.find((each) => each.schema === schema && each.name === name)?.id ?? null
      const steps = project.steps.map((step) => ({
        ...step,
        table: step.table && { ...step.table, id: idOf(step.table) },
      }))
      return { ...project, steps }
    } catch (error) {
      report(error, project.ref)
      return project
    }
  }

  /** A look under way may have passed what has just changed, so callers share the next one. */
  const lookNext = (ref: string): Promise<void> => {
    const known = waiting.get(ref)
    if (known) return known
    const next = queue.run(ref, () => {
      waiting.delete(ref)
      return look(ref)
    })
    waiting.set(ref, next)
    return next
  }

  return {
    look: lookNext,

    /** Looks at all awake projects with steps left, one at a time. */
    async lookAtAll(signal: AbortSignal) {
      for (const ref of await store.refsToLookAt()) {
        if (signal.aborted) return
        await lookNext(ref)
      }
    },

    /** Like `store.list` and with the ids of tables, after a look at each project that is listed and has steps left. */
    async list(userId: string, organizationId: string, only?: string) {
      const { projects } = await store.list(userId, organizationId, only)
      const left = projects.filter(({ steps }) => steps.some(({ done_at }) => done_at === null))
      await Promise.all(left.map(({ ref }) => lookNext(ref)))
      const found = await store.list(userId, organizationId, only)
      return { ...found, projects: await Promise.all(found.projects.map(withTableIds)) }
    },

    /** Resolves when no look is under way. */
    idle: () => queue.idle(),
  }
}
