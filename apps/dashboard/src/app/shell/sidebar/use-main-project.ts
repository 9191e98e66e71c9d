import type { Project } from '@basalt/contract/projects/projects.schema.ts'
import { useQuery } from '@tanstack/react-query'
import { branchQueries } from '../../../areas/project/branches/branches.queries.ts'
import { projectQueries } from '../../../areas/project/projects/projects.queries.ts'

/** The project to name in the header: on a branch its parent, otherwise the project itself. */
export function useMainProject(project: Project | undefined) {
  const ref = project?.ref ?? ''
  const { data: branches } = useQuery({ ...branchQueries.of(ref), enabled: ref !== '' })
  const parentRef = branches?.find(({ project_ref }) => project_ref === ref)?.parent_project_ref ?? ref
  const parent = useQuery({ ...projectQueries.detail(parentRef), enabled: parentRef !== ref })
  return parentRef === ref ? project : parent.data
}
