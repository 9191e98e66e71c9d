import { needs } from '@basalt/contract/permissions/needs.rules.ts'
import type { Project } from '@basalt/contract/projects/projects.schema.ts'
import { useQuery } from '@tanstack/react-query'
import { permissionQueries } from '../../organization/permissions/permissions.queries.ts'

/** Why the signed-in user may not do this with a project's storage; undefined when they may. */
export function useStorageRefusal(
  { ref, organization_slug: slug }: Project,
  need: 'readFiles' | 'changeFiles' | 'changeStorageSettings' | 'runAnySql',
) {
  return useQuery(permissionQueries.refusal(needs[need], { slug, ref })).data
}
