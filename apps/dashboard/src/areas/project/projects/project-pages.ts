import type { Project, ProjectPage } from '@basalt/contract/projects/projects.schema.ts'
import type { ProjectStatus } from '@basalt/contract/projects/status.rules.ts'
import type { InfiniteData } from '@tanstack/react-query'

/** A page in the dashboard's cache. Events update its rows; they carry projects without their databases. */
export type PageOfProjects = Pick<ProjectPage, 'pagination'> & { projects: Project[] }
export type ProjectPages = InfiniteData<PageOfProjects>

/**
 * The loaded pages with one project updated. Undefined when its position may have changed and the pages must be
 * refetched: it is not on them, has another name, or left the filtered statuses.
 */
export function pagesWith(
  pages: ProjectPages,
  project: Project,
  statuses?: readonly ProjectStatus[],
): ProjectPages | undefined {
  const known = pages.pages.flatMap((page) => page.projects).find(({ ref }) => ref === project.ref)
  if (!known || known.name !== project.name) return undefined
  if (statuses && !statuses.includes(project.status)) return undefined
  return {
    ...pages,
    pages: pages.pages.map((page) => ({
      ...page,
      projects: page.projects.map((row) => (row.ref === project.ref ? project : row)),
    })),
  }
}

/** The offset of the next page; undefined when everything is loaded. */
export function nextOffset({ projects, pagination }: PageOfProjects): number | undefined {
  const end = pagination.offset + projects.length
  return projects.length > 0 && end < pagination.count ? end : undefined
}
