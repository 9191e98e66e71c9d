import { Done, endpoint } from '../endpoint.ts'
import { CreatedProject, ProjectParams } from '../projects/projects.schema.ts'
import {
  Backup,
  BackupChoice,
  BackupOverview,
  BackupParams,
  BackupSettings,
  MomentChoice,
  NewBackup,
  NewRestorePoint,
  RecoveryTimeline,
  RestoreCancellation,
  RestoreDecision,
  RestoredProject,
  RestorePoint,
} from './backups.schema.ts'

export const listBackups = endpoint({
  name: 'listBackups',
  method: 'GET',
  path: '/platform/database/:ref/backups',
  summary: 'The backups of a project, the moments that can be restored, and its last restore',
  params: ProjectParams,
  response: BackupOverview,
})

export const createBackup = endpoint({
  name: 'createBackup',
  method: 'POST',
  path: '/platform/database/:ref/backups',
  summary: 'Back up a project now, in the background',
  params: ProjectParams,
  body: NewBackup,
  response: Backup,
  status: 201,
  audit: { title: 'Back up a database', keeps: ['name'] },
})

export const deleteBackup = endpoint({
  name: 'deleteBackup',
  method: 'DELETE',
  path: '/platform/database/:ref/backups/:id',
  summary: 'Delete a backup',
  params: BackupParams,
  response: Done,
})

export const cancelBackup = endpoint({
  name: 'cancelBackup',
  method: 'POST',
  path: '/platform/database/:ref/backups/:id/cancel',
  summary: 'Stop making a backup; nothing of it is kept',
  params: BackupParams,
  response: Done,
  audit: { title: 'Cancel a backup' },
})

export const checkBackup = endpoint({
  name: 'checkBackup',
  method: 'POST',
  path: '/platform/database/:ref/backups/:id/check',
  summary: 'Restore a backup into a database of its own and read all of it, in the background',
  params: BackupParams,
  response: Done,
  status: 201,
  audit: { title: 'Check a backup' },
})

export const cancelBackupCheck = endpoint({
  name: 'cancelBackupCheck',
  method: 'DELETE',
  path: '/platform/database/:ref/backups/:id/check',
  summary: 'Stop checking a backup, which is kept',
  params: BackupParams,
  response: Done,
  audit: { title: 'Cancel the check of a backup' },
})

export const restoreBackup = endpoint({
  name: 'restoreBackup',
  method: 'POST',
  path: '/platform/database/:ref/backups/restore',
  summary: 'Replace the database of a project by a backup, in the background; the present data is kept',
  params: ProjectParams,
  body: BackupChoice,
  response: Done,
  status: 201,
  audit: { title: 'Restore a backup', keeps: ['id'] },
})

export const restoreMoment = endpoint({
  name: 'restoreMoment',
  method: 'POST',
  path: '/platform/database/:ref/backups/pitr',
  summary:
    'Return the database of a project to a moment or restore point, in the background; the present data is kept',
  params: ProjectParams,
  body: MomentChoice,
  response: Done,
  status: 201,
  audit: { title: 'Restore a database to a moment', keeps: ['recovery_time_target', 'restore_point'] },
})

export const createRestorePoint = endpoint({
  name: 'createRestorePoint',
  method: 'POST',
  path: '/platform/database/:ref/backups/restore-points',
  summary: 'Name this moment of a database, so that it can be returned to',
  params: ProjectParams,
  body: NewRestorePoint,
  response: RestorePoint,
  status: 201,
  audit: { title: 'Make a restore point', keeps: ['name', 'reason'] },
})

export const getRecoveryTimeline = endpoint({
  name: 'getRecoveryTimeline',
  method: 'GET',
  path: '/platform/database/:ref/backups/timeline',
  summary: 'The changes that members made since the first moment that can be restored, newest first',
  params: ProjectParams,
  response: RecoveryTimeline,
})

export const decideRestore = endpoint({
  name: 'decideRestore',
  method: 'POST',
  path: '/platform/database/:ref/backups/restore/decide',
  summary: 'Keep the restored data of a project, or return to the data from before; the other is deleted',
  params: ProjectParams,
  body: RestoreDecision,
  response: Done,
  audit: { title: 'Confirm or undo a restore', keeps: ['keep', 'id'] },
})

export const cancelRestore = endpoint({
  name: 'cancelRestore',
  method: 'POST',
  path: '/platform/database/:ref/backups/restore/cancel',
  summary:
    'Stop a restore that is being prepared: in place, the project stays as it is; a project that is made from a backup is deleted',
  params: ProjectParams,
  body: RestoreCancellation,
  response: Done,
  audit: { title: 'Cancel a restore', keeps: ['id'] },
})

export const restoreToNewProject = endpoint({
  name: 'restoreToNewProject',
  method: 'POST',
  path: '/platform/database/:ref/backups/restore-to-new-project',
  summary: 'Make a new project of the same organization from a backup or a moment',
  params: ProjectParams,
  body: RestoredProject,
  response: CreatedProject,
  status: 201,
  audit: {
    title: 'Restore to a new project',
    keeps: ['id', 'recovery_time_target', 'restore_point', 'name'],
  },
})

export const changeBackupSettings = endpoint({
  name: 'changeBackupSettings',
  method: 'PATCH',
  path: '/platform/database/:ref/backups/settings',
  summary:
    'Change when a project is backed up, how long backups are kept, and how its log is received; null returns to the default of its plan',
  params: ProjectParams,
  body: BackupSettings,
  response: Done,
  audit: {
    title: 'Change the backups of a project',
    keeps: ['pitr_enabled', 'is_synchronous', 'schedule', 'window_minutes', 'keep_days', 'keep_count'],
  },
})
