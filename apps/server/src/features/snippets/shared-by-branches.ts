import type { Gates } from '../../http/gate.ts'

/**
 * The gates of routes whose data belongs to a project with all of its branches: a branch is admitted with its own rights,
 * and the project passed on is its parent.
 */
export const sharedByBranches = (
  { project }: Pick<Gates, 'project'>,
  parentOf: (ref: string) => Promise<string | undefined>,
): Pick<Gates, 'project'> => ({
  project(needs) {
    const gate = project(needs)
    return {
      ...gate,
      async enter(request) {
        const context = await gate.enter(request)
        const ref = (await parentOf(context.project.ref)) ?? context.project.ref
        return { ...context, project: { ...context.project, ref } }
      },
    }
  },
})
