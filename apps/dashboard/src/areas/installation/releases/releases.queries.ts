import { getCliReleaseVersion, getDeploymentCommit } from '@basalt/contract/releases/releases.endpoints.ts'
import { DEPLOYMENT_STALE_MS } from '@basalt/contract/releases/releases.rules.ts'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'

export const releaseQueries = {
  all: ['releases'] as const,
  /** Polled, because a page may stay open for weeks. */
  deployment: () =>
    queryOptions({
      queryKey: [...releaseQueries.all, 'deployment'],
      queryFn: ({ signal }) => call(getDeploymentCommit, {}, signal),
      staleTime: DEPLOYMENT_STALE_MS,
      refetchInterval: DEPLOYMENT_STALE_MS,
    }),
  /** The current and available versions. */
  versions: () =>
    queryOptions({
      queryKey: [...releaseQueries.all, 'versions'],
      queryFn: ({ signal }) => call(getCliReleaseVersion, {}, signal),
      staleTime: DEPLOYMENT_STALE_MS,
    }),
}
