import type { Needs } from '../permissions/need.rules.ts'

export const timeMachineNeeds = {
  openPastMoments: {
    action: 'infra:Execute',
    resource: 'queue_jobs.restore.prepare',
    to: 'open past moments of this project',
  },
} as const satisfies Needs
