import {
  cancelBackup,
  cancelBackupCheck,
  cancelRestore,
  changeBackupSettings,
  checkBackup,
  createBackup,
  createRestorePoint,
  decideRestore,
  deleteBackup,
  getRecoveryTimeline,
  listBackups,
  restoreBackup,
  restoreMoment,
  restoreToNewProject,
} from '@basalt/contract/backups/backups.endpoints.ts'
import type { BackupSettings, RestoreDecision } from '@basalt/contract/backups/backups.schema.ts'
import { downloadPortable } from '@basalt/contract/portable-projects/portable-projects.endpoints.ts'
import { requestUrl } from '@basalt/contract/request-url.ts'
import { type MutationFunctionContext, mutationOptions, queryOptions } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'
import { followDownload } from '../../../api/follow-download.ts'
import { isChanging } from './backup-state.rules.ts'

const CHANGING_INTERVAL_MS = 1_000

/** The moment that the log reaches grows all the time. */
const STEADY_INTERVAL_MS = 5_000

/** Its bars are minutes wide. */
const TIMELINE_INTERVAL_MS = 60_000

export const backupQueries = {
  overview: (ref: string) =>
    queryOptions({
      queryKey: ['backups', ref] as const,
      queryFn: ({ signal }) => call(listBackups, { params: { ref } }, signal),
      staleTime: 0,
      refetchInterval: ({ state: { data } }) =>
        data && isChanging(data) ? CHANGING_INTERVAL_MS : STEADY_INTERVAL_MS,
    }),

  timeline: (ref: string) =>
    queryOptions({
      queryKey: ['backups', ref, 'timeline'] as const,
      queryFn: ({ signal }) => call(getRecoveryTimeline, { params: { ref } }, signal),
      staleTime: TIMELINE_INTERVAL_MS,
      refetchInterval: TIMELINE_INTERVAL_MS,
    }),
}

/** What is restored: a backup or a restore point by its id, or a moment as ISO 8601. */
export type Origin = { id: string } | { recovery_time_target: string } | { restore_point: string }

const refresh = (ref: string, { client }: MutationFunctionContext) =>
  client.invalidateQueries({ queryKey: backupQueries.overview(ref).queryKey })

/** Errors are displayed in the form. */
export const backUp = (ref: string) =>
  mutationOptions({
    mutationFn: (name: string) => call(createBackup, { params: { ref }, body: name === '' ? {} : { name } }),
    onSettled: (_data, _error, _input, _result, context) => refresh(ref, context),
  })

/** Errors are displayed in the form. */
export const makeRestorePoint = (ref: string) =>
  mutationOptions({
    mutationFn: (name: string) => call(createRestorePoint, { params: { ref }, body: { name } }),
    onSettled: (_data, _error, _input, _result, context) => refresh(ref, context),
  })

/** With the files, shared queries and settings of the project, for another Basalt. */
export const downloadBackup = (ref: string) =>
  mutationOptions({
    mutationFn: (id: string) => followDownload(requestUrl(downloadPortable, { params: { ref, id } })),
    meta: { errorTitle: 'Failed to download the backup' },
  })

/** Errors are displayed in the question that asks first, as those of the next ones. */
export const dropBackup = (ref: string) =>
  mutationOptions({
    mutationFn: (id: string) => call(deleteBackup, { params: { ref, id } }),
    onSettled: (_data, _error, _input, _result, context) => refresh(ref, context),
  })

export const stopBackup = (ref: string) =>
  mutationOptions({
    mutationFn: (id: string) => call(cancelBackup, { params: { ref, id } }),
    onSettled: (_data, _error, _input, _result, context) => refresh(ref, context),
    meta: { errorTitle: 'Failed to cancel the backup' },
  })

export const checkAgain = (ref: string) =>
  mutationOptions({
    mutationFn: (id: string) => call(checkBackup, { params: { ref, id } }),
    onSettled: (_data, _error, _input, _result, context) => refresh(ref, context),
    meta: { errorTitle: 'Failed to check the backup' },
  })

export const stopCheck = (ref: string) =>
  mutationOptions({
    mutationFn: (id: string) => call(cancelBackupCheck, { params: { ref, id } }),
    onSettled: (_data, _error, _input, _result, context) => refresh(ref, context),
    meta: { errorTitle: 'Failed to cancel the check' },
  })

export const stopRestore = (ref: string) =>
  mutationOptions({
    mutationFn: (id: string) => call(cancelRestore, { params: { ref }, body: { id } }),
    onSettled: (_data, _error, _input, _result, context) => refresh(ref, context),
    meta: { errorTitle: 'Failed to cancel the restore' },
  })

export const restoreInPlace = (ref: string) =>
  mutationOptions({
    mutationFn: (origin: Origin) =>
      'id' in origin
        ? call(restoreBackup, { params: { ref }, body: origin })
        : call(restoreMoment, { params: { ref }, body: origin }),
    onSettled: (_data, _error, _input, _result, context) => refresh(ref, context),
  })

export const restoreAsNew = (ref: string) =>
  mutationOptions({
    mutationFn: ({ origin, name }: { origin: Origin; name: string }) =>
      call(restoreToNewProject, { params: { ref }, body: { ...origin, name } }),
  })

export const decide = (ref: string) =>
  mutationOptions({
    mutationFn: (decision: RestoreDecision) => call(decideRestore, { params: { ref }, body: decision }),
    onSettled: (_data, _error, _input, _result, context) => refresh(ref, context),
  })

/** Errors are displayed in the form. */
export const changeSettings = (ref: string) =>
  mutationOptions({
    mutationFn: (settings: BackupSettings) => call(changeBackupSettings, { params: { ref }, body: settings }),
    onSettled: (_data, _error, _input, _result, context) => refresh(ref, context),
  })

export const switchPointInTime = (ref: string) =>
  mutationOptions({
    mutationFn: (settings: Pick<BackupSettings, 'pitr_enabled' | 'is_synchronous'>) =>
      call(changeBackupSettings, { params: { ref }, body: settings }),
    onSettled: (_data, _error, _input, _result, context) => refresh(ref, context),
    meta: { errorTitle: 'Failed to change point-in-time recovery' },
  })
