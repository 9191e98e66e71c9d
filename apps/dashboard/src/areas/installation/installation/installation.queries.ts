import { getHealth, getInstallationConfig } from '@basalt/contract/installation/installation.endpoints.ts'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'

const HEALTH_REFETCH_MS = 10_000

export const installationQueries = {
  all: ['installation'] as const,
  /** Asked once: edition and switches change only with a restart; `setup_required` is updated by who does the set-up. */
  config: () =>
    queryOptions({
      queryKey: [...installationQueries.all, 'config'],
      queryFn: ({ signal }) => call(getInstallationConfig, {}, signal),
      staleTime: Number.POSITIVE_INFINITY,
      gcTime: Number.POSITIVE_INFINITY,
    }),
  /** Whether queries are answered, and after how long. */
  health: () =>
    queryOptions({
      queryKey: [...installationQueries.all, 'health'],
      queryFn: async ({ signal }) => {
        const asked = performance.now()
        const { version } = await call(getHealth, {}, signal)
        return { version, answerMs: Math.round(performance.now() - asked) }
      },
      retry: false,
      staleTime: 0,
      refetchInterval: HEALTH_REFETCH_MS,
    }),
}
