import { getHealth, getInstallationConfig } from '@basalt/contract/installation/installation.endpoints.ts'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'

const HEALTH_REFETCH_MS = 10_000

export const installationQueries = {
  all: ['installation'] as const,
  /** Fetched once: edition and features change only with a restart; the set-up page updates `setup_required`. */
  config: () =>
    queryOptions({
      queryKey: [...installationQueries.all, 'config'],
      queryFn: ({ signal }) => call(getInstallationConfig, {}, signal),
      staleTime: Number.POSITIVE_INFINITY,
      gcTime: Number.POSITIVE_INFINITY,
    }),
  /** Whether the server responds, and its response time in milliseconds. */
  health: () =>
    queryOptions({
      queryKey: [...installationQueries.all, 'health'],
      queryFn: async ({ signal }) => {
        const startedAt = performance.now()
        const { version } = await call(getHealth, {}, signal)
        return { version, answerMs: Math.round(performance.now() - startedAt) }
      },
      retry: false,
      staleTime: 0,
      refetchInterval: HEALTH_REFETCH_MS,
    }),
}
