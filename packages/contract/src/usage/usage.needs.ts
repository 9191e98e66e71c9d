import type { Needs } from '../permissions/need.rules.ts'

export const usageNeeds = {
  seeUsage: {
    action: 'read:Read',
    resource: 'stats_daily_projects',
    to: 'see the usage of this organization',
  },
} as const satisfies Needs
