import type { Project } from '@basalt/contract/projects/projects.schema.ts'
import { useQuery } from '@tanstack/react-query'
import { branchQueries } from '../../../areas/project/branches/branches.queries.ts'
import { projectQueries } from '../../../areas/project/projects/projects.queries.ts'

/** The project by whose name the one that is open is known: on a branch what it is a branch of. */
export function useTrunk(project: Project | undefined) {
  const ref = project?.ref ?? ''
  const { data: branches } = useQuery({ ...branchQueries.of(ref), enabled: ref !== '' })
  const parentRef = branches?.find(({ project_ref }) => project_ref === ref)?.parent_project_ref ?? ref
  const parent = useQuery({ ...projectQueries.detail(parentRef), enabled: parentRef !== ref })
  return parentRef === ref ? project : parent.data
}
