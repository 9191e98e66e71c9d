import type { GuideValues } from '@basalt/contract/connect/guides/guide.ts'
import { needs } from '@basalt/contract/permissions/needs.rules.ts'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { permissionQueries } from '../../../organization/permissions/permissions.queries.ts'
import { projectQueries } from '../../../project/projects/projects.queries.ts'
import { keyQueries } from '../../keys/keys.queries.ts'
import { appKeyOf, loadingValues, noValues } from './guide-values.rules.ts'

interface Known {
  values: GuideValues
  /** Why the values are empty. */
  refusal?: string
  /** Whether the project has no publishable key. */
  isWithoutKey?: boolean
  failure?: { error: Error; retry: () => void; isFetching: boolean }
}

/** The URL and key of a project's APIs, for users who may read the key. */
export function useGuideValues(projectRef: string): Known {
  const { data: project } = useSuspenseQuery(projectQueries.detail(projectRef))
  const place = { slug: project.organization_slug, ref: projectRef }
  const permission = useQuery(permissionQueries.refusal(needs.seeApiKeys, place))
  const refusal = permission.data
  // Each request is recorded in the audit log, so it is not sent without permission.
  const keys = useQuery({
    ...keyQueries.list(projectRef),
    enabled: permission.isFetched && refusal === undefined,
  })
  if (refusal !== undefined) return { values: noValues, refusal }
  if (keys.error)
    return {
      values: loadingValues,
      failure: { error: keys.error, retry: () => void keys.refetch(), isFetching: keys.isFetching },
    }
  if (!keys.data) return { values: loadingValues }
  const apiKey = appKeyOf(keys.data)
  return {
    values: { apiUrl: `${window.location.origin}/p/${projectRef}`, apiKey },
    isWithoutKey: apiKey === '',
  }
}
