import type { Projects } from '../features/projects/projects.port.ts'
import type { EventBus } from './event-bus.ts'

/** Tells open pages that a table of a project has changed; null when it is not known which, or it was dropped. */
export type AnnounceTables = (ref: string, id: number | null) => Promise<void>

export const announceTables =
  ({ bus, projects }: { bus: EventBus; projects: Pick<Projects, 'find'> }): AnnounceTables =>
  async (ref, id) => {
    const project = await projects.find(ref)
    if (project) bus.publish(project.organization_id, { type: 'tables_changed', ref, id })
  }
