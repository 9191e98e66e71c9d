import type { Needs } from '../permissions/need.rules.ts'

export const backupNeeds = {
  seeBackups: { action: 'read:Read', resource: 'back_ups', to: 'see the backups of this project' },
  createBackups: { action: 'write:Create', resource: 'back_ups', to: 'back up this project' },
  deleteBackups: {
    action: 'write:Delete',
    resource: 'projects',
    to: 'delete the backups of this project',
  },
  restoreBackups: {
    action: 'infra:Execute',
    resource: 'queue_jobs.restore.prepare',
    to: 'restore the database of this project',
  },
} as const satisfies Needs
