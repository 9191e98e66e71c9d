import { getBackupSettings } from '@basalt/contract/backups/backup-settings.endpoints.ts'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'

const FRESH_MS = 5 * 60_000

/** In a file of its own, because the menu is part of the first load of every page. */
export const backupSettingsQueries = {
  /** Refreshed with all that is known of the backups of the project. */
  of: (ref: string) =>
    queryOptions({
      queryKey: ['backups', ref, 'settings'] as const,
      queryFn: ({ signal }) => call(getBackupSettings, { params: { ref } }, signal),
      staleTime: FRESH_MS,
      // A member who may not see the backups gets the usual line; the page tells them why.
      retry: false,
    }),
}
