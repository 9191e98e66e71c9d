import type { Project } from '@basalt/contract/projects/projects.schema.ts'
import { useQuery } from '@tanstack/react-query'
import { permissionQueries } from '../../../organization/permissions/permissions.queries.ts'
import { type ProjectRefusals, projectRefusals } from './project-refusals.rules.ts'

/** The user's refusals in a project. Empty while the permissions load, because the server checks them too. */
export function useProjectRefusals(project: Project): ProjectRefusals {
  const { data } = useQuery({
    ...permissionQueries.mine(),
    select: (permissions) => projectRefusals(permissions, project),
  })
  return data ?? {}
}
