import type { Project } from '@basalt/contract/projects/projects.schema.ts'
import type { EventBus } from './event-bus.ts'
import type { Soon } from './soon.ts'

/** Every change in this process is announced; this is for one that another has made. */
const REMEMBERED_MS = 2000

/**
 * Finds projects without asking the metadata each time: an API is called far more often than a project changes.
 * What is announced of a project is forgotten at once; what is not there is never remembered.
 */
export function rememberedProjects(
  find: (ref: string) => Promise<Project | undefined>,
  bus: Pick<EventBus, 'subscribe'>,
  elapsed: () => number = () => performance.now(),
) {
  const known = new Map<string, { project: Project; until: number }>()
  let changes = 0
  bus.subscribe((_audience, event) => {
    if (event.type !== 'project' && event.type !== 'project_removed') return
    changes += 1
    known.delete(event.type === 'project' ? event.project.ref : event.ref)
  })
  const read = async (ref: string) => {
    const before = changes
    const project = await find(ref)
    // What was read while something changed may be what it was before.
    if (project && before === changes) known.set(ref, { project, until: elapsed() + REMEMBERED_MS })
    return project
  }
  return (ref: string): Soon<Project | undefined> => {
    const remembered = known.get(ref)
    return remembered && remembered.until > elapsed() ? remembered.project : read(ref)
  }
}
