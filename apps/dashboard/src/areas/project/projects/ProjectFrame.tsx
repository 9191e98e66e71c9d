import { useSuspenseQuery } from '@tanstack/react-query'
import { Outlet } from '@tanstack/react-router'
import { failedWith } from '../../../api/api-error.ts'
import { projectQueries } from './projects.queries.ts'
import { ProjectNotFound } from './state/ProjectNotFound.tsx'

/** The layout of a project's pages. Displays the not-found page if the project was deleted. */
export function ProjectFrame({ projectRef }: { projectRef: string }) {
  const { error } = useSuspenseQuery(projectQueries.detail(projectRef))
  return failedWith(error, 'not_found') ? <ProjectNotFound /> : <Outlet />
}
