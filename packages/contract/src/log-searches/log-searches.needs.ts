import type { Needs } from '../permissions/need.rules.ts'

export const logSearchNeeds = {
  changeLogSearches: {
    action: 'analytics:Write',
    resource: 'log_searches',
    to: 'save searches of the logs of this project',
  },
} as const satisfies Needs
