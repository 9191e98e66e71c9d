import type { Need } from '@basalt/contract/permissions/need.rules.ts'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { permissionQueries } from '../../organization/permissions/permissions.queries.ts'
import { projectQueries } from '../../project/projects/projects.queries.ts'

/** Why the signed-in person may not do something in a project; undefined when they may, or when it is not known yet. */
export function useRefusal(ref: string, need: Need) {
  const { data: project } = useSuspenseQuery(projectQueries.detail(ref))
  const place = { slug: project.organization_slug, ref }
  return useQuery(permissionQueries.refusal(need, place)).data
}
