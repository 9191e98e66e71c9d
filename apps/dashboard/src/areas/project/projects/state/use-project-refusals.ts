import type { Project } from '@basalt/contract/projects/projects.schema.ts'
import { useQuery } from '@tanstack/react-query'
import { permissionQueries } from '../../../organization/permissions/permissions.queries.ts'
import { type ProjectRefusals, projectRefusals } from './project-refusals.rules.ts'

/** Empty also while the permissions are not known yet: the server decides by the same rules. */
export function useProjectRefusals(project: Project): ProjectRefusals {
  const { data } = useQuery({
    ...permissionQueries.mine(),
    select: (permissions) => projectRefusals(permissions, project),
  })
  return data ?? {}
}
