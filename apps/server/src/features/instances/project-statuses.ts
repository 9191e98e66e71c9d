import type { Project } from '@basalt/contract/projects/projects.schema.ts'
import type { ProjectStatus } from '@basalt/contract/projects/status.rules.ts'
import { AppError, notFound } from '../../http/app-error.ts'
import type { EventBus } from '../../platform/event-bus.ts'
import type { AlsoStored } from '../../platform/metadata/metadata.ts'

/** The part of the project store that the lifecycle needs. */
export interface StatusStore {
  find(ref: string): Promise<(Project & { organization_id: string }) | undefined>
  changeStatus(
    ref: string,
    from: readonly ProjectStatus[],
    to: ProjectStatus,
    failure: string | null,
    also?: AlsoStored,
    revision?: number,
  ): Promise<boolean>
  /** Changes every project in one of `from` that is not asleep, in one statement. */
  changeStatusOfAwake(from: readonly ProjectStatus[], to: ProjectStatus): Promise<void>
  /** `isAsleep` restricts the result to projects that are asleep, or that are not. */
  refsIn(
    statuses: readonly ProjectStatus[],
    only?: { isAsleep: boolean },
  ): Promise<{ ref: string; status: ProjectStatus }[]>
  /** Projects with exactly this failure. */
  refsOfFailure(status: ProjectStatus, failure: string): Promise<string[]>
  /** `preparedBy` identifies the migrations that the database has. False unless the project is healthy. */
  fallAsleep(ref: string, preparedBy: string): Promise<boolean>
  /** False when it was not asleep. */
  wakeUp(ref: string): Promise<boolean>
  /** Undefined while the project is awake. */
  sleepOf(ref: string): Promise<{ preparedBy: string } | undefined>
  remove(ref: string): Promise<void>
}

export type ProjectStatuses = ReturnType<typeof projectStatusesOver>

/** The only writer of a project's status. Every change names the status it starts from, and is announced. */
export function projectStatusesOver(store: StatusStore, bus: EventBus) {
  const statuses = {
    /** False when the project is no longer in one of `from`, or no longer at `revision`. */
    async change(
      ref: string,
      from: readonly ProjectStatus[],
      to: ProjectStatus,
      failure: string | null = null,
      also?: AlsoStored,
      revision?: number,
    ) {
      const hasChanged = await store.changeStatus(ref, from, to, failure, also, revision)
      if (hasChanged) await statuses.announce(ref)
      return hasChanged
    },

    /** For a user's command. Throws `conflict` when the project's status does not allow it. */
    async begin(
      ref: string,
      what: string,
      from: readonly ProjectStatus[],
      to: ProjectStatus,
      also?: AlsoStored,
    ): Promise<Project> {
      const hasBegun = await statuses.change(ref, from, to, null, also)
      const project = await store.find(ref)
      if (!project) throw notFound('Project', ref)
      if (!hasBegun)
        throw new AppError('conflict', `The project cannot be ${what} while it is ${project.status}`, {
          details: { status: project.status },
        })
      return project
    },

    /** False when the project is not healthy. */
    async fallAsleep(ref: string, preparedBy: string) {
      const hasChanged = await store.fallAsleep(ref, preparedBy)
      if (hasChanged) await statuses.announce(ref)
      return hasChanged
    },

    async wakeUp(ref: string) {
      if (await store.wakeUp(ref)) await statuses.announce(ref)
    },

    async announce(ref: string) {
      const found = await store.find(ref)
      if (!found) return
      const { organization_id, ...project } = found
      bus.publish(organization_id, { type: 'project', project })
    },

    async remove(ref: string) {
      const project = await store.find(ref)
      await store.remove(ref)
      if (project)
        bus.publish(project.organization_id, {
          type: 'project_removed',
          ref,
          organization_slug: project.organization_slug,
        })
    },

    /** Not announced: used at the start of the server, before anyone listens. */
    changeOfAwake: store.changeStatusOfAwake,

    refsIn: store.refsIn,
    refsOfFailure: store.refsOfFailure,
    sleepOf: store.sleepOf,
    statusOf: async (ref: string) => (await store.find(ref))?.status,
  }
  return statuses
}
