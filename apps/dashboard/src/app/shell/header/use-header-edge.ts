import type { Project } from '@basalt/contract/projects/projects.schema.ts'
import { useQuery } from '@tanstack/react-query'
import { branchQueries } from '../../../areas/project/branches/branches.queries.ts'

/** The colour of the line below the header: amber over production, green over any other branch. */
export function useHeaderEdge(project: Pick<Project, 'ref'> | undefined) {
  const ref = project?.ref ?? ''
  const { data: branches } = useQuery({ ...branchQueries.of(ref), enabled: ref !== '' })
  const branch = branches?.find(({ project_ref }) => project_ref === ref)
  if (!branch) return 'border-line'
  return branch.is_default ? 'border-warning' : 'border-success'
}
