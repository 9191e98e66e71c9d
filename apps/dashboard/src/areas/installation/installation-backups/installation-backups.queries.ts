import {
  confirmKeyFile,
  listInstallationBackups,
} from '@basalt/contract/installation-backups/installation-backups.endpoints.ts'
import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'

const REFETCH_MS = 5_000

export const installationBackupQueries = {
  all: ['installation-backups'] as const,
  overview: () =>
    queryOptions({
      queryKey: [...installationBackupQueries.all, 'overview'],
      queryFn: ({ signal }) => call(listInstallationBackups, {}, signal),
      staleTime: 0,
      refetchInterval: REFETCH_MS,
    }),
}

/** Errors are displayed in the form. */
export const confirmKey = mutationOptions({
  mutationFn: (fingerprint: string) => call(confirmKeyFile, { body: { fingerprint } }),
  onSettled: (_done, _error, _fingerprint, _result, { client }) =>
    client.invalidateQueries({ queryKey: installationBackupQueries.all }),
})
