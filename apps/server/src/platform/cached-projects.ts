import type { Project } from '@basalt/contract/projects/projects.schema.ts'
import type { EventBus } from './event-bus.ts'
import type { MaybePromise } from './maybe-promise.ts'

/** Changes by this process are announced; this limit is for changes by another one. */
const CACHE_TTL_MS = 2000

/**
 * Finds projects without a query each time: APIs are called far more often than projects change. An announced change
 * evicts a project at once; missing projects are not cached.
 */
export function cachedProjects(
  find: (ref: string) => Promise<Project | undefined>,
  bus: Pick<EventBus, 'subscribe'>,
  elapsed: () => number = () => performance.now(),
) {
  const cached = new Map<string, { project: Project; until: number }>()
  let changes = 0
  bus.subscribe((_audience, event) => {
    if (event.type !== 'project' && event.type !== 'project_removed') return
    changes += 1
    cached.delete(event.type === 'project' ? event.project.ref : event.ref)
  })
  const read = async (ref: string) => {
    const before = changes
    const project = await find(ref)
    // What was read during a change may be outdated.
    if (project && before === changes) cached.set(ref, { project, until: elapsed() + CACHE_TTL_MS })
    return project
  }
  return (ref: string): MaybePromise<Project | undefined> => {
    const hit = cached.get(ref)
    return hit && hit.until > elapsed() ? hit.project : read(ref)
  }
}
