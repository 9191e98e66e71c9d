import type { Needs } from '../permissions/need.rules.ts'

export const logDrainNeeds = {
  changeLogDrains: {
    action: 'analytics:Write',
    resource: 'log_drains',
    to: 'change where the logs of this project are sent',
  },
} as const satisfies Needs
