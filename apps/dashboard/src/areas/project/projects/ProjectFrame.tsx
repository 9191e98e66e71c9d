import { useSuspenseQuery } from '@tanstack/react-query'
import { Outlet } from '@tanstack/react-router'
import { failedWith } from '../../../api/api-error.ts'
import { projectQueries } from './projects.queries.ts'
import { ProjectNotFound } from './state/ProjectNotFound.tsx'

/** Around every page of a project. One that is gone, although no event told so, is not shown any longer. */
export function ProjectFrame({ projectRef }: { projectRef: string }) {
  const { error } = useSuspenseQuery(projectQueries.detail(projectRef))
  return failedWith(error, 'not_found') ? <ProjectNotFound /> : <Outlet />
}
