import type { Need } from '@basalt/contract/permissions/need.rules.ts'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { permissionQueries } from '../../organization/permissions/permissions.queries.ts'
import { projectQueries } from '../../project/projects/projects.queries.ts'

/** Why the user lacks a permission in a project; undefined when they have it, or while it loads. */
export function useRefusal(ref: string, need: Need) {
  const { data: project } = useSuspenseQuery(projectQueries.detail(ref))
  const place = { slug: project.organization_slug, ref }
  return useQuery(permissionQueries.refusal(need, place)).data
}
